// Fetches files of the site, with progress. Programs and levels lie there compressed, so that any server can hand them out as they are.

// `{path: {bytes, forms: {br, gz}}}`: sizes of the files, unpacked and as they are packed. Written with the site.
const manifest = fetch(new URL("files.json", import.meta.url)).then((response) => response.json());
const running = new Map();

// Whether this browser unpacks Brotli; all unpack gzip.
const has_brotli = (() => {
  try {
    new DecompressionStream("brotli");
    return true;
  } catch {
    return false;
  }
})();

// The bytes of a file of the site. A file that is fetched already is not fetched once more until it was taken.
export function fetched(path, report = () => {}) {
  const known = running.get(path);
  if (known) {
    running.delete(path);
    return known;
  }
  const bytes = fetch_now(path, report);
  running.set(path, bytes);
  // The first caller may be a prefetch, the second takes it.
  bytes.catch(() => running.delete(path));
  return bytes;
}

async function stream_of(path, report) {
  const entry = (await manifest)[path];
  const form = entry && (has_brotli && entry.br ? "br" : entry.gz ? "gz" : "");
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
  return form ? counted.pipeThrough(new DecompressionStream(form === "br" ? "brotli" : "gzip")) : counted;
}

async function fetch_now(path, report) {
  return new Uint8Array(await new Response(await stream_of(path, report)).arrayBuffer());
}

// A program of the site, compiled while it comes.
export async function module_of(path, report = () => {}) {
  const response = new Response(await stream_of(path, report), { headers: { "content-type": "application/wasm" } });
  return WebAssembly.compileStreaming(response);
}
