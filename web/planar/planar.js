// The page of the planar tree: passes pointer, key and address input to the program, and shows the results.

import init, { PlanarPage, choices } from "./planar_tree.js";

const $ = (id) => document.getElementById(id);
const figure = $("figure");
const tree = $("tree");
const embedded = new URLSearchParams(location.search).has("embed");
document.body.classList.toggle("embedded", embedded);

// Grab distance of corners by pointer type, in pixels.
const REACH = { mouse: 10, pen: 14, touch: 26 };

let page;
let frame;
// The query string of the address, as the program writes it.
let query = "";
// Notice over the pictures.
let told = "";

// Runs an action of the program. Does nothing after the program has stopped.
function run(what) {
  if (!page) return undefined;
  try {
    return what(page);
  } catch (error) {
    page = undefined;
    tell("The page has stopped: load it again. The address keeps the figure.", false);
    console.error(error);
    return undefined;
  }
}

// Runs an action and shows the result, with one repaint for all events since the last frame.
function act(what) {
  if (!act.waits) {
    act.waits = true;
    requestAnimationFrame(() => {
      act.waits = false;
      run(paint);
    });
  }
  return run(what);
}

function tell(text, is_good) {
  if (told === text && !is_good) return;
  told = text;
  const line = $("notice");
  line.textContent = text;
  line.classList.toggle("good", is_good);
  line.hidden = text === "";
  clearTimeout(tell.timer);
  if (text !== "" && is_good) tell.timer = setTimeout(() => tell("", true), 4000);
}

// Sets a text only if it differs, so that screen readers announce only changes.
function put(id, text) {
  const element = $(id);
  if (element.textContent !== text) element.textContent = text;
}

function paint() {
  frame = JSON.parse(page.frame());
  if (frame.figure !== null) figure.children[0].innerHTML = frame.figure;
  if (frame.tree !== null) tree.children[0].innerHTML = frame.tree;
  figure.children[1].innerHTML = frame.figureOver;
  tree.children[1].innerHTML = frame.treeOver;
  figure.style.cursor = frame.cursor;
  put("verdict", frame.verdict);
  document.body.classList.toggle("fault", frame.isFault);
  put("division", frame.division);
  put("about", frame.about);
  put("headline", frame.headline);
  put_sight(frame.sight);
  $("headline").className = frame.end;
  put_tests(frame.tests);
  const shown = $("shown");
  shown.max = frame.all;
  shown.value = frame.shown;
  put("count", `${frame.shown} of ${frame.all} divisions, depth ${frame.depth}`);
  $("step-back").disabled = $("depth-back").disabled = frame.shown === 0;
  $("step-on").disabled = $("depth-on").disabled = frame.shown === frame.all;
  $("undo").disabled = !frame.canUndo;
  $("redo").disabled = !frame.canRedo;
  $("add").disabled = frame.addTo === null;
  $("add").title = frame.addTo === null ? "Select an edge or a corner first, or double-click an edge" : `Add a corner on edge ${frame.addTo}`;
  $("delete").disabled = !frame.canDelete;
  $("snap").setAttribute("aria-pressed", frame.snap);
  $("free").setAttribute("aria-pressed", frame.isFree);
  $("draw").setAttribute("aria-pressed", frame.isDrawing);
  document.body.classList.toggle("free", frame.isFree);
  $("preset").value = frame.preset;
  $("rule").value = frame.rule;
  if (frame.notice !== null) tell(frame.notice, false);
  else if (!$("notice").hidden && !$("notice").classList.contains("good")) tell("", true);
  if (!frame.isDragging) follow();
}

// Shows the visits of the eye. A polygon has no eye.
function put_sight(sight) {
  for (const id of ["visit", "view", "visits"]) $(id).hidden = sight === null;
  if (sight === null) return;
  put("visit", sight.visit);
  put("view", sight.view);
  $("visited").max = sight.all;
  $("visited").value = sight.shown;
  put("visit-count", `${sight.shown} of ${sight.all} parts`);
  $("visit-back").disabled = sight.shown === 0;
  $("visit-on").disabled = sight.shown === sight.all;
}

function put_tests(sentences) {
  const list = $("tests");
  while (list.children.length > sentences.length) list.lastChild.remove();
  sentences.forEach((sentence, i) => {
    const item = list.children[i] ?? list.appendChild(document.createElement("li"));
    if (item.textContent !== sentence) item.textContent = sentence;
  });
}

// Keeps the address up to date. A new polygon or rule adds an entry to the history; a new number of divisions replaces it. A frame
// leaves the history to the enclosing page.
function follow() {
  if (frame.query === query) return;
  const figure_of = (text) => text.replace(/[?&]shown=\d+/, "");
  const is_new = figure_of(frame.query) !== figure_of(query);
  query = frame.query;
  $("whole").href = `./${query}`;
  if (!embedded) history[is_new ? "pushState" : "replaceState"](null, "", query || location.pathname);
}

function open_address() {
  act((page) => page.open([...new URLSearchParams(location.search)].flat()));
  // Keeps the address unchanged, although the program may write a shorter one.
  if (page) query = page.query(false);
  $("whole").href = `./${query}`;
}

async function copy_link() {
  const link = new URL(page.query(true) || "./", location.href.split("?")[0]).href;
  try {
    await navigator.clipboard.writeText(link);
    tell("The link to this figure is copied.", true);
  } catch {
    // Without permission for the clipboard, the user copies the link.
    prompt("The link to this figure:", link);
  }
}

