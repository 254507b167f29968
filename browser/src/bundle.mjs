/**
 * A bundle: docsets with segments, which are asked for many terms, pages and texts at once (docs/format.md).
 *
 * Strategy. What is asked for at once is read in one round: first the parts of tables that are files, then the shards or packs, those
 * that are neighbours in a file by one request. Each is checked against its digest, decoded, and kept.
 * @module
 */

import { RANKING, entryOf } from "./entry.mjs";
import { DECODERS, hex, lastOf } from "./records.mjs";
import { sourceOf } from "./source.mjs";
import { visible } from "./visible.mjs";
import { BundleError, LIMITS, compare, damaged, decompressed, notAbove, notAboveNumber } from "./wire.mjs";

export { RANKING };

const KEPT_BYTES = 16 << 20;
const GAP_BYTES = 8192;

/**
 * Open a bundle in a folder (Node) or behind a URL. Reads nothing but the entry.
 * @param {string|URL} place
 * @param {{fetch?: typeof fetch, concurrency?: number, timeout?: number}} [options]
 */
export async function openBundle(place, options = {}) {
  const files = new Files(await sourceOf(place, options));
  const entry = await entryOf(await files.source.whole("pinax.json", LIMITS.ENTRY_BYTES), (bytes) => files.digestOf(bytes));
  return new Bundle(entry, files);
}

/** An open bundle. */
export class Bundle {
  constructor(entry, files) {
    this.entry = entry;
    this.files = files;
    this.ranking = entry.ranking;
    /** Docsets as the entry has them, with their segments. */
    this.docsets = entry.docsets.map((docset) => ({ ...docset }));
    for (const docset of this.docsets)
      docset.segments = docset.segments.map((reference) => new Segment(docset, reference, files));
  }

  /** Whether files are checked against their digests: not where there is no `crypto.subtle`. */
  get verified() {
    return this.files.verified;
  }

  /** What the user should know, each thing once. */
  get notices() {
    const unverified = "Files are not checked against their digests: browsers do that on HTTPS and localhost alone.";
    return [...(this.verified ? [] : [unverified]), ...this.files.source.notices];
  }

  /** Return the segments of docsets by name, of all without names, in the order of the entry; their manifests are read. */
  async segments(names) {
    const chosen = this.docsets.filter((docset) => !names || names.includes(docset.name)).flatMap(({ segments }) => segments);
    const unread = chosen.filter((segment) => !segment.tables);
    const inEntry = unread.filter(({ reference }) => reference.manifest);
    const inFiles = unread.filter(({ reference }) => !reference.manifest);
    const [brought, read] = await Promise.all([
      Promise.all(
        inEntry.map(async ({ reference }) => this.files.decode(reference.manifest, { kind: "segment", ...reference })),
      ),
      this.files.open(inFiles.map(({ reference: { digest, size } }) => ({ kind: "segment", digest, size }))),
    ]);
    inEntry.forEach((segment, at) => segment.take(brought[at]));
    inFiles.forEach((segment, at) => segment.take(read[at]));
    return chosen;
  }
}

const nameOf = ({ digest, kind }) => `${digest}.${kind}`;
const pathOf = ({ file, digest, kind }) => `files/${file ?? digest}.${kind}`;

/** Reads, checks, decodes and keeps files and blocks. */
class Files {
  verified = Boolean(globalThis.crypto?.subtle);
  #values = new Map();
  #asked = [];
  #waiting = null;
  #sizes = new Map();
  #bytes = 0;

  constructor(source) {
    this.source = source;
  }

