// The page around the program: loads it, passes it files and addresses, and does what only a page can do.
//
// The first view comes first (`first.js`), in a frame. Meanwhile the program with the engine loads, and then takes over in `engine.js`. If
// that is late, or the address needs more than the first view, the light program without the engine comes between them, in the same frame.

import { fetch_in_background, fetched, has_file, light_module, prefetch } from "./load.js";
import { show_first, take_over } from "./first.js";
import { Workers } from "./work.js";
import { opened_files, resolved } from "./levels.js";
import { keys_of_browser, buttons } from "./controls.js";
import { Engine, driver } from "./engine.js";
import { say, translate } from "./words.js";

const $ = (id) => document.getElementById(id);
let address = new URLSearchParams(location.search);

// Address parameters for the page. All others are command-line options.
const OWN = new Set(["embed", "trace", "program", "webgl", "tour"]);
const embedded = address.has("embed");
document.body.classList.toggle("embedded", embedded);
const root_element = document.documentElement;
const root = root_element.classList;
const front_is_shown = () => root.contains("is-front");

// The program in use and its canvas.
let program;
let canvas = $("level");
const workers = new Workers();
// Virtual paths of fetched levels, with their URLs. The address shows the URL.
const origins = new Map();
// Files that the light program has received, by path. The program with the engine receives them, too.
const given = new Map();

// Shows a sentence over the level for 12 seconds, with an optional button.
function notice(text, label = "", act = () => {}) {
  const line = $("notice");
  line.textContent = text;
  if (label) {
    const button = document.createElement("button");
    button.textContent = label;
    button.addEventListener("click", act);
    line.append(" ", button);
  }
  line.hidden = false;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => (line.hidden = true), 12000);
}

// Replaces the page with an error message.
function fault(title, text, ways = say("reload")) {
  root.remove("is-front", "is-start");
  $("buttons").hidden = true;
  $("fault-title").textContent = title;
  $("fault-text").textContent = text;
  $("fault-ways").innerHTML = ways;
  $("fault").hidden = false;
}

function driver_gone() {
  fault(say("driver_gone"), say("driver_gone_more"), say("reload_view"));
}

// Returns whether the primary input is a touch screen.
const has_fingers = () => matchMedia("(pointer: coarse)").matches;
const is_still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const saves_data = () => navigator.connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function progress(stage, share) {
  $("stage").textContent = stage;
  if (share >= 0) $("progress").value = share;
  else $("progress").removeAttribute("value");
}

function progress_of_program(done, all) {
  progress(say("loading_share", megabytes(done), megabytes(all)), all ? done / all : -1);
}

// An idle window does not poll gamepads until an event wakes it.
addEventListener("gamepadconnected", () => {
  canvas.blur();
  canvas.focus();
});

// Removes the start page, because a program shows the level.
function shown() {
  fetch_in_background();
  root.remove("is-start");
  $("buttons").hidden = !has_fingers();
  focus();
  if (performance.getEntriesByName("bspwalk-shown").length === 0) performance.mark("bspwalk-shown");
}

function focus() {
  if (front_is_shown()) return;
  canvas.ownerDocument.defaultView.focus();
  canvas.focus();
}

// Functions that a program calls, in addition to `shown` and `failed`.
const functions = {
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
      return say("store_full", error.message);
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
  site: async (path, report) => (await fetched(path, (done, all) => report(say("loading", path), all ? done / all : -1))).buffer,
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
  const { path, files } = await resolved(level, progress);
  hand_over(files);
  origins.set(path, level);
  return path;
}

function hand_over(files) {
  for (const { path, content } of files) {
    if (!engine.has_taken_over) given.set(path, content);
    program.hand_over(path, content);
  }
}

// Opens the level in a list of files from the user.
async function open(list) {
  try {
    const { path, files, earlier } = await opened_files(list);
    if (!program) await begin(with_flags(new URLSearchParams()));
    if (earlier) {
      program.take_back(earlier);
      for (const path of given.keys()) if (path.startsWith(`${earlier}/`)) given.delete(path);
    }
    hand_over(files);
    program.show([path]);
    root.remove("is-front");
    focus();
  } catch (error) {
    notice(error.message ?? String(error));
  }
}

