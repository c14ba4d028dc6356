// Loads the program with the engine, and lets it take over from the program without the engine.

import { has_file, module_of } from "./load.js";
import { say } from "./words.js";

// Maximum time for loading the engine in the background, in milliseconds. On a slower machine or connection, the level stays drawn in
// software.
const PATIENCE = 60000;

// Time without motion before the engine takes over, in milliseconds.
const CALM = 200;

// Maximum time for the engine to reach exactly the view of the other program, in milliseconds.
const SETTLED = 1000;

// Time after which the page asks a visitor to free the mouse, in milliseconds.
const MOUSE_HELD = 10000;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Returns what this browser draws with: `webgpu`, `webgl2`, or `canvas` for software rendering.
export async function driver(address) {
  if (!address.has("webgl") && navigator.gpu) {
    const adapter = await navigator.gpu.requestAdapter().catch(() => null);
    if (adapter) return "webgpu";
  }
  const probe = document.createElement("canvas").getContext("webgl2");
  probe?.getExtension("WEBGL_lose_context")?.loseContext();
  return probe ? "webgl2" : "canvas";
}

// Disables the uniformity check of WebGPU. The engine's shadow shader, shared with WebGL 2, compares depths in non-uniform control flow.
// That is safe here: the shadow map has no mipmaps, so no result depends on neighbouring pixels.
function allow_comparisons() {
  const { createShaderModule } = GPUDevice.prototype;
  GPUDevice.prototype.createShaderModule = function (descriptor) {
    return createShaderModule.call(this, { ...descriptor, code: `diagnostic(off, derivative_uniformity);\n${descriptor.code}` });
  };
}

// Falls back to WebGL 2. With some drivers, WebGPU fails before the first picture. The address keeps the view.
function try_webgl() {
  const address = new URLSearchParams(location.search);
  address.set("webgl", "");
  location.replace(`?${address}`);
}

// Converts the view of a program, with alternating keys and values, to command-line words.
function words_of_view(pairs) {
  const words = [];
  for (let i = 0; i < pairs.length; i += 2) words.push(pairs[i] === "level" ? pairs[i + 1] : `--${pairs[i]}=${pairs[i + 1]}`);
  return words;
}

export class Engine {
  // Whether the program with the engine shows the level.
  has_taken_over = false;
  // Resolves when the engine shows the first picture.
  first;
  // Functions that the program calls.
  functions;
  #page;
  #resolve;
  #reject;
  #is_shown = false;
  #by;
  #is_coming = false;
  #wants_tour = false;

