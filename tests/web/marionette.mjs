// Controls Firefox through Marionette, its built-in remote protocol, which needs no driver and no npm package.
//
// A message is `LENGTH:[kind, number, …]` over TCP, with the commands of WebDriver:
// https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Page, check } from "./site.mjs";

const version_of = (program) => spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim() ?? "";
const PROGRAM = process.env.FIREFOX ?? ["firefox-esr", "firefox"].find(version_of);

// Version of Firefox, or an empty string if it is not installed.
export const VERSION = PROGRAM ? version_of(PROGRAM) : "";

// Values that WebDriver uses for keys without a character.
const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015" };
const key_action = (type, key) => ({ type, value: KEYS[key] ?? key });

const PREFERENCES = {
  // Any free port.
  "marionette.port": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
};

// Maximum time for Firefox to start, in milliseconds.
const START = 60000;

const running = new Set();
process.on("exit", () => running.forEach((started) => started.kill()));

// A Firefox without a window. It has one tab.
class Firefox {
  #process;
  #socket;
  #temporary;
  #number = 0;
  // Functions that settle the promises of the sent commands, by number.
  #waiting = new Map();
  #received = Buffer.alloc(0);

  // Starts Firefox. `profile` is a folder that keeps caches between two starts; without it, the profile is temporary.
  async start({ profile, preferences = {} }) {
    if (!profile) this.#temporary = mkdtempSync(join(tmpdir(), "bspwalk-firefox-"));
    const folder = profile ?? this.#temporary;
    const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
    writeFileSync(join(folder, "user.js"), lines.join(""));
    const file = join(folder, "MarionetteActivePort");
    rmSync(file, { force: true });
    const words = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", folder];
    this.#process = spawn(PROGRAM, words, { stdio: "ignore" });
    running.add(this.#process);
    const port = () => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0);
    for (const until = Date.now() + START; port() === 0; await pause(50)) check(Date.now() < until, `${PROGRAM} does not start`);
    this.#socket = connect(port(), "127.0.0.1");
    this.#socket.on("data", (part) => this.#receive(part));
    await new Promise((resolve, reject) => this.#socket.once("connect", resolve).once("error", reject));
    await this.send("WebDriver:NewSession");
    await this.send("WebDriver:SetTimeouts", { script: 240000, pageLoad: 240000 });
  }

  #receive(part) {
    this.#received = Buffer.concat([this.#received, part]);
    for (let colon; (colon = this.#received.indexOf(":")) >= 0; ) {
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end));
      this.#received = this.#received.subarray(end);
      // The first message describes the protocol.
      if (!Array.isArray(message)) continue;
      const [, number, error, result] = message;
      const [resolve, reject] = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(result);
    }
  }

  // Sends a command and returns its result.
  send(command, parameters = {}) {
    this.#number += 1;
    const text = JSON.stringify([0, this.#number, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.#waiting.set(this.#number, [resolve, reject]));
  }

  // Runs a script with the rights of the browser.
  async run_as_browser(script) {
    await this.send("Marionette:SetContext", { value: "chrome" });
    const { value } = await this.send("WebDriver:ExecuteScript", { script, args: [] });
    await this.send("Marionette:SetContext", { value: "content" });
    return value;
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    await this.send("Marionette:Quit", { flags: ["eAttemptQuit"] });
    await ended;
    running.delete(this.#process);
    this.#socket.destroy();
    if (this.#temporary) rmSync(this.#temporary, { recursive: true, force: true });
  }
}

// The tab, with those methods of a page of Playwright that the tests need.
class Tab {
  firefox = new Firefox();

  keyboard = {
    down: (key) => this.#act({ type: "key", id: "keyboard", actions: [key_action("keyDown", key)] }),
    up: (key) => this.#act({ type: "key", id: "keyboard", actions: [key_action("keyUp", key)] }),
    press: (key, { delay = 0 } = {}) => {
      const actions = [key_action("keyDown", key), { type: "pause", duration: delay }, key_action("keyUp", key)];
      return this.#act({ type: "key", id: "keyboard", actions });
    },
  };

  mouse = {
    move: (x, y) => this.#act_with_mouse({ type: "pointerMove", x, y }),
    click: (x, y) => this.#act_with_mouse({ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }),
  };

  #act(input) {
    return this.firefox.send("WebDriver:PerformActions", { actions: [input] });
  }

  #act_with_mouse(...actions) {
    return this.#act({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
  }

  // Script errors are read from the browser's console instead.
  on() {}

  // Sets the size of the viewport, in CSS pixels.
  async resize(width, height) {
    const outer = await this.firefox.send("WebDriver:GetWindowRect");
    const inner = await this.evaluate(() => [innerWidth, innerHeight]);
    await this.firefox.send("WebDriver:SetWindowRect", { width: outer.width + width - inner[0], height: outer.height + height - inner[1] });
  }

  goto(url) {
    return this.firefox.send("WebDriver:Navigate", { url });
  }

  // Runs a function in the page and returns its result. Waits if it is a promise.
  async evaluate(act, argument = null) {
    const script = `const [argument, done] = arguments;
      Promise.resolve().then(() => (${act})(argument)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value: result } = await this.firefox.send("WebDriver:ExecuteAsyncScript", { script, args: [argument], sandbox: null });
    check(result.error === undefined, result.error);
    return result.value;
  }

  async waitForFunction(holds, argument) {
    const until = Date.now() + 120000;
    while (!(await this.evaluate(holds, argument))) {
      check(Date.now() < until, `this never holds: ${holds}`);
      await pause(50);
    }
  }

  waitForTimeout(milliseconds) {
    return pause(milliseconds);
  }

  async screenshot() {
    const { value } = await this.firefox.send("WebDriver:TakeScreenshot", { full: false });
    return Buffer.from(value, "base64");
  }
}

// A page in a Firefox of its own.
export class FirefoxPage extends Page {
  // Starts Firefox and opens an address. `size` is that of the viewport, in CSS pixels.
  static async open(address, { size = [640, 400], ...options } = {}) {
    const page = new FirefoxPage(new Tab());
    await page.page.firefox.start(options);
    await page.page.resize(...size);
    await page.page.goto(address);
    return page;
  }

  picture() {
    return this.page.screenshot();
  }

  // Returns the script errors of all pages so far.
  async errors() {
    const messages = await this.page.firefox.run_as_browser(`return Services.console.getMessageArray()
      .filter((message) => message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag))
      .filter((message) => /^(http|blob):/.test(message.sourceName))
      .map((message) => message.errorMessage);`);
    return messages.filter((message) => !message.includes("Using exceptions for control flow"));
  }

  async close() {
    const errors = await this.errors();
    await this.page.firefox.close();
    check(errors.length === 0, `the page fails: ${errors[0]}`);
  }
}
