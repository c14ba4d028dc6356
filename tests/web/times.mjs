// Measures the size of the page, and the time to the first picture at 20 Mbit/s on the first and the second visit. Prints Markdown tables:
// node times.mjs FOLDER [ADDRESS…]
// FOLDER is the site. ADDRESS is the part after the `?` [default: the list below].
//
// Each address is measured on a host that compresses programs in transit and on one that does not. Between the two visits, the browser is
// closed, so that only its caches on disk remain.

import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser_with_profile, serve } from "./site.mjs";

const [folder, ...addresses] = process.argv.slice(2);
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

// Opens an address and returns the times of the page's marks in seconds, and the bytes fetched until each.
async function visit(profile, address) {
  const context = await browser_with_profile(profile, { viewport: { width: 640, height: 360 } });
  const [page] = context.pages();
  page.setDefaultTimeout(240000);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY,
    downloadThroughput: (MEGABITS * 1e6) / 8,
    uploadThroughput: (MEGABITS * 1e6) / 8,
  });
  let fetched = 0;
  session.on("Network.dataReceived", ({ encodedDataLength }) => (fetched += encodedDataLength));
  const takes_over = has_engine && !address.includes("program=");
  const reached = async (mark) => {
    await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, mark);
    return fetched;
  };
  await page.goto(address);
  const bytes = await reached("bspwalk-shown");
  if (!address.includes("program=engine")) await reached("bspwalk-light");
  if (takes_over) await reached("bspwalk-engine");
  const times = await page.evaluate(() =>
    ["first-contentful-paint", "bspwalk-shown", "bspwalk-light", "bspwalk-engine"].map((name) => performance.getEntriesByName(name)[0]?.startTime),
  );
  await page.waitForTimeout(TO_CACHE);
  await context.close();
  return [...times.map((time) => (time === undefined ? "" : (time / 1000).toFixed(1))), kilobytes(bytes)];
}

console.log(`From the link, at ${MEGABITS} Mbit/s and ${LATENCY} ms, in seconds:\n`);
console.log("| address | host compresses | visit | start page | first picture | software window | engine | kB before the first picture |\n|---|---|---|---:|---:|---:|---:|---:|");
for (const compresses of [true, false]) {
  const site = await serve(folder, folder, { compresses, headers: { "cache-control": "max-age=600" } });
  for (const address of addresses.length > 0 ? addresses : usual) {
    const profile = mkdtempSync(join(tmpdir(), "bspwalk-profile-"));
    for (const turn of ["first", "second"]) {
      const cells = await visit(profile, `${site.address}/?trace&${address}`);
      console.log(`| \`?${address}\` | ${compresses ? "yes" : "no"} | ${turn} | ${cells.join(" | ")} |`);
    }
    rmSync(profile, { recursive: true });
  }
  site.close();
}
