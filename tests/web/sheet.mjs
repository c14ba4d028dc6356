// The page of `bspwalk sheet` in a browser, by the keyboard alone: node sheet.mjs FILE.html

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, check, Failed } from "./site.mjs";

const file = resolve(process.argv[2]);
const address = pathToFileURL(file).href;

// The number of the step that a film shows, and of its steps.
const step_of = (page, id) =>
  page.locator(`#${id} output`).textContent().then((text) => text.match(/\d+/g).map(Number));

// A page from which nothing but the file itself may be fetched.
async function opened(context, hash = "") {
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) faults.push(`fetches ${request.url()}`);
  });
  await page.goto(address + hash);
  return { page, faults };
}

async function films_step_by_keys(context) {
  const { page, faults } = await opened(context);
  for (const id of ["division", "build", "cast", "contacts", "sweep"]) {
    await page.focus(`#${id}`);
    const [first, all] = await step_of(page, id);
    check(first === 1, `${id} begins at ${first}`);
    for (const [key, expected] of [["ArrowRight", Math.min(2, all)], ["End", all], ["ArrowRight", all], ["Home", 1], ["ArrowLeft", 1]]) {
      await page.keyboard.press(key);
      const [now] = await step_of(page, id);
      check(now === expected, `${id}: ${key} shows step ${now}, not ${expected}`);
      const seen = await page.locator(`#${id} .step:visible`).count();
      check(seen === 1, `${id}: ${seen} steps are seen`);
    }
  }
  check(!faults.length, faults.join("; "));
}

async function every_film_is_reached_by_tab(context) {
  const { page } = await opened(context);
  const reached = new Set();
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.closest("section")?.id));
  }
  for (const id of ["division", "build", "cast", "contacts", "sweep", "tree", "questions"]) {
    check(reached.has(id), `Tab does not reach ${id}: ${[...reached]}`);
  }
}

async function the_tree_is_walked_by_keys(context) {
  const { page, faults } = await opened(context);
  await page.focus("#tree");
  const words = () => page.locator(".tree-words").textContent();
  check((await words()).startsWith("Node 0 at depth 0"), await words());
  await page.keyboard.press("ArrowDown");
  check(/at depth 1:/.test(await words()), await words());
  const whole = await page.locator(".tree").getAttribute("viewBox");
  await page.keyboard.press("Enter");
  check((await page.locator(".tree").getAttribute("viewBox")) !== whole, "Enter does not zoom");
  await page.keyboard.press("Escape");
  check((await page.locator(".tree").getAttribute("viewBox")) === whole, "Escape does not zoom out");
  await page.keyboard.press("ArrowUp");
  check((await words()).startsWith("Node 0 "), await words());
  check(!faults.length, faults.join("; "));
}

async function questions_are_answered_by_keys(context) {
  const { page } = await opened(context);
  const question = page.locator(".questions > li[data-right]").first();
  const right = Number(await question.getAttribute("data-right"));
  for (const place of [right, right === 0 ? 1 : 0]) {
    await question.locator(".choices button").nth(place).focus();
    await page.keyboard.press("Enter");
    const verdict = await question.locator(".verdict").textContent();
    check(verdict.startsWith(place === right ? "Right." : "No."), verdict);
  }
}

// Without a script every step is seen, and so are the answers.
async function it_is_read_without_a_script(chromium) {
  const context = await chromium.newContext({ javaScriptEnabled: false });
  const { page } = await opened(context);
  const steps = await page.locator(".step").count();
  check((await page.locator(".step:visible").count()) === steps && steps > 20, `of ${steps} steps some are hidden`);
  check(await page.locator("#answers").isVisible(), "the answers are hidden");
  await context.close();
}

async function slides_show_one_part(context) {
  const { page } = await opened(context, "#only=build");
  check(await page.locator("#build .step.now").isVisible(), "the part is not seen");
  check((await page.locator("section:visible").count()) === 1, "other parts are seen");
  const box = await page.locator("#build .step.now svg").boundingBox();
  check(box.width > 400 && box.height > 200, `the picture has ${box.width} by ${box.height} pixels`);
  // In a frame, as of reveal.js, the slides go on where the film ends.
  const outside = await context.newPage();
  await outside.setContent(`<script>said = []; addEventListener("message", (event) => said.push(event.data));</script>
    <iframe width="900" height="600"></iframe>`);
  await outside.locator("iframe").evaluate((frame, html) => (frame.srcdoc = html), readFileSync(file, "utf8"));
  const frame = outside.frameLocator("iframe");
  await frame.locator("#build").focus();
  await outside.keyboard.press("End");
  await outside.keyboard.press("ArrowRight");
  await outside.waitForFunction(() => said.length);
  const said = await outside.evaluate(() => said);
  check(said.length === 1 && JSON.parse(said[0]).method === "next", JSON.stringify(said));
}

async function it_is_printed(context) {
  const { page } = await opened(context);
  await page.emulateMedia({ media: "print" });
  const steps = await page.locator(".step").count();
  check((await page.locator(".step:visible").count()) === steps, "steps are missing in print");
  check((await page.locator(".controls:visible").count()) === 0, "buttons are printed");
}

const chromium = await browser();
const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
let status = 0;
for (const part of [films_step_by_keys, every_film_is_reached_by_tab, the_tree_is_walked_by_keys, questions_are_answered_by_keys, it_is_read_without_a_script, slides_show_one_part, it_is_printed]) {
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
