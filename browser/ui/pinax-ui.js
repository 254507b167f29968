/**
 * `<pinax-search bundle="…">`: people search, in a page, the bundle that agents read (docs/how-to/search-box.md).
 *
 * Strategy. This module has the trigger and its keys alone. The panel, the texts and the reader of bundles are loaded when
 * somebody points at the trigger, focuses it or opens it. All lies in a shadow root, so a page and its search leave one
 * another's styles alone. Nothing is written as HTML and no style stands in an attribute, so a strict policy can hold.
 * @module
 */

/** The word "Search" in each language that there are texts in. */
const LABELS = Object.fromEntries(
  `af Soek|ar بحث|bn অনুসন্ধান|ca Cerca|cs Hledat|da Søg|de Suchen|el Αναζήτηση|en Search|es Buscar|eu Bilatu|fa جستجو|fi Hae|fr Rechercher|gl Buscar
he חיפוש|hi खोजें|hr Traži|hu Keresés|id Cari|it Cerca|ja 検索|ko 검색|mi Rapua|my ရှာဖွေရန်|nb Søk|nl Zoeken|nn Søk|no Søk|pl Szukaj|pt Pesquisar|ro Căutare
ru Поиск|sk Hľadať|sr Претрага|sv Sök|sw Tafuta|ta தேடு|th ค้นหา|tr Ara|uk Пошук|vi Tìm kiếm|zh 搜索|zh-tw 搜尋`
    .split(/[|\n]/)
    .map((one) => one.split(/ (.*)/)),
);

/** The folder of this module, which is that of the bundle where a build wrote both. */
export const here = new URL(".", import.meta.url).href;

const SAME = { "zh-hant": "zh-tw", "zh-hk": "zh-tw", "zh-mo": "zh-tw" };
const RIGHT_TO_LEFT = ["ar", "fa", "he"];

/** Return the language of texts for a tag: the language itself, what it is a kind of, or English. */
export function languageOf(tag) {
  for (let parts = tag.toLowerCase().split(/[-_]/); parts.length; parts.pop()) {
    const name = SAME[parts.join("-")] ?? parts.join("-");
    if (Object.hasOwn(LABELS, name)) return name;
  }
  return "en";
}

const STYLE = `
:host { display: inline-block; vertical-align: middle; }
:host([inline]) { display: block; }
:host([hidden]) { display: none; }
.trigger {
  display: flex; align-items: center; gap: .5em; box-sizing: border-box; block-size: 2.25rem; max-inline-size: 100%;
  padding: 0 .75em; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: var(--pinax-radius, .5rem);
  background: transparent; color: inherit; font: inherit; font-size: .9375rem; cursor: pointer;
}
.trigger:hover { border-color: currentColor; }
.trigger:focus-visible { outline: 2px solid var(--pinax-accent, currentColor); outline-offset: 2px; }
.trigger svg { inline-size: 1.1em; block-size: 1.1em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
.trigger kbd { font: inherit; font-size: .75rem; padding: .1em .45em; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: .3em; }
@media (pointer: coarse) { .trigger kbd { display: none; } }
@media print { :host { display: none !important; } }
`;

const isApple = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgentData?.platform ?? globalThis.navigator?.platform ?? "");

/** Make an element with attributes and children; text of strangers is a text node and nothing else. */
export function make(name, attributes = {}, ...children) {
  const isSvg = name === "svg" || name === "path";
  const element = isSvg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== false && value !== undefined) element.setAttribute(key, value === true ? "" : value);
  element.append(...children);
  return element;
}

/** Make the picture of a looking glass. */
export const glass = () => make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("path", { d: "M10.5 3.5a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16 16l5 5" }));

