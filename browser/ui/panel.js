/**
 * The panel of a search: a field, what was found, and the keys that lead through it; in a dialog, or in the page.
 *
 * Strategy. The focus stays in the field, which is a combobox; the results are its listbox, each row a link. An excerpt is read
 * when its row comes into view, into room that was kept for it. A reply that a later query has overtaken is dropped.
 * @module
 */

import { engineOf } from "./engine.js";
import { HANDED, glass, make, sheetOf } from "./pinax-ui.js";
import { STYLE } from "./style.js";
import { textsIn } from "./texts.js";

const DELAY_MS = 120;
const QUIET_MS = 700;
const PAGES = 10;
const MOST_PAGES = 200;
const MOST_VALUES = 30;
const LONG_TITLE = 200;
const LONG_EXCERPT = 400;
const BEFORE_MARK = 60;

/** Make the panel of an element, with its texts loaded. */
export async function openPanel(element) {
  return new Panel(element, await textsIn(element.language));
}

class Panel {
  #element;
  #say;
  #engine;
  #root;
  #surface;
  #input;
  #list;
  #scroll;
  #status;
  #rows = [];
  #active = -1;
  #asked = 0;
  #shown = { query: "", limit: 0 };
  #timer;
  #quiet;
  #isPending = false;
  #enter = null;
  #words = new Set();
  #excerpts;
  #filters = {};
  #values = new Map();
  #facetNames;

  constructor(element, say) {
    this.#element = element;
    this.#say = say;
    this.#engine = engineOf(element);
    this.#build();
  }

