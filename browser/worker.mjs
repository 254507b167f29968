/**
 * A worker that answers what `src/threads.mjs` asks.
 * @module
 */

import { openLibrary } from "./pinax.mjs";

let library;

globalThis.onmessage = async ({ data: { id, method, given } }) => {
  try {
    if (method === "open") {
      library = openLibrary(given[0], { ...given[1], worker: false });
      await library;
      postMessage({ id });
    } else postMessage({ id, result: await (await library).ask(method, ...given) });
  } catch ({ code = "internal", message }) {
    postMessage({ id, error: { code, message } });
  }
};
postMessage("ready");
