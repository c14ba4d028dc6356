// Tests the page of `bspwalk sheet` in a browser, with the keyboard only: node sheet.mjs FILE.html

import { basename, dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { browser, check, Failed, serve } from "./site.mjs";

const file = resolve(process.argv[2]);
const address = pathToFileURL(file).href;

// Returns the current step of a film, and its number of steps.
const step_of = (page, id) =>
  page.locator(`#${id} output`).textContent().then((text) => text.replaceAll(",", "").match(/\d+/g).map(Number));

const FILMS = ["division", "build", "cast", "contacts", "sweep"];

// Opens a page that may fetch only the file itself.
async function opened(context, hash = "") {
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("data:")) faults.push(`fetches ${request.url()}`);
  });
  await page.goto(address + hash);
  return { page, faults };
}

async function films_step_by_keys(context) {
  const { page, faults } = await opened(context);
  for (const id of FILMS) {
    const film = page.locator(`#${id}`);
    const steps = await film.locator(".step .number").allTextContents();
    const last = steps.length - 1;
    const shown = async () => {
      const seen = await film.locator(".step:visible").count();
      check(seen === 1, `${id}: ${seen} steps are seen`);
      return steps.indexOf(await film.locator("output").textContent());
    };
    await film.focus();
    check((await step_of(page, id))[0] === 1, `${id} does not begin with its first step`);
    const first = await film.locator(".step.now .screen").screenshot();
    for (const [key, expected] of [["ArrowRight", 1], ["Enter", 2], ["ArrowLeft", 1], ["End", last], ["ArrowRight", last], ["Home", 0], ["ArrowLeft", 0]]) {
      await page.keyboard.press(key);
      check((await shown()) === expected, `${id}: ${key} shows step ${await shown()} of those here, not ${expected}`);
      // The film keeps the focus, so it also receives the next key.
      check(await page.evaluate((id) => document.activeElement.closest(".film")?.id === id, id), `${id} loses the focus by ${key}`);
    }
    await page.keyboard.press("End");
    const end = await film.locator(".step.now .screen").screenshot();
    check(!first.equals(end), `${id}: the first and the last picture are the same`);
  }
  check(!faults.length, faults.join("; "));
}

async function space_plays_a_film(context) {
  const { page } = await opened(context);
  await page.focus("#cast");
  await page.keyboard.press("Space");
  const play = page.locator("#cast .controls button").nth(2);
  check((await play.textContent()) === "Pause", "Space does not play");
  await page.waitForFunction(() => document.querySelectorAll("#cast .step")[2].matches(".now"));
  await page.keyboard.press("Space");
  check((await play.textContent()) === "Play", "Space does not pause");
}

// If no film has the focus, the arrow keys work as on any other page.
async function keys_elsewhere_are_left_alone(context) {
  const { page } = await opened(context);
  const before = await Promise.all(FILMS.map((id) => step_of(page, id)));
  await page.focus("nav a");
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowRight", "End", "Space"]) await page.keyboard.press(key);
  const after = await Promise.all(FILMS.map((id) => step_of(page, id)));
  check(JSON.stringify(before) === JSON.stringify(after), `films step without the focus: ${after}`);
}

async function every_part_is_reached_by_tab(context) {
  const { page } = await opened(context);
  const reached = new Set();
  for (let press = 0; press < 120 && !reached.has("duel"); press += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.closest("section")?.id));
  }
  for (const id of [...FILMS, "tree", "questions", "answers", "duel"]) {
    check(reached.has(id), `Tab does not reach ${id}: ${[...reached]}`);
  }
}

async function the_tree_is_walked_by_keys(context) {
  const { page, faults } = await opened(context);
  await page.focus("#tree");
  const words = () => page.locator("#tree .words").textContent();
  const zoomed = () => page.locator("#tree").getAttribute("data-zoomed").then((node) => Number(node ?? 0));
  const picture = () => page.locator("#tree canvas").screenshot();
  const settled = () => page.waitForTimeout(400);
  check((await words()).startsWith("Depth 0:"), await words());
  const whole = await picture();
  await page.keyboard.press("ArrowDown");
  check((await words()).startsWith("Depth 1:"), await words());
  await page.keyboard.press("Enter");
  await settled();
  check((await zoomed()) !== 0 && !(await picture()).equals(whole), "Enter does not zoom");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowUp");
  await settled();
  check((await zoomed()) === 0 && (await picture()).equals(whole), "Escape does not zoom out");
  check((await words()).startsWith("Depth 0:"), await words());
  check(!faults.length, faults.join("; "));
}

async function questions_are_answered_by_keys(context) {
  const { page } = await opened(context);
  check(!(await page.locator(".answers").isVisible()), "the answers are seen before they are asked for");
  for (const question of await page.locator(".questions > li").all()) {
    const right = Number(await question.getAttribute("data-right"));
    const verdict = () => question.locator(".verdict").textContent();
    const field = question.locator(".range input");
    for (const given of [right, right === 0 ? 1 : 0]) {
      const said = given === right ? "Right." : "Wrong.";
      if (await field.count()) {
        await field.fill(String(given));
        await page.keyboard.press("Enter");
      } else {
        await question.locator(".choices button").nth(given).focus();
        await page.keyboard.press(given === right ? "Enter" : "Space");
      }
      check((await verdict()).startsWith(said), `${await verdict()}, not ${said}`);
    }
  }
  await page.locator("#answers button").focus();
  await page.keyboard.press("Enter");
  check(await page.locator(".answers").isVisible(), "the answers are not shown");
}

