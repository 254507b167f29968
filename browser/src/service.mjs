/**
 * What a page asks of bundles, in plain data, so that it can be asked of a worker too.
 * @module
 */

import { openBundle } from "./bundle.mjs";
import { libraryOf } from "./search.mjs";

const SEARCHES = 8;

/** Bundles, and the hits of the last searches. */
export class Service {
  #found = new Map();
  #number = 0;

  /** @param {string[]} places addresses of bundles @param {object} options of `openBundle` */
  static async open(places, options) {
    const bundles = await Promise.all(places.map((place) => openBundle(place, options)));
    return new Service(bundles, libraryOf(...bundles));
  }

  constructor(bundles, library) {
    this.bundles = bundles;
    this.library = library;
  }

  /** Return what a search finds; `number` and a hit's place among the hits, with the sections after them, are what `excerpt` takes. */
  async search(query, options) {
    const reply = await this.library.search(query, options);
    const number = ++this.#number;
    const { hits, sections } = reply;
    this.#found.set(number, [...hits, ...(sections ?? [])]);
    if (this.#found.size > SEARCHES) this.#found.delete(this.#found.keys().next().value);
    const plain = (of) => of.map((hit) => ({ ...hit }));
    return { ...reply, hits: plain(hits), ...(sections ? { sections: plain(sections) } : {}), number };
  }

  /** Return the excerpt of a hit, or null where later searches have taken its place. */
  async excerpt(number, at) {
    return (await this.#found.get(number)?.[at]?.excerpt()) ?? null;
  }

  /** Return a page: what it is, its outline, and its text or that of the section that the address leads to; null if there is none. */
  async page(address, options) {
    const page = await this.library.page(address);
    return page && { ...page, outline: page.outline(), text: await page.text(page.anchor, options) };
  }

  /** Return where a symbol is defined. */
  symbols(name, options) {
    return this.library.symbols(name, options);
  }

  /** Return the docsets, and what the user should know. */
  async about() {
    const docsets = this.library.docsets.map(({ name, docset: { segments, ...said } }) => ({ ...said, name }));
    return {
      docsets,
      notices: this.bundles.flatMap(({ notices }) => notices),
      verified: this.bundles.every(({ verified }) => verified),
    };
  }
}
