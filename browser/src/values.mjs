/**
 * Values of a segment's files (docs/format.md, sections 5.1, 6, 7.2 and 8.1). Numbers are checked when a value is decoded, and
 * what is deleted is left out.
 * @module
 */

import { IS, LIMITS, Unpacker, compare, damaged, record, unpack, within } from "./wire.mjs";

/** Number in the place of a field that says how long the titles are that hold a term (7.1). */
export const TITLES = 7;

/** Return a keyed shard (5.1) as its columns `keys`, `counts` and `values`. */
export function shardOf(bytes, kind) {
  const what = `A shard of ${kind}`;
  const shard = record(unpack(bytes), what, { keys: "texts", counts: "integers", values: "array" });
  const { keys, counts, values } = shard;
  const lexicon = kind === "lexicon";
  if (!keys.length || counts.length !== keys.length || values.length !== (lexicon ? 0 : keys.length))
    damaged(`${what} has columns of different lengths`);
  for (let index = 0; index < keys.length; index++) {
    if (index && compare(keys[index - 1], keys[index]) >= 0) damaged(`${what} is not sorted`);
    if (!counts[index] || !(lexicon || IS.bytes(values[index])))
      damaged(`${what} has a count of 0, or a value that is none`);
    if (keys[index].length > LIMITS.KEY_CHARS)
      within([...keys[index]].length, LIMITS.KEY_CHARS, "Code points in a key");
  }
  return shard;
}

/** Return a `lengths` file (7.2). */
export function lengthsOf(bytes) {
  const what = "A lengths file";
  const members = {
    sections: "integers",
    lengths: "bytes",
    untitled: "integers?",
    variants: "integers?",
    asked: "integers?",
    priors: "bytes",
  };
  const { sections, lengths, untitled = [], variants = [], asked = [], priors } = record(unpack(bytes), what, members);
  const pages = priors.length;
  if (sections.length !== pages) damaged(`${what} has columns of different lengths`);
  const firstSection = new Uint32Array(pages + 1);
  for (let page = 0; page < pages; page++) {
    if (!sections[page]) damaged(`${what} has a page without sections`);
    within(sections[page], LIMITS.SECTIONS_PER_PAGE, "Sections in a page");
    firstSection[page + 1] = firstSection[page] + sections[page];
  }
  if (firstSection[pages] !== lengths.length) damaged(`${what} has columns of different lengths`);
  const leaders = new Map();
  for (let at = 0; at < variants.length; at += 2) {
    const [page, leader] = [variants[at], variants[at + 1]];
    if (!(page < pages && leader < pages) || page <= (variants[at - 2] ?? -1))
      damaged(`${what} has variants that are no pages, or do not rise`);
    leaders.set(page, leader);
  }
  for (const leader of leaders.values()) if (leaders.has(leader)) damaged(`${what} has a leader that is a variant`);
  return {
    firstSection,
    codes: lengths,
    untitled: flags(untitled, lengths.length, what),
    variants: leaders,
    asked: flags(asked, pages, what),
    priors,
  };
}

function flags(steps, size, what) {
  const found = new Uint8Array(size);
  let last = 0;
  steps.forEach((step, at) => {
    last += step;
    if ((at && !step) || last >= size) damaged(`${what} has numbers that do not rise, or are too great`);
    found[last] = 1;
  });
  return found;
}

/** Return a page (8.1). */
export function pageOf(map) {
  const what = "A page";
  const members = {
    url: "text",
    title: "text?",
    description: "text?",
    meta: "textMap?",
    facets: "textsMap?",
    depths: "bytes",
    kinds: "bytes",
    anchors: "texts",
    titles: "texts",
    words: "integers",
    aliases: "integerMap?",
    lines: "integers?",
    variants: "texts?",
  };
  const empty = {
    title: "",
    description: "",
    meta: new Map(),
    facets: new Map(),
    aliases: new Map(),
    lines: [],
    variants: [],
  };
  const page = { ...empty, ...record(map, what, members) };
  const sections = within(page.anchors.length, LIMITS.SECTIONS_PER_PAGE, "Sections in a page");
  if (!page.url || !sections) damaged(`${what} has no URL, or no section`);
  if (page.url.length > LIMITS.KEY_CHARS) within([...page.url].length, LIMITS.KEY_CHARS, "Code points in a page's URL");
  if ([page.depths, page.kinds, page.titles, page.words].some((column) => column.length !== sections))
    damaged(`${what} has columns of different lengths`);
  if (page.lines.length && page.lines.length !== 2 * sections) damaged(`${what} has lines for other than its sections`);
  if (page.depths[0] || page.kinds[0] === 3 || page.kinds.some((kind) => kind > 3))
    damaged(`${what} has no section of its own, or one of an unknown kind`);
  for (let at = 1; at < sections; at++)
    if (!page.depths[at] || page.depths[at] > page.depths[at - 1] + 1)
      damaged(`${what} has a section without a parent`);
  for (const section of page.aliases.values())
    if (section >= sections) damaged(`${what} has an alias that leads nowhere`);
  return page;
}

/** Leave out the deleted of some sections, and with them their items of a column. */
function kept(sections, column, gone) {
  if (!sections.some((section) => gone[section])) return { sections, column };
  return {
    sections: sections.filter((section) => !gone[section]),
    column: typeof column === "number" ? column : column.filter((_, at) => !gone[sections[at]]),
  };
}

