// Tests the page in a real browser: node page.mjs FOLDER LEVELS PROGRAM light|full [TEST] FOLDER is the site, LEVELS a
// folder with OBJ levels (crates/levels/assets). PROGRAM is the native bspwalk, whose pictures are compared with the
// pictures of the page. TEST selects the tests whose names contain this string.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Page, browser, check, run, serve, with_stand_in } from "./site.mjs";
import { LIGHT_PROGRAM, VIEW_TO_WALK, hands_over_keys_and_mouse, shows_overlays, walks_into_a_wall } from "./walk.mjs";

const [folder, levels, program, which, asked] = process.argv.slice(2);
const light = which === "light";
const words = light ? "trace&program=software" : "trace&webgl&program=engine";
const site = await serve(folder, levels);
// A site with both programs.
const both = light ? with_stand_in(folder) : folder;
const whole = light ? await serve(both, levels) : site;
const chromium = await browser();
const at = (query) => `${site.address}/?${words}&${query}`;

async function opens_and_walks_into_a_wall() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await walks_into_a_wall(page);
  await page.close();
}

async function overlays_change_the_picture() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await shows_overlays(page);
  await page.close();
}

async function opens_given_files() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await page.level("three_rooms");
  const files = ["wedges.obj", "wedges.mtl"].map((name) => join(levels, name));
  await page.page.locator("#files").setInputFiles(files);
  await page.level("wedges");
  // Simulate dropping a file.
  const text = readFileSync(join(levels, "ten_edges.obj"), "utf8");
  await page.page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.obj"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, text);
  await page.level("dropped");
  // An invalid file leaves the current level open.
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
  // The address is updated.
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

// Maximum mean difference between a picture of the page and one of the native program, in 8-bit channel steps.
const GREATEST_DIFFERENCE = light ? 1 : 8;

async function a_linked_view_is_that_of_the_program() {
  await linked_view_is_that_of_the_program("three_rooms");
}

// The browser builds the same tree as the native program, so the colours of the nodes are the same.
async function a_level_from_an_address_has_the_tree_of_the_program() {
  await linked_view_is_that_of_the_program("/levels-of-tests/three_rooms.obj");
}

async function linked_view_is_that_of_the_program(level) {
  const [width, height] = [640, 400];
  const view = { eye: "0.5,2.6,-3", look: "150,-20", show: "nodes" };
  const made = mkdtempSync(join(tmpdir(), "bspwalk-page-"));
  const file = join(made, "shot.png");
  const words = Object.entries(view).map(([key, value]) => `--${key}=${value}`);
  execFileSync(program, ["shot", "three_rooms", ...words, `--size=${width}x${height}`, "-o", file]);
  const shot = readFileSync(file).toString("base64");
  rmSync(made, { recursive: true });
  const page = await Page.open(chromium, at(`level=${level}&embed&${new URLSearchParams(view)}`), { viewport: { width, height } });
  await page.state((state) => state.state.level === "three_rooms" && state.state.finest !== false && state.state.lit, "the linked view");
  // Exclude text, the crosshair and the legend.
  const difference = await difference_of(page, [shot, (await page.picture()).toString("base64")], [0, height / 2 + 20, width, height - 40]);
  check(difference.colors > 20, "the picture of the program is blank");
  check(difference.mean <= GREATEST_DIFFERENCE, `the page differs from the program by ${difference.mean.toFixed(2)} of 255 in the mean`);
  await page.close();
}

// Returns the mean difference between a part of two PNG pictures in 8-bit channel steps, and the number of different channel values.
function difference_of(page, pictures, part) {
  return page.page.evaluate(
    async ([[a, b], [left, top, right, bottom]]) => {
      const pixels = async (png) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(left, top, right - left, bottom - top).data;
      };
      const [one, other] = [await pixels(a), await pixels(b)];
      // Alpha is always 255, so only three of the four bytes can differ.
      const sum = one.reduce((sum, value, i) => sum + Math.abs(value - other[i]), 0);
      return { mean: sum / (one.length * 0.75), colors: new Set(one).size };
    },
    [pictures, part],
  );
}