// Last address that the page has set or received.
let last = location.search.slice(1);
// Level that a program is opening. Until it is open, or for at most 20 seconds, the address stays.
let awaited = { level: "", until: 0 };

// Opens the level and view in an address.
async function show(params) {
  last = location.search.slice(1);
  try {
    if (!program) return await begin(params);
    awaited = { level: params.get("level") ?? "hall", until: performance.now() + 20000 };
    const is_tour = params.has("tour");
    root.remove("is-front");
    focus();
    if (is_tour) {
      awaited.until = 0;
      return engine.start_tour(program);
    }
    program.show(await words_of(params));
  } catch (error) {
    notice(error.message ?? String(error));
  }
}

// Adds the parameters of this page to the parameters of a view.
function with_flags(params) {
  for (const key of OWN) if (address.has(key) && key !== "tour") params.set(key, address.get(key));
  return params;
}

// Opens a link of the front page without loading the page again.
function follow_link(event) {
  const link = event.target.closest("a[data-view]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const params = with_flags(new URLSearchParams(link.search));
  history.pushState(null, "", `?${text_of(params)}`);
  show(params);
}

const text_of = (params) => params.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":");

// Keeps the address up to date with the view. A new level adds an entry to the history; a new view replaces it.
function follow() {
  setInterval(() => {
    const pairs = program.address();
    if (pairs.length === 0 || document.hidden || front_is_shown()) return;
    const now = with_flags(new URLSearchParams());
    for (let i = 0; i < pairs.length; i += 2) {
      const value = pairs[i + 1];
      now.set(pairs[i], pairs[i] === "level" ? (origins.get(value) ?? value) : value);
    }
    if (performance.now() < awaited.until && now.get("level") !== awaited.level) return;
    awaited.until = 0;
    const text = text_of(now);
    if (text === last) return;
    const level = (query) => new URLSearchParams(query).get("level") || "hall";
    const is_new = level(last) !== level(text);
    last = text;
    history[is_new ? "pushState" : "replaceState"](null, "", `?${text}`);
  }, 500);
  addEventListener("popstate", () => {
    const params = new URLSearchParams(location.search);
    if ([...params.keys()].every((key) => OWN.has(key) && key !== "tour")) root.add("is-front");
    else show(params);
  });
}

// The frame of the programs without the engine, once it is requested.
let frame;
function frame_of_light() {
  frame ??= new Promise((resolve) => {
    const element = document.createElement("iframe");
    element.id = "light";
    element.title = say("level");
    element.srcdoc = `<!doctype html><html lang="${root_element.lang}"><link rel="stylesheet" href="${new URL("light.css", import.meta.url)}">
      <canvas id="level" tabindex="0" aria-label="${say("level")}"></canvas></html>`;
    element.addEventListener("load", () => resolve(element), { once: true });
    $("level").after(element);
  }).then((element) => {
    const realm = element.contentWindow;
    take_drops(realm);
    // Forwards Escape to listeners of the page, for example in a book that contains the page.
    realm.addEventListener("keydown", ({ key, code, repeat }) => {
      if (key === "Escape") dispatchEvent(new KeyboardEvent("keydown", { key, code, repeat }));
    });
    return element;
  });
  return frame;
}

// Functions that receive the exports of the scripts in the frame, by the name of the script.
const arrivals = new Map();

// Runs a script in the frame and returns its exports.
async function run_in_frame(name) {
  const { document } = (await frame_of_light()).contentWindow;
  return new Promise((resolve, reject) => {
    arrivals.set(name, resolve);
    const script = document.createElement("script");
    Object.assign(script, { type: "module", src: new URL(`${name}.js`, import.meta.url) });
    script.addEventListener("error", () => reject(new Error(say("site_gone", `${name}.js`))));
    document.body.append(script);
  });
}

