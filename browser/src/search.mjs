/**
 * Search: a query of one bundle or several becomes hits, best first (docs/ranking.md).
 *
 * Strategy. Reads that do not wait for one another are begun together. What is known of a choice of docsets is kept, as most
 * queries of a reader ask the same ones. A hit knows where it is; its text is read with its page where it is one of the first, and
 * else when its excerpt is asked for.
 * @module
 */

import { analyzerOf } from "./analyzer.mjs";
import { RANKING } from "./bundle.mjs";
import { Matcher, marksOf, passageOf } from "./excerpts.mjs";
import { loadStopWords, namesOf, readQuery, resolve } from "./query.mjs";
import { Ranker, Space, first, postings } from "./ranking.mjs";
import { findSymbols } from "./symbols.mjs";
import { decodeFacet } from "./values.mjs";
import { BundleError, caseFolded, compare } from "./wire.mjs";

const MORE = 3;
const LEAST_ORDERED = 20;
const SORTED_PAGES = 200;
const SOON = 6;
const DEFAULTS = {
  docs: [],
  filters: {},
  sections: false,
  limit: 10,
  offset: 0,
  page: null,
  sort: "",
  ranking: {},
  countFacets: false,
  below: 0,
};

/** Docsets of one bundle or several, searched as one. */
export class Library {
  #spaces = new Map();

  /**
   * @param {{bundle: object, name?: string, weight?: number}[]} parts bundles, with what the scores of each are multiplied by;
   *   `name` stands before names of docsets that several bundles have
   */
  constructor(parts) {
    const all = parts.flatMap(({ bundle }) => bundle.docsets.map(({ name }) => name));
    this.docsets = parts.flatMap(({ bundle, name: prefix = "", weight = 1 }) =>
      bundle.docsets.map((docset) => {
        const repeats = all.indexOf(docset.name) !== all.lastIndexOf(docset.name);
        return {
          bundle,
          docset,
          name: repeats && prefix ? `${prefix}.${docset.name}` : docset.name,
          weight: docset.weight * weight,
        };
      }),
    );
    this.docsets.sort((one, other) => compare(one.name, other.name));
    const [one, ...others] = parts.map(({ bundle }) => bundle.ranking);
    this.ranking = { ...one };
    for (const name of Object.keys(one)) {
      if (others.some((other) => other[name] !== one[name])) this.ranking[name] = RANKING[name];
    }
  }

  /** Return the segments of the docsets with certain names, of all without names, and a promise of their space. */
  #opened(docs) {
    const key = docs.join("\n");
    if (!this.#spaces.has(key)) {
      const opened = this.#open(docs);
      opened.catch(() => this.#spaces.delete(key));
      this.#spaces.set(key, opened);
    }
    return this.#spaces.get(key);
  }

  async #open(docs) {
    const chosen = await this.#chosen(docs);
    const segments = chosen.flatMap(({ docset, ...part }) =>
      docset.segments.map((segment) => ({ ...part, docset, segment })),
    );
    const lengths = Promise.all(segments.map(({ segment }) => segment.lengths()));
    lengths.catch(() => {}); // it is awaited, too, and raises there
    const searched = await Promise.all(
      segments.map(async (part) => {
        const analyzer = await analyzerOf(part.segment);
        await loadStopWords(analyzer);
        return new Searched({ ...part, analyzer });
      }),
    );
    const space = lengths.then((of) => new Space(searched, of));
    space.catch(() => this.#spaces.delete(docs.join("\n")));
    return { searched, space };
  }