async function an_embedded_view_has_no_buttons_and_lets_the_address_alone() {
  const query = "level=three_rooms&embed&view=model";
  const page = await Page.open(chromium, at(query), { hasTouch: true });
  await page.level("three_rooms");
  await page.focus();
  await page.press("1");
  await page.page.waitForTimeout(1000);
  check(page.page.url().endsWith(query), `the address of a frame is now ${page.page.url()}`);
  check(!(await page.page.locator("#buttons").isVisible()), "a frame has buttons");
  await page.close();
}

async function what_is_too_much_and_a_worker_that_dies_get_a_sentence() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await page.level("three_rooms");
  await page.page.evaluate(() => {
    const file = new File(["v 0 0 0"], "huge.obj");
    Object.defineProperty(file, "size", { value: 3e9 });
    const event = new Event("drop", { cancelable: true });
    event.dataTransfer = { files: [file] };
    dispatchEvent(event);
  });
  const notice = await page.notice();
  check(notice.includes("huge.obj") && notice.includes("3.0 GB"), `of 3 GB the page says: ${notice}`);
  await page.page.route("**/worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: "throw new Error('no memory')" }));
  const files = ["wedges.obj", "wedges.mtl"].map((name) => join(levels, name));
  await page.page.locator("#files").setInputFiles(files);
  await page.state((state) => JSON.stringify(state.notices).includes("has died"), "that the worker has died");
  await page.page.unroute("**/worker.js");
  await page.page.locator("#files").setInputFiles(files);
  await page.level("wedges");
  await page.close();
}

async function a_full_store_gets_a_sentence() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await page.level("three_rooms");
  await page.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("the quota is used up", "QuotaExceededError");
    };
  });
  await page.focus();
  // Decline the tour, which changes a setting.
  await page.press("Backspace");
  await page.state((state) => JSON.stringify(state.notices).includes("takes no more"), "that the store is full");
  await page.close();
}

async function a_lost_context_comes_back_with_its_view() {
  const page = await Page.open(chromium, at("level=three_rooms&eye=1,2.2,1&look=30,-10"));
  await page.level("three_rooms");
  await page.page.waitForFunction(() => location.search.includes("look=30"));
  await page.page.evaluate(() => {
    const lost = document.getElementById("level").getContext("webgl2").getExtension("WEBGL_lose_context");
    lost.loseContext();
    setTimeout(() => lost.restoreContext(), 500);
  });
  check((await page.page.locator("#fault-title").innerText()) !== "", "nothing is said");
  await page.page.waitForEvent("load");
  const { pose } = await page.level("three_rooms");
  check(Math.abs(pose.yaw - 30) < 0.01, `the view is another one: ${JSON.stringify(pose)}`);
  await page.close();
}

async function webgl_is_tried_where_webgpu_fails() {
  const context = await chromium.newContext({ viewport: { width: 640, height: 400 } });
  const page = new Page(await context.newPage());
  await page.page.addInitScript(() => {
    const gpu = { requestAdapter: async () => ({ requestDevice: () => Promise.reject(new Error("no device")) }) };
    Object.defineProperty(navigator, "gpu", { value: gpu });
    globalThis.GPUDevice ??= class {};
    globalThis.GPUAdapter ??= class {};
  });
  await page.page.goto(`${site.address}/?trace&program=engine&level=three_rooms`);
  await page.page.waitForURL(/webgl/, { timeout: 120000 });
  // The first program ended with an exception.
  page.faults.length = 0;
  await page.level("three_rooms");
  await page.close();
}

async function touch_works_on_a_phone() {
  await touch_works(390, 844);
}

async function touch_works_on_a_phone_that_lies() {
  await touch_works(844, 390);
}

