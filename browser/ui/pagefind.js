/**
 * The main calls of Pagefind's JavaScript API, for sites that move from it (docs/how-to/search-box.md has the table).
 * @module
 */

import { Engine } from "./engine.js";

const MOST = 200;
const DEBOUNCE_MS = 300;
const ALL = { "": { all: [] } }; // a filter that leaves every page

const escaped = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** Open bundles as Pagefind's module would be. */
export function pagefindOf(bundles, options = {}) {
  let engine = new Engine(bundles, options);
  let asked = 0;
  const api = {
    /** Take `baseUrl`; everything else that Pagefind takes is the site's style or the bundle's. */
    async options({ baseUrl } = {}) {
      if (baseUrl) options = { ...options, base: baseUrl };
      engine = new Engine(bundles, options);
    },
    init: () => engine.warm(),
    preload: () => engine.warm(),
    async filters() {
      const { facets } = await (await engine.open()).search("", { filters: ALL, limit: 1, countFacets: true });
      return facets;
    },
    async search(term, { filters = {}, sort = {} } = {}) {
      const query = term ?? "";
      const chosen = filtersOf(filters);
      const isFiltered = Object.keys(chosen).length > 0;
      const limits = { limit: MOST, sort: Object.entries(sort).map(([name, way]) => (way === "desc" ? `-${name}` : name))[0] ?? "" };
      const library = await engine.open();
      const [found, all] = await Promise.all([
        engine.search(query, { ...limits, filters: query || isFiltered ? chosen : ALL, counts: true }),
        isFiltered ? library.search(query, { filters: query ? {} : ALL, limit: 1, countFacets: true }) : null,
      ]);
      const pages = found.groups.filter(({ rows }) => rows[0].isPage);
      return {
        results: pages.map((group) => ({ id: group.hit.id, score: group.hit.score, words: [], data: () => dataOf(group) })),
        unfilteredResultCount: (all ?? found).total,
        filters: found.counts,
        totalFilters: all ? all.facets : found.counts,
      };
    },
    async debouncedSearch(term, settings, wait = DEBOUNCE_MS) {
      const mine = ++asked;
      await new Promise((done) => setTimeout(done, wait));
      if (mine !== asked) return null;
      const found = await api.search(term, settings);
      return mine === asked ? found : null;
    },
    async mergeIndex(place) {
      bundles = [...bundles, place];
      engine = new Engine(bundles, options);
    },
    async destroy() {
      engine = new Engine(bundles, options);
    },
  };
  return api;
}

/** Return filters as the reader takes them. An array means all of its values, as in Pagefind. */
function filtersOf(filters) {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      if (typeof value === "string") return [name, { all: [value] }];
      if (["any", "all", "none", "not"].includes(name)) throw new Error(`Filters of several facets cannot be joined by “${name}”. Write it inside a facet.`);
      if (Array.isArray(value)) return [name, { all: value }];
      const { any, all, none = value.not } = value;
      return [name, { any: listed(any), all: listed(all), none: listed(none) }];
    }),
  );
}

const listed = (value) => (value === undefined ? value : [value].flat());

async function dataOf({ hit, rows }) {
  const parts = await Promise.all(rows.map(async (row) => ({ title: row.title, url: row.href, ...excerptOf(row.hasExcerpt ? await row.hit.excerpt() : null) })));
  const shown = parts.find(({ plain_excerpt }) => plain_excerpt) ?? parts[0];
  const { excerpt, plain_excerpt } = shown;
  return { url: rows[0].href, meta: { title: hit.title, ...hit.meta }, filters: hit.facets, excerpt, plain_excerpt, sub_results: parts };
}

/** Return an excerpt as HTML, with nothing of the bundle's in it but text and the query's words marked. */
function excerptOf(passage) {
  const { text, marks } = passage ?? { text: "", marks: [] };
  let html = "";
  let at = 0;
  for (const [from, to] of marks) {
    html += `${escaped(text.slice(at, from))}<mark>${escaped(text.slice(from, to))}</mark>`;
    at = to;
  }
  return { excerpt: html + escaped(text.slice(at)), plain_excerpt: text };
}
