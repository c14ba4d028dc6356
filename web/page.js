// The page around the program: loads it, passes it files and addresses, and does what only a page can do.

import { fetched, module_of } from "./load.js";
import { Workers } from "./work.js";
import { opened_files, resolved } from "./levels.js";
import { keys_of_browser, buttons } from "./controls.js";

const $ = (id) => document.getElementById(id);
const canvas = $("level");
const address = new URLSearchParams(location.search);

// Address parameters for the page. All others are command-line options.
const OWN = new Set(["embed", "trace", "program", "webgl"]);
const embedded = address.has("embed");
document.body.classList.toggle("embedded", embedded);

let program;
let is_shown = false;
let drawn_by_webgpu = false;
const workers = new Workers();
// Virtual paths of fetched levels, with their URLs. The address shows the URL.
const origins = new Map();

// Shows a sentence over the level for 12 seconds.
function notice(text) {
  const line = $("notice");
  line.textContent = text;
  line.hidden = false;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => (line.hidden = true), 12000);
}

// Replaces the page with an error message.
function fault(title, text, ways = "") {
  $("start").classList.add("gone");
  $("buttons").hidden = true;
  $("fault-title").textContent = title;
  $("fault-text").textContent = text;
  $("fault-ways").innerHTML = ways;
  $("fault").hidden = false;
}

// Returns whether the primary input is a touch screen.
const has_fingers = () => matchMedia("(pointer: coarse)").matches;
const is_still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function progress(stage, share) {
  $("stage").textContent = stage;
  if (share >= 0) $("progress").value = share;
  else $("progress").removeAttribute("value");
}

// An idle window does not poll gamepads until an event wakes it.
addEventListener("gamepadconnected", () => {
  canvas.blur();
  canvas.focus();
});

// Functions that the program calls.
globalThis.bspwalkPage = {
  kept: (key) => {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  keep: (key, text) => {
    try {
      localStorage.setItem(key, text);
      return undefined;
    } catch (error) {
      return `the browser's store takes no more: ${error.message}`;
    }
  },
  forget: (key) => localStorage.removeItem(key),
  download: (name, content) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
  choose: () => $("files").click(),
  fullScreen: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  failed: (reason) => {
    if (drawn_by_webgpu && !is_shown) try_webgl();
    else fault("bspwalk has stopped", reason, '<a href="">Load the page again</a>');
  },
  shown: () => {
    is_shown = true;
    $("start").classList.add("gone");
    setTimeout(() => $("start").remove(), 400);
    $("buttons").hidden = !has_fingers();
    canvas.focus();
    performance.mark("bspwalk-shown");
  },
  site: async (path, report) => (await fetched(path, (done, all) => report(`Loading ${path}`, all ? done / all : -1))).buffer,
  work: (order, files, report) => workers.start(order, files, report),
  end: (number) => workers.end(number),
  after: (milliseconds, then) => setTimeout(then, milliseconds),
  traced: () => address.has("trace"),
  embedded: () => embedded,
  fingers: has_fingers,
  still: is_still,
  // Returns for each gamepad its index, its USB vendor ID or -1, 16 buttons and 4 axes. Gamepads without the standard layout are
  // skipped.
  gamepads: () => {
    const numbers = [];
    for (const pad of navigator.getGamepads?.() ?? []) {
      if (pad?.mapping !== "standard") continue;
      const maker = /Vendor: ([0-9a-f]{4})/i.exec(pad.id) ?? /^([0-9a-f]{4})-[0-9a-f]{4}-/i.exec(pad.id);
      numbers.push(pad.index, maker ? parseInt(maker[1], 16) : -1);
      for (let at = 0; at < 16; at += 1) numbers.push(pad.buttons[at]?.value ?? 0);
      for (let at = 0; at < 4; at += 1) numbers.push(pad.axes[at] ?? 0);
    }
    return new Float64Array(numbers);
  },
};

// Converts an address to command-line words. Fetches the level first if it is a URL.
async function words_of(params) {
  const words = [];
  for (const [key, value] of params) {
    if (OWN.has(key)) continue;
    if (key !== "level") words.push(value === "" ? `--${key}` : `--${key}=${value}`);
    else if (value !== "") words.push(await path_of(value));
  }
  return words;
}

// Returns the path of a level in the address: the name of a built-in level, or the virtual path of a fetched file.
async function path_of(level) {
  if (/^[\w-]+$/.test(level)) return level;
  for (const [path, origin] of origins) if (origin === level) return path;
  const { path, files } = await resolved(level, (stage, share) => progress(stage, share));
  hand_over(files);
  origins.set(path, level);
  return path;
}

function hand_over(files) {
  for (const { path, content } of files) program.hand_over(path, content);
}

// Opens the level in a list of files from the user.
async function open(list) {
  try {
    const { path, files, earlier } = await opened_files(list);
    if (earlier) program.take_back(earlier);
    hand_over(files);
    program.show([path]);
    canvas.focus();
  } catch (error) {
    notice(error.message ?? String(error));
  }
}

// Keeps the address up to date with the view. A new level adds an entry to the history; a new view replaces it.
function follow() {
  let last = "";
  setInterval(() => {
    const pairs = program.address();
    if (pairs.length === 0 || document.hidden) return;
    const now = new URLSearchParams();
    for (const key of OWN) if (address.has(key)) now.set(key, address.get(key));
    for (let i = 0; i < pairs.length; i += 2) {
      const value = pairs[i + 1];
      now.set(pairs[i], pairs[i] === "level" ? (origins.get(value) ?? value) : value);
    }
    const text = now.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":");
    if (text === last) return;
    // Only this page can open a file from the user.
    if ((now.get("level") ?? "").startsWith("/given/")) now.delete("level");
    const level = (query) => new URLSearchParams(query).get("level");
    const is_new = last !== "" && level(last) !== level(text);
    last = text;
    history[is_new ? "pushState" : "replaceState"](null, "", `?${text}`);
  }, 500);
  addEventListener("popstate", async () => {
    last = location.search.slice(1);
    try {
      program.show(await words_of(new URLSearchParams(location.search)));
    } catch (error) {
      notice(error.message ?? String(error));
    }
  });
}

