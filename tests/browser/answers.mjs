// Answers queries: one JSON object a line in, one out. `bundles` are folders with the weights of their scores.
import { basename } from "node:path";
import { createInterface } from "node:readline";

import { libraryOf, openBundle } from "../../browser/pinax.mjs";

const opened = new Map();

function libraryFor(weights) {
  const key = JSON.stringify(weights);
  if (!opened.has(key)) {
    const parts = Object.entries(weights).map(async ([place, weight]) => {
      return { bundle: await openBundle(place), weight, name: basename(place) };
    });
    opened.set(
      key,
      Promise.all(parts).then((found) => libraryOf(...found)),
    );
  }
  return opened.get(key);
}

async function answer({ bundles, query, facets = false, excerpts = false, ...options }) {
  const library = await libraryFor(bundles);
  const started = performance.now();
  const reply = await library.search(query, { ...options, countFacets: facets });
  const ms = performance.now() - started;
  const { hits, did_you_mean, unknown_words, relaxed, total, facets: facet_counts } = reply;
  const rowsOf = (of) => of.map(({ docset, url, anchor, score }) => [docset, url, anchor, score]);
  const shown = excerpts ? await Promise.all(hits.map((hit) => hit.excerpt())) : undefined;
  return { hits: rowsOf(hits), below: rowsOf(reply.sections ?? []), did_you_mean, unknown_words, relaxed, facet_counts, total, ms, excerpts: shown };
}

for await (const line of createInterface({ input: process.stdin })) {
  const said = await answer(JSON.parse(line)).catch((error) => ({ hits: [], error: error.stack }));
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
