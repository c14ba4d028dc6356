// Background work. Each task has its own worker, so its memory is freed when it ends.

import { light_module } from "./load.js";
import { say } from "./words.js";

export class Workers {
  #running = new Map();
  #next = 1;

  // Starts a task. Returns its number and a promise of its result.
  start(order, files, report) {
    const number = this.#next++;
    const promise = new Promise((resolve, reject) => {
      const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
      this.#running.set(number, { worker, reject });
      const end = () => {
        worker.terminate();
        this.#running.delete(number);
      };
      worker.onmessage = ({ data }) => {
        if (data.stage !== undefined) return report(data.stage, data.fraction, data.part);
        end();
        if (data.result) resolve(data.result);
        else reject(new Error(data.failure));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        end();
        reject(new Error(say("worker_died", event.message)));
      };
      light_module().then(
        (module) => worker.postMessage({ module, order, files }),
        (error) => {
          end();
          reject(error);
        },
      );
    });
    return [number, promise];
  }

  // Cancels a task.
  end(number) {
    const running = this.#running.get(number);
    running?.worker.terminate();
    running?.reject(new Error("cancelled"));
    this.#running.delete(number);
  }
}
