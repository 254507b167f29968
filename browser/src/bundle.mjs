/**
 * A bundle: the entry, and segments that are asked for terms, pages and texts (docs/format.md).
 * @module
 */

import { sourceOf } from "./source.mjs";
import { lengthsOf, pageOf, shardOf } from "./values.mjs";
import {
  BundleError,
  IS,
  LIMITS,
  compare,
  damaged,
  decompressed,
  notAbove,
  notAboveNumber,
  record,
  textOf,
  unpack,
  within,
} from "./wire.mjs";

const VERSION = 1;
const KEPT_BYTES = 48 << 20;
const GAP_BYTES = 4096;
const NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[A-Za-z0-9._-]{0,63}[A-Za-z0-9_-]$/i;
const RANKING = {
  bm25_k1: 2,
  bm25_b: 0.75,
  title_weight: 3,
  headings_weight: 2,
  body_weight: 1,
  code_weight: 1.5,
  description_weight: 2,
  path_weight: 1,
  symbol_weight: 3,
  term_proximity_bonus: 0.5,
  full_coverage_bonus: 0.2,
  exact_title_bonus: 2.2,
  prefix_penalty: 0.5,
  stop_word_weight: 0.3,
  synonym_weight: 0.7,
  question_weight: 1,
};
const SHARES = ["bm25_b", "prefix_penalty", "stop_word_weight", "synonym_weight"];
const KINDS = ["terms", "positions", "symbols", "facets", "pages", "texts", "lexicon", "asked"];

/** Open a bundle in a folder (Node) or behind a URL. Reads nothing but the entry. */
export async function openBundle(place, options = {}) {
  const source = await sourceOf(place, options);
  const bytes = await source.whole("pinax.json", LIMITS.ENTRY_BYTES);
  const files = new Files(source);
  const entry = await entryOf(bytes, files);
  return new Bundle(entry, files);
}

/** An open bundle. */
export class Bundle {
  #opening;

  constructor(entry, files) {
    this.entry = entry;
    this.files = files;
    this.ranking = rankingOf(entry.ranking);
    this.docsets = entry.docsets.map((docset) => ({ ...docset }));
    for (const docset of this.docsets)
      docset.segments = docset.segments.map((reference) => new Segment(docset, reference, files));
  }

  /** Whether files are checked against their digests; not where there is no `crypto.subtle`. */
  get verified() {
    return this.files.verified;
  }

  /** What the user should know, each said once. */
  get notices() {
    const unverified = this.verified
      ? []
      : ["Files are not checked against their digests: browsers do that on HTTPS and localhost alone."];
    return [...unverified, ...this.files.source.notices];
  }

  /** Return the segments of docsets by name, of all without names, with their manifests read; in the order of the entry. */
  async segments(names) {
    const segments = this.docsets
      .filter((docset) => !names || names.includes(docset.name))
      .flatMap((docset) => docset.segments);
    await openManifests(segments, this.files);
    return segments;
  }
}

async function openManifests(segments, files) {
  const unread = segments.filter((segment) => !segment.tables);
  const inside = await Promise.all(
    unread.map((segment) => segment.reference.manifest && files.verify(segment.reference.manifest, segment.reference)),
  );
  const outside = unread.filter((_, at) => !inside[at]);
  const read = await files.open(
    outside.map(({ reference }) => ({ kind: "segment", ...reference })),
    unpack,
  );
  unread.forEach((segment, at) =>
    segment.take(inside[at] ? unpack(decompressed(inside[at])) : read[outside.indexOf(segment)]),
  );
}

