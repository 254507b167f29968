// Answers {bundle, symbols: [[name, options], …], pages: [address, …], folded: [text, …]} as JSON, for test_pages.py.
import { readFileSync } from "node:fs";

import { openBundle } from "../../browser/src/bundle.mjs";
import { findPage } from "../../browser/src/pages.mjs";
import { findSymbols } from "../../browser/src/symbols.mjs";
import { caseFolded } from "../../browser/src/wire.mjs";

const { bundle: place, symbols, pages, folded } = JSON.parse(readFileSync(0, "utf8"));
const bundle = await openBundle(place);
await bundle.segments();
const docsets = bundle.docsets.map((docset) => ({ bundle, docset, name: docset.name, weight: docset.weight }));

async function read(address) {
  const page = await findPage(docsets, address);
  return (
    page && { ...page, outline: page.outline(), text: await page.text(), alone: await page.text(undefined, { below: false }) }
  );
}

console.log(
  JSON.stringify({
    symbols: await Promise.all(symbols.map(([name, options]) => findSymbols(docsets, name, options))),
    pages: await Promise.all(pages.map(read)),
    folded: folded.map(caseFolded),
  }),
);