// Loads the program without the engine in the frame. Returns the program and its canvas.
async function load_light() {
  const module = light_module(progress_of_program);
  module.catch(() => {});
  const [light, load] = await run_in_frame("light");
  const frame = await frame_of_light();
  const realm = frame.contentWindow;
  const first = new Promise((resolve, reject) => {
    realm.bspwalkPage = {
      ...functions,
      shown: resolve,
      failed: (reason) => {
        if (engine.has_taken_over) return;
        reject(new Error(reason));
        fault(say("stopped"), reason);
      },
    };
  });
  first.catch(() => {});
  const { memory } = await load(await module);
  light_is_loaded = true;
  return { frame, realm, memory, program: light, canvas: realm.document.getElementById("level"), first };
}

function use(loaded, has_engine) {
  ({ program, canvas } = loaded);
  $("coming").hidden = true;
  if (address.has("trace")) Object.assign(globalThis, { bspwalk: program, bspwalkMemory: loaded.memory });
  keys_of_browser(canvas);
  if (!embedded) buttons($("buttons"), canvas, program, has_engine);
}

// Opens the window of a program at an address. An invalid address produces a notice, and the address of the built-in level replaces it.
async function start(words_of_address, run) {
  let words;
  try {
    words = await words_of_address();
  } catch (error) {
    notice(error.message ?? String(error));
    words = [];
    last = "";
  }
  progress(say("opening"), -1);
  try {
    run(words);
  } catch (error) {
    if (is_control_flow(error)) return;
    if (words.length === 0) throw error;
    notice(say("bad_address", error.message ?? error));
    last = "";
    run([]);
  }
}

// Accepts files on a window: the page, or the frame of the light program.
function take_drops(realm) {
  realm.addEventListener("dragover", (event) => event.preventDefault());
  realm.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) open(event.dataTransfer.files);
  });
}

// The program without the engine, once it is requested.
let light;
let light_is_loaded = false;
const has_light = address.get("program") !== "engine";

// Winit leaves its first call with a harmless exception.
const is_control_flow = (error) => String(error?.message ?? error).includes("Using exceptions for control flow");

// Starts to load the level of an address. Its first picture does not need its solid-leaf tree.
function prefetch_level(params) {
  const level = params.get("level") || "hall";
  if (/^[\w-]+$/.test(level)) for (const part of ["level.bspw", "nodes"]) prefetch(`levels/${level}.${part}`);
}

function without_pose(params) {
  const rest = new URLSearchParams(params);
  for (const name of ["eye", "look"]) rest.delete(name);
  return rest;
}