async function entryOf(bytes, files) {
  let entry;
  try {
    entry = JSON.parse(textOf(bytes));
  } catch (error) {
    const html = bytes[0] === 0x3c ? ": it is a page of HTML" : "";
    throw new BundleError(
      "damaged",
      `pinax.json cannot be read${html} (${error.message}). Is this a bundle's address?`,
      { cause: error },
    );
  }
  if (!isObject(entry) || !IS.integer(entry.oldest_reader)) damaged("pinax.json has no 'oldest_reader'");
  if (entry.oldest_reader > VERSION)
    throw new BundleError(
      "version",
      `The bundle is for readers of version ${entry.oldest_reader}; this one is ${VERSION}. Use a newer reader.`,
    );
  await checkEntry(bytes, entry, files);
  const docsets = entry.docsets;
  if (!Array.isArray(docsets) || !docsets.every(isObject)) damaged("'docsets' of pinax.json are no list");
  within(docsets.length, LIMITS.DOCSETS, "Docsets");
  let segments = 0;
  let deleted = 0;
  docsets.forEach((docset, at) => {
    docset = docsets[at] = docsetOf(docset);
    if (at && compare(docsets[at - 1].name, docset.name) >= 0) damaged("Docsets are not sorted by name");
    within((segments += docset.segments.length), LIMITS.SEGMENTS, "Segments");
    for (const segment of docset.segments) within((deleted += segment.deleted.length), LIMITS.DELETED, "Deleted pages");
  });
  if (!isObject(entry.ranking)) damaged("'ranking' of pinax.json is no object");
  return entry;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

async function checkEntry(bytes, entry, files) {
  const latin = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * 8192, (at + 1) * 8192)),
  ).join("");
  const text = latin.replaceAll("\r\n", "\n");
  const found = [...text.matchAll(/^ "digest": "([0-9a-f]{32})",?$/gm)];
  if (found.length !== 1 || found[0][1] !== entry.digest) damaged("pinax.json has no line with its digest");
  const at = found[0].index + ' "digest": "'.length;
  const zeroed = text.slice(0, at) + "0".repeat(32) + text.slice(at + 32);
  const digest = await files.digest(Uint8Array.from(zeroed, (character) => character.charCodeAt(0)));
  if (digest && digest !== entry.digest) damaged("pinax.json does not have the digest that it says");
}

function docsetOf(docset) {
  const what = `the docset '${docset.name}'`;
  const text = (name, limit) => {
    if (docset[name] === undefined && limit) return "";
    if (!IS.text(docset[name])) damaged(`'${name}' of ${what} is no string`);
    if (limit) within([...docset[name]].length, limit, `Code points in '${name}' of ${what}`);
    return docset[name];
  };
  if (!NAME.test(text("name"))) damaged(`${what} has no valid name`);
  for (const name of ["pages", "sections"])
    if (!IS.integer(docset[name])) damaged(`'${name}' of ${what} is no integer`);
  if (!isObject(docset.languages) || !Object.values(docset.languages).every(IS.integer))
    damaged(`'languages' of ${what} are none`);
  if (!Array.isArray(docset.segments) || !docset.segments.every(isObject)) damaged(`'segments' of ${what} are no list`);
  const segments = docset.segments.map((segment) => segmentOf(segment, what));
  if (new Set(segments.map(({ digest }) => digest)).size !== segments.length) damaged(`${what} has a segment twice`);
  return {
    ...docset,
    name: docset.name,
    title: text("title"),
    url: text("url"),
    fetched_at: text("fetched_at"),
    version: text("version", LIMITS.VERSION_CHARS),
    instructions: text("instructions", LIMITS.INSTRUCTIONS_CHARS),
    source_url_template: text("source_url_template", LIMITS.TEMPLATE_CHARS),
    weight: weightOf(docset.weight, LIMITS.WEIGHT, `'weight' of ${what}`),
    segments,
  };
}

function weightOf(value, limit, what) {
  if (typeof value !== "number" || !(value >= 0)) damaged(`${what} is no number from 0 up`);
  return within(value, limit, what);
}

