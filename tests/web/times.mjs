// Measures the size of the page, and the time to the first picture at 20 Mbit/s. Prints Markdown tables:
// node times.mjs FOLDER [ADDRESS…]
// FOLDER is the site. ADDRESS is the part after the `?` [default: the list below].

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Page, browser, serve } from "./site.mjs";

const [folder, ...addresses] = process.argv.slice(2);
const MEGABITS = 20;
const LATENCY = 20;

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
console.log(`| pages, scripts and the start picture | ${kilobytes(plain(""))} | | |\n`);

const site = await serve(folder, folder);
const chromium = await browser();
const usual = ["webgl", "webgl&level=three_rooms", "program=software", "program=software&level=three_rooms"];
console.log(`From the link, at ${MEGABITS} Mbit/s and ${LATENCY} ms, in seconds:\n`);
console.log("| address | start page | program and level loaded | first picture | kB fetched |\n|---|---:|---:|---:|---:|");
for (const address of addresses.length > 0 ? addresses : usual) {
  const context = await chromium.newContext({ viewport: { width: 640, height: 360 } });
  const page = new Page(await context.newPage());
  page.page.setDefaultTimeout(240000);
  const session = await context.newCDPSession(page.page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY,
    downloadThroughput: (MEGABITS * 1e6) / 8,
    uploadThroughput: (MEGABITS * 1e6) / 8,
  });
  let fetched = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (fetched += encodedDataLength));
  await page.page.goto(`${site.address}/?trace&${address}`);
  await page.page.waitForFunction(() => performance.getEntriesByName("bspwalk-shown").length > 0);
  const times = await page.page.evaluate(() => {
    const mark = (name) => performance.getEntriesByName(name)[0]?.startTime;
    return [mark("first-contentful-paint"), mark("bspwalk-loaded"), mark("bspwalk-shown")];
  });
  const cells = times.map((time) => (time === undefined ? "" : (time / 1000).toFixed(1)));
  console.log(`| \`?${address}\` | ${cells.join(" | ")} | ${kilobytes(fetched)} |`);
  await context.close();
}
await chromium.close();
site.close();
