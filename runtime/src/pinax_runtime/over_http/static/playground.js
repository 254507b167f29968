// The playground: search as the tools do, see what each score consists of and what was read, and move the ranking.

import { get, post } from "./api.js";
import { byId, bytes, count, digits, fill, later, make, millis, say } from "./dom.js";
import { facts, open, page } from "./drawer.js";
import { inline } from "./markdown.js";
import { explanation, parts } from "./scores.js";
import { changed, setUp, values } from "./sliders.js";

const HITS = 10; // as search_pages gives unless it is told otherwise

const form = byId("query-form");
let running = null;
let explained = false;
let docsets = [];

export function start(library) {
  docsets = library.docsets;
  form.elements.docs.append(...library.docsets.map((docset) => make("option", { value: docset.name }, docset.name)));
  form.elements.docs.hidden = library.docsets.length < 2;
  setUp(library.ranking, soon);
  form.addEventListener("input", soon);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
}

const searchLater = later(150, search);
const busy = (on) => byId("hits").setAttribute("aria-busy", on);

function soon() {
  busy(true);
  searchLater();
}

/** Take a query from the address: `q`, `unit`, `docs`, `filters`. */
export function show(parameters) {
  if (!parameters.has("q")) {
    if (!form.elements.query.value.trim()) offer();
    return;
  }
  form.elements.query.value = parameters.get("q");
  form.elements.unit.value = parameters.get("unit") === "sections" ? "sections" : "pages";
  form.elements.docs.value = parameters.get("docs") ?? "";
  form.elements.filters.value = parameters.get("filters") ?? "";
  search();
}

/** Explain every hit, or none. */
export function toggleExplanations() {
  explained = !explained;
  for (const button of document.querySelectorAll(".hit button[aria-expanded]")) {
    if ((button.getAttribute("aria-expanded") === "true") !== explained) button.click();
  }
}

/** Offer questions, where there is none: what the publishers say that their documentation answers, or what it is about. */
async function offer() {
  const { questions } = await get("questions").catch(() => ({ questions: [] }));
  if (form.elements.query.value.trim() || !questions.length) return;
  const ask = (question) => {
    form.elements.query.value = question;
    search();
  };
  const buttons = questions.map((question) => make("li", {}, make("button", { type: "button", "data-item": true, onclick: () => ask(question) }, question)));
  fill(byId("found"), "Type a question, or begin with one of these:");
  fill(byId("hits"), make("li", { class: "questions" }, make("ul", {}, ...buttons)));
}

async function search() {
  const query = form.elements.query.value.trim();
  running?.abort();
  const mine = (running = new AbortController());
  remember();
  busy(true);
  try {
    const wrong = notFilters();
    if (wrong) throw new Error(wrong);
    if (query) tell(await post("search", { ...asked(query), ranking: values() }, mine.signal));
    else {
      for (const id of ["hits", "found"]) fill(byId(id));
      offer();
    }
    say(byId("search-notice"), "");
  } catch (error) {
    if (error.name !== "AbortError") say(byId("search-notice"), error.message, true);
  } finally {
    if (mine === running) busy(false);
  }
}

const written = () => form.elements.filters.value.split(",").map((one) => one.trim()).filter(Boolean);

/** Say which filters are none, and how one is written; nothing if all are right. */
function notFilters() {
  const wrong = written().filter((one) => !/^[^=]*[^=\s]\s*=\s*\S/.test(one));
  form.elements.filters.setAttribute("aria-invalid", String(wrong.length > 0));
  return wrong.length ? `“${wrong.join(", ")}” is no filter. Write name=value, such as type=guide; several with commas.` : "";
}

function asked(query) {
  const { unit, docs, cold } = Object.fromEntries(new FormData(form));
  const chosen = {};
  for (const [, name, value] of form.elements.filters.value.matchAll(/([^=,]+)=([^,]+)/g)) (chosen[name.trim()] ??= []).push(value.trim());
  return { query, limit: HITS, sections: unit === "sections", docs: docs ? [docs] : [], filters: chosen, cold: cold === "on" };
}

/** Keep the query in the address, so that it can be passed on. */
function remember() {
  const { query, unit, docs, filters } = Object.fromEntries(new FormData(form));
  const given = Object.entries({ q: query.trim(), unit: unit === "sections" ? unit : "", docs, filters }).filter(([, value]) => value);
  history.replaceState(null, "", `#/search${given.length ? `?${new URLSearchParams(given)}` : ""}`);
}