// Returns what this browser draws with: `webgpu`, `webgl2`, or `canvas` for software rendering.
async function drawn_by() {
  if (address.get("program") === "software") return "canvas";
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

// Falls back to WebGL 2. With some drivers, WebGPU fails before the first picture.
function try_webgl() {
  address.set("webgl", "");
  location.replace(`?${address}`);
}

function watch_webgpu() {
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (descriptor) {
    const device = await requestDevice.call(this, descriptor);
    device.lost.then(({ reason }) => {
      if (reason !== "destroyed") (is_shown ? driver_gone : try_webgl)();
    });
    device.addEventListener("uncapturederror", () => is_shown || try_webgl());
    return device;
  };
}

function driver_gone() {
  fault(
    "The graphics driver has gone away",
    "The browser has taken the picture back. Where it gives it again, the page comes back by itself.",
    '<a href="">Load the page again</a>: the address keeps the view.',
  );
}

async function main() {
  if (typeof WebAssembly !== "object") {
    return fault("This browser has no WebAssembly", "bspwalk is a WebAssembly program. Any browser of the last years runs it.");
  }
  const by = await drawn_by();
  drawn_by_webgpu = by === "webgpu";
  if (drawn_by_webgpu) {
    allow_comparisons();
    watch_webgpu();
  }
  const name = by === "canvas" ? "bspwalk_light" : "bspwalk";
  // On a first visit, the level downloads while the program starts.
  const first = address.get("level") ?? "hall";
  let level = /^[\w-]+$/.test(first) ? `levels/${first}.bspw` : undefined;
  const compiled = module_of(`${name}.wasm`, (done, all) => {
    progress(`Loading the program: ${megabytes(done)} of ${megabytes(all)} MB`, all ? done / all : -1);
    if (!level || done < all) return;
    fetched(level).catch(() => {});
    level = undefined;
  });
  program = await import(`./${name}.js`);
  const { memory } = await program.default({ module_or_path: await compiled });
  if (address.has("trace")) Object.assign(globalThis, { bspwalk: program, bspwalkMemory: memory });
  performance.mark("bspwalk-loaded");
  let words;
  try {
    words = await words_of(address);
  } catch (error) {
    notice(error.message ?? String(error));
    words = [];
  }
  progress("Opening the level", -1);
  keys_of_browser(canvas);
  if (!embedded) buttons($("buttons"), canvas, by !== "canvas");
  try {
    program.start(words, drawn_by_webgpu);
  } catch (error) {
    if (words.length === 0) throw error;
    notice(`The address is not understood: ${error.message ?? error}.`);
    program.start([], drawn_by_webgpu);
  }
  if (by === "canvas" && address.get("program") !== "software") {
    notice("This browser has neither WebGPU nor WebGL 2: the level is drawn in software, without a graphics driver.");
  }
  if (!embedded) follow();
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) open(event.dataTransfer.files);
  });
  $("files").addEventListener("change", (event) => {
    if (event.target.files.length > 0) open(event.target.files);
    event.target.value = "";
  });
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    driver_gone();
  });
  // The address restores the view.
  canvas.addEventListener("webglcontextrestored", () => location.reload());
}

// Winit leaves its first call with a harmless exception.
const is_control_flow = (error) => String(error?.message ?? error).includes("Using exceptions for control flow");
addEventListener("error", (event) => {
  if (is_control_flow(event.error)) event.preventDefault();
});
main().catch((error) => {
  if (!is_control_flow(error)) fault("bspwalk could not be loaded", error.message ?? String(error), '<a href="">Load the page again</a>');
});
