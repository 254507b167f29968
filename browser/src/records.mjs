/**
 * What a file or block holds, by its kind (docs/format.md, sections 4.3, 4.4, 5.1, 6.6, 6.7, 7.2 and 8).
 * @module
 */

import { IS, LIMITS, compare, damaged, record, unpack, within } from "./wire.mjs";
import { visible, visibleLine } from "./visible.mjs";

const KEYED = ["terms", "positions", "symbols", "facets", "lexicon", "asked"];
const KINDS = ["terms", "positions", "symbols", "facets", "pages", "texts", "lexicon"];

/** Kind → what the content of such a file says. */
export const DECODERS = {
  segment: manifestOf,
  table: (bytes) => {
    const map = unpack(bytes);
    return new Table(map, record(map, "A table", { kind: "text" }).kind, true);
  },
  lengths: lengthsOf,
  definers: definersOf,
  pages: pagesOf,
  texts: textsOf,
  questions: (bytes) => record(unpack(bytes), "A file of questions", { texts: "texts" }).texts,
  ...Object.fromEntries(KEYED.map((kind) => [kind, (bytes) => shardOf(bytes, kind)])),
};

/** Return bytes in hexadecimal digits. */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the running sums of counts, from 0. */
function sumsOf(counts) {
  const sums = [0];
  for (const count of counts) sums.push(sums[sums.length - 1] + count);
  return sums;
}

/** Return the last of some items. */
export const lastOf = (items) => items[items.length - 1];

function checkKey(key, what) {
  if (key.length > LIMITS.KEY_CHARS) within([...key].length, LIMITS.KEY_CHARS, `Code points in ${what}`);
}

/** A list of the shards or packs of one kind (4.4): a table of a manifest, or a `table` file, which is a part of that. */
export class Table {
  constructor(map, kind, isPart) {
    const what = `A table of ${kind}`;
    const { digests, sizes, first, pages, sections, lone, file, shards } = record(map, what, {
      digests: "bytes",
      sizes: "integers",
      first: "texts?",
      pages: "integers?",
      sections: "integers?",
      lone: "integers?",
      file: "array?",
      shards: "integers?",
    });
    const items = sizes.length;
    if (![...KINDS, "asked"].includes(kind)) damaged(`${what} is of no kind`);
    if (digests.length !== 16 * items || (isPart && !items)) damaged(`${what} has digests for other than its items`);
    if (shards && (isPart || lone)) damaged(`${what} is of two sorts`);
    for (const size of sizes) within(size, LIMITS.FILE_BYTES, "Bytes of a file");
    const column = (found, isDue, least) => {
      if (!isDue || (!items && !found)) return null;
      if (found?.length !== items || found.some((one) => one < least)) damaged(`${what} lacks a column, or has a wrong one`);
      return found;
    };
    this.kind = kind;
    this.items = items;
    this.digests = digests;
    this.sizes = sizes;
    this.first = column(first, kind !== "texts", "") ?? [];
    this.pages = column(pages, kind === "pages", 1) ?? [];
    this.sections = column(sections, kind === "pages" || kind === "texts", 1) ?? [];
    this.lone = column(lone, kind === "terms" && lone, 0);
    this.shards = column(shards, shards, 1);
    this.first.forEach((key, at) => {
      checkKey(key, "a key");
      if (at && compare(this.first[at - 1], key) >= 0) damaged(`${what} is not sorted`);
    });
    if (file) this.#layOut(file, what);
    this.pagesBefore = sumsOf(this.pages);
    this.sectionsBefore = sumsOf(this.sections);
    this.shardsBefore = sumsOf(this.shards ?? []);
  }

