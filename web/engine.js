// Loads the program with the engine, and lets it take over from the first view or the light program.

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

// Returns a view with the level and the pose of another one. Both have alternating keys and values.
function with_pose(view, pose) {
  const values = new Map();
  for (const pairs of [view, pose]) for (let i = 0; i < pairs.length; i += 2) values.set(pairs[i], pairs[i + 1]);
  return [...values].flat();
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
  // The compiled program and its script, once they are requested.
  #files;
  #stop = new AbortController();
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

  // Starts to download the program. `report` is called with the progress, in bytes.
  download(report = () => {}) {
    this.#files ??= Promise.all([module_of("bspwalk.wasm", report, "br", this.#stop.signal), import("./bspwalk.js")]);
    this.#files.catch(() => {});
    return this.#files;
  }

  // Stops the download.
  stop() {
    this.#stop.abort();
  }

  // Loads the program, and starts to load the level of an address. `by` is the result of `driver`.
  async load(by, params, report) {
    this.#by = by;
    const { canvas } = this.#page;
    const [module, program] = await this.download(report);
    this.#stop.signal.throwIfAborted();
    // The level downloads while the program starts.
    this.#page.prefetch_level(params);
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

  // Loads the program while the visitor walks in another one, and then takes over from it. Returns whether it has taken over. `by` is the
  // result of `driver`.
  async take_over(params, by) {
    this.#wants_tour ||= params.has("tour");
    if (!(await has_file("bspwalk.wasm"))) {
      if (this.#wants_tour) this.#page.notice(say("no_tour"));
      return false;
    }
    this.#is_coming = true;
    const { signal } = this.#stop;
    const late = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const timer = setTimeout(() => this.stop(), PATIENCE);
    const hands = new Hands(this.#page.leader, this.#page.notice);
    try {
      const loaded = await Promise.race([this.load(by, params), late]);
      clearTimeout(timer);
      const given = new Set();
      await this.#open(loaded, params, given);
      await Promise.all([this.first, hands.calm_view()]);
      await this.#follow(loaded, hands, given);
      this.#swap(loaded);
      return true;
    } catch (error) {
      clearTimeout(timer);
      this.#is_coming = false;
      const text = signal.aborted ? say("too_slow") : say("engine_failed", error.message ?? error);
      this.#page.notice(text, ...this.#page.load_engine());
      return false;
    }
  }

  // Starts the tour, now or after the engine has taken over.
  start_tour(program) {
    if (this.has_taken_over) program.start_tour();
    else if (this.#is_coming) this.#wants_tour = true;
    else this.#page.notice(say("no_tour"));
  }

  // Opens the window at the level and view of the other program.
  async #open({ program }, params, given) {
    this.#hand_over(program, given);
    const pairs = this.#page.leader().program.address();
    const view = words_of_view(pairs);
    // The words of the address also contain options for reading the level, which no view contains.
    const words = await this.#page.words_of(params).catch(() => []);
    const is_same = (words.find((word) => !word.startsWith("--")) ?? "hall") === pairs[1];
    const options = words.filter((word) => word.startsWith("--") && !pairs.includes(word.slice(2).split("=")[0]));
    const run = (words) => program.start(words, this.#by === "webgpu");
    try {
      run(is_same ? [...view, ...options] : view);
    } catch (error) {
      if (this.#page.is_control_flow(error)) return;
      run(view);
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
      const now = program.address();
      // The first view has only a level and a pose. The engine keeps its own overlays.
      const wanted = this.#page.leader().is_first ? with_pose(now, calm) : calm;
      if (now.join("\n") === wanted.join("\n")) return;
      if (wanted.join("\n") !== view.join("\n")) {
        [view, since] = [wanted, performance.now()];
        this.#hand_over(program, given);
        program.show(words_of_view(view));
      } else if (now[1] === view[1] && performance.now() - since > SETTLED) return;
    }
  }

  #swap(loaded) {
    const { program } = this.#page.leader();
    this.has_taken_over = true;
    this.#is_coming = false;
    loaded.canvas.inert = false;
    this.#page.use(loaded);
    program.give_way?.(loaded.canvas);
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
  #leader;
  #notice;
  #held = new Set();
  #view = [];
  // Time since which nothing moves, or undefined.
  #calm;
  // Time of the first wait.
  #since;

  // `leader` returns what shows the level now. All of them are in the same frame.
  constructor(leader, notice) {
    this.#leader = leader;
    this.#notice = notice;
    const { realm } = leader();
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
    this.#since ??= performance.now();
    for (; ; await pause(50)) {
      const { program, realm } = this.#leader();
      const now = program.address();
      const is_locked = realm.document.pointerLockElement !== null;
      if (is_locked && performance.now() - this.#since > MOUSE_HELD) {
        this.#notice(say("mouse_held"));
        this.#since = Infinity;
      }
      const is_calm = this.#held.size === 0 && !is_locked && !program.is_busy() && now.length > 0;
      const is_same = now.join("\n") === this.#view.join("\n");
      this.#view = now;
      if (!is_calm) this.#calm = undefined;
      else if (this.#calm === undefined || !is_same) this.#calm = performance.now();
      else if (performance.now() - this.#calm >= CALM) return now;
    }
  }
}
