// Prints all that a bundle holds, as the reader in JavaScript reads it, for test_reader.py. Reads {bundle} as JSON.
import { readFileSync } from "node:fs";

import { openBundle } from "../../browser/src/bundle.mjs";
import { decodeAsked, decodeFacet, decodePositions, decodeSymbols, decodeTerms } from "../../browser/src/values.mjs";

const plain = (value) => {
  if (value instanceof Map) return Object.fromEntries(Array.from(value, ([key, item]) => [key, plain(item)]));
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
};
const perSection = ({ sections, frequencies }) =>
  Object.fromEntries(
    Array.from(sections, (section, at) => [section, typeof frequencies === "number" ? frequencies : frequencies[at]]),
  );

async function keyed(segment, kind, decode) {
  const listed = await segment.prefixed(kind, "");
  const keys = listed.map(([key]) => key);
  const fetched = await segment.fetch(kind, [...keys, "", "zzzz", "\u{10ffff}"]);
  if (fetched.size !== keys.length) throw new Error(`${kind}: ${fetched.size} of ${keys.length} keys are found`);
  const found = {};
  for (const [key, { count, value }] of fetched) found[key] = [count, decode ? await decode(value, key) : null];
  return found;
}

const positionsOf = (segment) => async (value, key) => {
  const terms = (await segment.fetch("terms", [key])).get(key).value;
  return plain(decodePositions(value, segment, terms));
};

async function besideTerms(segment) {
  const terms = await segment.fetch("terms", (await segment.prefixed("terms", "")).map(([key]) => key));
  const beside = [...terms.keys()].filter((key) => terms.get(key).positions?.length);
  const found = Array.from(await segment.positions(beside), async ([key, value]) => [key, [null, await positionsOf(segment)(value, key)]]);
  return Object.fromEntries(await Promise.all(found));
}

async function read(segment) {
  const lengths = plain(new Map(Object.entries(await segment.lengths())));
  const numbers = Array.from({ length: segment.pages }, (_, number) => number);
  const pages = [...(await segment.pageRecords(numbers)).values()];
  for (const page of pages) {
    const same = await segment.pageByUrl(page.url);
    if (same?.number !== page.number || same.firstSection !== page.firstSection)
      throw new Error(`${page.url} is another page by URL`);
  }
  const sections = pages.flatMap(({ firstSection, anchors }) => anchors.map((_, at) => firstSection + at));
  return {
    docset: segment.docset.name,
    deleted: [...(segment.deleted ?? [])],
    lengths: Object.fromEntries(Object.entries(lengths).map(([name, value]) => [name, plain(value)])),
    pages: pages.map((page) => plain(new Map(Object.entries(page).map(([name, value]) => [name, plain(value)])))),
    texts: Object.fromEntries(await segment.texts(sections)),
    terms: await keyed(segment, "terms", (value) =>
      plain(new Map(Array.from(decodeTerms(value, segment), ([field, of]) => [field, perSection(of)]))),
    ),
    positions: { ...(await keyed(segment, "positions", positionsOf(segment))), ...(await besideTerms(segment)) },
    facets: await keyed(segment, "facets", (value) => plain(decodeFacet(value, segment))),
    symbols: await keyed(segment, "symbols", (value, key) => decodeSymbols(value, segment, key)),
    lexicon: await keyed(segment, "lexicon"),
    asked: await keyed(segment, "asked", (value) =>
      plain(new Map(Object.entries(decodeAsked(value, segment)).map(([name, of]) => [name, plain(of)]))),
    ),
  };
}

const bundle = await openBundle(JSON.parse(readFileSync(0, "utf8")).bundle);
const segments = await bundle.segments();
console.log(
  JSON.stringify({ verified: bundle.verified, notices: bundle.notices, segments: await Promise.all(segments.map(read)) }),
);
