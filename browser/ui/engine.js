/**
 * The engine of an element: its bundles, opened at the first search, and the addresses of hits.
 * @module
 */

const MOST_BELOW = 3;
const SECTIONS = 30;

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
    const failed = opened.filter(({ status }) => status === "rejected").map(({ reason }) => reason);
    const bundles = opened.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
    if (!bundles.length) throw failed[0];
    this.notices = failed.map(({ message }) => message);
    const named = bundles.map((bundle, at) => ({ bundle, name: nameOf(this.places[opened.findIndex(({ value }) => value === bundle)], at) }));
    const library = libraryOf(...named);
    this.docsets = new Map(library.docsets.map((one) => [one.name, { title: one.docset.title || one.name, url: one.docset.url, place: this.places[opened.findIndex(({ value }) => value === one.bundle)] }]));
    return library;
  }

  /** Read what every search needs. */
  async warm() {
    const library = await this.open();
    await library.search("", { docs: this.docs, limit: 1 });
  }

  /**
   * Count the values of some facets: those of all pages, or of the pages that a query finds. What is chosen of a facet does not
   * lessen the counts of that facet's other values, as any of them may hold.
   * @returns {Promise<Map<string, Map<string, number>>>}
   */
  async facets(names, query = "", filters = {}) {
    const library = await this.open();
    if (!query) return this.#allFacets(library, names);
    const counted = new Map();
    const asked = new Map();
    for (const name of names) {
      const { [name]: own, ...others } = filters;
      const key = own ? name : "";
      if (!asked.has(key)) asked.set(key, library.search(query, { docs: this.docs, filters: own ? others : filters, limit: 1, countFacets: true }));
      counted.set(name, new Map(Object.entries((await asked.get(key)).facets?.[name] ?? {})));
    }
    return counted;
  }

  #allFacets(library, names) {
    this.#facets ??= (async () => {
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
   * Find pages, each with its best sections.
   * @returns {Promise<{groups: object[], total: number, unknown: string[], corrected: string, relaxed: boolean}>}
   */
  async search(query, { limit, filters = {}, sort = "" }) {
    const library = await this.open();
    const asked = { docs: this.docs, filters, sort };
    const pages = await library.search(query, { ...asked, limit });
    const sections = pages.hits.length ? (await library.search(query, { ...asked, sort: "", sections: true, limit: SECTIONS })).hits : [];
    return {
      groups: groupsOf(pages.hits, sections).map((group) => this.#addressed(group)),
      total: pages.total,
      unknown: pages.unknown_words,
      corrected: pages.did_you_mean ?? "",
      relaxed: Boolean(pages.relaxed),
    };
  }

  #addressed(group) {
    const { title: docset } = this.docsets.get(group.hit.docset);
    const rows = group.rows.map((row) => ({ ...row, href: this.#hrefOf(row.hit, row.isPage ? "" : row.hit.anchor) }));
    return { ...group, docset: this.docsets.size > 1 ? docset : "", rows };
  }

  /** Return the address of a hit: http(s), or what lies beside the bundle; empty for anything else. */
  #hrefOf({ docset, url }, anchor) {
    const { url: home, place } = this.docsets.get(docset);
    const above = this.base ?? new URL("..", place);
    try {
      const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url);
      const moved = this.base && home && url.startsWith(home) ? url.slice(home.length) : null;
      const found = isAbsolute && moved === null ? new URL(url) : new URL(pathOf(moved ?? url, home), above);
      if (!/^https?:$/.test(found.protocol)) return "";
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

function nameOf(place, at) {
  return place.pathname.split("/").filter(Boolean).at(-1) ?? String(at + 1);
}

/** Put sections below the pages that they are of, the best first, at most so many; a page's first row is the page. */
function groupsOf(pages, sections) {
  const keyOf = ({ docset, url }) => `${docset} ${url}`;
  const groups = new Map(pages.map((hit) => [keyOf(hit), { hit, own: null, below: [] }]));
  for (const hit of [...pages, ...sections]) {
    const group = groups.get(keyOf(hit));
    if (!group) continue;
    if (!hit.headings.length) group.own ??= hit;
    else if (group.below.length < MOST_BELOW && !group.below.some(({ id }) => id === hit.id)) group.below.push(hit);
  }
  return [...groups.values()].map(({ hit, own, below }) => {
    const rows = [{ isPage: true, hit: own ?? hit, title: hit.title, hasExcerpt: Boolean(own) }];
    for (const one of below) rows.push({ isPage: false, hit: one, title: one.headings.join(" › "), hasExcerpt: true });
    return { hit, best: own === hit || !hit.headings.length ? 0 : 1, rows };
  });
}
