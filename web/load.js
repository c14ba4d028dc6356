// Fetches files of the site, with progress. Programs and levels are stored compressed, so any static server can serve them.

import { say } from "./words.js";

// `{path: {bytes, br, gz, at, plain}}`: the size of each file uncompressed and in each compressed form, in bytes; in a published site, also
// its path with a hash, and whether it also exists uncompressed. Written with the site.
const manifest = fetch(new URL("files.json", import.meta.url)).then((response) => response.json());
// Files that are prefetched, by path.
const running = new Map();

// Returns whether the site has a file.
export const has_file = async (path) => path in (await manifest);

// Decompressors. All browsers support gzip. If this one does not support Brotli, a program of the site decompresses it.
const gunzip = () => new DecompressionStream("gzip");
const has_brotli = (() => {
  try {
    return new DecompressionStream("brotli") !== undefined;
  } catch {
    return false;
  }
})();
const unbrotli = () => (has_brotli ? new DecompressionStream("brotli") : by_program());

// Returns the form of a file that arrives soonest: `br`, `gz`, or an empty string for the uncompressed file. A browser without Brotli also
// has to load and compile the program that decompresses it, which takes about twice the time of its download.
function form_of(files, path, packed) {
  const { br, gz } = files[path] ?? {};
  const program = has_brotli || unpacks ? 0 : 2 * files["unpack.wasm"].gz;
  if (packed === "br" && br && (!gz || br + program <= gz)) return "br";
  return gz ? "gz" : "";
}

function by_program() {
  let unpacker;
  return new TransformStream({
    async start() {
      const { Unpacker } = await unpack_program();
      unpacker = new Unpacker();
    },
    transform: (part, controller) => enqueue(controller, unpacker.push(part)),
    flush: (controller) => enqueue(controller, unpacker.end()),
  });
}

function enqueue(controller, bytes) {
  if (bytes.length > 0) controller.enqueue(bytes);
}

let unpacks;
function unpack_program() {
  unpacks ??= (async () => {
    const [program, module] = await Promise.all([import("./unpack.js"), module_of("unpack.wasm", () => {}, "gz")]);
    await program.default({ module_or_path: module });
    return program;
  })();
  return unpacks;
}

// Starts to fetch a file of the site for the next call of `fetched`.
export function prefetch(path) {
  if (running.has(path)) return;
  const bytes = fetch_now(path, () => {});
  running.set(path, bytes);
  bytes.catch(() => running.delete(path));
}

// Keeps the bytes of a file for the next call of `fetched`.
export const keep = (path, bytes) => running.set(path, Promise.resolve(bytes));

// Returns the bytes of a file of the site. A prefetched file is used once and then forgotten.
export function fetched(path, report = () => {}) {
  const known = running.get(path);
  running.delete(path);
  return known ?? fetch_now(path, report);
}

const url_of = (path, entry, form) => new URL(`${entry?.at ?? path}${form && `.${form}`}`, import.meta.url);

function fetch_url(path, url, signal) {
  return fetch(url, { signal }).catch((error) => {
    if (signal?.aborted) throw error;
    throw new Error(say("site_gone", path));
  });
}

async function stream_of(path, report, packed = "br", signal = undefined) {
  const files = await manifest;
  const entry = files[path];
  const form = form_of(files, path, packed);
  const response = await fetch_url(path, url_of(path, entry, form), signal);
  if (!response.ok) throw new Error(say("site_refuses", path, `${response.status} ${response.statusText}`.trim()));
  const all = form ? entry[form] : Number(response.headers.get("content-length") ?? 0);
  let done = 0;
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        done += part.length;
        report(done, all);
        controller.enqueue(part);
      },
    }),
  );
  return form ? counted.pipeThrough(form === "br" ? unbrotli() : gunzip()) : counted;
}

// Whether workers fetch the files. A page that draws all the time would delay each part of a file until after the next picture.
let in_background = false;
export const fetch_in_background = () => (in_background = true);

// Fetches a file in a worker. Returns its bytes, or the compiled program.
function by_worker(order, report, signal) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("fetch.js", import.meta.url), { type: "module" });
    const end = (settle, value) => {
      worker.terminate();
      settle(value);
    };
    worker.onmessage = ({ data: { progress, result, failure } }) => {
      if (progress) report(...progress);
      else if (result) end(resolve, result);
      else end(reject, new Error(failure));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(reject, new Error(say("worker_died", event.message)));
    };
    signal?.addEventListener("abort", () => end(reject, signal.reason));
    worker.postMessage(order);
  });
}

async function fetch_now(path, report) {
  if (in_background) return by_worker({ path }, report);
  return new Uint8Array(await new Response(await stream_of(path, report)).arrayBuffer());
}

// Whether the host compresses programs in transit, as far as it is known. A host that does not compress scripts does not compress programs.
const [script] = performance.getEntriesByName(import.meta.url);
let host_compresses = !script || script.encodedBodySize < script.decodedBodySize;

// Compiles a program of the site while it downloads.
//
// Browsers cache compiled code only for a response that comes unchanged from its URL. So if the host compresses the plain file in transit,
// that file is compiled. Otherwise, the page decompresses the program itself, and every visit compiles it again.
export async function module_of(path, report = () => {}, packed = "br", signal = undefined) {
  const entry = (await manifest)[path];
  if (entry?.plain && host_compresses) {
    const stop = new AbortController();
    signal?.addEventListener("abort", () => stop.abort());
    const response = await fetch_url(path, url_of(path, entry, ""), stop.signal);
    host_compresses = response.ok && response.headers.has("content-encoding");
    if (host_compresses) return WebAssembly.compileStreaming(response);
    stop.abort();
  }
  if (in_background) return by_worker({ path, is_program: true, packed }, report, signal);
  return unpacked_module(path, report, packed, signal);
}

// Compiles a program of the site while the page decompresses it.
export async function unpacked_module(path, report, packed, signal = undefined) {
  const response = new Response(await stream_of(path, report, packed, signal), { headers: { "content-type": "application/wasm" } });
  return WebAssembly.compileStreaming(response);
}

// Returns the compiled light program, which the window and the workers share.
let light;
export function light_module(report) {
  light ??= module_of("bspwalk_light.wasm", report);
  light.catch(() => (light = undefined));
  return light;
}