  /** Find the file and the first byte of each block. */
  #layOut(pairs, what) {
    this.files = [];
    this.starts = [];
    let file;
    let start = 0;
    for (const size of this.sizes) {
      if (!start) file = referenceOf(pairs.slice(0, 2), what);
      this.files.push(file);
      this.starts.push(start);
      start += size;
      if (start > file.size) damaged(`${what} has a block that does not end in its file`);
      if (start === file.size) [pairs, start] = [pairs.slice(2), 0];
    }
    if (start || pairs.length) damaged(`${what} does not fill its files`);
  }

  /** Return what refers to an item: `kind`, `digest`, `size`, and for a block `file`, `fileSize` and `start`. */
  reference(at) {
    const digest = hex(this.digests.subarray(16 * at, 16 * at + 16));
    const own = { kind: this.shards ? "table" : this.kind, digest, size: this.sizes[at] };
    if (!this.files) return own;
    return { ...own, file: this.files[at].digest, fileSize: this.files[at].size, start: this.starts[at] };
  }

  /** Raise if a `table` file is not what the manifest says of it. */
  checkPart(part, at) {
    const isSound =
      part.kind === this.kind &&
      part.items === this.shards[at] &&
      part.first[0] === this.first[at] &&
      (at + 1 >= this.first.length || compare(lastOf(part.first), this.first[at + 1]) < 0) &&
      (!this.pages.length || lastOf(part.pagesBefore) === this.pages[at]) &&
      (!this.sections.length || lastOf(part.sectionsBefore) === this.sections[at]);
    if (!isSound) damaged(`A table of ${this.kind} is not what the manifest says`);
  }

  /** Raise if a shard or pack is not what the table says of it. */
  check(content, at) {
    let isSound;
    if (this.kind === "texts") isSound = content.texts.length === this.sections[at];
    else if (this.kind === "pages")
      isSound =
        content.pages.length === this.pages[at] &&
        content.pages[0].url === this.first[at] &&
        lastOf(content.before) === this.sections[at] &&
        this.#ends(lastOf(content.pages).url, at);
    else {
      const isLone = content.keys.length === 1 && content.counts[0] === this.lone?.[at];
      isSound = content.keys[0] === this.first[at] && this.#ends(lastOf(content.keys), at) && (!this.lone?.[at] || isLone);
    }
    if (!isSound) damaged(`A file of ${this.kind} is not what its table says`);
  }

  #ends(key, at) {
    return at + 1 === this.items || compare(key, this.first[at + 1]) < 0;
  }
}

function referenceOf(pair, what) {
  const [digest, size] = pair;
  if (pair.length !== 2 || !IS.bytes(digest) || digest.length !== 16 || !IS.integer(size)) damaged(`${what} refers to no file`);
  return { digest: hex(digest), size: within(size, LIMITS.FILE_BYTES, "Bytes of a file") };
}

function manifestOf(bytes) {
  const what = "A segment's manifest";
  const manifest = record(unpack(bytes), what, {
    analyzer: "text",
    fingerprint: "text",
    language: "text",
    pages: "integer",
    sections: "integer",
    words: "integer",
    lengths: "array",
    definers: "array?",
    questions: "array?",
    tables: "map",
  });
  within(manifest.sections, LIMITS.SECTIONS, "Sections in a segment");
  const tables = {};
  for (const [kind, table] of manifest.tables) if ([...KINDS, "asked"].includes(kind)) tables[kind] = new Table(table, kind);
  for (const kind of KINDS) if (!tables[kind]) damaged(`${what} has no table of ${kind}`);
  const isSound =
    manifest.pages > 0 &&
    lastOf(tables.pages.pagesBefore) === manifest.pages &&
    lastOf(tables.pages.sectionsBefore) === manifest.sections &&
    lastOf(tables.texts.sectionsBefore) === manifest.sections;
  if (!isSound) damaged(`${what} counts other pages or sections than its tables`);
  const single = {};
  for (const kind of ["lengths", "definers", "questions"])
    if (manifest[kind]) single[kind] = { kind, ...referenceOf(manifest[kind], what) };
  return { ...manifest, tables, single };
}

/** Return a keyed shard (5.1) as its columns `keys`, `counts`, `values` and, of terms, `positions`. */
function shardOf(bytes, kind) {
  const what = `A shard of ${kind}`;
  const shard = record(unpack(bytes), what, { keys: "texts", counts: "integers", values: "array", positions: "array?" });
  const { keys, counts, values, positions } = shard;
  const hasValues = kind !== "lexicon";
  const isLong = (column) => column.length === keys.length;
  if (!keys.length || !isLong(counts) || (hasValues ? !isLong(values) : values.length) || (positions && !isLong(positions)))
    damaged(`${what} has columns of different lengths`);
  if (positions && !positions.every(IS.bytes)) damaged(`${what} has positions that are no bin`);
  for (let at = 0; at < keys.length; at++) {
    if (at && compare(keys[at - 1], keys[at]) >= 0) damaged(`${what} is not sorted`);
    if (!counts[at] || (hasValues && !IS.bytes(values[at]))) damaged(`${what} has a count of 0, or a value that is no bin`);
    checkKey(keys[at], "a key");
  }
  return shard;
}

function lengthsOf(bytes) {
  const what = "A file of lengths";
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
  const firstSection = new Uint32Array(pages + 1);
  sections.forEach((count, page) => {
    if (!count) damaged(`${what} has a page without sections`);
    within(count, LIMITS.SECTIONS_PER_PAGE, "Sections in a page");
    firstSection[page + 1] = firstSection[page] + count;
  });
  if (sections.length !== pages || firstSection[pages] !== lengths.length) damaged(`${what} has columns of different lengths`);
  return {
    firstSection,
    codes: lengths,
    untitled: flagsOf(untitled, lengths.length, what),
    variants: leadersOf(variants, pages, what),
    asked: flagsOf(asked, pages, what),
    priors,
  };
}

