// Measures the size of the page, and the time to the first picture at 20 Mbit/s on the first and the second visit. Prints Markdown tables:
// node times.mjs FOLDER [--firefox] [ADDRESS…]
// FOLDER is the site. ADDRESS is the part after the `?` [default: the list below]. `--firefox` uses Firefox instead of Chromium.
//
// Each address is measured on a host that compresses programs in transit and on one that does not. Between the two visits, the browser is
// closed, so that only its caches on disk remain.

import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FirefoxPage } from "./marionette.mjs";
import { browser_with_profile, serve } from "./site.mjs";

const [folder, ...words] = process.argv.slice(2);
const addresses = words.filter((word) => !word.startsWith("--"));
const in_firefox = words.includes("--firefox");
const MEGABITS = 20;
const LATENCY = 20;
// Time after the last picture, in milliseconds, in which the browser writes compiled code to its cache.
const TO_CACHE = 8000;

const kilobytes = (bytes) => (bytes / 1e3).toLocaleString("en", { maximumFractionDigits: 0 });
const packed = JSON.parse(readFileSync(join(folder, "files.json"), "utf8"));

console.log("| file | unpacked, kB | by gzip | by Brotli |\n|---|---:|---:|---:|");
for (const [name, { bytes, gz, br }] of Object.entries(packed)) {
  console.log(`| ${name} | ${kilobytes(bytes)} | ${gz ? kilobytes(gz) : ""} | ${br ? kilobytes(br) : ""} |`);
}
const plain = (within) =>
  readdirSync(join(folder, within))
    .filter((name) => /\.(html|css|js|svg|jpg)$/.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, within, name)).size, 0);
console.log(`| pages and scripts | ${kilobytes(plain(""))} | | |\n| pictures of the front page | ${kilobytes(plain("front"))} | | |\n`);

const has_engine = "bspwalk.wasm" in packed;
const usual = ["program=software&level=hall", "program=software&level=three_rooms"];
if (has_engine) usual.unshift("webgl&level=hall", "webgl&program=engine&level=hall", "webgl&level=three_rooms");

const SIZE = { width: 640, height: 360 };

// Starts a browser with a profile and opens an address. Returns its page and a function that closes it.
async function opened(profile, address) {
  if (in_firefox) {
    const page = await FirefoxPage.open(address, { profile, size: [SIZE.width, SIZE.height] });
    return [page.page, () => page.close()];
  }
  const context = await browser_with_profile(profile, { viewport: SIZE });
  const [page] = context.pages();
  page.setDefaultTimeout(240000);
  await page.goto(address);
  return [page, () => context.close()];
}

// Opens an address and returns the times of the page's marks in seconds, and the kilobytes sent before the first picture. The engine is
// counted only if it draws that picture. Otherwise, its download begins when all files for the picture have arrived.
async function visit(profile, site, address) {
  site.sent = 0;
  site.counts = (path) => address.includes("program=engine") || !/\/bspwalk\.(js|wasm)/.test(path);
  const [page, close] = await opened(profile, `${site.address}/?trace&${address}`);
  const reached = (mark) => page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, mark);
  await reached("bspwalk-shown");
  const { sent } = site;
  if (address.includes("program=software") || !has_engine) await reached("bspwalk-light");
  else if (!address.includes("program=engine")) await reached("bspwalk-engine");
  const times = await page.evaluate(() =>
    ["first-contentful-paint", "bspwalk-shown", "bspwalk-light", "bspwalk-engine"].map((name) => performance.getEntriesByName(name)[0]?.startTime),
  );
  await page.waitForTimeout(TO_CACHE);
  await close();
  return [...times.map((time) => (typeof time === "number" ? (time / 1000).toFixed(1) : "")), kilobytes(sent)];
}

console.log(`From the link, at ${MEGABITS} Mbit/s and ${LATENCY} ms, in seconds:\n`);
console.log("| address | host compresses | visit | start page | first picture | software window | engine | kB before the first picture |\n|---|---|---|---:|---:|---:|---:|---:|");
for (const compresses of [true, false]) {
  const site = await serve(folder, folder, { compresses, headers: { "cache-control": "max-age=600" }, megabits: MEGABITS, latency: LATENCY });
  for (const address of addresses.length > 0 ? addresses : usual) {
    const profile = mkdtempSync(join(tmpdir(), "bspwalk-profile-"));
    for (const turn of ["first", "second"]) {
      const cells = await visit(profile, site, address);
      console.log(`| \`?${address}\` | ${compresses ? "yes" : "no"} | ${turn} | ${cells.join(" | ")} |`);
    }
    rmSync(profile, { recursive: true });
  }
  site.close();
}