async function touch_works(width, height) {
  const page = await Page.open(chromium, at("level=three_rooms"), { viewport: { width, height }, hasTouch: true, isMobile: true });
  const { pose } = await page.level("three_rooms");
  const session = await page.page.context().newCDPSession(page.page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const y = height / 2;
  await touch("touchStart", [{ x: 300, y, id: 1 }]);
  for (let x = 300; x >= 150; x -= 15) {
    await touch("touchMove", [{ x, y, id: 1 }]);
    await page.page.waitForTimeout(30);
  }
  await touch("touchEnd", []);
  const turned = await page.state((state) => Math.abs(state.pose.yaw - pose.yaw) > 5, "a turn of the view");
  await touch("touchStart", [{ x: 120, y: y + 50, id: 1 }, { x: 220, y: y + 50, id: 2 }]);
  await touch("touchMove", [{ x: 120, y: y - 30, id: 1 }, { x: 220, y: y - 30, id: 2 }]);
  await page.state((state) => Math.hypot(...state.pose.position.map((x, i) => x - turned.pose.position[i])) > 0.3, "a walk");
  await touch("touchEnd", []);
  // On a busy machine, the browser may report the end of a touch too late for it to count as a tap.
  for (let taps = 0; (await page.state()).state.selection == null; taps += 1) {
    check(taps < 30, "30 taps select no node");
    await touch("touchStart", [{ x: width / 2, y, id: 1 }]);
    await touch("touchEnd", []);
    const { frame } = await page.state();
    await page.state((state) => state.frame > frame + 3, "the next frame");
  }
  check(await page.page.locator("#buttons button").first().isVisible(), "there are no buttons");
  if (light) {
    await page.page.locator("#buttons button", { hasText: "Build" }).tap();
    await page.page.waitForFunction(() => globalThis.bspwalk.is_busy());
  }
  await page.close();
}

// The memory of a WebAssembly program never shrinks. Fragmentation may make it grow by a few tens of percent. A leaked
// tree takes hundreds of kilobytes, so sixty leaked trees would double the memory.
async function memory_stays_bounded() {
  const page = await Page.open(chromium, at("level=three_rooms"));
  await page.level("three_rooms");
  const names = ["wedges", "three_rooms"];
  const memory = () => page.page.evaluate(() => globalThis.bspwalkMemory.buffer.byteLength);
  let settled;
  for (let i = 0; i < 80; i += 1) {
    await page.page.evaluate((name) => globalThis.bspwalk.show([name]), names[i % 2]);
    await page.level(names[i % 2]);
    if (i === 19) settled = await memory();
  }
  const at_last = await memory();
  check(at_last <= settled * 1.25, `after 80 levels the program takes ${at_last} bytes, after 20 it took ${settled}`);
  await page.close();
}

async function front_page_opens_its_views() {
  const page = await Page.open(chromium, `${site.address}/?${words}`, { viewport: { width: 1280, height: 720 } });
  const others = [];
  page.page.on("request", (request) => request.url().startsWith(site.address) || request.url().startsWith("blob:") || others.push(request.url()));
  const front = page.page.locator("#front");
  const views = await front.locator("a[data-view]:not([href='?tour'])").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  check(views.length === 5, `the front page has ${views.length} views of levels`);
  await front.getByRole("link", { name: "The planar tree" }).waitFor();
  for (const view of views) {
    const link = front.locator(`a[href='${view}']`);
    check(await link.locator("img").evaluate((image) => (image.scrollIntoView(), image.decode().then(() => image.naturalWidth > 100))), `${view} has no picture`);
    await link.focus();
    await page.page.keyboard.press("Enter");
    const wanted = new URLSearchParams(view);
    await page.level(wanted.get("level"));
    check(!(await page.page.locator("#notice").isVisible()), `${view} shows: ${await page.page.locator("#notice").innerText()}`);
    await page.page.waitForFunction((wanted) => {
      const shown = new URLSearchParams(location.search).get("show")?.split(",") ?? [];
      return wanted.every((name) => shown.includes(name));
    }, wanted.get("show")?.split(",") ?? []);
    check(!(await front.isVisible()), "the front page covers the level");
    for (let back = 0; !(await front.isVisible()); back += 1) {
      check(back < 4, "the front page does not come back");
      await page.page.goBack();
      await page.page.waitForTimeout(300);
    }
  }
  check(others.length === 0, `the page fetches ${others[0]}`);
  await page.close();
}

async function front_page_fits_a_phone_in_chinese() {
  const page = await Page.open(chromium, `${site.address}/?${words}`, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, locale: "zh-CN" });
  const front = page.page.locator("#front");
  await front.getByRole("link", { name: "大厅" }).first().waitFor();
  check((await page.page.evaluate(() => document.documentElement.lang)) === "zh-CN", "the page has another language");
  const [width, small] = await front.evaluate((front) => [
    front.scrollWidth,
    [...front.querySelectorAll("a, button")].filter((one) => one.getBoundingClientRect().height < 44).length,
  ]);
  check(width <= 360, `the front page is ${width} pixels wide`);
  check(small === 0, `${small} links are too small for fingers`);
  const unnamed = await front.locator("img").evaluateAll((images) => images.filter((image) => !/[\u4e00-\u9fff]/.test(image.alt)).length);
  check(unnamed === 0, `${unnamed} pictures have no Chinese description`);
  await page.page.locator("#files").setInputFiles(["wedges.obj", "wedges.mtl"].map((name) => join(levels, name)));
  await page.level("wedges");
  await page.close();
}

