// Reads [[kind, bytes in base64], …] as JSON, and prints for each whether the reader takes them: "ok", or the code of its error.
import { readFileSync } from "node:fs";

import { entryOf } from "../../browser/src/entry.mjs";
import { DECODERS } from "../../browser/src/records.mjs";
import { decodeAsked, decodeFacet, decodePositions, decodeSymbols, decodeTerms } from "../../browser/src/values.mjs";
import { BundleError, decompressed } from "../../browser/src/wire.mjs";

const segment = { pages: 1000, sections: 1000, gone: null, deleted: null };
const digestOf = async (bytes) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes))
    .toString("hex")
    .slice(0, 32);
const readers = {
  ...DECODERS,
  entry: (bytes) => entryOf(bytes, digestOf),
  frame: (bytes) => decompressed(bytes),
  "terms value": (bytes) => decodeTerms(bytes, segment),
  "positions value": (bytes) => decodePositions(bytes, segment, Uint8Array.of(0x93, 2, 0x92, 1, 3, 1)),
  "facets value": (bytes) => decodeFacet(bytes, segment),
  "symbols value": (bytes) => decodeSymbols(bytes, segment, "key"),
  "asked value": (bytes) => decodeAsked(bytes, segment),
};
const verdicts = [];
for (const [kind, base64] of JSON.parse(readFileSync(0, "utf8"))) {
  const started = performance.now();
  try {
    const found = await readers[kind](new Uint8Array(Buffer.from(base64, "base64")));
    verdicts.push(kind === "frame" ? `ok ${await digestOf(found)}` : "ok");
  } catch (error) {
    verdicts.push(error instanceof BundleError ? error.code : `${error.stack}`);
  }
  if (performance.now() - started > 10_000) verdicts[verdicts.length - 1] = "too slow";
}
console.log(JSON.stringify(verdicts));