  // `page` has functions and state of the page.
  constructor(page) {
    this.#page = page;
    this.first = new Promise((resolve, reject) => ([this.#resolve, this.#reject] = [resolve, reject]));
    this.first.catch(() => {});
    this.functions = {
      shown: () => {
        this.#is_shown = true;
        this.#resolve();
      },
      failed: (reason) => {
        if (this.#by === "webgpu" && !this.#is_shown) try_webgl();
        else if (this.has_taken_over) page.failed(reason);
        else this.#reject(new Error(reason));
      },
    };
  }

  // Loads the program. `by` is the result of `driver`.
  async load(by, report, signal) {
    this.#by = by;
    const { canvas } = this.#page;
    const [module, program] = await Promise.all([module_of("bspwalk.wasm", report, "br", signal), import("./bspwalk.js")]);
    signal?.throwIfAborted();
    if (by === "webgpu") {
      allow_comparisons();
      this.#watch_webgpu();
    }
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.#lose_driver();
    });
    // The address restores the view.
    canvas.addEventListener("webglcontextrestored", () => this.has_taken_over && location.reload());
    const { memory } = await program.default({ module_or_path: module });
    return { program, memory, canvas };
  }

  // Loads the program while the visitor walks in the other one, and then takes over from it.
  async take_over(light, params) {
    this.#wants_tour ||= params.has("tour");
    if (!(await has_file("bspwalk.wasm"))) {
      if (this.#wants_tour) this.#page.notice(say("no_tour"));
      return;
    }
    this.#is_coming = true;
    const stop = new AbortController();
    const late = new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(stop.signal.reason)));
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    const hands = new Hands(light, this.#page.notice);
    try {
      const by = await driver(params);
      const loaded = await Promise.race([this.load(by, () => {}, stop.signal), late]);
      clearTimeout(timer);
      const given = new Set();
      await this.#open(loaded, light, params, given);
      await this.first;
      await this.#follow(loaded, hands, given);
      this.#swap(loaded, light);
    } catch (error) {
      clearTimeout(timer);
      this.#is_coming = false;
      const text = stop.signal.aborted ? say("too_slow") : say("engine_failed", error.message ?? error);
      this.#page.notice(text, ...this.#page.load_engine());
    }
  }

  // Starts the tour, now or after the engine has taken over.
  start_tour(program) {
    if (this.has_taken_over) program.start_tour();
    else if (this.#is_coming) this.#wants_tour = true;
    else this.#page.notice(say("no_tour"));
  }

  // Opens the window at the level of the other program.
  async #open({ program }, light, params, given) {
    this.#hand_over(program, given);
    const pairs = light.program.address();
    // These words also contain options for reading the level, which no view contains.
    const words = await this.#page.words_of(params).catch(() => []);
    const level = words.find((word) => !word.startsWith("--")) ?? "hall";
    const run = (words) => program.start(words, this.#by === "webgpu");
    try {
      run(level === pairs[1] ? words : words_of_view(pairs));
    } catch (error) {
      if (this.#page.is_control_flow(error)) return;
      run(words_of_view(pairs));
    }
  }

  #hand_over(program, given) {
    for (const [path, content] of this.#page.given) {
      if (!given.has(path)) program.hand_over(path, content);
      given.add(path);
    }
  }

  // Shows the view of the other program, until both show the same one and nothing moves.
  async #follow({ program }, hands, given) {
    let view = [];
    for (let since = 0; ; await pause(50)) {
      const calm = await hands.calm_view();
      if (calm.join("\n") !== view.join("\n")) {
        [view, since] = [calm, performance.now()];
        this.#hand_over(program, given);
        program.show(words_of_view(view));
        continue;
      }
      const now = program.address();
      const has_settled = now[1] === view[1] && performance.now() - since > SETTLED;
      if (now.join("\n") === view.join("\n") || has_settled) return;
    }
  }

  #swap(loaded, { frame }) {
    this.has_taken_over = true;
    this.#is_coming = false;
    loaded.canvas.inert = false;
    frame.classList.add("gone");
    this.#page.use(loaded);
    // The frame fades out.
    setTimeout(() => frame.remove(), 300);
    if (this.#wants_tour) loaded.program.start_tour();
  }

  #watch_webgpu() {
    const { requestDevice } = GPUAdapter.prototype;
    const engine = this;
    GPUAdapter.prototype.requestDevice = async function (descriptor) {
      const device = await requestDevice.call(this, descriptor);
      device.lost.then(({ reason }) => {
        if (reason !== "destroyed") engine.#lose_driver();
      });
      device.addEventListener("uncapturederror", () => engine.#is_shown || try_webgl());
      return device;
    };
  }

  #lose_driver() {
    if (this.has_taken_over) this.#page.driver_gone();
    else if (this.#by === "webgpu" && !this.#is_shown) try_webgl();
    else this.#reject(new Error(say("driver_gone")));
  }
}

// The keys and pointers of a visitor in the frame of a program.
class Hands {
  #light;
  #notice;
  #held = new Set();
  // Time of the first wait.
  #since;

  constructor(light, notice) {
    this.#light = light;
    this.#notice = notice;
    const { realm } = light;
    const listen = (type, change) => realm.addEventListener(type, change, { capture: true });
    listen("keydown", ({ code }) => this.#held.add(code));
    listen("keyup", ({ code }) => this.#held.delete(code));
    listen("pointerdown", ({ pointerId }) => this.#held.add(pointerId));
    for (const type of ["pointerup", "pointercancel"]) listen(type, ({ pointerId }) => this.#held.delete(pointerId));
    listen("blur", () => this.#held.clear());
  }

  // Waits until nothing is pressed or moves and no film runs, and returns the view of the program. On a busy machine, a pause may take
  // longer than the calm must last, so only checks count.
  async calm_view() {
    const { program, realm } = this.#light;
    let view = [];
    this.#since ??= performance.now();
    for (let since; ; await pause(50)) {
      const now = program.address();
      const is_locked = realm.document.pointerLockElement !== null;
      if (is_locked && performance.now() - this.#since > MOUSE_HELD) {
        this.#notice(say("mouse_held"));
        this.#since = Infinity;
      }
      const is_calm = this.#held.size === 0 && !is_locked && !program.is_busy() && now.length > 0;
      if (!is_calm) since = undefined;
      else if (since === undefined || now.join("\n") !== view.join("\n")) since = performance.now();
      else if (performance.now() - since >= CALM) return now;
      view = now;
    }
  }
}