// Without scripts, all steps and answers are visible.
async function it_is_read_without_a_script(chromium) {
  const context = await chromium.newContext({ javaScriptEnabled: false });
  const { page } = await opened(context);
  const steps = await page.locator(".step").count();
  check((await page.locator(".step:visible").count()) === steps && steps > 20, `of ${steps} steps some are hidden`);
  check(await page.locator(".answers").isVisible(), "the answers are hidden");
  check(await page.locator(".tree .whole").isVisible(), "the tree is hidden");
  await context.close();
}

// In reveal.js slides, a frame shows one part of the page. The arrow keys control the slides, except while the frame's
// film has the focus.
async function slides_go_on_around_a_film(context) {
  const page = await context.newPage();
  const { address: site, close } = await serve(dirname(file), dirname(fileURLToPath(import.meta.resolve("reveal.js"))));
  const slides = `<!DOCTYPE html><link rel="stylesheet" href="/levels-of-tests/reveal.css"><div class="reveal"><div class="slides">
    <section>first</section>
    <section><iframe data-src="/${basename(file)}#only=build" width="900" height="600"></iframe></section>
    <section>last</section></div></div>
    <script src="/levels-of-tests/reveal.js"></script><script>Reveal.initialize({ transition: "none" });</script>`;
  await page.route("**/slides", (route) => route.fulfill({ contentType: "text/html", body: slides }));
  await page.goto(`${site}/slides`);
  const slide = (number) => page.waitForFunction((number) => Reveal.getIndices?.().h === number, number, { timeout: 10000 });
  // The slides unload a frame when they leave it. Going back before the frame is unloaded may leave it empty.
  const unloaded = () =>
    page.waitForFunction(() => document.querySelector("iframe").contentWindow.location.href === "about:blank");
  await slide(0);
  await page.keyboard.press("ArrowRight");
  await slide(1);
  const frame = page.frameLocator("iframe");
  const film = frame.locator("#build");
  await film.locator(".step.now").waitFor();
  check((await frame.locator("section:visible").count()) === 1, "other parts are seen");
  const box = await film.locator(".step.now .screen").boundingBox();
  check(box.width > 400 && box.height > 200, `the picture has ${box.width} by ${box.height} pixels`);
  const now = () => film.locator(".step").evaluateAll((steps) => steps.findIndex((step) => step.matches(".now")));
  const tab_to_film = async () => {
    const has_focus = () => film.evaluate((film) => film === document.activeElement && document.hasFocus());
    for (let press = 0; press < 40 && !(await has_focus()); press += 1) await page.keyboard.press("Tab");
  };
  await tab_to_film();
  await page.keyboard.press("ArrowRight");
  check((await now()) === 1, `the film shows step ${await now()} of those here, not 1`);
  await slide(1);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await slide(2);
  await unloaded();
  await page.keyboard.press("ArrowLeft");
  await slide(1);
  // Escape returns keyboard control to the slides before the film ends. The film starts from the beginning.
  await film.locator(".step.now").waitFor();
  await tab_to_film();
  await page.keyboard.press("ArrowRight");
  check((await now()) === 1, `the film shows step ${await now()} of those here, not 1`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await slide(2);
  await unloaded();
  // Keys that reach the frame while no film has the focus also control the slides.
  await page.keyboard.press("ArrowLeft");
  await slide(1);
  await film.locator(".step.now").waitFor();
  await frame.locator("#build h2").click();
  await frame.locator("body").evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await slide(0);
  close();
}

async function it_is_printed(context) {
  const { page } = await opened(context);
  await page.emulateMedia({ media: "print" });
  const steps = await page.locator(".step").count();
  check((await page.locator(".step:visible").count()) === steps, "steps are missing in print");
  check((await page.locator(".controls:visible").count()) === 0, "buttons are printed");
  check(await page.locator(".answers").isVisible(), "the answers are not printed");
  const pdf = await page.pdf({ format: "A4" });
  check(pdf.length > 100_000, `only ${pdf.length} bytes are printed`);
}

const chromium = await browser();
const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
let status = 0;
const PARTS = [
  films_step_by_keys,
  space_plays_a_film,
  keys_elsewhere_are_left_alone,
  every_part_is_reached_by_tab,
  the_tree_is_walked_by_keys,
  questions_are_answered_by_keys,
  it_is_read_without_a_script,
  slides_go_on_around_a_film,
  it_is_printed,
];
for (const part of PARTS) {
  try {
    await part(part === it_is_read_without_a_script ? chromium : context);
    console.log(`${part.name}: ok`);
  } catch (error) {
    status = 1;
    console.log(`${part.name}: ${error instanceof Failed ? error.message : error.stack}`);
  }
}
await chromium.close();
process.exit(status);