/**
 * Return where a term occurs (6.1): field → `{sections, frequencies}`, where one number stands for equal frequencies. Under
 * `TITLES` the frequencies are the titles' numbers of words.
 */
export function decodeTerms(value, segment) {
  const fields = fieldsOf(value, segment);
  if (segment.gone)
    for (const [field, { sections, frequencies }] of fields) {
      const left = kept(sections, frequencies, segment.gone);
      if (left.sections.length) fields.set(field, { sections: left.sections, frequencies: left.column });
      else fields.delete(field);
    }
  return fields;
}

function fieldsOf(value, segment) {
  const unpacker = new Unpacker(value);
  const items = unpacker.array();
  if (items % 3) damaged("A term has incomplete fields");
  const found = new Map();
  let last = -1;
  for (let at = 0; at < items; at += 3) {
    const field = unpacker.integer();
    if (field <= last) damaged("A term's fields do not rise");
    last = field;
    const sections = unpacker.rising(segment.sections);
    const frequencies = unpacker.counts(sections.length);
    if (field <= TITLES && sections.length) found.set(field, { sections, frequencies });
  }
  return unpacker.only(found);
}

/**
 * Return at which words a term stands (6.2): section → `Uint32Array` of positions. Where the value leaves sections and
 * counts out, `terms`, the term's value of that kind, says them.
 */
export function decodePositions(value, segment, terms) {
  const unpacker = new Unpacker(value);
  const items = unpacker.array();
  const inner = items === 3 ? unpacker.bytes[unpacker.at] : 0;
  const whole = (inner & 0xf0) === 0x90 || inner === 0xdc || inner === 0xdd;
  let sections;
  let counts;
  let total = items;
  if (whole) {
    sections = unpacker.rising(segment.sections);
    counts = unpacker.counts(sections.length);
    total = unpacker.array();
  } else [sections, counts] = occurrences(fieldsOf(terms, segment));
  const found = new Map();
  let left = total;
  for (let at = 0; at < sections.length; at++) {
    const count = typeof counts === "number" ? counts : counts[at];
    if ((left -= count) < 0) damaged("A term has fewer positions than sections");
    const positions = new Uint32Array(count);
    let last = 0;
    for (let index = 0; index < count; index++) {
      const step = unpacker.integer();
      if (index && !step) damaged("Positions do not rise");
      positions[index] = last += step;
    }
    if (!segment.gone?.[sections[at]]) found.set(sections[at], positions);
  }
  if (left) damaged("A term has more positions than sections");
  return unpacker.only(found);
}

/** Return sections and counts of the positions that a term has by its frequencies in title, headings, body and code. */
function occurrences(fields) {
  const counts = new Map();
  for (const field of [0, 1, 2, 3]) {
    const { sections = [], frequencies } = fields.get(field) ?? {};
    sections.forEach((section, at) =>
      counts.set(
        section,
        (counts.get(section) ?? 0) + (typeof frequencies === "number" ? frequencies : frequencies[at]),
      ),
    );
  }
  const sections = Uint32Array.from(counts.keys()).sort();
  return [sections, sections.map((section) => counts.get(section))];
}

/** Return page numbers that have a facet's value (6.3). */
export function decodeFacet(value, segment) {
  const unpacker = new Unpacker(value);
  const pages = unpacker.only(unpacker.rising(segment.pages));
  return segment.deleted ? pages.filter((page) => !segment.deleted.has(page)) : pages;
}

/** Return the definitions of a name (6.4) as objects. */
export function decodeSymbols(value, segment, key) {
  const definitions = unpack(value);
  const sound =
    Array.isArray(definitions) &&
    definitions.every(isDefinition) &&
    definitions.every(([section], at) => section < segment.sections && (!at || section >= definitions[at - 1][0]));
  if (!sound) damaged("A symbol has a definition that is none");
  return definitions
    .filter(([section]) => !segment.gone?.[section])
    .map(([section, name, kind, language, signature, line = 0, lastLine = 0, visibility = ""]) => ({
      section,
      name: name || key,
      kind,
      language,
      signature,
      line,
      lastLine,
      visibility,
    }));
}

function isDefinition(items) {
  const [section, name, kind, language, signature, line = 0, lastLine = 0, visibility = ""] = Array.isArray(items)
    ? items
    : [];
  return [section, line, lastLine].every(IS.integer) && [name, kind, language, signature, visibility].every(IS.text);
}

/** Return the questions that have a term (6.7): `{questions, sections, lengths}`, where one number stands for equal lengths. */
export function decodeAsked(value, segment) {
  const unpacker = new Unpacker(value);
  if (unpacker.array() !== 3) damaged("Questions of a term have no three columns");
  const questions = unpacker.rising(LIMITS.QUESTIONS);
  if (unpacker.array() !== questions.length) damaged("Questions of a term have no section each");
  const sections = new Uint32Array(questions.length);
  let last = 0;
  for (let at = 0; at < sections.length; at++) {
    sections[at] = last += unpacker.integer();
    if (last >= segment.sections) damaged("A question has a section that there is not");
  }
  const lengths = unpacker.only(unpacker.counts(questions.length));
  if (!segment.gone) return { questions, sections, lengths };
  const stays = (_, at) => !segment.gone[sections[at]];
  return {
    questions: questions.filter(stays),
    sections: sections.filter(stays),
    lengths: typeof lengths === "number" ? lengths : lengths.filter(stays),
  };
}