/** Return a style sheet of a text, which a policy against inline styles allows. */
export function sheetOf(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Where a search leaves for the page that it opens which words to mark there. */
export const HANDED = "pinax-highlight";

function wasSearched() {
  try {
    return localStorage.getItem(HANDED) !== null;
  } catch {
    return false;
  }
}

/** Say whether a key stroke is one of those that an attribute names: `mod+k /`. */
function isKey(event, keys) {
  return keys.split(/\s+/).some((one) => {
    if (!one) return false;
    const parts = one.toLowerCase().split("+");
    const key = parts.pop();
    const has = (...names) => names.some((name) => parts.includes(name));
    const ctrl = has("ctrl", "control") || (has("mod") && !isApple);
    const meta = has("meta", "cmd") || (has("mod") && isApple);
    const plain = !ctrl && !meta && !has("alt");
    if (plain && isEditable(event)) return false;
    const isSame = event.key.toLowerCase() === key || event.code === `Key${key.toUpperCase()}`;
    return isSame && event.ctrlKey === ctrl && event.metaKey === meta && event.altKey === has("alt") && (key.length > 1 || plain || event.shiftKey === has("shift"));
  });
}

function isEditable(event) {
  const [target] = event.composedPath();
  return Boolean(target?.isContentEditable || target?.matches?.("input, textarea, select"));
}

function shownKey(keys) {
  const [first] = keys.split(/\s+/);
  const names = { mod: isApple ? "⌘" : "Ctrl", ctrl: "Ctrl", alt: isApple ? "⌥" : "Alt", shift: "Shift", meta: isApple ? "⌘" : "Meta" };
  return first.split("+").map((part) => names[part.toLowerCase()] ?? part.toUpperCase()).join(isApple ? "" : " ");
}

/** The element. Its attributes are in docs/how-to/search-box.md. */
export class PinaxSearch extends HTMLElement {
  #panel;
  #loading;
  #trigger;
  #agent;
  #onKey = (event) => this.#keyed(event);

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheetOf(STYLE)];
  }

  /** The language of its texts: that of the element or of the nearest element around it; English where we have no texts. */
  get language() {
    return languageOf(this.closest("[lang]")?.lang ?? "en");
  }

  /** The direction of that language. */
  get direction() {
    return RIGHT_TO_LEFT.includes(this.language) ? "rtl" : "ltr";
  }

  /** The addresses of its bundles; without the attribute that of the bundle that this module lies beside. */
  get bundles() {
    return (this.getAttribute("bundle") ?? here).split(/\s+/).filter(Boolean);
  }

  /** What it is called. Properties have other names than attributes, which frameworks would set in their place. */
  get caption() {
    return this.getAttribute("label") || LABELS[this.language];
  }

  /** Keys that open the search, from everywhere in the page. */
  get shortcuts() {
    return this.getAttribute("keys") ?? "mod+k";
  }

  connectedCallback() {
    document.addEventListener("keydown", this.#onKey);
    const context = document.modelContext ?? navigator.modelContext;
    if (context) {
      this.#agent = new AbortController();
      import("./agent.js").then(({ offer }) => offer(context, this, this.#agent.signal), () => {});
    }
    if (this.#trigger || this.#panel) return;
    if (this.hasAttribute("inline")) {
      const box = make("div", { class: "reserved" });
      this.shadowRoot.append(box);
      this.#load().then(() => box.remove(), () => {});
    } else {
      this.#makeTrigger();
    }
    if (wasSearched()) import("./highlight.js").then(({ highlight }) => highlight(), () => {});
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKey);
    this.#agent?.abort();
  }

  #makeTrigger() {
    const attributes = { type: "button", class: "trigger", part: "trigger", "aria-haspopup": "dialog", lang: this.language, dir: this.direction };
    const button = make("button", attributes, glass(), make("span", {}, this.caption));
    if (this.shortcuts) {
      button.append(make("kbd", { "aria-hidden": "true" }, shownKey(this.shortcuts)));
      button.setAttribute("aria-keyshortcuts", this.shortcuts.replaceAll("mod", isApple ? "Meta" : "Control").replace(/\b[a-z]/g, (letter) => letter.toUpperCase()));
    }
    this.#trigger = button;
    button.addEventListener("click", () => this.open());
    for (const event of ["pointerenter", "focus", "touchstart"]) button.addEventListener(event, () => this.preload(), { once: true, passive: true });
    this.shadowRoot.append(button);
  }

  /** Load the panel, the texts, the reader and the bundle, so that a query finds them there. */
  preload() {
    this.#load().then((panel) => panel.warm(), () => {});
  }

  #load() {
    import("../pinax.mjs").catch(() => {}); // the engine asks for it again, a round trip later
    this.#loading ??= import("./panel.js").then(async ({ openPanel }) => (this.#panel = await openPanel(this)));
    this.#loading.catch(() => (this.#loading = null));
    return this.#loading;
  }

  /** Open the search, with a query if one is given. */
  async open(query) {
    try {
      (await this.#load()).open(query);
    } catch (error) {
      this.#trigger?.setAttribute("title", error.message);
      this.dispatchEvent(new CustomEvent("pinax-error", { detail: error, bubbles: true }));
    }
  }

  /** Close it; the focus goes back to where it was. */
  close() {
    this.#panel?.close();
  }

  #keyed(event) {
    if (event.defaultPrevented || event.isComposing || !this.getClientRects().length || !isKey(event, this.shortcuts)) return;
    event.preventDefault();
    this.open();
  }
}

/** Return the main calls of Pagefind's JavaScript API, for the bundle beside this module or those with other addresses. */
export async function pagefind({ bundles = [here], ...options } = {}) {
  return (await import("./pagefind.js")).pagefindOf(bundles, options);
}

/** Tries other rankings (docs/playground.md). */
class Playground extends HTMLElement {
  connectedCallback() {
    import("../playground/playground.js").then(({ start }) => start(this, { here, make, sheetOf }));
  }
}

if (!customElements.get("pinax-search")) {
  customElements.define("pinax-search", PinaxSearch);
  customElements.define("pinax-playground", Playground);
}
