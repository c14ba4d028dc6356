// Runs the program without a window in a worker. Receives an order and a level; posts the result, possibly in parts.

import init, { hand_over, work } from "./bspwalk_light.js";

let fault = "";
globalThis.bspwalkPage = { failed: (reason) => (fault = reason), kept: () => undefined, traced: () => false };

onmessage = async ({ data: { module, order, files } }) => {
  try {
    await init({ module_or_path: module });
    for (const [path, content] of files) hand_over(path, content);
    const result = work(order, (stage, fraction, part) => postMessage({ stage, fraction, part }));
    postMessage({ result }, [result.buffer]);
  } catch (error) {
    postMessage({ failure: fault || (error.message ?? String(error)) });
  }
};
