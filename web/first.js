// The first view: shows a level of the site while the light program loads, which then takes over.

import { fetched, has_file, keep, module_of, prefetch } from "./load.js";

// Maximum time for the light program to reach exactly the view of the first one, in milliseconds.
const SETTLED = 1000;

// Time for the light program to draw the view at its finest resolution, in milliseconds.
const FINEST = 400;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const numbers = (text, count) => {
  const list = text.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  return list.length === count && list.every(Number.isFinite) ? list : undefined;
};

// Returns the level and the view of an address, or undefined if the first view cannot show it.
async function seen(params, own) {
  for (const key of params.keys()) if (!own.has(key) && !["level", "eye", "look"].includes(key)) return undefined;
  const level = params.get("level") || "hall";
  const [eye, look] = [numbers(params.get("eye") ?? "", 3), numbers(params.get("look") ?? "", 2)];
  if ((params.has("eye") && !eye) || (params.has("look") && !look)) return undefined;
  return (await has_file(`levels/${level}.first`)) ? { level, eye, look } : undefined;
}

// Shows the level of an address. Returns its walk, and a promise `can_move` that resolves when the body can move. Returns undefined if the
// first view cannot show the address. `run` runs a script in the frame. `arrived` is called when all files for the picture have arrived.
export async function show_first(params, own, { run, report, arrived }) {
  const view = await seen(params, own);
  if (!view) return undefined;
  const [first, nodes, all] = ["first", "nodes", "painted"].map((part) => `levels/${view.level}.${part}`);
  // A level with liquids is drawn with another tree than the one for collision, which is not needed for the first picture.
  const painted = (await has_file(all)) ? all : nodes;
  prefetch(first);
  prefetch(painted);
  const module = module_of("first_view.wasm", report);
  module.catch(() => {});
  const open = await run("walk");
  const [compiled, level, tree] = await Promise.all([module, fetched(first), fetched(painted)]);
  arrived();
  const walk = await open({ ...view, name: view.level, module: compiled, level, tree, is_full: params.has("trace") });
  keep(painted, tree);
  // The light program reads the same trees.
  const can_move = fetched(nodes)
    .then((tree) => {
      keep(nodes, tree);
      walk.set_solid(tree);
    })
    .catch((error) => console.warn("The body cannot move:", error));
  return { walk, can_move };
}

// Lets the light program take over from a walk at the same view. `words` are the words of the level.
export async function take_over(walk, { program }, words) {
  const { eye, look } = await walk.stop();
  program.show([...words, `--eye=${eye}`, `--look=${look}`]);
  const is_near = () => {
    const pairs = program.address();
    return [["eye", eye], ["look", look]].every(([name, wanted]) => {
      const now = numbers(pairs[pairs.indexOf(name) + 1] ?? "", wanted.length);
      return now?.every((number, i) => Math.abs(number - wanted[i]) < 0.05);
    });
  };
  for (const since = performance.now(); !is_near() && performance.now() - since < SETTLED; ) await pause(16);
  await Promise.race([pause(FINEST), walk.input()]);
  walk.give_way();
}
