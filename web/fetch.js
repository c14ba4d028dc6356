// Fetches a file of the site in a worker. Receives its path; posts its progress, then its bytes or the compiled program.

import { fetched, unpacked_module } from "./load.js";

onmessage = async ({ data: { path, is_program, packed } }) => {
  const report = (...progress) => postMessage({ progress });
  try {
    const result = await (is_program ? unpacked_module(path, report, packed) : fetched(path, report));
    postMessage({ result }, is_program ? [] : [result.buffer]);
  } catch (error) {
    postMessage({ failure: error.message ?? String(error) });
  }
};
