// Code shared by the web page tests: a static file server, a browser, and access to the state of the program.

import { createServer } from "node:http";
import { copyFileSync, cpSync, createReadStream, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".jpg": "image/jpeg",
  ".wasm": "application/wasm",
};

// Kinds of files that hosts such as GitHub Pages compress in transit.
const PACKED = [".html", ".js", ".css", ".json", ".svg", ".wasm"];

// Largest part of a response that is sent at once, in bytes.
const PART = 1 << 14;

// Returns a function that delays the parts of all responses so that together they do not exceed a rate, in Mbit/s.
function limit(megabits) {
  let free = 0;
  return async function* (parts) {
    if (megabits === Infinity) return yield* parts;
    for await (const part of parts) {
      for (let at = 0; at < part.length; at += PART) {
        const piece = part.subarray(at, at + PART);
        free = Math.max(free, performance.now()) + (piece.length * 8) / (megabits * 1e3);
        await pause(free - performance.now());
        yield piece;
      }
    }
  };
}

// Serves a folder, and a second folder under /levels-of-tests/. Returns its address and the functions of the server. `headers` are sent
// with each file. If `compresses` is set, files of some kinds are compressed in transit. `megabits` and `latency` limit the
// connection, in Mbit/s and milliseconds.
export async function serve(folder, levels, { headers = {}, compresses = false, megabits = Infinity, latency = 0 } = {}) {
  const packed = new Map();
  const paced = limit(megabits);
  let held;
  // Bytes sent of the files whose paths `counts` accepts.
  const site = { sent: 0, counts: () => true };
  const counted = (path) =>
    async function* (parts) {
      for await (const part of parts) {
        if (site.counts(path)) site.sent += part.length;
        yield part;
      }
    };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const of_tests = "/levels-of-tests/";
    let file = path.startsWith(of_tests) ? join(levels, path.slice(of_tests.length)) : join(folder, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (latency > 0) await pause(latency);
    if (held?.path.test(path)) await held.end;
    if (!existsSync(file)) {
      response.writeHead(404);
      return response.end("there is no such file");
    }
    const kind = { ...headers, "content-type": KINDS[extname(file)] ?? "application/octet-stream" };
    const is_packed = compresses && PACKED.includes(extname(file));
    if (is_packed && !packed.has(file)) packed.set(file, existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : gzipSync(readFileSync(file)));
    response.writeHead(200, is_packed ? { ...kind, "content-encoding": "gzip" } : { ...kind, "content-length": statSync(file).size });
    const parts = is_packed ? [packed.get(file)] : createReadStream(file);
    pipeline(parts, paced, counted(path), response).catch((error) => {
      // A browser may cancel a request.
      if (!["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"].includes(error.code)) throw error;
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  site.address = `http://127.0.0.1:${server.address().port}`;
  site.close = () => server.close();
  site.release = () => held?.release();
  // Holds back files whose path matches an expression, until the returned function is called.
  site.hold = (path) => {
    held = { path };
    held.end = new Promise((resolve) => (held.release = resolve));
    return site.release;
  };
  return site;
}

// Copies a site without the engine, and adds the light program in place of the engine. Returns the folder.
export function with_stand_in(folder) {
  const copy = mkdtempSync(join(tmpdir(), "bspwalk-site-"));
  cpSync(folder, copy, { recursive: true });
  const list = join(copy, "files.json");
  const files = JSON.parse(readFileSync(list, "utf8"));
  files["bspwalk.wasm"] = files["bspwalk_light.wasm"];
  writeFileSync(list, JSON.stringify(files));
  for (const ending of ["js", "wasm", "wasm.br", "wasm.gz"]) copyFileSync(join(copy, `bspwalk_light.${ending}`), join(copy, `bspwalk.${ending}`));
  return copy;
}

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

// Options for Chromium with software rendering.
const LAUNCH = {
  executablePath,
  args: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
};

export function browser() {
  return chromium.launch(LAUNCH);
}

// Starts Chromium in a window, with the graphics driver and without a limit of the frame rate.
export function browser_on_gpu() {
  return chromium.launch({ executablePath, headless: false, args: ["--disable-frame-rate-limit", "--disable-gpu-vsync"] });
}

// Starts Chromium with a profile in a folder, which keeps caches between two starts.
export function browser_with_profile(profile, options) {
  return chromium.launchPersistentContext(profile, { ...LAUNCH, ...options });
}

export class Failed extends Error {}

export function check(holds, sentence) {
  if (!holds) throw new Failed(sentence);
}

// A page whose program reports its state.
export class Page {
  constructor(page) {
    this.page = page;
    this.faults = [];
    page.on("pageerror", (error) => {
      if (!error.message.includes("Using exceptions for control flow")) this.faults.push(error.message);
    });
  }

  static async open(browser, address, options = {}) {
    const context = await browser.newContext({ viewport: { width: 640, height: 400 }, ...options });
    const page = new Page(await context.newPage());
    page.page.setDefaultTimeout(240000);
    await page.page.goto(address);
    return page;
  }

  close() {
    return this.page.context().close();
  }

  // Waits for a state that satisfies `fits`, and returns it.
  async state(fits = () => true, what = "the state") {
    const until = Date.now() + 120000;
    for (;;) {
      const text = await this.page.evaluate(() => globalThis.bspwalk?.trace() ?? "");
      const state = text === "" ? undefined : JSON.parse(text);
      if (state && fits(state)) return state;
      const fault = await this.page.evaluate(() => (document.getElementById("fault")?.hidden === false ? document.getElementById("fault").innerText : ""));
      check(fault === "", `the page says: ${fault}`);
      check(this.faults.length === 0, `the page fails: ${this.faults[0]}`);
      check(Date.now() < until, `${what} does not come; the last state is ${text.slice(0, 600)}`);
      await this.page.waitForTimeout(100);
    }
  }

  // Waits until the level is open and drawn. Before that, the start page covers the level and would receive touches.
  async level(name) {
    const state = await this.state((state) => state.state.level === name && state.state.loading == null, `level ${name}`);
    await this.page.waitForFunction(() => !document.documentElement.classList.contains("is-start"));
    return state;
  }

  // Waits until the body rests, and returns its position.
  async rest() {
    for (let last; ; ) {
      const { frame, pose } = await this.state();
      await this.state((state) => state.frame > frame + 10, "the next frame");
      const now = pose.position.join();
      if (now === last) return pose.position;
      last = now;
    }
  }

  async press(key) {
    const { frame } = await this.state();
    await this.page.keyboard.press(key, { delay: 60 });
    await this.state((state) => state.frame > frame + 3, "the next frame");
  }

  // Returns the visible overlays, as listed in the address.
  async overlays() {
    const words = await this.page.evaluate(() => globalThis.bspwalk.address());
    const at = words.indexOf("show");
    return at < 0 ? "" : words[at + 1];
  }

  // Returns the element that shows the level: the frame of the light program, or the canvas of the engine.
  view() {
    return this.page.locator("#light, #level").last();
  }

  // Focuses a canvas in the frame of the light program, or else in the page.
  focus(canvas = "level") {
    return this.page.evaluate((canvas) => (document.getElementById("light")?.contentDocument ?? document).getElementById(canvas).focus(), canvas);
  }

  // Waits until the first view is visible, and focuses it.
  async first_view() {
    await this.page.waitForFunction(() => document.getElementById("light")?.contentDocument.getElementById("first"));
    check(!(await this.page.evaluate(() => document.documentElement.classList.contains("is-start"))), "the start page covers the first view");
    await this.focus("first");
  }

  // Returns the canvas that has captured the mouse.
  captor() {
    return this.page.evaluate(() => document.getElementById("light")?.contentDocument.pointerLockElement?.id ?? "");
  }

  // Waits until the engine has taken over from the light program.
  async engine() {
    await this.page.waitForFunction(() => document.getElementById("light") === null && !document.getElementById("level").inert);
  }

  picture() {
    return this.view().screenshot();
  }

  notice() {
    return this.page.locator("#notice:not([hidden])").innerText();
  }
}

// Runs tests and prints their results. Returns how many failed. `tidy` runs after each test.
export async function run(tests, tidy) {
  let failed = 0;
  for (const test of tests) {
    const start = Date.now();
    try {
      await test();
      console.log(`ok      ${test.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${test.name}: ${error instanceof Failed ? error.message : error.stack}`);
    }
    await tidy();
  }
  return failed;
}
