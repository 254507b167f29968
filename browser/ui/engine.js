/**
 * The engine of an element: its bundles, opened at the first search, and the addresses of hits.
 * @module
 */

import * as script from "./pinax-ui.js";

const MOST_BELOW = 3;
const SECTIONS = 30;
const MOST_SYMBOLS = 3;
const LED = 3; // pages whose symbols stand before them

const engines = new WeakMap();

/** Return the engine of an element, the same for its panel and for an agent. */
export function engineOf(element) {
  const words = (text) => (text ?? "").split(/\s+/).filter(Boolean);
  if (!engines.has(element)) engines.set(element, new Engine(element.bundles, { docs: words(element.getAttribute("docs")), base: element.getAttribute("base") }));
  return engines.get(element);
}

/** Bundles that are searched as one. */
export class Engine {
  #library;
  #facets;

  /**
   * @param {string[]} places addresses of bundles, relative to the page
   * @param {{docs?: string[], base?: string}} [options] names of docsets; where their pages are published, if not where their bundle says
   */
  constructor(places, { docs = [], base } = {}) {
    this.places = places.map((place) => new URL(place.replace(/\/*$/, "/"), document.baseURI));
    this.docs = docs;
    this.base = base === undefined || base === null ? null : new URL(base, document.baseURI);
    /** What is wrong with bundles that cannot be searched, while others can. */
    this.notices = [];
  }

  /** Open the bundles; a failure is forgotten, so that one can try again. */
  open() {
    this.#library ??= this.#open();
    this.#library.catch(() => (this.#library = null));
    return this.#library;
  }

  async #open() {
    if (!this.places.length) throw new Error("The element names no bundle. Give it the attribute `bundle`.");
    const { openBundle, libraryOf } = await import("../pinax.mjs");
    const opened = await Promise.allSettled(this.places.map((place) => openBundle(place.href)));
    const failed = opened.flatMap(({ reason }) => reason ?? []);
    const parts = opened.flatMap(({ value: bundle }, at) => (bundle ? { bundle, name: nameOf(this.places[at], at) } : []));
    if (!parts.length) throw failed[0];
    this.notices = failed.map(({ message }) => message);
    const library = libraryOf(...parts);
    const placeOf = (bundle) => this.places[opened.findIndex(({ value }) => value === bundle)];
    this.docsets = new Map(library.docsets.map(({ name, docset, bundle }) => [name, { title: docset.title || name, url: docset.url, ...this.#sited(docset, placeOf(bundle)) }]));
    return library;
  }

  /**
   * Return the folder that a docset's pages lie below, and whether they are served there, wherever they were published.
   *
   * A build that writes the bundle among its pages says so in the script (`places`). Another host that serves both, as a preview
   * does, has the pages, too.
   */
  #sited({ name, url }, bundle) {
    const place = bundle.href === script.here ? script.places?.[name] : "";
    const above = this.base ?? new URL(place || "..", bundle);
    const isServed = this.base || (place && url && above.origin === location.origin && above.pathname === new URL(url).pathname);
    return { above, isServed };
  }

  /** Read what every search needs. */
  async warm() {
    const library = await this.open();
    await library.search("", { docs: this.docs, limit: 1 });
  }

  /** Count the values of some facets of all pages: a map of facets, each a map of values. */
  facets(names) {
    this.#facets ??= (async () => {
      const library = await this.open();
      const counted = new Map(names.map((name) => [name, new Map()]));
      const chosen = library.docsets.filter(({ name }) => !this.docs.length || this.docs.includes(name));
      for (const { bundle, docset } of chosen) {
        for (const segment of await bundle.segments([docset.name])) {
          for (const name of names) {
            for (const [key, count] of await segment.prefixed("facets", `${name}\0`)) {
              const value = key.slice(name.length + 1);
              counted.get(name).set(value, (counted.get(name).get(value) ?? 0) + count);
            }
          }
        }
      }
      return counted;
    })();
    this.#facets.catch(() => (this.#facets = null));
    return this.#facets;
  }

  /**
   * Find pages, each with its best sections, and symbols that the query names; without a query all pages that the filters leave.
   *
   * What is chosen of a facet does not lessen the counts of that facet's other values, as any of them may hold: they are counted
   * by a search without that filter. Everything else takes one search.
   * @param {string} query
   * @param {{limit: number, filters?: object, sort?: string, counts?: boolean}} asked `filters` as the reader takes them; whether
   *   values of facets are counted
   * @returns {Promise<{groups: object[], shown: number, total: number, unknown: string[], corrected: string, relaxed: boolean,
   *   counts: Object<string, Object<string, number>>}>} `shown` counts the pages in `groups`
   */
  async search(query, { limit, filters = {}, sort = "", counts = false }) {
    const library = await this.open();
    const asked = { docs: this.docs, filters, sort, limit, below: SECTIONS, countFacets: counts };
    const loose = counts ? Object.keys(filters).filter((name) => !filters[name].all) : [];
    const found = library.search(query, asked);
    const [pages, leading, ...others] = await Promise.all([
      found,
      found.then(({ hits }) => (sort ? [] : this.#symbols(library, query, hits.slice(0, LED)))),
      ...loose.map((name) => library.search(query, { ...asked, below: 0, limit: 1, filters: { ...filters, [name]: { all: [] } } })),
    ]);
    const counted = { ...pages.facets };
    loose.forEach((name, at) => (counted[name] = others[at].facets[name]));
    const groups = groupsOf(pages.hits, pages.sections, new Set(leading.map(({ id }) => id)));
    const pageOf = (hit) => pages.hits.find((page) => keyOf(page) === keyOf(hit)).title;
    if (leading.length) groups.unshift({ hit: leading[0], best: 0, rows: leading.map((hit) => ({ hit, kind: `${hit.kind} · ${pageOf(hit)}`, title: hit.name, signature: hit.signature })) });
    return {
      groups: groups.map((group) => this.#addressed(group)),
      shown: pages.hits.length,
      total: pages.total,
      unknown: pages.unknown_words,
      corrected: pages.did_you_mean ?? "",
      relaxed: Boolean(pages.relaxed),
      counts: counted,
    };
  }

  /** Return where some pages define a name, where the query is one. */
  async #symbols(library, query, hits) {
    if (!query || /\s/.test(query) || !hits.length) return [];
    const asked = { docs: [...new Set(hits.map(({ docset }) => docset))], pages: hits.map(({ url }) => url), limit: MOST_SYMBOLS };
    const found = await library.symbols(query, asked).catch(() => null);
    return found?.symbols ?? [];
  }

  /** Return the Markdown of a page, or of a section, by id or URL; null if there is none. */
  async read(address) {
    const library = await this.open();
    const page = await library.page(address, { docs: this.docs });
    const markdown = await page?.text(page.anchor);
    return markdown ?? null;
  }

  #addressed(group) {
    const { title: docset } = this.docsets.get(group.hit.docset);
    const rows = group.rows.map((row) => ({ ...row, href: this.#hrefOf(row.hit, row.isPage ? "" : row.hit.anchor) }));
    const { image } = group.hit.meta ?? {};
    return { ...group, docset: this.docsets.size > 1 ? docset : "", image: image ? addressOf(image, rows[0].href) : "", rows };
  }

  /** Return the address of a hit: http(s), or what lies beside the bundle; empty for anything else. */
  #hrefOf({ docset, url }, anchor) {
    const { url: home, above, isServed } = this.docsets.get(docset);
    try {
      const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url);
      const moved = isServed && home && url.startsWith(home) ? url.slice(home.length) : null;
      const found = isAbsolute && moved === null ? new URL(url) : new URL(pathOf(moved ?? url, home), above);
      if (!isWeb(found)) return "";
      if ((!isAbsolute || moved !== null) && found.origin !== above.origin) return "";
      if (anchor) found.hash = anchor;
      return found.href;
    } catch {
      return "";
    }
  }
}

/** Return a path as it stands in an address: that of a file is written with percent signs where its docset has no URL. */
function pathOf(path, home) {
  const relative = path.replace(/^\/+/, "");
  return `./${home ? relative : relative.split("/").map(encodeURIComponent).join("/")}`;
}

const isWeb = ({ protocol }) => /^https?:$/.test(protocol);

/** Return an http(s) address that a page gives, from where the page is; empty for any other. */
function addressOf(text, page) {
  const found = page && URL.canParse(text, page) ? new URL(text, page) : null;
  return found && isWeb(found) ? found.href : "";
}

const keyOf = ({ docset, url }) => `${docset} ${url}`;

const nameOf = ({ pathname }, at) => pathname.split("/").filter(Boolean).at(-1) ?? `${at + 1}`;

/** Put sections below the pages that they are of, the best first, at most so many, but for those that are known; a page's first row is the page. */
function groupsOf(pages, sections, known) {
  const groups = new Map(pages.map((hit) => [keyOf(hit), { hit, own: null, below: [] }]));
  for (const hit of [...pages, ...sections]) {
    const group = groups.get(keyOf(hit));
    if (!group) continue;
    if (!hit.headings.length) group.own ??= hit;
    else if (group.below.length < MOST_BELOW && !known.has(hit.id) && !group.below.some(({ id }) => id === hit.id)) group.below.push(hit);
  }
  return [...groups.values()].map(({ hit, own, below }) => {
    const rows = [{ isPage: true, hit: own ?? hit, title: hit.title, hasExcerpt: Boolean(own) }];
    for (const one of below) rows.push({ isPage: false, hit: one, title: one.headings.join(" › "), hasExcerpt: true });
    return { hit, best: own === hit || !hit.headings.length ? 0 : 1, rows };
  });
}