  /** Return the digest of bytes, or nothing where it cannot be computed. */
  async digestOf(bytes) {
    if (!this.verified) return null;
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes), 0, 16));
  }

  /** Return what bytes hold that a reference leads to. */
  async decode(bytes, reference) {
    if (bytes.length !== reference.size)
      damaged(`${pathOf(reference)} has ${bytes.length} bytes in place of ${reference.size}`);
    const digest = await this.digestOf(bytes);
    if (digest && digest !== reference.digest) damaged(`${pathOf(reference)} has other bytes than its digest says`);
    try {
      const content = decompressed(bytes);
      this.#sizes.set(nameOf(reference), content.length);
      return DECODERS[reference.kind](content);
    } catch (error) {
      if (error instanceof BundleError) error.message = `${pathOf(reference)}: ${error.message}`;
      throw error;
    }
  }

  /** Return what files and blocks hold, in one round with all that is asked for meanwhile, each at most once. */
  async open(references) {
    for (const reference of references)
      if (!this.#values.has(nameOf(reference)))
        this.#keep(reference, new Promise((found) => this.#asked.push({ reference, found })));
    if (this.#asked.length && !this.#waiting) this.#waiting = setTimeout(() => this.#readAsked());
    return Promise.all(references.map((reference) => this.#use(nameOf(reference))));
  }

  /** Read what was asked for, neighbours in a file by one request. */
  #readAsked() {
    const founds = new Map(this.#asked.map(({ reference, found }) => [reference, found]));
    this.#asked = [];
    this.#waiting = null;
    for (const run of runsOf([...founds.keys()])) {
      const start = run[0].start ?? 0;
      const bytes = this.#read(run[0], lastOf(run));
      for (const reference of run) founds.get(reference)(this.#decodeFrom(bytes, start, reference));
    }
  }

  async #decodeFrom(bytes, start, reference) {
    const from = (reference.start ?? 0) - start;
    try {
      return await this.decode((await bytes).subarray(from, from + reference.size), reference);
    } catch (error) {
      if (error.code !== "damaged" || !this.source.isCached) throw error;
      return this.decode(await this.#read(reference, reference, true), reference); // what a cache on the way kept is damaged
    }
  }

  #read(first, last, anew) {
    const path = pathOf(first);
    if (!first.file) return this.source.whole(path, first.size, anew);
    const [from, to] = [first.start, last.start + last.size];
    return from === 0 && to === first.fileSize
      ? this.source.whole(path, to, anew)
      : this.source.part(path, from, to, first.fileSize, anew);
  }

  #keep(reference, value) {
    const name = nameOf(reference);
    this.#values.set(name, value);
    value.then(
      () => this.#bound(name),
      () => this.#values.delete(name),
    );
  }

  #use(name) {
    const value = this.#values.get(name);
    this.#values.delete(name);
    this.#values.set(name, value);
    return value;
  }

  /** Forget what was not used for longest, once too much is kept. */
  #bound(added) {
    this.#bytes += this.#sizes.get(added);
    for (const name of this.#values.keys()) {
      if (this.#bytes <= KEPT_BYTES) return;
      if (name === added || !this.#sizes.has(name)) continue;
      this.#bytes -= this.#sizes.get(name);
      this.#sizes.delete(name);
      this.#values.delete(name);
    }
  }
}

/** Divide references into runs; each run is one request. */
function runsOf(references) {
  references.sort((one, other) => compare(pathOf(one), pathOf(other)) || (one.start ?? 0) - (other.start ?? 0));
  const runs = [];
  let end = 0;
  for (const reference of references) {
    const before = lastOf(runs)?.[0];
    if (before?.file && pathOf(before) === pathOf(reference) && reference.start - end <= GAP_BYTES)
      lastOf(runs).push(reference);
    else runs.push([reference]);
    end = reference.start + reference.size;
  }
  return runs;
}

/** Part of a docset in one language. Its properties are there once `Bundle.segments` gave it. */
export class Segment {
  #lengths;

  constructor(docset, reference, files) {
    this.docset = docset;
    this.reference = reference;
    this.files = files;
    /** Flags of deleted sections, or null; there once `lengths()` or a lookup is done. */
    this.gone = null;
  }

  /** Take what the manifest says. */
  take({ analyzer, fingerprint, language, pages, sections, words, tables, single }) {
    const { deleted, deletedWords } = this.reference;
    if (deleted.length && lastOf(deleted) >= pages) damaged("A segment has fewer pages than the entry says are deleted");
    Object.assign(this, { analyzer, fingerprint, language, pages, sections, words, tables, single, deletedWords });
    /** Numbers of deleted pages, or null. */
    this.deleted = deleted.length ? new Set(deleted) : null;
  }

  /** Return what every search needs: sections and priors of pages, lengths of sections, variants (7.2). */
  lengths() {
    this.#lengths ??= this.#readLengths();
    this.#lengths.catch(() => (this.#lengths = null));
    return this.#lengths;
  }

  async #readLengths() {
    const { reference, single, files } = this;
    const lengths = reference.lengths ? await files.decode(reference.lengths, single.lengths) : (await files.open([single.lengths]))[0];
    if (lengths.priors.length !== this.pages || lengths.codes.length !== this.sections)
      damaged("A file of lengths counts other pages or sections than the manifest");
    if (this.deleted) {
      this.gone = new Uint8Array(this.sections);
      for (const page of this.deleted) this.gone.fill(1, lengths.firstSection[page], lengths.firstSection[page + 1]);
    }
    return lengths;
  }

  /** Return parts of the table of a kind by number: `{table, places, pages, sections}`, with what lies before each. */
  async #parts(kind, numbers) {
    const top = this.tables[kind];
    if (!top) return new Map();
    const asked = [...new Set(numbers)].filter((number) => number >= 0);
    if (!top.shards) return new Map(asked.map((number) => [number, { table: top, places: 0, pages: 0, sections: 0 }]));
    const tables = await this.files.open(asked.map((number) => top.reference(number)));
    return new Map(
      asked.map((number, at) => {
        top.checkPart(tables[at], number);
        const before = {
          places: top.shardsBefore[number],
          pages: top.pagesBefore[number],
          sections: top.sectionsBefore[number],
        };
        return [number, { table: tables[at], ...before }];
      }),
    );
  }

  /** Return what lies at places of tables, `{part, at}` each. */
  async #contents(places) {
    const contents = await this.files.open(places.map(({ part, at }) => part.table.reference(at)));
    contents.forEach((content, number) => places[number].part.table.check(content, places[number].at));
    return contents;
  }

  /** Return where each key is or would be: key → `{part, at}`, without those that sort before all. */
  async #placesOf(kind, keys) {
    const top = this.tables[kind];
    const numbers = keys.map((key) => (top?.shards ? notAbove(top.first, key) - 1 : 0));
    const parts = await this.#parts(kind, numbers);
    const places = new Map();
    keys.forEach((key, index) => {
      const part = parts.get(numbers[index]);
      const at = part ? notAbove(part.table.first, key) - 1 : -1;
      if (at >= 0) places.set(key, { part, at });
    });
    return places;
  }

  /** Return the shard that each key is or would be in: `at` (its place), `size` (bytes), `lone` (the key's count if it is alone there). */
  async places(kind, keys) {
    const found = await this.#placesOf(kind, keys);
    const lone = ({ lone, first }, at, key) => (lone && first[at] === key ? lone[at] : 0);
    return new Map(
      Array.from(found, ([key, { part, at }]) => [
        key,
        { at: part.places + at, size: part.table.sizes[at], lone: lone(part.table, at, key) },
      ]),
    );
  }

  /** Return `{count, value}` of each key that the segment has, by key; of terms also `positions`, empty if these lie elsewhere. */
  async fetch(kind, keys) {
    const [places] = await Promise.all([this.#placesOf(kind, keys), this.deleted && this.lengths()]);
    const shards = await this.#contents([...places.values()]);
    const found = new Map();
    [...places.keys()].forEach((key, number) => {
      const { keys: own, counts, values, positions } = shards[number];
      const at = notAbove(own, key) - 1;
      if (own[at] === key) found.set(key, { count: counts[at], value: values[at], positions: positions?.[at] });
    });
    return found;
  }

  /** Return the values of positions by term: most lie beside the terms, which are read anyway. */
  async positions(terms) {
    const found = new Map(Array.from(await this.fetch("terms", terms), ([term, { positions }]) => [term, positions]));
    const far = [...found.keys()].filter((term) => !found.get(term)?.length);
    for (const [term, { value }] of await this.fetch("positions", far)) found.set(term, value);
    return new Map([...found].filter(([, value]) => value?.length));
  }

  /** Return `[key, count, value]` of all keys that begin so, in order; of the first so many shards. */
  async prefixed(kind, prefix, shards = Infinity) {
    const top = this.tables[kind];
    if (!top?.items) return [];
    const [parts] = await Promise.all([
      this.#parts(kind, top.shards ? spreadOf(top.first, prefix) : [0]),
      this.deleted && this.lengths(),
    ]);
    const places = [...parts.values()].flatMap((part) => spreadOf(part.table.first, prefix).map((at) => ({ part, at })));
    places.splice(shards);
    const found = [];
    for (const { keys, counts, values } of await this.#contents(places)) {
      let at = notAbove(keys, prefix);
      if (keys[at - 1] === prefix) at--;
      for (; at < keys.length && keys[at].startsWith(prefix); at++) found.push([keys[at], counts[at], values[at]]);
    }
    return found;
  }

  /** Return shards by their places, each as columns `keys`, `counts` and `values`. */
  async shards(kind, places) {
    const top = this.tables[kind];
    const numbers = places.map((place) => (top.shards ? notAboveNumber(top.shardsBefore, place) - 1 : 0));
    const [parts] = await Promise.all([this.#parts(kind, numbers), this.deleted && this.lengths()]);
    return this.#contents(
      places.map((place, index) => {
        const part = parts.get(numbers[index]);
        if (!part || place - part.places >= part.table.items) damaged(`There is no shard ${place} of ${kind}`);
        return { part, at: place - part.places };
      }),
    );
  }

  /** Return for sections the places of `symbols` shards that have their definitions (6.6), or null where that is not known. */
  async definers(sections) {
    if (!this.single.definers) return null;
    const [definers] = await this.files.open([this.single.definers]);
    if (definers.sections !== this.sections) damaged("A file of definers counts other sections than the manifest");
    return [...new Set(sections.flatMap((section) => definers.placesOf(section)))];
  }

  /** Return pages by number, with `number` and `firstSection`; what is deleted is left out. */
  async pageRecords(numbers) {
    const places = await this.numbered(
      "pages",
      numbers.filter((number) => !this.deleted?.has(number)),
    );
    const packs = await this.#contents([...places.values()]);
    return new Map(Array.from(places, ([number, place], index) => [number, pageAt(packs[index], place, number)]));
  }

  /** Return the page that has a URL, or that says what was there, or null. */
  async pageByUrl(url, mayHaveMoved = true) {
    const firsts = this.tables.pages?.first ?? [];
    const isBeforeAll = firsts.length > 0 && !notAbove(firsts, url);
    const [place] = (await this.#placesOf("pages", [isBeforeAll ? firsts[0] : url])).values();
    if (!place) return null;
    const { part, at } = place;
    const [pack] = await this.#contents([place]);
    const inside = pack.pages.findIndex((page) => page.url === url);
    if (inside < 0 && mayHaveMoved && pack.moved.has(url)) return this.pageByUrl(pack.moved.get(url), false);
    const number = part.pages + part.table.pagesBefore[at] + inside;
    return inside < 0 || this.deleted?.has(number) ? null : pageAt(pack, place, number);
  }

  /** Return texts by section number, without characters that nobody sees. */
  async texts(sections) {
    return new Map(Array.from(await this.#inPacks(sections), ([section, { texts, at }]) => [section, visible(texts[at])]));
  }

  /**
   * Return by section number the page that it is on, with the section's `index` there. What the pack of its text says of the page is
   * enough; else the page is read.
   * @param {Map<number, number>} pages section → number of its page
   */
  async pagesOf(pages) {
    const found = new Map();
    for (const [section, { heads, at }] of await this.#inPacks([...pages.keys()])) {
      const head = heads.filter(({ from }) => from <= at).pop();
      if (head) found.set(section, { page: head.page, index: at - head.from + head.above });
    }
    const others = [...pages.keys()].filter((section) => !found.has(section));
    const records = await this.pageRecords(others.map((section) => pages.get(section)));
    for (const section of others) {
      const page = records.get(pages.get(section));
      found.set(section, { page, index: section - page.firstSection });
    }
    return found;
  }

  /** Return by section number the pack of its text, with its place there. */
  async #inPacks(sections) {
    const places = await this.numbered("sections", sections);
    const packs = await this.#contents([...places.values()]);
    return new Map(
      Array.from(places, ([section, { part, at }], number) => [
        section,
        { ...packs[number], at: section - part.sections - part.table.sectionsBefore[at] },
      ]),
    );
  }

  /** Return where `pages` or `sections` are by number: number → `{part, at}`; reads parts of tables alone. */
  async numbered(what, numbers) {
    const kind = what === "pages" ? "pages" : "texts";
    const top = this.tables[kind];
    const wrong = numbers.find((number) => !(number < this[what]));
    if (wrong !== undefined) throw new BundleError("usage", `A segment has no number ${wrong} among its ${what}.`);
    const partOf = (number) => (top.shards ? notAboveNumber(top[`${what}Before`], number) - 1 : 0);
    const parts = await this.#parts(kind, numbers.map(partOf));
    return new Map(
      numbers.map((number) => {
        const part = parts.get(partOf(number));
        return [number, { part, at: notAboveNumber(part.table[`${what}Before`], number - part[what]) - 1 }];
      }),
    );
  }
}

/** Return the numbers of the shards that can have keys that begin so. */
function spreadOf(firsts, prefix) {
  const from = Math.max(notAbove(firsts, prefix) - 1, 0);
  let to = from + 1;
  while (to < firsts.length && firsts[to].startsWith(prefix)) to++;
  return Array.from({ length: to - from }, (_, at) => from + at);
}

function pageAt(pack, { part, at }, number) {
  const inside = number - part.pages - part.table.pagesBefore[at];
  return { ...pack.pages[inside], number, firstSection: part.sections + part.table.sectionsBefore[at] + pack.before[inside] };
}
