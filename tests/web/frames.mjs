// Measures frame times of the page in Chromium while the view turns. Prints a Markdown table:
// node frames.mjs FOLDER [--gpu] [ADDRESS…]
// FOLDER is the site. ADDRESS is the part after the `?` [default: the list below]. `--gpu` opens a window and draws with the graphics
// driver, without waiting for the display. Otherwise, SwiftShader draws.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, browser_on_gpu, serve } from "./site.mjs";

const [folder, ...words] = process.argv.slice(2);
const addresses = words.filter((word) => !word.startsWith("--"));
const usual = ["program=software&level=hall", "program=software&level=three_rooms"];
if ("bspwalk.wasm" in JSON.parse(readFileSync(join(folder, "files.json"), "utf8"))) usual.unshift("program=engine&level=hall", "webgl&program=engine&level=hall");
const SIZE = { width: 1280, height: 720 };
// Duration of each measurement, in milliseconds.
const MEASURED = 10000;

// Returns the durations of the page's frames, in milliseconds, in ascending order.
function frame_times(duration) {
  return new Promise((resolve) => {
    const times = [];
    const start = performance.now();
    const next = (last) => (now) => {
      times.push(now - last);
      if (now - start > duration) resolve(times.sort((a, b) => a - b));
      else requestAnimationFrame(next(now));
    };
    requestAnimationFrame(next(start));
  });
}

const site = await serve(folder, folder);
const chromium = await (words.includes("--gpu") ? browser_on_gpu() : browser());
console.log(`At ${SIZE.width}×${SIZE.height} pixels, in milliseconds:\n\n| address | renderer | median | 95th percentile | frames |\n|---|---|---:|---:|---:|`);
for (const address of addresses.length > 0 ? addresses : usual) {
  const page = await chromium.newPage({ viewport: SIZE });
  page.setDefaultTimeout(240000);
  await page.goto(`${site.address}/?${address}`);
  const program = new URLSearchParams(address).get("program");
  const mark = { software: "bspwalk-light", engine: "bspwalk-shown" }[program] ?? "bspwalk-engine";
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, mark);
  // Meanwhile, the light is baked, which takes time from drawing.
  await page.waitForTimeout(MEASURED);
  const renderer = await page.evaluate(() => {
    const context = document.createElement("canvas").getContext("webgl2");
    const information = context?.getExtension("WEBGL_debug_renderer_info");
    return information ? context.getParameter(information.UNMASKED_RENDERER_WEBGL) : "none";
  });
  const before = await page.evaluate(() => location.search);
  await page.keyboard.down("ArrowLeft");
  const times = await page.evaluate(frame_times, MEASURED);
  await page.keyboard.up("ArrowLeft");
  // The address follows the view.
  await page.waitForFunction((before) => location.search !== before, before);
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1);
  const drawn = program === "software" ? "in software" : renderer;
  console.log(`| \`?${address}\` | ${drawn} | ${at(0.5)} | ${at(0.95)} | ${times.length} |`);
  await page.close();
}
await chromium.close();
site.close();