// Opens the site with both programs. The engine arrives when the returned function is called.
async function open_whole(query, { options = {}, prepare = () => {} } = {}) {
  const context = await chromium.newContext({ viewport: { width: 640, height: 400 }, ...options });
  const page = new Page(await context.newPage());
  page.page.setDefaultTimeout(240000);
  page.asked = 0;
  let arrive;
  const gate = new Promise((resolve) => (arrive = resolve));
  await page.page.route(/\/bspwalk\.wasm/, async (route) => {
    page.asked += 1;
    await gate;
    await (page.refuses ? route.fulfill({ status: 500 }) : route.continue());
  });
  await prepare(page.page);
  await page.page.goto(`${whole.address}/?trace&webgl&${query}`);
  return [page, arrive];
}

// Opens a view while the light program does not arrive. Returns the page, and a function that lets the light program arrive.
async function open_first(query, options = {}) {
  const arrive = site.hold(LIGHT_PROGRAM);
  const page = await Page.open(chromium, at(query), options);
  await page.first_view();
  return [page, arrive];
}

// Waits until a picture of the page no longer changes, and returns it.
async function resting_picture(page) {
  for (let last; ; await page.page.waitForTimeout(400)) {
    const now = await page.picture();
    if (last?.equals(now)) return now;
    last = now;
  }
}

async function light_program_takes_over_with_the_same_picture() {
  for (const level of ["three_rooms", "hall"]) {
    const [page, arrive] = await open_first(`level=${level}&embed`);
    // Without a worker, no light is baked.
    await page.page.route("**/worker.js", (route) => route.abort());
    const spawn = await resting_picture(page);
    for (const key of ["ArrowLeft", "w"]) await page.page.keyboard.press(key, { delay: 400 });
    const first = await resting_picture(page);
    check(!first.equals(spawn), "the first view does not move");
    arrive();
    await page.state((state) => state.state.level === level && state.state.finest !== false, "the light program");
    const light = await resting_picture(page);
    const difference = await difference_of(page, [first, light].map((picture) => picture.toString("base64")), [0, 60, 640, 340]);
    check(difference.colors > 20, "the picture is blank");
    check(difference.mean < 1.5, `the picture of ${level} changes by ${difference.mean.toFixed(2)} of 255 in the mean`);
    await page.close();
  }
}

async function light_program_takes_over_keys_and_mouse() {
  const [page, arrive] = await open_first(VIEW_TO_WALK);
  await hands_over_keys_and_mouse(page, arrive);
  await page.close();
}

