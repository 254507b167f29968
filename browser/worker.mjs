/**
 * A worker that answers what `src/threads.mjs` asks.
 * @module
 */

import { Service } from "./src/service.mjs";

let service;

globalThis.onmessage = async ({ data: { id, method, given } }) => {
  try {
    if (method === "open") {
      service = Service.open(...given);
      await service;
      postMessage({ id });
    } else postMessage({ id, result: await (await service)[method](...given) });
  } catch ({ code = "internal", message }) {
    postMessage({ id, error: { code, message } });
  }
};
postMessage("ready");
