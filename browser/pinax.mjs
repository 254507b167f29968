#!/usr/bin/env node
/**
 * Read Pinax bundles in a browser or under Node: the door of all modules, and the command `node pinax.mjs`.
 *
 *     import { openLibrary } from "./pinax.mjs";
 *     const library = await openLibrary("https://docs.example.org/bundle");
 *     const { hits } = await library.search("retry with backoff", { limit: 5 });
 *     const { text, marks } = await hits[0].excerpt();
 * @module
 */

import { openIn } from "./src/threads.mjs";

export { openBundle } from "./src/bundle.mjs";
export { Library, libraryOf } from "./src/search.mjs";
export { BundleError } from "./src/wire.mjs";

/** Open bundles to be searched as one, in a worker where one may be started: see `openIn`. */
export const openLibrary = (places, options) => openIn(new URL("./worker.mjs", import.meta.url), places, options);

const [, script = ""] = globalThis.process?.argv ?? [];
if (/[/\\]pinax(?:-reader|\.mjs)?$/.test(script)) {
  import("./src/command.mjs").then(({ run }) => run(globalThis.process.argv.slice(2))); // it imports this module, so nothing waits here
}
