// Tests the page of the planar tree in a real browser: node planar.mjs FOLDER
// FOLDER is the site.

import { Failed, browser, check, serve } from "./site.mjs";

const site = await serve(process.argv[2], process.argv[2]);
const address = `${site.address}/planar/`;

const errors = [];

async function opened(browser, query = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(address + query);
  await page.waitForFunction(() => document.querySelectorAll("#figure polygon").length > 0);
  return page;
}

// Returns the text shown on the page, after it has processed the last action.
async function said(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => {
    const text = (id) => document.getElementById(id).textContent;
    return {
      headline: text("headline"),
      tests: [...document.querySelectorAll("#tests li")].map((item) => item.textContent),
      verdict: text("verdict"),
      count: text("count"),
      notice: document.getElementById("notice").hidden ? "" : text("notice"),
      figure: document.querySelector("#figure g").innerHTML,
      tree: document.querySelector("#tree g").innerHTML,
      address: location.search,
      overflows: document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth,
    };
  });
}

// Returns the pixel of a point in the picture of the ten-edge example. The point's coordinates range from 0 to 10.
async function pixel(page, x, y) {
  const box = await page.locator("#figure").boundingBox();
  const corners = await page.evaluate(() => {
    const lines = [...document.querySelectorAll("#figure g:first-child circle")];
    const [xs, ys] = ["cx", "cy"].map((name) => lines.map((line) => Number(line.getAttribute(name))));
    return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  });
  const [left, right, top, bottom] = corners;
  return [box.x + left + ((right - left) * x) / 10, box.y + bottom - ((bottom - top) * y) / 10];
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

async function opens_and_tests_a_point(browser) {
  const page = await opened(browser, "?at=5,1");
  const now = await said(page);
  check(now.verdict.includes("has 10 edges") && now.verdict.includes("9 nodes"), `the page opens with “${now.verdict}”, not with ten edges and nine nodes`);
  check(now.headline.startsWith("(5.00, 1.00) is inside. "), `the point of the link is said as “${now.headline}”`);
  // The library's own example takes 2 to 5 tests for any point in the ten-edge polygon.
  const tests = Number(/needs (\d+) tests/.exec(now.headline)?.[1]);
  check(tests >= 2 && tests <= 5, `the point takes ${tests} tests, and the library takes 2 to 5`);
  // Compare with the path that the program itself reports.
  const walked = await page.evaluate(async () => {
    const { default: init, PlanarPage } = await import("./planar_tree.js");
    await init({ module_or_path: fetch(new URL("planar_tree_bg.wasm", document.baseURI)) });
    const own = new PlanarPage();
    own.open(["at", "5,1"]);
    const frame = JSON.parse(own.frame());
    return { count: frame.count, tests: frame.tests };
  });
  check(walked.count === tests, `the program takes ${walked.count} tests, and the page says ${tests}`);
  check(JSON.stringify(walked.tests) === JSON.stringify(now.tests), "the sentences of the tests are not those of the program");
  check(!now.overflows, "the page is wider than its window");
  const at = await pixel(page, 2, 3);
  await page.mouse.move(...at);
  const outside = await said(page);
  check(outside.headline.includes(" is outside."), `in the notch the point is “${outside.headline}”`);
  await page.context().close();
}

async function changes_and_links(browser) {
  const page = await opened(browser);
  const before = await said(page);
  await drag(page, await pixel(page, 10, 10), await pixel(page, 8, 9));
  const dragged = await said(page);
  check(dragged.figure !== before.figure, "a dragged corner leaves the picture as it was");
  check(dragged.address.includes("polygon=") && dragged.address.includes("_8,9_"), `the address after a drag is “${dragged.address}”`);
  const copy = await opened(browser, dragged.address);
  const copied = await said(copy);
  check(copied.verdict === dragged.verdict && copied.tree === dragged.tree, "a link does not bring the figure back");
  await copy.context().close();
  await page.selectOption("#preset", "star");
  check((await said(page)).address === "?preset=star", "a preset is not in the address");
  await page.goBack();
  check((await said(page)).verdict === dragged.verdict, "the browser's way back does not bring the figure back");
  // Undo is also a change.
  for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
  check((await said(page)).figure === before.figure, "undo does not bring the first figure back");
  // If a corner is dragged across an edge, the page reports the error and keeps the tree.
  await drag(page, await pixel(page, 10, 10), await pixel(page, 5, 1));
  const fault = await said(page);
  check(fault.verdict.includes("edges may only meet"), `an edge that crosses another is said as “${fault.verdict}”`);
  check(fault.tree.length > 0 && fault.tests.length > 0, "the tree of the last good figure does not stay");
  await page.click("#undo");
  check((await said(page)).figure === before.figure, "undo does not mend the fault");
  // Add and remove a corner, with the pointer and with keys.
  await page.mouse.dblclick(...(await pixel(page, 3, 0)));
  check((await said(page)).verdict.includes("has 11 edges"), "a double click on an edge adds no corner");
  await page.click("#delete");
  check((await said(page)).verdict.includes("has 10 edges"), "the added corner cannot be deleted");
  await page.focus("#figure");
  await page.keyboard.press("n");
  await page.keyboard.press("ArrowDown");
  check((await said(page)).address.includes("polygon=0,-0.5_"), "an arrow key does not move the selected corner");
  await page.keyboard.press("Home");
  check((await said(page)).count.startsWith("0 of "), "the key Home does not take the divisions away");
  await page.click("#depth-on");
  check((await said(page)).count.startsWith("1 of "), "the next depth is not the first division");
  await page.context().close();
}

async function free_segments(browser) {
  const page = await opened(browser, "?preset=room");
  const sight = async () => {
    const now = await said(page);
    const [view, count] = await page.evaluate(() => ["view", "visit-count"].map((id) => document.getElementById(id).textContent));
    const over = await page.evaluate(() => document.querySelector("#figure g:last-child").innerHTML);
    return { ...now, view, count, over };
  };
  const before = await sight();
  check(before.verdict.includes("has 12 segments"), `the room is said as “${before.verdict}”`);
  check(before.view.startsWith("All 320 columns are solid"), `the view of the room is said as “${before.view}”`);
  check(before.headline.includes("no inside or outside"), `a point among free segments is said as “${before.headline}”`);
  check(!before.overflows, "with an eye the page is wider than its window");
  await page.focus("#figure");
  await page.keyboard.press("-");
  const less = await sight();
  check(less.count !== before.count && less.over !== before.over, "the key − does not take a visit away");
  await page.keyboard.press("e");
  await page.keyboard.press("ArrowRight");
  check((await sight()).over !== less.over, "an arrow key does not move the selected eye");
  // The room and its pillar bound a region; the free-standing wall is not part of the boundary.
  await page.click("#free");
  check((await said(page)).verdict.includes("has 11 edges"), "the closed chains do not become a polygon");
  check(!(await page.locator("#visits").isVisible()), "a polygon has visits of an eye");
  await page.context().close();
}

async function bad_links(browser) {
  for (const polygon of ["0,0_4,4_4,0_0,4", "NaN,0_4,0_0,4", "0,0_4,0_4,0_0,4", "words"]) {
    const page = await opened(browser, `?polygon=${polygon}`);
    await says(page, polygon);
    await page.context().close();
  }
  // Servers reject such a long address, but the browser history may contain one.
  const page = await opened(browser);
  const endless = "1,1_".repeat(100000);
  await page.evaluate((polygon) => {
    history.pushState(null, "", `?polygon=${polygon}`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, endless);
  await says(page, endless);
  await page.context().close();

  async function says(page, polygon) {
    const now = await said(page);
    const name = polygon.slice(0, 20);
    check(now.notice.startsWith("The link "), `the link ${name} is answered by “${now.notice}”`);
    check(now.verdict.includes("has 10 edges"), `after the link ${name} the figure is “${now.verdict}”`);
  }
}

async function phones(browser) {
  for (const [width, height] of [[390, 844], [844, 390]]) {
    const page = await opened(browser, "", { viewport: { width, height }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const where = `on a phone of ${width} by ${height}`;
    const before = await said(page);
    check(!before.overflows, `${where} the page is wider than the screen`);
    await page.touchscreen.tap(...(await pixel(page, 2, 3)));
    check((await said(page)).headline.includes(" is outside."), `${where} a touch does not move the point`);
    // Simulate touches.
    const client = await page.context().newCDPSession(page);
    const touch = (type, [x, y]) => client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    const [from, to] = [await pixel(page, 10, 10), await pixel(page, 8, 9)];
    await touch("touchStart", from);
    for (const share of [0.3, 0.6, 1]) await touch("touchMove", [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
    await touch("touchEnd", to);
    const dragged = await said(page);
    check(dragged.address.includes("_8,9_"), `${where} a finger does not drag a corner: “${dragged.address}”`);
    const box = await page.locator("#copy").boundingBox();
    check(box && box.x >= 0 && box.x + box.width <= width, `${where} the button for the link is not on the screen`);
    await page.context().close();
  }
}

async function in_frames(browser) {
  const page = await opened(browser, "?preset=ring&embed");
  check(!(await page.locator("#bar").isVisible()) && !(await page.locator("#steps").isVisible()), "in a frame the controls are there");
  check((await said(page)).verdict.includes("has 14 edges"), "in a frame the link is not followed");
  await page.context().close();
}

const chromium = await browser();
let failure;
try {
  for (const part of [opens_and_tests_a_point, changes_and_links, free_segments, bad_links, phones, in_frames]) await part(chromium);
  check(errors.length === 0, `the page throws: ${errors[0]}`);
} catch (error) {
  failure = error instanceof Failed ? error.message : String(error.message ?? error).split("\n")[0].slice(0, 300);
} finally {
  await chromium.close();
  site.close();
}
if (failure) {
  console.error(`The page of the planar tree: ${failure}.`);
  process.exit(1);
}
console.log("The page of the planar tree does what it should.");
