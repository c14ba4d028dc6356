// Levels from the user: dropped or chosen files, and URLs.

import { say } from "./words.js";

const LEVELS = ["obj", "gltf", "glb", "map", "bsp", "wad", "bspw"];
// Size limit, in bytes. A WebAssembly program has 4 GB of memory.
const MOST = 1 << 30;
const ending = (name) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

let number = 0;
let earlier;

// Returns a new virtual folder for files that belong together, and the previous one.
function folder() {
  const before = earlier;
  earlier = `/given/${++number}`;
  return [earlier, before];
}

// Finds the level in a list of files, and gives all of them paths for the program.
export async function opened_files(list) {
  const given = [...list];
  const level = LEVELS.map((kind) => given.find((file) => ending(file.name) === kind)).find((file) => file) ?? given[0];
  // A WAD file next to a map contains its textures.
  const map = given.find((file) => ending(file.name) === "map");
  const main = ending(level.name) === "wad" && map ? map : level;
  const bytes = given.reduce((sum, file) => sum + file.size, 0);
  if (bytes > MOST) {
    throw new Error(say("files_too_large", main.name, (bytes / 1e9).toFixed(1)));
  }
  const contents = await Promise.all(
    given.map((file) =>
      file.arrayBuffer().catch(() => {
        throw new Error(say("file_unreadable", file.name));
      }),
    ),
  );
  const [at, before] = folder();
  const files = given.map((file, i) => ({ path: `${at}/${file.name}`, content: new Uint8Array(contents[i]) }));
  return { path: `${at}/${main.name}`, files, earlier: before };
}

// Fetches the level at a URL.
export async function resolved(level, report) {
  const url = new URL(level, document.baseURI);
  const name = decodeURIComponent(url.pathname.split("/").pop()) || "level";
  report(say("loading", name), -1);
  const response = await fetch(url).catch(() => {
    throw new Error(url.origin === location.origin ? say("connection_lost", url) : say("no_cors", url, url.host));
  });
  if (!response.ok) throw new Error(say("not_fetched", url, `${response.status} ${response.statusText}`.trim()));
  if (Number(response.headers.get("content-length")) > MOST) throw new Error(say("level_too_large", name));
  const [at] = folder();
  const main = { path: `${at}/${name}`, content: new Uint8Array(await response.arrayBuffer()) };
  const files = [main];
  // Fetches the files that the level names, relative to its URL. Missing ones are skipped.
  const wanted = named_in(name, main.content);
  for (let next; (next = wanted.shift()); ) {
    if (files.some((file) => file.path === `${at}/${next}`)) continue;
    const beside = await fetch(new URL(next, url)).catch(() => undefined);
    if (!beside?.ok) continue;
    const content = new Uint8Array(await beside.arrayBuffer());
    files.push({ path: `${at}/${next}`, content });
    wanted.push(...named_in(next, content));
  }
  return { path: main.path, files };
}

// Returns the files that a file names: material libraries, images, buffers.
function named_in(name, content) {
  const text = () => new TextDecoder().decode(content);
  const lines = (word) => [...text().matchAll(new RegExp(`^\\s*(?:${word})\\s+(?:-\\S+\\s+[\\d.]+\\s+)*(.+?)\\s*$`, "gim"))].map((found) => found[1]);
  const clean = (names) => names.map((name) => name.replaceAll("\\", "/")).filter((name) => !name.includes("..") && !name.startsWith("/"));
  switch (ending(name)) {
    case "obj":
      return clean(lines("mtllib"));
    case "mtl":
      return clean(lines("map_Kd|map_Ka|map_d"));
    case "gltf":
      try {
        const { buffers = [], images = [] } = JSON.parse(text());
        return clean([...buffers, ...images].map(({ uri }) => uri).filter((uri) => uri && !uri.startsWith("data:")));
      } catch {
        return [];
      }
    default:
      return [];
  }
}