function segmentOf({ name, size, manifest, deleted = [], deleted_words }, what) {
  if (!IS.text(name) || !/^[0-9a-f]{32}$/.test(name) || !IS.integer(size))
    damaged(`A segment of ${what} has no valid name or size`);
  if (!IS.integers(deleted) || deleted.some((step, at) => at && !step))
    damaged(`'deleted' of a segment of ${what} are no rising numbers`);
  if (deleted_words !== undefined && !IS.integer(deleted_words))
    damaged(`'deleted_words' of a segment of ${what} is no integer`);
  let last = 0;
  return {
    digest: name,
    size: within(size, LIMITS.FILE_BYTES, "Bytes of a file"),
    manifest: manifest === undefined ? undefined : fromBase64(manifest, what),
    deleted: deleted.map((step) => (last += step)),
    deletedWords: deleted_words,
  };
}

function fromBase64(text, what) {
  try {
    if (IS.text(text)) return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {}
  return damaged(`'manifest' of a segment of ${what} is no base64`);
}

function rankingOf(given) {
  const ranking = { ...RANKING };
  for (const name of Object.keys(RANKING))
    if (given[name] !== undefined)
      ranking[name] = weightOf(given[name], SHARES.includes(name) ? 1 : LIMITS.WEIGHT, `'${name}'`);
  return ranking;
}

const nameOf = ({ digest, kind }) => `${digest}.${kind}`;
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Reads, verifies, decodes and keeps files and blocks, by their digests. */
class Files {
  verified = Boolean(globalThis.crypto?.subtle);
  #kept = new Map();
  #sizes = new Map();
  #bytes = 0;

  constructor(source) {
    this.source = source;
  }

  /** Return the digest of bytes, or nothing where it cannot be computed. */
  async digest(bytes) {
    if (!this.verified) return null;
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes), 0, 16));
  }

  /** Return bytes that have the size and digest by which they were referred to. */
  async verify(bytes, { digest, size }) {
    if (bytes.length !== size) damaged(`${digest} has ${bytes.length} bytes, not ${size}`);
    const found = await this.digest(bytes);
    if (found && found !== digest) damaged(`${digest} has other bytes than its name says`);
    return bytes;
  }

  /**
   * Return what `decode` makes of the content of each file or block, in one round: neighbours in a file are one request.
   * A reference has `kind`, `digest` and `size`, and for a block `file`, `fileSize` and `start`.
   */
  async open(references, decode) {
    const missing = new Map(
      references
        .filter((reference) => !this.#kept.has(nameOf(reference)))
        .map((reference) => [nameOf(reference), reference]),
    );
    for (const run of runsOf([...missing.values()])) {
      const [first, last] = [run[0], run[run.length - 1]];
      const path = `files/${first.file ?? first.digest}.${first.kind}`;
      const bytes = this.#read(path, first, last);
      bytes.catch(() => {});
      for (const reference of run) {
        const from = (reference.start ?? 0) - (first.start ?? 0);
        const value = bytes
          .then((all) => this.verify(all.subarray(from, from + reference.size), reference))
          .then((own) => {
            const content = decompressed(own);
            this.#keep(nameOf(reference), content.length);
            return decode(content, reference.kind);
          });
        this.#kept.set(nameOf(reference), value);
        value.catch(() => this.#kept.delete(nameOf(reference)));
      }
    }
    return Promise.all(
      references.map((reference) => {
        const value = this.#kept.get(nameOf(reference));
        this.#kept.delete(nameOf(reference));
        this.#kept.set(nameOf(reference), value);
        return value;
      }),
    );
  }

  #read(path, first, last) {
    if (!first.file) return this.source.whole(path, first.size);
    const [from, to] = [first.start, last.start + last.size];
    return from === 0 && to === first.fileSize ? this.source.whole(path, to) : this.source.part(path, from, to);
  }

  #keep(name, bytes) {
    this.#sizes.set(name, bytes);
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= KEPT_BYTES) break;
      if (!this.#sizes.has(oldest) || oldest === name) continue;
      this.#bytes -= this.#sizes.get(oldest);
      this.#sizes.delete(oldest);
      this.#kept.delete(oldest);
    }
  }
}