  /** Return the docsets with certain names, all without names, once their segments' manifests are read. */
  async #chosen(docs) {
    const chosen = this.docsets.filter(({ name }) => !docs.length || docs.includes(name));
    const bundles = [...new Set(chosen.map(({ bundle }) => bundle))];
    const namesIn = (bundle) => chosen.filter((one) => one.bundle === bundle).map(({ docset }) => docset.name);
    await Promise.all(bundles.map((bundle) => bundle.segments(namesIn(bundle))));
    return chosen;
  }

  /** Find a page by its URL, by its path below a docset's URL, or by its id, `docset:path`; null if there is none. */
  async page(address, { docs = [] } = {}) {
    const [{ findPage }, chosen] = await Promise.all([import("./pages.mjs"), this.#chosen(docs)]);
    return findPage(chosen, address);
  }

  /** Find the definitions of a symbol, the best first. */
  async symbols(name, { docs = [], ...options } = {}) {
    return findSymbols(await this.#chosen(docs), name, options);
  }

  /** Return where the one page is that a search is of: the docset's name, the segment and the page's number. */
  async #placeOf(address, docs) {
    const page = await this.page(address, { docs });
    if (!page) return null;
    const { docset, name } = (await this.#chosen(docs)).find((one) => one.name === page.docset);
    for (const segment of docset.segments) {
      const record = await segment.pageByUrl(page.url);
      if (record) return { name, segment, number: record.number };
    }
    return null;
  }

  /**
   * Find the pages, or sections, that answer a query; without a query all pages that the filters leave.
   * @param {string} query words, identifiers, `"quoted phrases"`, `prefix*`
   * @param {{docs?: string[], filters?: Object<string, string[] | {any?: string[], all?: string[], none?: string[]}>, page?: string,
   *   sections?: boolean, limit?: number, offset?: number, sort?: string, ranking?: Object<string, number>, countFacets?: boolean,
   *   below?: number}} [options] as docs/tools.md says; `ranking` overrides parameters; with `below` the reply has as many of the best
   *   sections, beside the pages
   * @returns {Promise<{query: string, hits: Hit[], total: number, unknown_words: string[], did_you_mean?: string, relaxed?: boolean,
   *   facets?: Object<string, Object<string, number>>, sections?: Hit[]}>}
   */
  async search(query, options = {}) {
    const asked = { ...DEFAULTS, ...options };
    asked.ranking = { ...this.ranking, ...asked.ranking };
    const within = asked.page ? await this.#placeOf(asked.page, asked.docs) : null;
    const opened = await this.#opened(within ? [within.name] : asked.docs);
    if (!opened.searched.length || (asked.page && !within)) return { query, hits: [], total: 0, unknown_words: [] };
    const allowed = opened.space.then((space) => allowedPages(space, asked.filters, within));
    allowed.catch(() => {}); // it is awaited, too, and raises there
    asked.narrow = Object.keys(asked.filters).length > 0 || within !== null;
    const isListed = asked.narrow && !query.trim();
    let found = isListed ? listed(await opened.space, await allowed) : await ranked(opened, query, asked, allowed);
    let relaxed = false;
    if (!found.sections.length && query.includes('"')) {
      found = await ranked(opened, query.replaceAll('"', " ").trim().replace(/\s+/g, " "), asked, allowed);
      relaxed = found.sections.length > 0;
    }
    found.read = query;
    const space = await opened.space;
    const [hits, below] = await Promise.all([
      shown(space, found, asked),
      asked.below && !isListed ? shown(space, found, { limit: asked.below, offset: 0, sort: "", sections: true }) : [],
    ]);
    return {
      query,
      hits,
      total: asked.sections ? found.ranker.countSections() - found.joined : found.ranker.pages().length,
      unknown_words: found.unknown,
      ...(found.corrected ? { did_you_mean: found.corrected } : {}),
      ...(relaxed ? { relaxed: true } : {}),
      ...(asked.countFacets ? { facets: await countFacets(space, found.ranker.pages()) } : {}),
      ...(asked.below ? { sections: below } : {}),
    };
  }
}

const lexicons = new WeakMap();
const counts = new WeakMap();

/** A segment that is searched, with what its docset says of it. */
class Searched {
  constructor(parts) {
    Object.assign(this, parts);
    /** Share of the sections that are not deleted; `Space` says it. */
    this.liveShare = 1;
  }

  /** Return in how many sections that are not deleted a term is. */
  countOf({ count, value }) {
    if (!this.segment.gone) return count;
    if (!counts.has(value)) {
      const sections = new Set();
      for (const of of postings(value, this.segment).values()) for (const section of of.sections) sections.add(section);
      counts.set(value, sections.size);
    }
    return counts.get(value);
  }

  /** Return the terms that begin so, in order. */
  async beginning(prefix) {
    return (await this.segment.prefixed("terms", prefix)).map(([key, count, value]) => ({ key, count, value }));
  }

  /** Return the words that the segment's pages have, as they are written. */
  lexicon() {
    const { segment, analyzer } = this;
    if (!lexicons.has(segment)) {
      const read = Promise.all([import("./corrections.mjs"), segment.prefixed("lexicon", "")]).then(
        ([{ Lexicon }, words]) => new Lexicon(words, (word) => analyzer.folded(word)),
      );
      read.catch(() => lexicons.delete(segment));
      lexicons.set(segment, read);
    }
    return lexicons.get(segment);
  }
}

/** Return flags of the pages that filters leave; null without filters. */
async function allowedPages(space, filters, within) {
  const conditions = Object.entries(filters).flatMap(([facet, chosen]) => {
    const { any, all = [], none } = Array.isArray(chosen) ? { any: chosen } : chosen;
    const groups = [any, ...all.map((value) => [value])].filter(Boolean);
    return [...groups.map((values) => ({ facet, values })), ...(none ? [{ facet, values: none, isNone: true }] : [])];
  });
  if (!conditions.length && !within) return null;
  const only = within && space.searched.find(({ segment }) => segment === within.segment).page + within.number;
  const allowed = new Uint8Array(space.pages);
  await Promise.all(
    space.searched.map(async ({ segment, page: base }) => {
      const keys = conditions.flatMap(({ facet, values }) => values.map((value) => `${facet}\0${value}`));
      const entries = await segment.fetch("facets", [...new Set(keys)]);
      const own = allowed.subarray(base, base + segment.pages);
      if (only === null) own.fill(1);
      else if (only >= base && only < base + segment.pages) own[only - base] = 1;
      for (const { facet, values, isNone } of conditions) {
        const has = new Uint8Array(segment.pages);
        for (const value of values) {
          const entry = entries.get(`${facet}\0${value}`);
          for (const page of entry ? decodeFacet(entry.value, segment) : []) has[page] = 1;
        }
        has.forEach((one, page) => (own[page] &= isNone ? 1 - one : one));
      }
    }),
  );
  return allowed;
}

/** Find all pages that filters leave, in their order; of versions of a page the current one. */
function listed(space, allowed) {
  const isLeft = (page) => (!allowed || allowed[page]) && !space.blocked?.[page];
  const pages = Array.from({ length: space.pages }, (_, page) => page).filter(
    (page) => isLeft(page) && (space.variants.get(page)?.find(isLeft) ?? page) === page,
  );
  const sections = pages.map((page) => space.firstOf[page]);
  const ranker = { scores: new Float64Array(space.sections), pages: () => pages, behind: () => [], countSections: () => sections.length };
  return { query: { terms: [] }, ranker, sections, corrected: "", unknown: [], joined: 0 };
}

/** Count the values of all facets among some pages, the most frequent first. */
async function countFacets(space, matching) {
  const pages = new Uint8Array(space.pages);
  for (const page of matching) pages[page] = 1;
  const found = new Map();
  await Promise.all(
    space.searched.map(async ({ segment, page: base }) => {
      for (const [key, , value] of await segment.prefixed("facets", "")) {
        const count = decodeFacet(value, segment).reduce((sum, page) => sum + pages[base + page], 0);
        if (!count) continue;
        const cut = key.indexOf("\0");
        const [facet, name] = [key.slice(0, cut), key.slice(cut + 1)];
        if (!found.has(facet)) found.set(facet, new Map());
        found.get(facet).set(name, (found.get(facet).get(name) ?? 0) + count);
      }
    }),
  );
  const ordered = (values) => [...values].sort(([one, n], [other, m]) => m - n || compare(one, other));
  return Object.fromEntries(
    [...found]
      .sort(([one], [other]) => compare(one, other))
      .map(([facet, values]) => [facet, Object.fromEntries(ordered(values))]),
  );
}

/** Read a query, find its terms, and rank sections. */
async function ranked({ searched, space }, text, { ranking, narrow }, allowed) {
  const readings = new Map();
  for (const one of searched) {
    if (!readings.has(one.analyzer)) readings.set(one.analyzer, readQuery(text, one.analyzer));
  }
  const read = searched.map((one) => readings.get(one.analyzer));
  const query = read.reduce((most, one) => (one.terms.length > most.terms.length ? one : most));
  const { text: corrected, unknown } = await resolve(searched, read, query, { ranking, narrow, space });
  const of = await space;
  // Most of what will be shown is known before the last bonus: the tables that tell where it lies come in a round with positions.
  const soon = (sections, scores) =>
    bySegment(of, first(sections, scores, SOON), ({ segment }, own) => segment.numbered("sections", [...own.keys()])).catch(() => {});
  const ranker = new Ranker(of, query, ranking, { allowed: await allowed, names: namesOf(text), read, soon });
  const sections = await ranker.rank();
  return { query, ranker, sections, corrected, unknown, joined: 0 };
}

/** Make hits of the sections that are shown. */
async function shown(space, found, { limit, offset, sort, sections: each }) {
  const { ranker, sections } = found;
  const { scores } = ranker;
  const wanted = offset + limit;
  const most = sort ? SORTED_PAGES : Math.max(wanted, mixed(space) ? LEAST_ORDERED : 0);
  const pages = new Map();
  const read = (sections) =>
    bySegment(space, sections, async ({ segment, page: base }, own) => {
      const numbers = [...own.values()].filter((page) => !pages.has(base + page));
      for (const [number, page] of await segment.pageRecords([...new Set(numbers)])) pages.set(base + number, page);
    });
  let chosen = each ? await owners(space, found, most, pages, read) : bestOfPages(space, sections, scores, most);
  if (!each && chosen.length < most) chosen.push(...bestOfPages(space, ranker.behind(), scores, most - chosen.length));
  if (sort || mixed(space)) await read(chosen);
  if (mixed(space)) chosen = inOrderOfUrls(space, chosen, scores, pages);
  if (sort) chosen = sorted(space, chosen, pages, sort);
  chosen = chosen.slice(offset, wanted);
  const places = new Map();
  await bySegment(space, chosen, async ({ segment, section: base }, own) => {
    for (const [section, place] of await segment.pagesOf(own)) places.set(base + section, place);
  });
  return chosen.map((section) => hitOf(space, section, places.get(section), scores[section], found));
}

/** Ask each segment for its sections at once: a map of their numbers → those of their pages. */
function bySegment(space, sections, ask) {
  const ofSegments = new Map();
  for (const section of sections) {
    const page = space.pageOf[section];
    const one = space.searched[space.segmentOf[page]];
    if (!ofSegments.has(one)) ofSegments.set(one, new Map());
    ofSegments.get(one).set(section - one.section, page - one.page);
  }
  return Promise.all(Array.from(ofSegments, ([one, own]) => ask(one, own)));
}

/** Return the best section of each page, the best first. */
function bestOfPages(space, sections, scores, most) {
  const best = new Map();
  for (const section of sections) {
    const page = space.pageOf[section];
    const before = best.get(page) ?? section;
    if (scores[section] > scores[before] || (scores[section] === scores[before] && section <= before))
      best.set(page, section);
  }
  return first([...best.values()], scores, most);
}

/** Return the best sections, of those whose text belongs together the best; count in `found.joined` what was left out on the way. */
async function owners(space, found, most, pages, read) {
  const order = first(found.sections, found.ranker.scores, found.sections.length);
  const titled = (section) => !space.untitled[section] || section === space.firstOf[space.pageOf[section]];
  const kept = new Map();
  for (let at = 0; at < order.length && kept.size < most; at++) {
    const section = order[at];
    const page = space.pageOf[section];
    if (!titled(section) && !pages.has(page))
      await read(order.slice(at, at + most).filter((one) => !titled(one)));
    const owner = titled(section)
      ? section
      : space.firstOf[page] + ownerOf(pages.get(page), section - space.firstOf[page]);
    if (kept.has(owner)) found.joined++;
    else kept.set(owner, section);
  }
  return [...kept.values()];
}

/** Say whether a docset has several segments of one language. */
function mixed(space) {
  space.mixed ??= new Set(
    space.searched
      .filter(
        ({ docset, segment }) => docset.segments.filter(({ language }) => language === segment.language).length > 1,
      )
      .map(({ name }) => name),
  );
  return space.mixed.size > 0;
}

/** Order hits of equal scores by their URLs, where a docset has several segments of one language. */
function inOrderOfUrls(space, chosen, scores, pages) {
  const nameOf = (section) => space.searched[space.segmentOf[space.pageOf[section]]].name;
  const urlOf = (section) => pages.get(space.pageOf[section]).url;
  return chosen
    .map((section, at) => [section, at])
    .sort(([one, at], [other, with_]) => {
      const near = scores[one] === scores[other] && nameOf(one) === nameOf(other) && space.mixed.has(nameOf(one));
      return (near && compare(urlOf(one), urlOf(other))) || at - with_;
    })
    .map(([section]) => section);
}

/** Order hits by a value of their pages; those without one are last. */
function sorted(space, chosen, pages, order) {
  const name = order.trim().replace(/^-/, "");
  const direction = order.trim().startsWith("-") ? -1 : 1;
  const valued = chosen.map((section) => {
    const { meta, title, url } = pages.get(space.pageOf[section]);
    const value = (meta.get(`sort:${name}`) || meta.get(name) || { title, url }[name] || "").trim();
    const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(value) ? Number(value) : NaN;
    return { section, value, number, folded: caseFolded(value) };
  });
  const isNumber = ({ number }) => !Number.isNaN(number);
  const known = valued.filter(({ value }) => value);
  known.sort((one, other) => {
    if (isNumber(one) !== isNumber(other)) return direction * (isNumber(one) ? -1 : 1);
    return direction * (isNumber(one) ? one.number - other.number : compare(one.folded, other.folded));
  });
  return [...known, ...valued.filter(({ value }) => !value)].map(({ section }) => section);
}

/** Return the section that a section's text belongs to, by its place in the page: itself, or its parent's if it is a *more* section. */
export function ownerOf({ kinds, depths }, index) {
  return kinds[index] === MORE ? parentOf({ kinds, depths }, index) : index;
}

function parentOf({ kinds, depths }, index) {
  let at = index - 1;
  while (at > 0 && (kinds[at] === MORE || depths[at] >= depths[index])) at--;
  return at;
}

/** Return where people see lines of source code, or the file where no line is known; empty where nothing says so (format, 3.2). */
function sourceLink({ source_url_template: template = "", url: base }, { url, facets, lines }, index) {
  if (!template || !facets.get("content_type")?.includes("code")) return "";
  const [line, last] = index && lines.length ? [lines[2 * index], lines[2 * index + 1]] : [0, 0];
  const named = /\{line\}|\{last_line\}/;
  let shown = template;
  if (!line) {
    let [address, fragment] = cutAt(template, "#");
    if (named.test(fragment)) fragment = "";
    let [place, parameters] = cutAt(address, "?");
    const kept = parameters
      .slice(1)
      .split("&")
      .filter((one) => one && !named.test(one));
    if (named.test(parameters)) parameters = kept.length ? `?${kept.join("&")}` : "";
    shown = place + parameters + fragment;
    if (named.test(shown)) return "";
  }
  const names = { path: url.startsWith(base) ? url.slice(base.length) : url, line, last_line: last };
  return shown.replace(/\{(path|line|last_line)\}/g, (_, name) => names[name]);
}

function cutAt(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

/** A section that answers, with its page. Members are named as in the JSON of `pinax-runtime search`. */
class Hit {
  #excerpt;

  constructor(members, excerpt) {
    Object.assign(this, members);
    this.#excerpt = excerpt;
  }

  /** Read and cut the passage that answers best: one line, and start and end of each of the query's words in it (code units). */
  async excerpt() {
    return this.#excerpt();
  }
}

function hitOf(space, section, { page, index }, score, { read, query, corrected }) {
  const ownPage = space.pageOf[section];
  const number = space.segmentOf[ownPage];
  const { docset, name, segment, analyzer, section: base, page: firstPage } = space.searched[number];
  const owner = ownerOf(page, index);
  const headings = [];
  for (let at = owner; at > 0; at = parentOf(page, at)) headings.unshift(page.titles[at]);
  const anchor = owner ? page.anchors[owner] : "";
  const path = page.url.startsWith(docset.url) ? page.url.slice(docset.url.length) : page.url;
  const source = sourceLink(docset, page, owner);
  const members = {
    docset: name,
    id: `${name}:${path}${anchor ? `#${anchor}` : ""}`,
    url: page.url,
    anchor: anchor.startsWith("~") ? "" : anchor,
    title: page.title,
    headings,
    score,
    facets: Object.fromEntries(page.facets),
    meta: Object.fromEntries(page.meta),
    fetched_at: docset.fetched_at,
    ...(page.variants.length ? { variants: page.variants } : {}),
    ...(source ? { source_url: source } : {}),
  };
  return new Hit(members, async () => {
    const title = headings.at(-1) ?? page.title;
    const passageIn = (page, index, whole) => {
      const texts = async (indexes) => {
        const numbers = indexes.map((at) => section - base - index + at);
        const found = await segment.texts(numbers);
        return numbers.map((one) => found.get(one));
      };
      return passageOf(page, index, texts, { title, caseFolded, whole });
    };
    const whole = async () => {
      const [record] = (await segment.pageRecords([ownPage - firstPage])).values();
      return passageIn(record, section - space.firstOf[ownPage]);
    };
    const passage = await passageIn(page, index, page.words ? null : whole);
    const excerpt = new Matcher(termWeights(query, number), analyzer).cut(passage, title);
    const [first] = docset.segments;
    return { text: excerpt, marks: marksOf(excerpt, corrected || read, await analyzerOf(first)) };
  });
}

/** Return what the terms of a query are worth in an excerpt: those of single words, and of synonyms each word. */
function termWeights(query, number) {
  const weights = new Map();
  for (const { whole, idf, in: ofSegments } of query.terms) {
    for (const { key, share, synonym } of whole ? [] : ofSegments[number]) {
      for (const term of synonym ? key.split(" = ")[1].split(" ") : [key])
        weights.set(term, Math.max(share * idf, weights.get(term) ?? 0));
    }
  }
  return weights;
}

/** Open a library of bundles that are open already, or of one. */
export function libraryOf(...bundles) {
  if (!bundles.length) throw new BundleError("usage", "A library has one bundle at least. Give one.");
  return new Library(bundles.map((one) => (one.bundle ? one : { bundle: one })));
}