function leadersOf(pairs, pages, what) {
  const leaders = new Map();
  for (let at = 0; at < pairs.length; at += 2) {
    const [page, leader] = [pairs[at], pairs[at + 1]];
    if (!(page < pages && leader < pages) || (at && page <= pairs[at - 2]))
      damaged(`${what} has variants that are no pages, or do not rise`);
    leaders.set(page, leader);
  }
  for (const leader of leaders.values()) if (leaders.has(leader)) damaged(`${what} has a leader that is a variant`);
  return leaders;
}

function flagsOf(steps, size, what) {
  const found = new Uint8Array(size);
  let last = 0;
  steps.forEach((step, at) => {
    last += step;
    if ((at && !step) || last >= size) damaged(`${what} has numbers that do not rise, or are too great`);
    found[last] = 1;
  });
  return found;
}

function definersOf(bytes) {
  const what = "A file of definers";
  const { files, more } = record(unpack(bytes), what, { files: "bytes", more: "integers" });
  if (files.length % 2 || more.length % 2) damaged(`${what} has half a number`);
  for (let at = 2; at < more.length; at += 2)
    if (more[at] < more[at - 2] || (more[at] === more[at - 2] && more[at + 1] <= more[at - 1]))
      damaged(`${what} is not sorted`);
  const further = new Map();
  for (let at = 0; at < more.length; at += 2) {
    if (more[at] >= files.length / 2) damaged(`${what} has a section that there is not`);
    further.set(more[at], [...(further.get(more[at]) ?? []), more[at + 1]]);
  }
  return {
    sections: files.length / 2,
    placesOf: (section) => [files[2 * section] * 256 + files[2 * section + 1], ...(further.get(section) ?? [])],
  };
}

function pagesOf(bytes) {
  const { pages, moved = new Map() } = record(unpack(bytes), "A pack of pages", { pages: "array", moved: "textMap?" });
  const found = pages.map((map) => pageOf(map));
  if (!found.length) damaged("A pack of pages has none");
  return { pages: found, moved, before: sumsOf(found.map(({ anchors }) => anchors.length)) };
}

/** Return a pack of texts (8.2): `texts`, and what it says of their pages, `{page, from, above}`: `from` is the first text of each. */
function textsOf(bytes) {
  const { texts, pages = [] } = record(unpack(bytes), "A pack of texts", { texts: "texts", pages: "array?" });
  let from = 0;
  const heads = pages.map((map) => {
    const page = pageOf(map, true);
    const head = { page, from, above: page.above ?? 0 };
    from += page.titles.length - head.above;
    return head;
  });
  if (heads.length && from !== texts.length) damaged("A pack of texts has pages of other sections");
  return { texts, heads };
}

const EMPTY = { title: "", description: "", meta: new Map(), facets: new Map(), aliases: new Map(), lines: [], variants: [] };

/** Return a page (8.1), or what a pack of texts says of one, without characters that nobody sees (8.3). */
function pageOf(map, isHead) {
  const what = "A page";
  const page = {
    ...EMPTY,
    ...record(map, what, {
      url: "text",
      title: "text?",
      description: "text?",
      meta: "textMap?",
      facets: "textsMap?",
      depths: "bytes",
      kinds: "bytes",
      anchors: "texts",
      titles: "texts",
      ...(isHead ? { above: "integer?" } : { words: "integers" }),
      aliases: "integerMap?",
      lines: "integers?",
      variants: "texts?",
    }),
  };
  const { url, depths, kinds, anchors, titles, words = titles, aliases, lines, above = 0 } = page;
  const sections = within(anchors.length, LIMITS.SECTIONS_PER_PAGE, "Sections in a page");
  if (!url || sections <= above) damaged(`${what} has no URL, or no section`);
  checkKey(url, "a page's URL");
  if ([depths, kinds, titles, words].some((column) => column.length !== sections))
    damaged(`${what} has columns of different lengths`);
  if (lines.length && lines.length !== 2 * sections) damaged(`${what} has lines for other than its sections`);
  if (depths[0] || kinds[0] === 3 || kinds.some((kind) => kind > 3))
    damaged(`${what} does not begin with its own section, or has one of no kind`);
  for (let at = 1; at < sections; at++)
    if (!depths[at] || depths[at] > depths[at - 1] + 1) damaged(`${what} has a section without a parent`);
  for (const section of aliases.values()) if (section >= sections) damaged(`${what} has an alias that leads nowhere`);
  return {
    ...page,
    title: visibleLine(page.title),
    description: visible(page.description),
    titles: titles.map(visibleLine),
    meta: new Map(Array.from(page.meta, ([name, value]) => [visibleLine(name), visible(value)])),
    facets: new Map(Array.from(page.facets, ([name, values]) => [visibleLine(name), values.map(visibleLine)])),
  };
}