  get #isInline() {
    return this.#element.hasAttribute("inline");
  }

  // 1. What it is made of.

  #build() {
    const say = this.#say;
    const { language, direction, caption: label } = this.#element;
    const inputAttributes = {
      type: "search", role: "combobox", part: "input", enterkeyhint: "go", autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", maxlength: 300,
      "aria-label": label, "aria-expanded": "false", "aria-controls": "list", "aria-autocomplete": "list", placeholder: this.#element.getAttribute("placeholder") || `${label}…`,
    };
    this.#input = make("input", inputAttributes);
    const clear = make("button", { type: "button", class: "clear", hidden: true }, say("clear"));
    const close = make("button", { type: "button", class: "close", hidden: this.#isInline }, say("close"));
    this.#list = make("div", { id: "list", role: "listbox", "aria-label": say("list"), part: "list" });
    this.said = make("div", { class: "said", hidden: true });
    this.empty = make("div", { class: "empty" });
    this.more = make("button", { type: "button", class: "more plain", hidden: true }, say("more"));
    this.#scroll = make("div", { class: "scroll" }, this.said, this.#list, this.empty, this.more);
    this.#facetNames = named(this.#element.getAttribute("filters"));
    const hasFacets = this.#facetNames.size > 0;
    const sorts = named(this.#element.getAttribute("sorts"));
    this.isDropdown = this.#element.hasAttribute("dropdowns");
    const isOpen = this.isDropdown || (this.#element.hasAttribute("panes") && !matchMedia("(max-width: 40rem)").matches);
    this.facets = make("div", { class: this.isDropdown ? "dropdowns" : "facets", id: "facets", role: "group", "aria-label": say("filters"), hidden: !isOpen || !hasFacets });
    this.toggle = make("button", { type: "button", class: "plain", "aria-expanded": String(isOpen), "aria-controls": "facets", hidden: this.isDropdown || !hasFacets }, say("filters"));
    this.reset = make("button", { type: "button", class: "plain", hidden: true }, say("reset"));
    this.sort = make("select", { class: "plain", "aria-label": say("sort") }, make("option", { value: "" }, say("best")), ...[...sorts].map(([value, { label }]) => make("option", { value }, label)));
    this.tools = make("div", { class: "tools", hidden: !hasFacets && !sorts.size }, this.isDropdown ? this.facets : this.toggle, this.reset, make("span", { class: "sort", hidden: !sorts.size }, this.sort));
    const body = make("div", { class: "body" }, this.isDropdown ? "" : this.facets, this.#scroll);
    this.count = make("span", { class: "count", "aria-hidden": "true" });
    this.keys = make("span", { class: "keys", "aria-hidden": "true", hidden: true }, make("span", {}, make("kbd", {}, "↑"), make("kbd", {}, "↓"), say("move")), make("span", {}, make("kbd", {}, "↵"), say("open")));
    this.#status = make("div", { role: "status", class: "unseen" });
    const parts = [make("div", { class: "bar", role: "search" }, glass(), this.#input, clear, close), this.tools, body, make("div", { class: "foot" }, this.keys, this.count)];
    this.#surface = this.#isInline
      ? make("div", { class: "box", part: "box" }, ...parts, this.#status)
      : make("dialog", { "aria-label": label, part: "dialog", closedby: "any" }, ...parts, this.#status);
    this.#root = make("div", { class: "root", lang: language, dir: direction }, this.#surface);
    const shadow = this.#element.shadowRoot;
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheetOf(STYLE)];
    this.probe = make("span", { class: "probe", "aria-hidden": "true" });
    shadow.append(this.probe, this.#root);
    this.clear = clear;
    this.#excerpts = new IntersectionObserver((seen) => this.#seen(seen), { root: this.#isInline ? null : this.#scroll, rootMargin: "100px" });
    this.#listen(close);
    this.#begin();
  }

  #listen(close) {
    const input = this.#input;
    input.addEventListener("input", (event) => event.isComposing || this.#typed());
    input.addEventListener("compositionend", () => this.#typed());
    input.addEventListener("focus", () => this.warm());
    this.clear.addEventListener("click", () => this.#reset());
    close.addEventListener("click", () => this.close());
    this.more.addEventListener("click", () => this.#grow());
    this.#surface.addEventListener("keydown", (event) => this.#keyed(event));
    this.#list.addEventListener("click", (event) => this.#clicked(event));
    this.#list.addEventListener("auxclick", (event) => this.#clicked(event));
    this.#list.addEventListener("pointermove", ({ target, movementX, movementY }) => {
      if (movementX || movementY) this.#activate(this.#rows.findIndex(({ element }) => element.contains(target)), false);
    });
    this.toggle.addEventListener("click", () => {
      this.facets.hidden = !this.facets.hidden;
      this.toggle.setAttribute("aria-expanded", String(!this.facets.hidden));
      this.#loadFacets();
      if (!this.facets.hidden && this.#isAsking) this.#typed(0);
    });
    this.facets.addEventListener("change", () => this.#filtered());
    this.reset.addEventListener("click", () => {
      for (const box of this.facets.querySelectorAll(":checked")) box.checked = false;
      this.#filtered();
      this.#input.focus();
    });
    this.sort.addEventListener("change", () => this.#typed(0));
    this.#surface.addEventListener("click", ({ target }) => this.#closeDropdowns((one) => !one.contains(target)));
    if (this.#isInline) return;
    this.#surface.addEventListener("close", () => {
      this.#element.dispatchEvent(new CustomEvent("pinax-close", { bubbles: true }));
    });
    // Where `closedby` is not known, a click beside the dialog closes it all the same.
    this.#surface.addEventListener("click", ({ target, clientX: x, clientY: y }) => {
      const { left, right, top, bottom } = this.#surface.getBoundingClientRect();
      if (target === this.#surface && (x < left || x > right || y < top || y > bottom)) this.close();
    });
  }

  // 2. Open and close.

  /** Show the panel, and search for a query if one is given. */
  open(query) {
    this.#root.classList.toggle("dark", isDark(this.#element, this.probe));
    if (!this.#isInline && !this.#surface.open) {
      this.#surface.showModal();
      this.#element.dispatchEvent(new CustomEvent("pinax-open", { bubbles: true }));
    }
    this.#input.focus();
    this.#loadFacets();
    if (typeof query === "string") {
      this.#input.value = query;
      this.#typed(0);
    } else {
      this.#input.select();
    }
  }

  close() {
    if (!this.#surface.open) return;
    this.#surface.close();
    this.#input.blur(); // where nothing had the focus before, a browser lets the hidden field keep it for a moment
  }

  /** Read what every search needs, ahead of the first one. */
  warm() {
    this.#root.classList.toggle("dark", isDark(this.#element, this.probe));
    this.#engine.warm().catch(() => {}); // a search says what is wrong
  }

  #begin() {
    this.#show([], null);
    this.empty.replaceChildren(make("p", {}, this.#say("begin")));
    this.empty.hidden = false;
    this.count.textContent = "";
    this.#surface.classList.remove("filled", "busy");
  }

  #reset() {
    this.#input.value = "";
    this.#typed(0);
    this.#input.focus();
  }

  // 3. Ask.

  #typed(delay = Number(this.#element.getAttribute("delay") ?? DELAY_MS)) {
    clearTimeout(this.#timer);
    this.#asked++;
    this.#enter = null;
    const query = this.#input.value.trim();
    this.clear.hidden = !this.#input.value;
    this.#isPending = this.#isAsking;
    if (!this.#isAsking) {
      this.#shown.query = "";
      this.#loadFacets();
      return this.#begin();
    }
    this.#timer = setTimeout(() => this.#search(query, PAGES), delay);
  }

  /** Whether there is something to search for: a query, or filters alone. */
  get #isAsking() {
    return Boolean(this.#input.value.trim() || Object.keys(this.#filters).length);
  }

  #grow() {
    this.#search(this.#shown.query, Math.min(MOST_PAGES, this.#shown.limit + PAGES), true);
  }

  async #search(query, limit, isMore = false) {
    const asked = ++this.#asked;
    const waiting = setTimeout(() => this.#busy(asked), 250);
    try {
      const counts = !this.facets.hidden;
      const reply = await this.#engine.search(query, { limit, filters: this.#filters, sort: this.sort.value, counts });
      if (asked !== this.#asked) return;
      this.#shown = { query, limit };
      this.#show(reply.groups, reply, isMore);
      if (counts) this.#count((name, value) => reply.counts[name]?.[value] ?? 0);
      this.#element.dispatchEvent(new CustomEvent("pinax-results", { detail: { query, total: reply.total }, bubbles: true }));
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#fail(error, query);
    } finally {
      clearTimeout(waiting);
      if (asked === this.#asked) {
        this.#isPending = false;
        this.#surface.removeAttribute("aria-busy");
        this.#surface.classList.remove("busy");
      }
    }
    const enter = this.#enter;
    this.#enter = null;
    if (enter && this.#rows[this.#active]) this.#follow(this.#rows[this.#active], enter);
  }

  #busy(asked) {
    if (asked !== this.#asked) return;
    this.#surface.setAttribute("aria-busy", "true");
    this.#surface.classList.add("busy");
    if (!this.#rows.length) {
      this.empty.replaceChildren(make("p", {}, this.#say("searching")));
      this.empty.hidden = false;
    }
  }

  #filtered() {
    this.#filters = {};
    for (const { value, name } of this.facets.querySelectorAll(":checked")) ((this.#filters[name] ??= {})[this.#facetNames.get(name).mode] ??= []).push(value);
    let count = 0;
    for (const [name, { number }] of this.#values) {
      const chosen = Object.values(this.#filters[name] ?? {}).flat().length;
      number.textContent = chosen ? ` (${chosen})` : "";
      count += chosen;
    }
    this.reset.hidden = !count;
    this.toggle.textContent = this.#say("filters") + (count ? ` (${count})` : "");
    this.#typed(0);
  }

  /** Show the values of facets; where nothing is searched for, with how many of all pages have each. */
  async #loadFacets() {
    if (this.facets.hidden) return;
    try {
      const all = await this.#engine.facets([...this.#facetNames.keys()]);
      if (!this.#values.size) this.#makeFacets(all);
      if (!this.#isAsking) this.#count((name, value) => all.get(name).get(value));
    } catch {
      // the search itself says what is wrong
    }
  }

  #count(countOf) {
    for (const [name, { counts }] of this.#values) for (const [value, count] of counts) count.textContent = String(countOf(name, value));
  }

  #makeFacets(all) {
    const [around, head] = this.isDropdown ? ["details", "summary"] : ["fieldset", "legend"];
    const groups = [...all].map(([name, of]) => {
      const values = [...of].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)).slice(0, MOST_VALUES);
      const counts = new Map();
      const labels = values.map(([value, n]) => {
        const count = make("span", { class: "number" }, String(n));
        counts.set(value, count);
        return make("label", {}, make("input", { type: "checkbox", name, value }), make("span", { class: "value", dir: "auto" }, shortened(value, LONG_TITLE)), count);
      });
      const number = make("span");
      this.#values.set(name, { counts, number });
      const { label } = this.#facetNames.get(name);
      const list = make("div", { class: "values", role: "group", "aria-label": label }, ...labels);
      return make(around, { hidden: !values.length }, make(head, { dir: "auto" }, label, this.isDropdown ? number : ""), list);
    });
    this.facets.replaceChildren(...groups);
    const isNone = groups.every(({ hidden }) => hidden);
    this.facets.hidden ||= isNone;
    this.toggle.hidden ||= isNone;
  }

  /** Close the dropdowns that a test is true of, and return the last of them. */
  #closeDropdowns(test) {
    const open = [...this.facets.querySelectorAll("details[open]")].filter(test);
    for (const one of open) one.open = false;
    return open.at(-1);
  }

  // 4. Show.

  #show(groups, reply, isMore = false) {
    const kept = isMore ? this.#active : -1;
    const known = isMore ? this.#list.children.length : 0;
    if (!isMore) {
      this.#excerpts.disconnect();
      this.#rows = [];
      this.#words = new Set();
      this.#list.replaceChildren();
      this.#scroll.scrollTop = 0;
    }
    this.#list.append(...groups.slice(known).map((group) => this.#groupOf(group)));
    this.#list.hidden = this.keys.hidden = !this.#rows.length;
    this.#input.setAttribute("aria-expanded", String(this.#rows.length > 0));
    this.empty.hidden = this.#rows.length > 0 || !reply;
    this.empty.className = "empty";
    this.#sayCounts(reply);
    this.more.hidden = !reply || reply.shown >= reply.total || reply.shown >= MOST_PAGES || reply.shown < this.#shown.limit;
    this.#surface.classList.toggle("filled", Boolean(reply));
    const best = groups[0] && !isMore ? groups[0].best : 0;
    this.#activate(isMore ? kept : this.#rows.length ? Math.min(best, this.#rows.length - 1) : -1, false);
  }

  /** Say how many there are, and what of the query was corrected or is unknown. */
  #sayCounts(reply) {
    const lines = [];
    const query = reply ? shortened(reply.corrected || this.#shown.query, 80) : "";
    if (reply?.unknown.length) lines.push(this.#say("unknown", { words: reply.unknown.map((word) => shortened(word, 80)).join(", ") }));
    if (reply?.corrected) lines.push(this.#say("corrected", { query }));
    if (reply?.relaxed) lines.push(this.#say("relaxed"));
    for (const notice of reply ? this.#engine.notices : []) lines.push(this.#say("failed", { why: shortened(notice, LONG_EXCERPT) }));
    this.said.hidden = !lines.length || !this.#rows.length;
    this.said.replaceChildren(...lines.map((line) => make("p", { dir: "auto" }, line)));
    if (!reply) return this.#tell("");
    const found = this.#rows.length ? this.#say("found", { n: reply.total, query }) : this.#say("none", { query: shortened(this.#shown.query, 80) });
    const count = this.#shown.query ? found : `${this.#say("list")}: ${reply.total}`;
    this.count.textContent = this.#rows.length ? count : "";
    if (!this.#rows.length) this.empty.replaceChildren(make("p", { class: "title" }, count), ...lines.slice(0, reply.unknown.length ? 1 : 0).map((line) => make("p", {}, line)));
    this.#tell([count, ...lines].join(". "));
  }

  /** Let screen readers say something, once nobody types any more. */
  #tell(text) {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => (this.#status.textContent = text), text ? QUIET_MS : 0);
  }

  #fail(error, query) {
    this.#show([], null);
    const sentence = this.#say("failed", { why: shortened(String(error?.message ?? error), LONG_EXCERPT) });
    const again = make("button", { type: "button", class: "plain" }, this.#say("again"));
    again.addEventListener("click", () => {
      this.#input.focus();
      this.#search(query, PAGES);
    });
    this.empty.replaceChildren(make("p", {}, sentence), again);
    this.empty.className = "error";
    this.empty.hidden = false;
    this.#surface.classList.add("filled");
    this.#tell(sentence);
    this.#element.dispatchEvent(new CustomEvent("pinax-error", { detail: error, bubbles: true }));
  }

  #groupOf({ rows, docset, image }) {
    const [page, ...others] = rows;
    const group = make("div", { class: "group", role: "group", "aria-label": shortened(page.title, LONG_TITLE) });
    group.append(this.#rowOf(page, docset, image), ...others.map((row) => this.#rowOf(row, "")));
    return group;
  }

  #rowOf({ hit, title, href, isPage, kind, signature, hasExcerpt }, docset, image) {
    const head = make("span", { class: "head" }, make("span", { class: "title", dir: "auto" }, shortened(title, LONG_TITLE)));
    const label = [kind, docset].filter(Boolean).join(" · ");
    if (label) head.append(make("span", { class: "docset", dir: "auto" }, shortened(label, LONG_TITLE)));
    const part = isPage ? "page" : kind ? "symbol" : "section";
    const attributes = { id: `row-${this.#rows.length}`, class: `row ${part}`, part, role: "option", "aria-selected": "false", tabindex: "-1" };
    const element = href ? make("a", { ...attributes, href }, head) : make("div", { ...attributes, "aria-disabled": "true" }, head);
    if (image) {
      const picture = make("img", { alt: "", loading: "lazy", decoding: "async", referrerpolicy: "no-referrer", width: 56, height: 56 });
      picture.addEventListener("error", () => (picture.style.visibility = "hidden")); // its room stays, so that nothing moves
      picture.src = image;
      element.prepend(picture);
    }
    if (signature && signature !== title) element.append(make("code", { class: "signature", dir: "ltr" }, shortened(signature, LONG_TITLE)));
    const row = { element, hit, href };
    if (hasExcerpt) {
      row.excerpt = make("span", { class: "excerpt", dir: "auto" });
      element.append(row.excerpt);
      this.#excerpts.observe(element);
    }
    this.#rows.push(row);
    return element;
  }

  #seen(entries) {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.#excerpts.unobserve(target);
      const row = this.#rows.find(({ element }) => element === target);
      row?.hit.excerpt().then(
        ({ text, marks }) => {
          for (const [start, end] of marks) this.#words.add(text.slice(start, end));
          row.excerpt.replaceChildren(...markedOf(text, marks));
        },
        () => {}, // a result without its excerpt leads to its page all the same
      );
    }
  }

  // 5. Keys and clicks.

  #activate(at, scrolls = true) {
    if (at === this.#active && this.#rows[at]?.element.getAttribute("aria-selected") === "true") return;
    if (at < 0 && this.#rows.length) return;
    this.#rows[this.#active]?.element.setAttribute("aria-selected", "false");
    this.#active = at;
    const row = this.#rows[at];
    if (!row) return this.#input.removeAttribute("aria-activedescendant");
    row.element.setAttribute("aria-selected", "true");
    this.#input.setAttribute("aria-activedescendant", row.element.id);
    if (scrolls) row.element.scrollIntoView({ block: "nearest" });
    if (scrolls && at === 0) this.#scroll.scrollTop = 0;
  }

  #keyed(event) {
    if (event.isComposing || event.keyCode === 229) return;
    const { key, target } = event;
    const isField = target === this.#input;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (!isField && target.matches("select")) return;
      event.preventDefault();
      this.#input.focus();
      const next = this.#active + (key === "ArrowDown" ? 1 : -1);
      if (this.#rows[next]) this.#activate(next);
      else if (key === "ArrowDown" && !this.more.hidden) this.#grow();
    } else if (key === "Enter" && isField) {
      event.preventDefault();
      const modifiers = { ctrlKey: event.ctrlKey, metaKey: event.metaKey, shiftKey: event.shiftKey };
      if (this.#isPending) this.#enter = modifiers;
      else if (this.#rows[this.#active]) this.#follow(this.#rows[this.#active], modifiers);
    } else if (key === "Escape") {
      event.preventDefault(); // which would empty the field alone
      const closed = this.#closeDropdowns(() => true);
      if (closed) closed.querySelector("summary").focus();
      else if (!this.#isInline) this.close();
      else if (this.#input.value) this.#reset();
    } else if (!isField && isTyped(event)) {
      this.#input.focus(); // the letter goes where the focus is by then
    }
  }

  /** Open a row as a click with these keys would. */
  #follow({ element, href }, modifiers) {
    if (href) element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, view: window, ...modifiers }));
  }

  #clicked(event) {
    const row = this.#rows.find(({ element }) => element.contains(event.target));
    if (!row?.href || event.button > 1) return;
    const detail = { query: this.#shown.query, url: row.href, title: row.hit.title };
    if (!this.#element.dispatchEvent(new CustomEvent("pinax-select", { detail, bubbles: true, cancelable: true }))) return event.preventDefault();
    if (!this.#element.hasAttribute("no-highlight")) this.#hand(row.href);
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.button) {
      this.close();
      if (isHere(row.href)) import("./highlight.js").then(({ highlight }) => highlight(), () => {});
    }
  }

  /** Leave the words for the page that is opened, if it is of this site. */
  #hand(href) {
    const { origin, pathname } = new URL(href);
    if (origin !== location.origin) return;
    try {
      const typed = this.#shown.query.match(/[\p{L}\p{N}_]+/gu) ?? [];
      localStorage.setItem(HANDED, JSON.stringify({ path: pathname, words: [...(this.#words.size ? this.#words : typed)].slice(0, 40), at: Date.now() }));
    } catch {
      // A browser that keeps nothing for sites opens the page all the same.
    }
  }
}

/**
 * Return what an attribute lists: `type=Kind of page, tags:all` gives names, what they are called, and whether a page has any, all or
 * none of what is chosen.
 */
function named(text) {
  const listed = (text ?? "").split(",").map((one) => one.trim().match(/^([^=]*?)\s*(?::\s*(any|all|none)\s*)?(?:=(.*))?$/s) ?? []);
  return new Map(listed.filter(([, name]) => name).map(([, name, mode = "any", label = ""]) => [name, { mode, label: label.trim() || name }]));
}

const isHere = (href) => href.split("#")[0] === location.href.split("#")[0];

function isTyped({ key, target, ctrlKey, metaKey, altKey }) {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey && !target.matches("select, input");
}

function shortened(text, most) {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Return the nodes of an excerpt: text, code between backquotes, and the query's words marked. */
function markedOf(text, marks) {
  const [begin] = marks[0] ?? [0];
  const from = begin > BEFORE_MARK ? text.indexOf(" ", begin - BEFORE_MARK) + 1 : 0;
  const start = from > 0 && from <= begin ? from : 0;
  const end = Math.min(text.length, start + LONG_EXCERPT);
  const nodes = start && !text.slice(start).startsWith("…") ? ["… "] : [];
  const cells = (part) => part.replace(/(?:\s*(?:\||<br>))+\s*/g, " · "); // of a table's row
  const plain = (into, low, high, shown = cells) => {
    for (const [first, last] of marks) {
      if (last <= low || first >= high) continue;
      into.push(shown(text.slice(low, Math.max(low, first))), make("mark", {}, text.slice(Math.max(low, first), Math.min(high, last))));
      low = Math.min(high, last);
    }
    into.push(shown(text.slice(low, high)));
  };
  let at = start;
  for (const { index: low, 0: code, 1: { length: ticks } } of text.matchAll(/(`+)[^`]+\1(?!`)/g)) {
    const to = low + code.length;
    if (low < at || to > end) continue;
    plain(nodes, at, low);
    const inside = [];
    plain(inside, low + ticks, to - ticks, String);
    nodes.push(make("code", {}, ...inside));
    at = to;
  }
  plain(nodes, at, end);
  return nodes;
}

/** Say whether the page that an element stands in is dark, whatever made it so. */
function isDark(element, probe) {
  const theme = element.getAttribute("theme");
  if (theme === "dark" || theme === "light") return theme === "dark";
  const colors = [...ancestors(element)].map((at) => lightOf(getComputedStyle(at).backgroundColor));
  const { light } = colors.find(({ alpha }) => alpha > 0.5) ?? lightOf(getComputedStyle(probe).backgroundColor);
  return light < 0.5;
}

/** Return how light a computed color is (0 to 1), and how opaque. */
function lightOf(color) {
  const [first, second, third, alpha = 1] = color.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
  const isMixed = /^(rgb|color)/.test(color); // the others begin with their lightness
  const most = { rgb: 255, lab: 100, lch: 100 }[color.match(/^(rgb|lab|lch)/)?.[0]] ?? 1;
  return { light: (isMixed ? 0.299 * first + 0.587 * second + 0.114 * third : first) / most, alpha };
}

function* ancestors(element) {
  for (let at = element.parentElement; at; at = at.parentElement) yield at;
}