// Shows the first view of an address. Returns its walk and a promise that resolves when the body can move, or undefined if the light
// program has to show the address. Without waiting for the picture, the engine starts to download.
async function first_view(params) {
  // The first view does not know the visitor's own keys.
  if (/^\[keys.*\]\n[^[\n]/m.test(functions.kept("bspwalk/settings.toml") ?? "")) return undefined;
  const arrived = async () => {
    fetch_in_background();
    if (!light && wants_engine(params) && (await has_file("bspwalk.wasm"))) engine.download();
  };
  try {
    const first = await show_first(params, OWN, { run: run_in_frame, report: progress_of_program, arrived });
    if (!first) return undefined;
    canvas = first.walk.canvas;
    shown();
    $("coming").hidden = embedded;
    return first;
  } catch (error) {
    console.warn("The first view is not shown:", error);
    return undefined;
  }
}

// Time in milliseconds that the engine has to take over from the first view. After that, the light program loads as well.
const LATE = 8000;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const never = new Promise(() => {});

// The program that shows the level until the engine takes over, and the window of its frame: the first view, or the light program.
let leader;

// Starts a program at an address. Returns when one of the large programs shows the level.
let begun;
function begin(params) {
  begun ??= begin_now(params);
  return begun;
}

async function begin_now(params) {
  address = params;
  root.replace("is-front", "is-start");
  if (!has_light) {
    const by = await driver(params);
    if (by !== "canvas") {
      const loaded = await engine.load(by, params, progress_of_program);
      use(loaded, true);
      canvas.inert = false;
      performance.mark("bspwalk-loaded");
      await start(
        () => words_of(params),
        (words) => program.start(words, by === "webgpu"),
      );
      await engine.first;
      engine.has_taken_over = true;
      shown();
      if (params.has("tour")) program.start_tour();
      if (!embedded) follow();
      return;
    }
  }
  const first = light_is_loaded ? undefined : await first_view(params);
  const by = await driver(params);
  const has_engine = by !== "canvas" && wants_engine(params);
  if (!has_engine) engine.stop();
  if (first && has_engine && !light) {
    const { contentWindow: realm } = await frame_of_light();
    leader = { realm, program: first.walk, is_first: true };
    const coming = engine.take_over(params, by);
    const is_in_time = await Promise.race([coming, pause(LATE)]);
    if (!is_in_time) await Promise.race([coming.then((has_come) => has_come || never), show_light(params, first)]);
  } else {
    await show_light(params, first);
    if (has_engine) engine.take_over(params, by);
    else say_why_light(params, by);
  }
  if (!embedded) follow();
}

// Shows an address in the light program, which takes over from the first view, if there is one.
async function show_light(params, first) {
  prefetch_level(params);
  light ??= load_light();
  const loaded = await light;
  if (!first) use(loaded, false);
  performance.mark("bspwalk-loaded");
  await start(
    () => words_of(params),
    (words) => loaded.program.start(words, false),
  );
  await loaded.first;
  if (first) {
    const words = await words_of(without_pose(params));
    await first.can_move;
    if (engine.has_taken_over) return;
    await take_over(first.walk, loaded, words).catch(() => first.walk.give_way());
    use(loaded, false);
    focus();
  }
  leader = loaded;
  shown();
  performance.mark("bspwalk-light");
}

// Returns whether the engine may take over from the other programs.
const wants_engine = (params) => params.get("program") !== "software" && !saves_data();

// Shows the visitor why the level stays drawn in software. `by` is the result of `driver`.
function say_why_light(params, by) {
  const has_driver = by !== "canvas";
  const ways = has_driver ? load_engine() : [];
  if (params.has("tour")) notice(say("no_tour"), ...ways);
  else if (params.get("program") !== "software") notice(say(has_driver ? "saves_data" : "no_driver"), ...ways);
}

// Returns the label and the effect of a button that loads the page with the engine only.
function load_engine() {
  return [
    say("load_engine"),
    () => {
      const now = new URLSearchParams(location.search);
      now.set("program", "engine");
      location.search = text_of(now);
    },
  ];
}

const engine = new Engine({
  leader: () => leader,
  prefetch_level,
  words_of,
  given,
  canvas: $("level"),
  notice,
  load_engine,
  driver_gone,
  is_control_flow,
  failed: (reason) => fault(say("stopped"), reason),
  use: (loaded) => {
    use(loaded, true);
    $("buttons").hidden = !has_fingers();
    focus();
    // The frame fades out.
    $("light").classList.add("gone");
    setTimeout(() => $("light")?.remove(), 300);
    given.clear();
    performance.mark("bspwalk-engine");
  },
});

const page = { ...functions, ...engine.functions, framed: (name, exports) => arrivals.get(name)(exports) };
globalThis.bspwalkPage = page;

addEventListener("error", (event) => {
  if (is_control_flow(event.error)) event.preventDefault();
});

function main() {
  if (typeof WebAssembly !== "object") return fault(say("no_wasm"), say("no_wasm_more"), "");
  take_drops(globalThis);
  $("files").addEventListener("change", (event) => {
    if (event.target.files.length > 0) open([...event.target.files]);
    event.target.value = "";
  });
  if (!front_is_shown()) return begin(address);
  $("own").addEventListener("click", () => $("files").click());
  $("front").addEventListener("click", follow_link);
  // While the visitor reads the front page, the program loads.
  if (has_light && !saves_data()) (light = load_light()).catch(() => (light = undefined));
}

translate();
Promise.resolve(main()).catch((error) => {
  if (!is_control_flow(error)) fault(say("not_loaded"), error.message ?? String(error));
});