/** Return references in runs, each of them one request. */
function runsOf(references) {
  const place = ({ file, digest, kind }) => `${file ?? digest}.${kind}`;
  references.sort((one, other) => compare(place(one), place(other)) || (one.start ?? 0) - (other.start ?? 0));
  const runs = [];
  let end = 0;
  let last;
  for (const reference of references) {
    const joins = last?.file && place(last) === place(reference) && reference.start - end <= GAP_BYTES;
    if (joins) runs[runs.length - 1].push(reference);
    else runs.push([reference]);
    last = reference;
    end = reference.start + reference.size;
  }
  return runs;
}

/** A list of shards or packs of one kind (4.4): a table of a manifest, or a `table` file. */
class Table {
  constructor(map, kind, isPart) {
    const what = `A table of ${kind}`;
    const members = {
      digests: "bytes",
      sizes: "integers?",
      first: "texts?",
      pages: "integers?",
      sections: "integers?",
      lone: "integers?",
      file: "array?",
      shards: "integers?",
    };
    const { digests, sizes = [], first, pages, sections, lone, file, shards } = record(map, what, members);
    const items = sizes.length;
    if (digests.length !== 16 * items || (isPart && !items))
      damaged(`${what} has digests for other than its ${items} items`);
    const column = (found, needed, least) => {
      if (!needed || (!items && !found)) return null;
      if (!found || found.length !== items || found.some((one) => one < least))
        damaged(`${what} lacks a column, or has a wrong one`);
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
      if (key.length > LIMITS.KEY_CHARS) within([...key].length, LIMITS.KEY_CHARS, "Code points in a key");
      if (at && compare(this.first[at - 1], key) >= 0) damaged(`${what} is not sorted`);
    });
    for (const size of sizes) within(size, LIMITS.FILE_BYTES, "Bytes of a file");
    if (shards && (isPart || file || lone)) damaged(`${what} is of two sorts`);
    this.#place(file, what);
    this.pagesBefore = sumsOf(this.pages);
    this.sectionsBefore = sumsOf(this.sections);
    this.shardsBefore = sumsOf(this.shards ?? []);
  }

  #place(file, what) {
    if (!file) return;
    this.files = [];
    this.starts = [];
    let number = 0;
    let start = 0;
    for (let at = 0; at < this.items; at++) {
      const [digest, size] = [file[2 * number], file[2 * number + 1]];
      if (!IS.bytes(digest) || digest.length !== 16 || !IS.integer(size)) damaged(`${what} has no valid files`);
      within(size, LIMITS.FILE_BYTES, "Bytes of a file");
      this.files.push(number ? this.files[at - 1] : { digest: hex(digest), size });
      if (!start) this.files[at] = { digest: hex(digest), size };
      this.starts.push(start);
      start += this.sizes[at];
      if (start > size) damaged(`${what} has a block that does not end in its file`);
      if (start === size) [number, start] = [number + 1, 0];
    }
    if (start || file.length !== 2 * number) damaged(`${what} does not fill its files`);
  }

  /** Return what refers to an item. */
  reference(at) {
    const kind = this.shards ? "table" : this.kind;
    const own = {
      kind,
      digest: hex(this.digests.subarray(16 * at, 16 * at + 16)),
      size: this.sizes[at],
      table: this,
      at,
    };
    return this.files
      ? { ...own, file: this.files[at].digest, fileSize: this.files[at].size, start: this.starts[at] }
      : own;
  }
}

function sumsOf(counts) {
  const sums = [0];
  for (const count of counts) sums.push(sums[sums.length - 1] + count);
  return sums;
}

const total = (sums) => sums[sums.length - 1];

/** Part of a docset in one language. What reads is asynchronous; properties are there once `Bundle.segments` gave it. */
export class Segment {
  #lengths;
  #definers;

  constructor(docset, reference, files) {
    this.docset = docset;
    this.reference = reference;
    this.files = files;
    /** Flags of deleted sections, or null; set by `lengths()`. */
    this.gone = null;
  }