function tell(answer) {
  const meant = answer.did_you_mean ? [" Searched for ", make("b", {}, answer.did_you_mean), "."] : [];
  const unknown = answer.unknown_words.length ? [" Nothing contains ", make("b", {}, answer.unknown_words.join(", ")), "."] : [];
  const relaxed = answer.relaxed ? [" Nothing contains the exact quoted words: the quotes were left out."] : [];
  const hint = answer.hint ? [` ${answer.hint}`] : [];
  const unit = form.elements.unit.value;
  fill(byId("found"), make("b", {}, count(answer.hits.length)), ` of ${count(answer.total)} ${unit}, ${millis(answer.ms)} ms.`, ...unknown, ...meant, ...relaxed, ...hint);
  const best = answer.hits[0]?.score ?? 1;
  fill(byId("hits"), ...answer.hits.map((hit) => item(hit, best)));
  fill(byId("reads"), ...reads(answer.explanation));
}

function item(hit, best) {
  const why = make("div", { class: "why", hidden: true });
  const toggle = make("button", { type: "button", "aria-expanded": "false", onclick: expand }, "why?");
  function expand() {
    const opened = why.hidden;
    if (!why.childElementCount) why.append(explanation(hit.explanation, hit.score));
    why.hidden = !opened;
    toggle.setAttribute("aria-expanded", String(opened));
  }
  const title = [hit.title, ...hit.headings].join(" › ");
  const words = hit.explanation.words.flatMap((word) => Object.keys(word.terms));
  const element = make(
    "li",
    { class: "hit" },
    make("h2", {}, make("button", { type: "button", "data-item": true, onclick: () => read(hit, title) }, title)),
    make("p", { class: "where" },
      docsets.length > 1 ? make("span", { class: "docset" }, titleOf(hit.docset)) : null,
      make("span", { class: "path" }, `${hit.url}${hit.anchor ? `#${hit.anchor}` : ""}`)),
    make("p", { class: "excerpt" }, ...inline(flat(hit.excerpt), (text) => marked(text, words))),
    make("div", { class: "score" }, make("b", {}, digits(hit.score)), toggle, parts(hit.explanation, hit.score, best)),
    why,
  );
  if (explained) toggle.click();
  return element;
}

/** Put the cells of a table's rows into one line. */
const flat = (text) => (/\|.*\|.*\|/s.test(text) ? text.replace(/^\s*\|\s*|\s*\|\s*$/g, "").replace(/\s*(\|\s*)+/g, " · ") : text);

const titleOf = (name) => docsets.find((docset) => docset.name === name)?.title || name;

/** Mark the words of a text that have the stem of one of the terms. Terms are stems, so this shows most and not all. */
function marked(text, terms) {
  const stems = terms.map((term) => term.replace(/[^\p{L}\p{N}]/gu, "")).filter((stem) => stem.length > 1);
  return text.split(/([\p{L}\p{N}]+)/u).map((piece, at) => {
    const small = piece.toLowerCase();
    return at % 2 && stems.some((stem) => isFormOf(small, stem)) ? make("mark", {}, piece) : piece;
  });
}

/** Tell whether a word may be a form of a stem, whose last letter a stemmer may have changed: `retri` is of `retry`. */
function isFormOf(word, stem) {
  const start = stem.length > 3 ? stem.replace(/[iye]$/, "") : stem;
  return word.startsWith(start) && word.length <= stem.length + Math.max(4, stem.length);
}

function read(hit, title) {
  const facets = Object.entries(hit.facets).map(([name, some]) => `${name}: ${some.join(", ")}`);
  open(title, facts([["Id", hit.id], ["Docset", hit.docset], ["Fetched", hit.fetched_at], ["Facets", facets.join("; ")], ["Source", hit.source_url ?? ""], ["Also at", (hit.variants ?? []).join(" ")]]), page(hit.id));
}

/** Say what a question read: how much, of which kinds, and how many sections hold each word. */
function reads(took) {
  const kinds = new Map();
  for (const file of took.files) {
    const kind = file.name.split(".").at(-1);
    const [n, size] = kinds.get(kind) ?? [0, 0];
    kinds.set(kind, [n + 1, size + file.bytes]);
  }
  const none = form.elements.cold.checked ? "Nothing had to be read." : "Nothing: all of it was in memory.";
  const total = took.files.length ? `${count(took.files.length)} files, ${bytes(took.bytes)}` : none;
  const table = (head, rows) => make("table", {}, make("thead", {}, make("tr", {}, ...head.map((name) => make("th", {}, name)))), make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))));
  const byKind = [...kinds].map(([kind, [n, size]]) => [kind, count(n), bytes(size)]);
  const byWord = Object.entries(took.sections_with).map(([word, n]) => [word, count(n)]);
  return [
    make("div", { class: "reads" },
      make("p", { class: "total" }, total),
      byKind.length ? table(["shards", "files", "size"], byKind) : null,
      byWord.length ? make("h2", {}, "Sections that hold each term") : null,
      byWord.length ? table(["term", "sections"], byWord) : null),
  ].concat(changed() ? [make("p", { class: "dim" }, "Ranked with your settings.")] : []);
}
