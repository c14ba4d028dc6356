// Tests the page in Firefox: node firefox.mjs FOLDER LEVELS [TEST]
// FOLDER is the site, LEVELS a folder with OBJ levels (crates/levels/assets). TEST selects the tests whose names contain this string.
// The environment variable FIREFOX names the program.

import { check, run, serve } from "./site.mjs";
import { FirefoxPage, VERSION } from "./marionette.mjs";
import { LIGHT_PROGRAM, VIEW_TO_WALK, hands_over_keys_and_mouse, shows_overlays, walks_into_a_wall } from "./walk.mjs";

const [folder, levels, asked] = process.argv.slice(2);
const site = await serve(folder, levels);
const at = (query) => `${site.address}/?trace&program=software&${query}`;

async function opens_and_walks_into_a_wall() {
  const page = await FirefoxPage.open(at("level=three_rooms"));
  await walks_into_a_wall(page);
  await page.close();
}

async function overlays_change_the_picture() {
  const page = await FirefoxPage.open(at("level=three_rooms"));
  await shows_overlays(page);
  await page.close();
}

async function light_program_takes_over_keys_and_mouse() {
  const arrive = site.hold(LIGHT_PROGRAM);
  const page = await FirefoxPage.open(at(VIEW_TO_WALK));
  await page.first_view();
  await hands_over_keys_and_mouse(page, arrive);
  // The captured mouse turns the view.
  const { pose } = await page.state();
  await page.page.mouse.move(400, 200);
  await page.state((state) => Math.abs(state.pose.yaw - pose.yaw) > 1, "a turn of the view");
  await page.close();
}

// A level from an address is built in a worker.
async function worker_builds_a_level() {
  const page = await FirefoxPage.open(at("level=/levels-of-tests/wedges.obj"));
  const { state } = await page.level("wedges");
  check(state.nodes !== 0, "the level has no tree");
  await page.close();
}

async function front_page_opens_a_view_in_chinese() {
  const page = await FirefoxPage.open(`${site.address}/?trace&program=software`, { preferences: { "intl.accept_languages": "zh-CN, en" } });
  await page.page.waitForFunction(() => document.documentElement.lang === "zh-CN");
  await page.page.evaluate(() => [...document.querySelectorAll("#front a")].find((link) => link.textContent.includes("大厅")).focus());
  await page.page.keyboard.press("Enter");
  await page.level("hall");
  await page.close();
}

if (!VERSION) {
  console.log("!!\n!! SKIPPED: Firefox is not installed, so the page is not tested in it.\n!! On Debian: apt-get install firefox-esr\n!!");
  process.exit(0);
}
console.log(VERSION);
const tests = [
  opens_and_walks_into_a_wall,
  overlays_change_the_picture,
  light_program_takes_over_keys_and_mouse,
  worker_builds_a_level,
  front_page_opens_a_view_in_chinese,
];
const failed = await run(
  tests.filter((test) => !asked || test.name.includes(asked)),
  site.release,
);
process.exit(failed === 0 ? 0 : 1);