function save(is_light) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([page.saved(is_light)], { type: "image/svg+xml" }));
  link.download = `${frame.preset || (frame.isFree ? "segments" : "polygon")}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Returns the pixel of a picture under the pointer.
function place(event, picture) {
  const box = picture.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

const reach_of = (event) => REACH[event.pointerType] ?? REACH.mouse;

function listen_to_figure() {
  // The pressed pointer. Others are ignored.
  let held;
  figure.addEventListener("pointerdown", (event) => {
    if (held !== undefined || event.button !== 0) return;
    held = event.pointerId;
    figure.setPointerCapture(held);
    figure.focus({ preventScroll: true, focusVisible: false });
    event.preventDefault();
    act((page) => page.press(...place(event, figure), reach_of(event)));
  });
  figure.addEventListener("pointermove", (event) => {
    const at = place(event, figure);
    if (event.pointerId === held) act((page) => page.drag(...at));
    else if (held === undefined && event.pointerType !== "touch") act((page) => page.hover(...at, reach_of(event)));
  });
  figure.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held) return;
    held = undefined;
    act((page) => page.release(...place(event, figure), event.timeStamp));
  });
  figure.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== held) return;
    held = undefined;
    act((page) => page.cancel());
  });
  figure.addEventListener("pointerleave", () => held === undefined && act((page) => page.leave()));
  figure.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    // A long touch does not act as the second button.
    if (held === undefined && event.pointerType !== "touch") act((page) => page.remove_at(...place(event, figure), reach_of(event)));
  });
  figure.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act((page) => page.key(event.key, event.shiftKey))) event.preventDefault();
  });
}

function listen_to_tree() {
  const mark = (event) => act((page) => page.mark(...place(event, tree), reach_of(event) / 2));
  for (const type of ["pointermove", "pointerdown"]) tree.addEventListener(type, mark);
  tree.addEventListener("pointerleave", () => act((page) => page.leave()));
}

function listen_to_controls() {
  const press = { undo: "undo", redo: "redo", add: "add_corner", delete: "delete_corner", draw: "toggle_loop" };
  for (const [id, name] of Object.entries(press)) $(id).addEventListener("click", () => act((page) => page[name]()));
  const steps = { "depth-back": [false, true], "step-back": [false, false], "step-on": [true, false], "depth-on": [true, true] };
  for (const [id, how] of Object.entries(steps)) $(id).addEventListener("click", () => act((page) => page.step(...how)));
  $("shown").addEventListener("input", (event) => act((page) => page.show(Number(event.target.value))));
  $("free").addEventListener("click", () => act((page) => page.set_free(!frame.isFree)));
  $("visited").addEventListener("input", (event) => act((page) => page.show_visits(Number(event.target.value))));
  for (const [id, forwards] of [["visit-back", false], ["visit-on", true]]) $(id).addEventListener("click", () => act((page) => page.step_visit(forwards)));
  $("preset").addEventListener("change", (event) => act((page) => page.take_preset(event.target.value)));
  $("rule").addEventListener("change", (event) => act((page) => page.take_rule(event.target.value)));
  $("snap").addEventListener("click", () => act((page) => page.set_snap(!frame.snap)));
  $("copy").addEventListener("click", () => page && copy_link());
  $("save").addEventListener("click", (event) => act(() => save(event.shiftKey)));
  $("how").addEventListener("click", () => show_help($("help").hidden));
  addEventListener("pointerdown", (event) => {
    if (!$("help").hidden && !event.target.closest("#help, #how")) show_help(false);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !$("help").hidden) show_help(false);
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    act((page) => (key === "y" || event.shiftKey ? page.redo() : page.undo()));
  });
  addEventListener("popstate", open_address);
}

function show_help(is_shown) {
  $("help").hidden = !is_shown;
  $("how").setAttribute("aria-expanded", is_shown);
}

function fill(list, options) {
  for (const [name, title, about] of options) {
    const option = new Option(title, name);
    option.title = about;
    list.append(option);
  }
}

// Adds presets to the list in a group with a label.
function fill_group(label, options) {
  const group = document.createElement("optgroup");
  group.label = label;
  fill(group, options);
  $("preset").append(group);
}

function resize() {
  const [a, b] = [figure, tree].map((picture) => picture.getBoundingClientRect());
  act((page) => page.resize(a.width, a.height, b.width, b.height));
}

async function main() {
  await init({ module_or_path: fetch(new URL("planar_tree_bg.wasm", import.meta.url)) });
  page = new PlanarPage();
  const [polygons, rules, segments] = JSON.parse(choices());
  fill_group("Polygons", polygons);
  fill_group("Free segments", segments);
  // Shown for a drawing that is not a preset.
  const own = new Option("own drawing", "");
  own.hidden = true;
  $("preset").append(own);
  fill($("rule"), rules);
  $("whole").hidden = !embedded;
  resize();
  open_address();
  listen_to_figure();
  listen_to_tree();
  listen_to_controls();
  new ResizeObserver(resize).observe(figure);
  new ResizeObserver(resize).observe(tree);
}

main().catch((error) => {
  const can = typeof WebAssembly === "object";
  tell(can ? `The page could not be loaded: ${error.message ?? error}` : "This browser has no WebAssembly, which the page needs.", false);
});
