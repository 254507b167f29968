#!/usr/bin/env node
/**
 * Read Pinax bundles in a browser or under Node: the door of all modules, and the command `node pinax.mjs`.
 *
 *     import { openBundle, libraryOf } from "./pinax.mjs";
 *     const library = libraryOf(await openBundle("https://docs.example.org/bundle"));
 *     const { hits } = await library.search("retry with backoff", { limit: 5 });
 *     const { text, marks } = await hits[0].excerpt();
 * @module
 */

export { openBundle } from "./src/bundle.mjs";
export { Library, libraryOf } from "./src/search.mjs";
export { BundleError } from "./src/wire.mjs";

const [, script = ""] = globalThis.process?.argv ?? [];
if (/[/\\]pinax(?:\.mjs)?$/.test(script)) {
  const { run } = await import("./src/command.mjs");
  await run(globalThis.process.argv.slice(2));
}
