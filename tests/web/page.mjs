// The page in a real browser: node page.mjs FOLDER LEVELS light|full
// FOLDER is the site, LEVELS a folder with OBJ levels (crates/levels/assets).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failed, Page, browser, check, serve } from "./site.mjs";

const [folder, levels, which] = process.argv.slice(2);
const light = which === "light";
const words = light ? "trace&program=software" : "trace&webgl";
const site = await serve(folder, levels);
const chromium = await browser();
const at = (query) => `${site.address}/?${words}&${query}`;

async function opens_and_walks_into_a_wall() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  const { pose } = await page.level("three_rooms");
  await page.page.locator("#level").focus();
  await page.page.keyboard.down("w");
  const wall = await page.rest();
  const moved = Math.hypot(...wall.map((x, i) => x - pose.position[i]));
  check(moved > 0.5, `the body went ${moved} m and not to a wall`);
  await page.page.keyboard.up("w");
  // Against the wall it goes no further.
  await page.page.keyboard.down("w");
  const again = await page.rest();
  await page.page.keyboard.up("w");
  check(Math.hypot(...again.map((x, i) => x - wall[i])) < 0.02, `the body went on from ${wall} to ${again}`);
  await page.close();
}

async function overlays_change_the_picture() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await page.level("three_rooms");
  await page.page.locator("#level").focus();
  const plain = await page.picture();
  const without = await page.overlays();
  for (const key of "123456789") {
    await page.press(key);
    check((await page.overlays()) !== without, `${key} switches no overlay`);
    check(!(await page.picture()).equals(plain), `${key} does not change the picture`);
    await page.press("0");
    check((await page.overlays()) === without, `0 leaves overlays: ${await page.overlays()}`);
  }
  await page.close();
}

async function opens_given_files() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await page.level("three_rooms");
  const files = ["wedges.obj", "wedges.mtl"].map((name) => join(levels, name));
  await page.page.locator("#files").setInputFiles(files);
  await page.level("wedges");
  // A drop, as the browser gives it.
  const text = readFileSync(join(levels, "ten_edges.obj"), "utf8");
  await page.page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.obj"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, text);
  await page.level("dropped");
  // What is no level leaves the one that is there.
  await page.page.locator("#files").setInputFiles({ name: "no.obj", mimeType: "text/plain", buffer: Buffer.from("this is no level") });
  await page.state((state) => JSON.stringify(state.notices).includes("no.obj"), "what is wrong with no.obj");
  await page.level("dropped");
  await page.close();
}

async function links_open_their_view() {
  const view = "level=three_rooms&eye=1,1.7,1&look=30,-10&show=wireframe&select=1";
  const page = await Page.open(chromium, at(view));
  const { pose, state } = await page.state((state) => state.state.level === "three_rooms" && Math.abs(state.pose.yaw - 30) < 0.01, "the linked view");
  check(Math.abs(pose.pitch + 10) < 0.01 && Math.abs(pose.position[0] - 1) < 0.05, `the link shows another view: ${JSON.stringify(pose)}`);
  check(state.selection === 1, "the link selects no node");
  // The address follows.
  await page.page.waitForFunction(() => location.search.includes("select=1") && location.search.includes("look=30"));
  await page.page.evaluate(() => globalThis.bspwalk.show(["wedges"]));
  await page.level("wedges");
  await page.page.waitForFunction(() => location.search.includes("wedges"));
  await page.page.goBack();
  await page.level("three_rooms");
  await page.close();
  const fetched = await Page.open(chromium, at("level=/levels-of-tests/wedges.obj"));
  await fetched.level("wedges");
  await fetched.close();
}

async function bad_addresses_get_a_sentence() {
  for (const [query, word] of [["level=/levels-of-tests/none.obj", "404"], ["level=http://127.0.0.1:9/a.obj", "CORS"], ["eye=nowhere", "eye"]]) {
    const page = await Page.open(chromium, at(query));
    const notice = await page.notice();
    check(notice.includes(word), `of ${query} the page says: ${notice}`);
    await page.level("hall");
    await page.close();
  }
}

async function touch_works_on_a_phone() {
  const page = await Page.open(chromium, at("level=three_rooms"), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { pose } = await page.level("three_rooms");
  const session = await page.page.context().newCDPSession(page.page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x: 300, y: 300, id: 1 }]);
  for (let x = 300; x >= 150; x -= 15) {
    await touch("touchMove", [{ x, y: 300, id: 1 }]);
    await page.page.waitForTimeout(30);
  }
  await touch("touchEnd", []);
  const turned = await page.state((state) => Math.abs(state.pose.yaw - pose.yaw) > 5, "a turn of the view");
  await touch("touchStart", [{ x: 120, y: 500, id: 1 }, { x: 220, y: 500, id: 2 }]);
  await touch("touchMove", [{ x: 120, y: 420, id: 1 }, { x: 220, y: 420, id: 2 }]);
  await page.state((state) => Math.hypot(...state.pose.position.map((x, i) => x - turned.pose.position[i])) > 0.3, "a walk");
  await touch("touchEnd", []);
  check(await page.page.locator("#buttons button").first().isVisible(), "there are no buttons");
  await page.close();
}

async function memory_stays_bounded() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await page.level("three_rooms");
  const names = ["wedges", "three_rooms"];
  const memory = () => page.page.evaluate(() => globalThis.bspwalkMemory.buffer.byteLength);
  let settled;
  for (let i = 0; i < 50; i += 1) {
    await page.page.evaluate((name) => globalThis.bspwalk.show([name]), names[i % 2]);
    await page.level(names[i % 2]);
    if (i === 9) settled = await memory();
  }
  const at_last = await memory();
  check(at_last <= settled * 1.1, `after 50 levels the program takes ${at_last} bytes, after 10 it took ${settled}`);
  await page.close();
}

const asked = process.argv[5];
const tests = [
  opens_and_walks_into_a_wall,
  overlays_change_the_picture,
  opens_given_files,
  links_open_their_view,
  bad_addresses_get_a_sentence,
  touch_works_on_a_phone,
  memory_stays_bounded,
];
let failed = 0;
for (const test of tests.filter((test) => !asked || test.name.includes(asked))) {
  const start = Date.now();
  try {
    await test();
    console.log(`ok      ${test.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${test.name}: ${error instanceof Failed ? error.message : error.stack}`);
  }
}
await chromium.close();
site.close();
process.exit(failed === 0 ? 0 : 1);