  /** Take the content of the manifest. */
  take(map) {
    const what = "A segment's manifest";
    const members = {
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
    };
    const manifest = record(map, what, members);
    within(manifest.sections, LIMITS.SECTIONS, "Sections in a segment");
    if (!manifest.pages || manifest.sections < manifest.pages)
      damaged(`${what} has no pages, or fewer sections than pages`);
    const { deleted, deletedWords } = this.reference;
    if (deleted.length && deleted[deleted.length - 1] >= manifest.pages)
      damaged(`${what} has fewer pages than are deleted`);
    const tables = {};
    for (const kind of KINDS) {
      const table = manifest.tables.get(kind);
      if (table !== undefined) tables[kind] = new Table(table, kind);
      else if (kind !== "asked") damaged(`${what} has no table of ${kind}`);
    }
    const { pages, texts } = tables;
    if (
      total(pages.pagesBefore) !== manifest.pages ||
      total(pages.sectionsBefore) !== manifest.sections ||
      total(texts.sectionsBefore) !== manifest.sections
    )
      damaged(`${what} counts other pages or sections than its tables`);
    const { analyzer, fingerprint, language, sections, words } = manifest;
    Object.assign(this, { analyzer, fingerprint, language, pages: manifest.pages, sections, words, tables });
    this.deleted = deleted.length ? new Set(deleted) : null;
    this.deletedWords = deletedWords;
    this.single = {
      lengths: singleOf(manifest.lengths),
      definers: manifest.definers && singleOf(manifest.definers),
      questions: manifest.questions && singleOf(manifest.questions),
    };
  }

