// Fetches files of the site, with progress. Programs and levels are stored compressed, so any static server can serve them.

// `{path: {bytes, br, gz}}`: the size of each file uncompressed and in each compressed form, in bytes. Written with the site.
const manifest = fetch(new URL("files.json", import.meta.url)).then((response) => response.json());
const running = new Map();

// Decompressors. All browsers support gzip. If this one does not support Brotli, a program of the site decompresses it.
const gunzip = () => new DecompressionStream("gzip");
const unbrotli = (() => {
  try {
    new DecompressionStream("brotli");
    return () => new DecompressionStream("brotli");
  } catch {
    return by_program;
  }
})();

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

// Returns the bytes of a file of the site. A prefetched file is used once and then forgotten.
export function fetched(path, report = () => {}) {
  const known = running.get(path);
  if (known) {
    running.delete(path);
    return known;
  }
  const bytes = fetch_now(path, report);
  running.set(path, bytes);
  // The first caller may be a prefetch that ignores errors.
  bytes.catch(() => running.delete(path));
  return bytes;
}

async function stream_of(path, report, packed = "br") {
  const entry = (await manifest)[path];
  const form = entry && (entry[packed] ? packed : entry.gz ? "gz" : "");
  const url = new URL(form ? `${path}.${form}` : path, import.meta.url);
  const response = await fetch(url).catch(() => {
    throw new Error(`${path} cannot be fetched: the connection to the site is gone`);
  });
  if (!response.ok) throw new Error(`${path} cannot be fetched from the site (${response.status} ${response.statusText})`.trim());
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

async function fetch_now(path, report) {
  return new Uint8Array(await new Response(await stream_of(path, report)).arrayBuffer());
}

// Compiles a program of the site while it downloads.
export async function module_of(path, report = () => {}, packed = "br") {
  const response = new Response(await stream_of(path, report, packed), { headers: { "content-type": "application/wasm" } });
  return WebAssembly.compileStreaming(response);
}
