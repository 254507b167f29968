// Damages files of a bundle, and prints how often the reader detected it. Reads {bundle, every} as JSON, for test_hostile.py.
import { readFileSync, readdirSync } from "node:fs";

import { openBundle } from "../../browser/src/bundle.mjs";
import { BundleError } from "../../browser/src/wire.mjs";

const { bundle: folder, every } = JSON.parse(readFileSync(0, "utf8"));
const files = new Map(
  ["pinax.json", ...readdirSync(`${folder}/files`).map((name) => `files/${name}`)].map((name) => [
    name,
    readFileSync(`${folder}/${name}`),
  ]),
);
const PLACE = "https://x.dev/";

/** Read all of a bundle that has one file replaced, and say how it ended. */
async function outcome(changed, bytes) {
  const fetch = async (url, { headers }) => {
    const name = url.slice(PLACE.length);
    const whole = name === changed ? bytes : files.get(name);
    const [, from = 0, to = whole.length - 1] = /^bytes=(\d+)-(\d+)$/.exec(headers.Range ?? "") ?? [];
    return new Response(whole.subarray(Number(from), Number(to) + 1), { status: headers.Range ? 206 : 200 });
  };
  try {
    const bundle = await openBundle(PLACE, { fetch });
    for (const segment of bundle.docsets.flatMap(({ segments }) => segments)) segment.reference.manifest = undefined;
    for (const segment of await bundle.segments()) {
      await segment.lengths();
      if (segment.single.definers) await segment.definers([0]);
      for (const kind of Object.keys(segment.tables)) if (!["pages", "texts"].includes(kind)) await segment.prefixed(kind, "");
      await segment.pageRecords(Array.from({ length: segment.pages }, (_, number) => number));
      await segment.texts(Array.from({ length: segment.sections }, (_, number) => number));
    }
  } catch (error) {
    return error instanceof BundleError ? "detected" : error.stack;
  }
  return "unnoticed";
}

const tally = {};
const places = [...files].flatMap(([name, bytes]) => Array.from(bytes, (_, at) => [name, at]));
for (let number = 0; number < places.length; number += every) {
  const [name, at] = places[number];
  const flipped = Uint8Array.from(files.get(name));
  flipped[at] ^= 1 << number % 8;
  for (const bytes of [flipped, files.get(name).subarray(0, at)]) {
    const found = `${name.split(".").pop()}: ${await outcome(name, bytes)}`;
    tally[found] = (tally[found] ?? 0) + 1;
  }
}
console.log(JSON.stringify(tally));
