/**
 * Where a symbol is defined (docs/ranking.md, section 6).
 *
 * Strategy. A name as a whole is a key of `symbols`. Where only its end was typed, the sections that have its words in the field symbol
 * are looked up, and `definers` leads from them to the shards with their definitions.
 * @module
 */

import { analyzerOf } from "./analyzer.mjs";
import { ownerOf } from "./search.mjs";
import { decodeSymbols, decodeTerms } from "./values.mjs";
import { BundleError, caseFolded, compare } from "./wire.mjs";

const SYMBOL = 6;
const SEPARATORS = /::|->|[.#/\\]/;
const JOINED_BY = ["::", "->", ".", "#", "/", "\\"];
const SHARDS = 64;
const NAME_CHARS = 300;
const LEAST_CODE_PRIOR = 60;

/** How a name fits what was typed, best first. */
const FITS = { exactly: 0, butForCase: 1, ends: 2, endsInAnotherCase: 3, hasWords: 4 };

/**
 * Find where a symbol is defined.
 * @param {{docset: object, name: string, weight: number}[]} docsets in their order, with the segments' manifests read
 * @param {string} typed a name, or the end of one
 * @param {{kind?: string, language?: string, limit?: number, pages?: string[]}} [options] with URLs of `pages`, only
 *   their definitions, and only those whose names are what was typed or end in it
 * @returns {Promise<{symbols: object[], total: number, cut: boolean}>} `cut` where a name is too common to look at all definitions
 */
export async function findSymbols(docsets, typed, { kind = "", language = "", limit = 15, pages = null } = {}) {
  const asked = askedFor(typed);
  const searched = docsets.flatMap(({ docset, name: shown, weight }, at) =>
    docset.segments.map((segment, inside) => ({ segment, docset, shown, weight, order: [at, inside] })),
  );
  const isWanted = (one) =>
    (!kind || caseFolded(kind) === caseFolded(one.kind) || (caseFolded(kind) === "field" && one.kind === "property")) && (!language || caseFolded(language) === caseFolded(one.language));
  const look = async (continued) => {
    const found = await Promise.all(searched.map((one) => definitionsIn(one, asked, { continued, pages })));
    return { symbols: found.flatMap(({ definitions }) => definitions).filter(isWanted), cut: found.some(({ cut }) => cut) };
  };
  let { symbols, cut } = await look(false);
  const named = symbols.filter(({ fit }) => fit < FITS.hasWords);
  if (named.length || pages) symbols = named;
  else ({ symbols, cut } = await look(true));
  if (symbols.length > 1) await markAsides(symbols);
  symbols.sort(inOrder(asked));
  return { symbols: await located(symbols.slice(0, limit)), total: symbols.length, cut };
}

const componentsOf = (name) => name.split(SEPARATORS).filter(Boolean);
const pathOf = (name) => componentsOf(name).join(".");

function askedFor(typed) {
  const name = typed
    .replace(/\s+/g, " ")
    .replace(/^["'` ]+|["'` ]+$/g, "")
    .replace(/(?<!operator)\(\)$/, "");
  if (!name || [...typed].length > NAME_CHARS) throw new BundleError("usage", `A name has 1 to ${NAME_CHARS} characters.`);
  const path = pathOf(name);
  return { name, path, folded: caseFolded(path), last: caseFolded(componentsOf(name).pop() ?? name) };
}

/** Return definitions in a segment whose names fit; with `continued` also of names that begin so, with URLs of `pages` only theirs. */
async function definitionsIn(one, asked, { continued, pages }) {
  const { segment } = one;
  const records = pages && (await Promise.all(pages.map((url) => segment.pageByUrl(url)))).filter(Boolean);
  const isOn = ({ firstSection: first, anchors }, section) => section >= first && section < first + anchors.length;
  const isWanted = (section) => !records || records.some((record) => isOn(record, section));
  if (!segment.tables.symbols.items || records?.length === 0) return { definitions: [], cut: false };
  const keys = [caseFolded(asked.name), ...JOINED_BY.map((sign) => asked.folded.replaceAll(".", sign))];
  const runs = (await analyzerOf(segment)).runs(asked.path);
  const spelled = runs.flatMap((run) => run.spelled).map(caseFolded);
  const words = spelled.length ? spelled : [caseFolded(asked.name)];
  const [whole, longer, { places, cut }] = await Promise.all([
    segment.fetch("symbols", [...new Set(keys)]),
    continued ? segment.prefixed("symbols", caseFolded(asked.name), SHARDS) : [],
    definingShards(
      segment,
      runs.flatMap((run) => run.words).filter((terms) => terms.length),
      isWanted,
    ),
  ]);
  const entries = new Map(Array.from(whole, ([key, { value }]) => [key, value]));
  for (const [key, , value] of longer) entries.set(key, value);
  for (const { keys: own, values } of await segment.shards("symbols", places))
    own.forEach((key, at) => entries.set(key, values[at]));
  const definitions = new Map();
  for (const [key, value] of entries) {
    if (fitOf(key, asked, words) === null) continue;
    for (const definition of decodeSymbols(value, segment, key)) {
      const fit = fitOf(definition.name, asked, words);
      if (fit !== null && isWanted(definition.section)) definitions.set(`${definition.section} ${definition.name}`, { ...definition, fit, of: one });
    }
  }
  return { definitions: [...definitions.values()], cut };
}

/** Return the places of `symbols` shards with definitions of wanted sections that have all words in their symbols, as many as are looked at. */
async function definingShards(segment, words, isWanted) {
  const none = { places: [], cut: false };
  if (!words.length) return none;
  const fetched = await segment.fetch("terms", [...new Set(words.flat())]);
  let common = null;
  for (const terms of words) {
    const sections = new Set();
    for (const term of terms) {
      if (!fetched.has(term)) continue;
      for (const section of decodeTerms(fetched.get(term).value, segment).get(SYMBOL)?.sections ?? []) sections.add(section);
    }
    common = common ? common.filter((section) => sections.has(section)) : [...sections];
  }
  common = common.filter(isWanted);
  if (!common.length) return none;
  common.sort((left, right) => left - right);
  const items = segment.tables.symbols.shards ? segment.tables.symbols.shardsBefore.at(-1) : segment.tables.symbols.items;
  const places = (await segment.definers(common)) ?? Array.from({ length: items }, (_, at) => at);
  return { places: places.slice(0, SHARDS), cut: places.length > SHARDS };
}

/** Return how a name fits, or null. */
function fitOf(name, asked, words) {
  if (name === asked.name) return FITS.exactly;
  const path = pathOf(name);
  const folded = caseFolded(path);
  if (folded === asked.folded) return FITS.butForCase;
  if (folded.endsWith(`.${asked.folded}`)) return path.endsWith(`.${asked.path}`) ? FITS.ends : FITS.endsInAnotherCase;
  return words.every((word) => folded.includes(word)) ? FITS.hasWords : null;
}

/** Mark the definitions of source code that are in a test, an example or a stub, as its priors tell. */
async function markAsides(definitions) {
  for (const definition of definitions.filter(({ line }) => line)) {
    const { firstSection, priors } = await definition.of.segment.lengths();
    definition.isAside = priors[pageOfSection(firstSection, definition.section)] < LEAST_CODE_PRIOR;
  }
}

/** Return what sorts definitions, the best first. */
function inOrder({ last }) {
  const ranks = ({ fit, kind, name, visibility, isAside }) => [
    fit,
    kind === "term" || !kind ? 1 : 0,
    fit === FITS.hasWords && !caseFolded(componentsOf(name).pop() ?? "").startsWith(last) ? 1 : 0,
    isAside ? 1 : 0,
    visibility === "private" ? 1 : 0,
    pathOf(name).split(".").length,
    [...pathOf(name)].length,
  ];
  const later = ({ of: { weight, order }, line, section }) => [-weight, line ? 1 : 0, ...order, section];
  const byNumbers = (one, other) => one.map((rank, at) => rank - other[at]).find(Boolean) ?? 0;
  return (one, other) =>
    byNumbers(ranks(one), ranks(other)) || compare(pathOf(one.name), pathOf(other.name)) || byNumbers(later(one), later(other));
}

/** Return definitions as they are shown, with the pages that they are on. */
async function located(definitions) {
  return Promise.all(
    definitions.map(
      async ({ of: { segment, docset, shown }, section, name, kind, language, signature, visibility, line, lastLine }) => {
        const { firstSection } = await segment.lengths();
        const number = pageOfSection(firstSection, section);
        const page = (await segment.pageRecords([number])).get(number);
        const at = ownerOf(page, section - page.firstSection);
        const anchor = at ? page.anchors[at] : "";
        const path = page.url.startsWith(docset.url) ? page.url.slice(docset.url.length) : page.url;
        const id = `${shown}:${path}${anchor ? `#${anchor}` : ""}`;
        return {
          name,
          kind,
          language,
          signature: signature || page.titles[at],
          visibility,
          line,
          lastLine,
          docset: shown,
          id,
          url: page.url,
          anchor: anchor.startsWith("~") ? "" : anchor,
        };
      },
    ),
  );
}

/** Return the number of the page that has a section. */
function pageOfSection(firstSection, section) {
  let low = 0;
  let high = firstSection.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (firstSection[middle] <= section) low = middle;
    else high = middle;
  }
  return low;
}