  /** Return what every search needs: sections and priors of pages, lengths of sections, variants. */
  lengths() {
    this.#lengths ??= this.#single("lengths", lengthsOf).then((lengths) => {
      if (lengths.priors.length !== this.pages || lengths.codes.length !== this.sections)
        damaged("A lengths file counts other pages or sections than the manifest");
      if (this.deleted) this.gone = goneOf(this, lengths);
      return lengths;
    });
    this.#lengths.catch(() => (this.#lengths = null));
    return this.#lengths;
  }

  async #single(kind, decode) {
    const [value] = await this.files.open([{ kind, ...this.single[kind] }], decode);
    return value;
  }

  /** Return the parts of a table of a kind that were asked for, by number, with what of the segment lies before them. */
  async #parts(kind, numbers) {
    const top = this.tables[kind];
    if (!top) return new Map();
    if (!top.shards)
      return new Map(numbers.map((number) => [number, { table: top, places: 0, pages: 0, sections: 0 }]));
    const tables = await this.files.open(
      numbers.map((number) => top.reference(number)),
      partOf,
    );
    return new Map(
      tables.map((table, at) => {
        const number = numbers[at];
        checkPart(table, top, number);
        return [
          number,
          {
            table,
            places: top.shardsBefore[number],
            pages: top.pagesBefore[number],
            sections: top.sectionsBefore[number],
          },
        ];
      }),
    );
  }

  #partOf(kind, key) {
    const top = this.tables[kind];
    return top?.shards ? notAbove(top.first, key) - 1 : 0;
  }

  /** Return where each key is or would be: `{part, at}` by key, without those that sort before all. */
  async #places(kind, keys) {
    const wanted = new Map(keys.map((key) => [key, this.#partOf(kind, key)]));
    const parts = await this.#parts(
      kind,
      [...new Set(wanted.values())].filter((part) => part >= 0),
    );
    const places = new Map();
    for (const [key, number] of wanted) {
      const part = parts.get(number);
      const at = part ? notAbove(part.table.first, key) - 1 : -1;
      if (at >= 0) places.set(key, { part, at });
    }
    return places;
  }

  /** Return the shard that each key is or would be in: its place, its size (bytes), and `lone` where it holds one key alone. */
  async places(kind, keys) {
    const found = await this.#places(kind, keys);
    return new Map(
      [...found].map(([key, { part, at }]) => [
        key,
        { at: part.places + at, size: part.table.sizes[at], lone: part.table.lone?.[at] ?? 0 },
      ]),
    );
  }

  /** Return the shard that a key is or would be in, or null. */
  async place(kind, key) {
    return (await this.places(kind, [key])).get(key) ?? null;
  }

  async #shards(found) {
    const shards = await this.files.open(
      found.map(({ part, at }) => part.table.reference(at)),
      shardOf,
    );
    shards.forEach((shard, number) => checkShard(shard, found[number].part.table, found[number].at));
    return shards;
  }

  /** Return `{count, value}` of each key that the segment has. One round of reads, two where tables are files. */
  async fetch(kind, keys) {
    if (this.deleted) await this.lengths();
    const places = await this.#places(kind, keys);
    const shards = await this.#shards([...places.values()]);
    const found = new Map();
    [...places.keys()].forEach((key, number) => {
      const { keys: own, counts, values } = shards[number];
      const at = notAbove(own, key) - 1;
      if (own[at] === key) found.set(key, { count: counts[at], value: values[at] });
    });
    return found;
  }

  /** Return `[key, count, value]` of all keys that begin so, in order. */
  async prefixed(kind, prefix) {
    if (this.deleted) await this.lengths();
    const top = this.tables[kind];
    if (!top?.items) return [];
    const spread = (firsts) => {
      const from = Math.max(notAbove(firsts, prefix) - 1, 0);
      let to = from + 1;
      while (to < firsts.length && firsts[to].startsWith(prefix)) to++;
      return Array.from({ length: to - from }, (_, at) => from + at);
    };
    const parts = await this.#parts(kind, top.shards ? spread(top.first) : [0]);
    const wanted = [...parts.values()].flatMap((part) => spread(part.table.first).map((at) => ({ part, at })));
    const found = [];
    for (const { keys, counts, values } of await this.#shards(wanted)) {
      let at = notAbove(keys, prefix);
      if (at && keys[at - 1] === prefix) at--;
      for (; at < keys.length && keys[at].startsWith(prefix); at++) found.push([keys[at], counts[at], values[at]]);
    }
    return found;
  }

  /** Return the keys of one shard by its place (4.4), as `[key, count, value]`: where `definers` lead. */
  async shardsAt(kind, places) {
    if (this.deleted) await this.lengths();
    const top = this.tables[kind];
    const numbers = places.map((place) => (top.shards ? notAboveNumber(top.shardsBefore, place) - 1 : 0));
    const parts = await this.#parts(kind, [...new Set(numbers)]);
    return this.#shards(
      places.map((place, at) => {
        const part = parts.get(numbers[at]);
        return { part, at: place - part.places };
      }),
    );
  }

  /** Return pages by number; what is deleted is left out. */
  async pageRecords(numbers) {
    const top = this.tables.pages;
    const wanted = new Map(
      numbers
        .filter((number) => !this.deleted?.has(number))
        .map((number) => [number, top.shards ? notAboveNumber(top.pagesBefore, number) - 1 : 0]),
    );
    const parts = await this.#parts("pages", [...new Set(wanted.values())]);
    const places = [...wanted].map(([number, partNumber]) => {
      if (!(number < this.pages)) throw new BundleError("usage", `There is no page ${number}`);
      const part = parts.get(partNumber);
      return { number, part, at: notAboveNumber(part.table.pagesBefore, number - part.pages) - 1 };
    });
    const packs = await this.#packs(places);
    return new Map(places.map(({ number, part, at }, index) => [number, numbered(packs[index], part, at, number)]));
  }

  async #packs(places) {
    const packs = await this.files.open(
      places.map(({ part, at }) => part.table.reference(at)),
      packOf,
    );
    packs.forEach(({ pages, before }, number) => {
      const { part, at } = places[number];
      const { table } = part;
      if (pages.length !== table.pages[at] || pages[0].url !== table.first[at] || total(before) !== table.sections[at])
        damaged("A pack of pages is not what its table says");
    });
    return packs;
  }

  /** Return the page of a URL, or null. */
  async pageByUrl(url) {
    const place = (await this.#places("pages", [url])).get(url);
    if (!place) return null;
    const { part, at } = place;
    const [pack] = await this.#packs([place]);
    const inside = pack.pages.findIndex((page) => page.url === url);
    const number = part.pages + part.table.pagesBefore[at] + inside;
    return inside < 0 || this.deleted?.has(number) ? null : numbered(pack, part, at, number);
  }

  /** Return texts by section number. */
  async texts(sections) {
    const top = this.tables.texts;
    const wanted = sections.map((section) => (top.shards ? notAboveNumber(top.sectionsBefore, section) - 1 : 0));
    const parts = await this.#parts("texts", [...new Set(wanted)]);
    const places = sections.map((section, index) => {
      if (!(section < this.sections)) throw new BundleError("usage", `There is no section ${section}`);
      const part = parts.get(wanted[index]);
      return { part, at: notAboveNumber(part.table.sectionsBefore, section - part.sections) - 1 };
    });
    const packs = await this.files.open(
      places.map(({ part, at }) => part.table.reference(at)),
      textsOf,
    );
    return new Map(
      sections.map((section, index) => {
        const { part, at } = places[index];
        if (packs[index].length !== part.table.sections[at]) damaged("A pack of texts is not what its table says");
        return [section, packs[index][section - part.sections - part.table.sectionsBefore[at]]];
      }),
    );
  }
}

