/**
 * Mark the words of a search on the page that it has opened.
 *
 * Strategy. Ranges of the CSS Custom Highlight API leave the page's own elements alone; where there is none, `mark` elements
 * are put in. The words come from the search by the browser's own store, for one page and a minute, and are taken out of it.
 * @module
 */

import { HANDED, make, sheetOf } from "./pinax-ui.js";

const MINUTE_MS = 60_000;
const MOST = 500;
const SKIPPED = "script, style, noscript, textarea, select, input, nav, header, footer, svg, pinax-search, [aria-hidden=true]";

/** Mark the words that a search has left for this page; return how many places were marked. */
export function highlight() {
  const words = handed();
  if (!words.length) return 0;
  const ranges = placesOf(words);
  if (!ranges.length) return 0;
  if (globalThis.CSS?.highlights && globalThis.Highlight) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOf("::highlight(pinax) { background-color: var(--pinax-mark, #ffe9a8); color: var(--pinax-mark-text, #1c2024); }")];
    CSS.highlights.set("pinax", new Highlight(...ranges));
  } else {
    for (const range of ranges.reverse()) range.surroundContents(make("mark", { class: "pinax-mark" }));
  }
  return ranges.length;
}

function handed() {
  try {
    const text = localStorage.getItem(HANDED);
    const { path, words, at } = JSON.parse(text);
    if (path !== location.pathname && Date.now() - at < MINUTE_MS) return [];
    localStorage.removeItem(HANDED);
    return Date.now() - at < MINUTE_MS && path === location.pathname ? words.map(String).filter(Boolean) : [];
  } catch {
    return [];
  }
}

/** Return ranges of the words in the page's content, each within one text. */
function placesOf(words) {
  const escaped = [...new Set(words.map((word) => word.toLowerCase()))].sort((one, other) => other.length - one.length).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join("|")})(?![\\p{L}\\p{N}_])|(?:${escaped.filter((word) => unspaced.test(word)).join("|") || "(?!)"})`, "giu");
  const content = document.querySelector("main, [role=main], article") ?? document.body;
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT, (node) => (node.parentElement?.closest(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  const ranges = [];
  for (let node; ranges.length < MOST && (node = texts.nextNode()); ) {
    for (const found of node.data.matchAll(pattern)) {
      const range = new Range();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
