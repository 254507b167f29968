/**
 * Pages by their addresses: outline and text (docs/tools.md).
 * @module
 */

const ENDINGS = ["", ".html", ".md", ".mdx", "/", "/index.html", "/index.md", "/index.mdx", ".htm"];
const MORE = 3;

/**
 * Return the page of an address: a URL, a path below a docset's URL, or `docset:path`; with `#anchor` or without. A missing or different
 * ending such as `.html` does not matter. Null where there is none.
 * @param {{docset: object, name: string}[]} docsets with the segments' manifests read
 */
export async function findPage(docsets, address) {
  const [place, anchor = ""] = splitAt(address, "#");
  for (const ending of [null, ...ENDINGS]) {
    const asked = docsets.flatMap((part) =>
      urlsOf(part, place).map((url) => ({ part, url: ending === null ? url : withoutEnding(url) + ending })),
    );
    const found = await Promise.all(
      asked.flatMap(({ part, url }) =>
        part.docset.segments.map(async (segment) => [part, segment, await segment.pageByUrl(url)]),
      ),
    );
    const [part, segment, record] = found.find(([, , page]) => page) ?? [];
    if (record) return new Page(part, segment, record, anchor);
  }
  return null;
}

function splitAt(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function urlsOf({ docset, name }, place) {
  const path = place.startsWith(`${name}:`) ? place.slice(name.length + 1) : place;
  return [...new Set([place, path, docset.url + path.replace(/^\//, "")])].filter((url) => url && url.startsWith(docset.url));
}

const withoutEnding = (url) => url.replace(/(?:\/index)?\.(?:html?|mdx?)$|\/$/, "");

/** A page: its outline, and its text as Markdown. */
export class Page {
  #segment;
  #record;

  constructor({ docset, name }, segment, record, anchor) {
    this.#segment = segment;
    this.#record = record;
    const { url, title, description, meta, facets, variants } = record;
    this.docset = name;
    this.url = url;
    this.path = url.startsWith(docset.url) ? url.slice(docset.url.length) : url;
    this.title = title;
    this.description = description;
    this.meta = Object.fromEntries(meta);
    this.facets = Object.fromEntries(facets);
    this.variants = variants;
    this.fetched_at = docset.fetched_at;
    /** The anchor of the section that the address led to, empty for the page; null where there is no such section. */
    this.anchor = record.anchors[this.#sectionOf(anchor)] ?? null;
    if (!anchor) this.anchor = "";
  }

  #sectionOf(anchor) {
    const { anchors, aliases } = this.#record;
    const decoded = percentDecoded(anchor);
    if (!anchor) return 0;
    for (const one of [anchor, decoded]) if (anchors.includes(one)) return anchors.indexOf(one);
    const known = aliases.get(anchor) ?? aliases.get(decoded) ?? anchors.indexOf(`~${anchor}`); // source code may lack its ~
    if (known >= 0) return known;
    const named = anchors.filter((one) => [".", ":"].some((separator) => one.endsWith(separator + decoded)));
    return named.length === 1 ? anchors.indexOf(named[0]) : -1; // a qualified name may lack its beginning
  }

  /** Return the page's own section: `anchor`, `title`, `words`, `kind`, `lines`, and `children`, which are such sections. */
  outline() {
    const { anchors, titles, words, kinds, depths, lines } = this.#record;
    const path = [];
    anchors.forEach((anchor, at) => {
      if (kinds[at] === MORE) return;
      const node = {
        anchor,
        title: titles[at],
        words: words[at],
        kind: ["page", "heading", "definition"][kinds[at]],
        children: [],
      };
      if (lines[2 * at]) node.lines = [lines[2 * at], lines[2 * at + 1]];
      path.length = depths[at];
      path[depths[at] - 1]?.children.push(node);
      path.push(node);
    });
    return path[0];
  }

  /**
   * Return the text of the page, or of a section by its anchor, with everything below; null where there is no such section.
   * @param {string} [anchor]
   * @param {{below?: boolean}} [options] `below: false` leaves out what is below
   */
  async text(anchor = this.anchor, { below = true } = {}) {
    const { depths, kinds, firstSection } = this.#record;
    const first = anchor === null ? -1 : this.#sectionOf(anchor);
    if (first < 0) return null;
    const sections = [first];
    for (let at = first + 1; at < depths.length && depths[at] > depths[first]; at++)
      if (below || (kinds[at] === MORE && depths[at] === depths[first] + 1)) sections.push(at);
    const numbers = sections.map((at) => firstSection + at);
    const texts = await this.#segment.texts(numbers);
    return numbers
      .map((number) => texts.get(number))
      .filter(Boolean)
      .join("\n\n");
  }
}

function percentDecoded(anchor) {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