async function first_view_turns_by_touch() {
  const options = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const [page, arrive] = await open_first("level=three_rooms", options);
  const spawn = await resting_picture(page);
  const session = await page.page.context().newCDPSession(page.page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x: 250, y: 300, id: 1 }]);
  for (let x = 250; x >= 100; x -= 15) await touch("touchMove", [{ x, y: 300, id: 1 }]);
  await touch("touchEnd", []);
  const turned = await resting_picture(page);
  check(!turned.equals(spawn), "a finger does not turn the first view");
  arrive();
  const { pose } = await page.level("three_rooms");
  const started = await page.page.evaluate(() => globalThis.bspwalk.address().join(" "));
  check(Math.abs(pose.yaw) > 5, `the light program looks along ${started}`);
  check(await page.page.locator("#buttons button").first().isVisible(), "there are no buttons");
  await page.close();
}

async function views_with_overlays_need_no_first_view() {
  for (const query of ["level=three_rooms&show=planes", "level=three_rooms&view=model", "level=lift", "level=wedges&eye=nowhere"]) {
    const page = await Page.open(chromium, "about:blank");
    let asked = 0;
    page.page.on("request", (request) => (asked += request.url().includes("first_view")));
    await page.page.goto(at(query));
    await page.state((state) => state.state.loading == null, query);
    check(asked === 0, `${query} loads the first view`);
    await page.close();
  }
}

async function failing_first_view_leaves_the_light_program() {
  const page = await Page.open(chromium, "about:blank");
  await page.page.route("**/*.first*", (route) => route.fulfill({ status: 500 }));
  await page.page.goto(at("level=three_rooms"));
  await page.level("three_rooms");
  await page.close();
}

const address_of = (page) => page.page.evaluate(() => globalThis.bspwalk.address().join(" "));

// The light program does not show the level if the engine is in time.
async function engine_takes_over_from_the_first_view() {
  const [page, arrive] = await open_whole("level=three_rooms&eye=1,1.7,1&look=30,-10");
  await page.first_view();
  await page.page.keyboard.press("ArrowLeft", { delay: 400 });
  // The engine gets this key, because the first view has no overlays.
  await page.page.keyboard.press("2", { delay: 60 });
  arrive();
  await page.engine();
  const { pose } = await page.state((state) => state.state.level === "three_rooms" && Math.abs(state.pose.yaw - 30) > 5, "the turned view");
  check(Math.abs(pose.position[0] - 1) < 0.05, `the body is elsewhere: ${JSON.stringify(pose)}`);
  for (let waits = 0; !(await page.overlays()).includes("nodes"); waits += 1) {
    check(waits < 100, `the engine shows ${await page.overlays()}`);
    await page.page.waitForTimeout(50);
  }
  check(await page.page.evaluate(() => performance.getEntriesByName("bspwalk-light").length === 0), "the light program comes first");
  check(page.faults.length === 0, `the page fails: ${page.faults[0]}`);
  await page.press("0");
  check(!(await page.overlays()).includes("nodes"), `the engine gets no keys: ${await page.overlays()}`);
  await page.close();
}

async function engine_takes_over_at_the_same_view() {
  const [page, arrive] = await open_whole("level=three_rooms&eye=1,1.7,1&look=30,-10");
  const before = await page.state((state) => state.state.level === "three_rooms" && Math.abs(state.pose.yaw - 30) < 0.01, "the linked view");
  await page.focus();
  await page.press("1");
  await page.page.keyboard.down("s");
  await page.state((state) => Math.hypot(...state.pose.position.map((x, i) => x - before.pose.position[i])) > 0.3, "a walk");
  await page.page.keyboard.up("s");
  // A file that the visitor opens reaches the engine, too.
  await page.page.locator("#files").setInputFiles(["wedges.obj", "wedges.mtl"].map((name) => join(levels, name)));
  await page.level("wedges");
  await page.page.waitForFunction(() => globalThis.bspwalk.address()[1].includes("wedges"));
  await page.page.evaluate(() => globalThis.bspwalk.show([globalThis.bspwalk.address()[1], "--look=80,-5", "--show=planes,wireframe"]));
  await page.state((state) => state.state.level === "wedges" && Math.abs(state.pose.yaw - 80) < 0.01, "the view");
  await page.rest();
  await page.page.evaluate(() => (globalThis.light_of_test = globalThis.bspwalk));
  const last = await address_of(page);
  arrive();
  await page.engine();
  check(await page.page.evaluate(() => globalThis.light_of_test !== globalThis.bspwalk), "no other program runs");
  const now = await address_of(page);
  check(now === last, `the engine shows ${now}, and the light program showed ${last}`);
  await page.press("0");
  check(!(await page.overlays()).includes("planes"), `the engine gets no keys: ${await page.overlays()}`);
  check(page.faults.length === 0, `the page fails: ${page.faults[0]}`);
  await page.close();
}