function singleOf(pair) {
  const [digest, size] = pair;
  if (pair.length !== 2 || !IS.bytes(digest) || digest.length !== 16 || !IS.integer(size))
    damaged("A segment's manifest refers to no file");
  return { digest: hex(digest), size: within(size, LIMITS.FILE_BYTES, "Bytes of a file") };
}

function checkShard({ keys, counts }, table, at) {
  const lone = table.lone?.[at];
  const ends = at + 1 === table.items || compare(keys[keys.length - 1], table.first[at + 1]) < 0;
  if (keys[0] !== table.first[at] || !ends || (lone && (keys.length > 1 || counts[0] !== lone)))
    damaged(`A shard of ${table.kind} is not what its table says`);
}

function goneOf(segment, { firstSection }) {
  const gone = new Uint8Array(segment.sections);
  for (const page of segment.deleted) gone.fill(1, firstSection[page], firstSection[page + 1]);
  return gone;
}

function partOf(bytes) {
  const map = unpack(bytes);
  return new Table(map, record(map, "A table", { kind: "text" }).kind, true);
}

function checkPart(table, top, at) {
  const sound =
    table.kind === top.kind &&
    table.items === top.shards[at] &&
    table.first[0] === top.first[at] &&
    (!top.first.length || at + 1 === top.items || compare(table.first[table.items - 1], top.first[at + 1]) < 0) &&
    (!top.pages.length || total(table.pagesBefore) === top.pages[at]) &&
    (!top.sections.length || total(table.sectionsBefore) === top.sections[at]);
  if (!sound) damaged(`A table of ${top.kind} is not what the manifest says`);
  return table;
}

function packOf(bytes) {
  const { pages } = record(unpack(bytes), "A pack of pages", { pages: "array" });
  const found = pages.map(pageOf);
  if (!found.length) damaged("A pack of pages has none");
  const before = [0];
  found.forEach((page, index) => {
    if (index && compare(found[index - 1].url, page.url) >= 0) damaged("A pack of pages is not sorted");
    before.push(before[index] + page.anchors.length);
  });
  return { pages: found, before };
}

function numbered(pack, part, at, number) {
  const inside = number - part.pages - part.table.pagesBefore[at];
  return {
    ...pack.pages[inside],
    number,
    firstSection: part.sections + part.table.sectionsBefore[at] + pack.before[inside],
  };
}

function textsOf(bytes) {
  return record(unpack(bytes), "A pack of texts", { texts: "texts" }).texts;
}