async function engine_waits_until_nothing_is_open() {
  const [page, arrive] = await open_whole("level=three_rooms");
  await page.level("three_rooms");
  await page.focus();
  const is_busy = () => page.page.evaluate(() => globalThis.bspwalk.is_busy());
  await page.page.keyboard.down("Backquote");
  await page.page.keyboard.press("1", { delay: 60 });
  await page.page.keyboard.up("Backquote");
  for (let waits = 0; !(await is_busy()); waits += 1) {
    check(waits < 100, "the help is not open");
    await page.page.waitForTimeout(50);
  }
  arrive();
  await page.page.waitForTimeout(4000);
  check(await page.page.locator("#light").isVisible(), "the engine takes over while the help is open");
  await page.press("Escape");
  await page.engine();
  await page.close();
}

async function page_stays_light_to_save_data() {
  const prepare = (page) => page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  for (const [query, options] of [["level=three_rooms", { prepare }], ["level=three_rooms&program=software", {}]]) {
    const [page] = await open_whole(query, options);
    await page.level("three_rooms");
    await page.page.waitForTimeout(2000);
    check(page.asked === 0, `${query} fetches the engine`);
    check(await page.page.locator("#light").isVisible(), "the light program does not show the level");
    await page.close();
  }
}

async function failing_engine_leaves_the_light_program() {
  const [page, arrive] = await open_whole("level=three_rooms");
  await page.level("three_rooms");
  page.refuses = true;
  arrive();
  const notice = await page.notice();
  check(notice.includes("500") && notice.includes("in software"), `of an engine that fails the page says: ${notice}`);
  await page.focus();
  const before = await page.overlays();
  await page.press("1");
  check((await page.overlays()) !== before, "the light program gets no keys");
  await page.close();
}

const tests = [
  front_page_opens_its_views,
  front_page_fits_a_phone_in_chinese,
  ...(light
    ? [
        light_program_takes_over_with_the_same_picture,
        light_program_takes_over_keys_and_mouse,
        first_view_turns_by_touch,
        views_with_overlays_need_no_first_view,
        failing_first_view_leaves_the_light_program,
      ]
    : []),
  engine_takes_over_from_the_first_view,
  engine_takes_over_at_the_same_view,
  engine_waits_until_nothing_is_open,
  page_stays_light_to_save_data,
  failing_engine_leaves_the_light_program,
  opens_and_walks_into_a_wall,
  overlays_change_the_picture,
  opens_given_files,
  links_open_their_view,
  a_linked_view_is_that_of_the_program,
  a_level_from_an_address_has_the_tree_of_the_program,
  an_embedded_view_has_no_buttons_and_lets_the_address_alone,
  bad_addresses_get_a_sentence,
  what_is_too_much_and_a_worker_that_dies_get_a_sentence,
  ...(light ? [] : [a_full_store_gets_a_sentence, a_lost_context_comes_back_with_its_view, webgl_is_tried_where_webgpu_fails]),
  touch_works_on_a_phone,
  touch_works_on_a_phone_that_lies,
  memory_stays_bounded,
];
const failed = await run(
  tests.filter((test) => !asked || test.name.includes(asked)),
  site.release,
);
await chromium.close();
site.close();
if (light) {
  whole.close();
  rmSync(both, { recursive: true });
}
process.exit(failed === 0 ? 0 : 1);
