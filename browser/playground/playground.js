/**
 * `<pinax-playground>`: search the bundle beside the script with other parameters of the ranking, and see why a hit is where it is
 * (docs/playground.md). For those who write the pages, so it speaks English alone.
 *
 * Strategy. Why is told by searching again without one thing, a word or a parameter: what the score of a hit loses is what that
 * adds. So the reader need not explain itself, and what is told holds for whatever it does.
 * @module
 */

import { libraryOf, openBundle } from "../pinax.mjs";

const HITS = 10;
const MOST_PLACES = 50;
const DELAY_MS = 120;
const LEAST = 0.005;
const MOST_WORDS = 12;
/** Parameters that are shares, at most 1 (docs/format.md, 7.3). */
const SHARES = ["bm25_b", "prefix_penalty", "stop_word_weight", "synonym_weight"];

const STYLE = `
:host { display: block; }
* { box-sizing: border-box; }
.all { display: flex; flex-wrap: wrap; gap: 1.5em 2em; align-items: start; }
[aria-label=Search] { flex: 1 1 22em; min-inline-size: 0; }
[aria-label=Ranking] { flex: 0 1 13em; font-size: .875em; }
input, button { font: inherit; color: inherit; }
input:not([type=range]) { background: transparent; border: 1px solid currentColor; border-radius: .3rem; padding: .3rem .5rem; }
[type=search] { inline-size: 100%; }
ol { padding-inline-start: 1.5rem; }
li { margin-block-end: 1rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
a { color: inherit; font-weight: 600; }
mark { background: #ffe9a8; color: #1c2024; }
.slider { display: grid; grid-template-columns: 1fr 5em; align-items: center; margin-block-end: .375rem; }
.changed label { font-weight: 600; }
.slider input { inline-size: 100%; }
[type=range] { grid-column: 1 / 3; }
table { border-collapse: collapse; }
th, td { text-align: start; padding: .1rem 1rem .1rem 0; white-space: nowrap; }
:is(th, td):nth-child(n + 2) { text-align: end; font-variant-numeric: tabular-nums; }
td:first-child { white-space: normal; }
pre { white-space: pre-wrap; }
`;

const digits = (number) => number.toFixed(2);

/** Begin in an element, with what the box's script lends: `make`, `sheetOf`, and `here`, the address of the bundle. */
export function start(element, { make, sheetOf, here }) {
  if (element.shadowRoot) return;
  const root = element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheetOf(STYLE)];
  const field = make("input", { type: "search", "aria-label": "Query", placeholder: "Search as a visitor or an agent would", maxlength: 300, autocomplete: "off" });
  const said = make("p", { role: "status" });
  const list = make("ol", { "aria-label": "Hits" });
  const sliders = make("div");
  const settings = make("pre", { role: "group", "aria-label": "Settings" });
  const reset = make("button", { type: "button", hidden: true }, "Reset");
  const side = make("section", { "aria-label": "Ranking" }, make("p", {}, "Parameters of the ranking"), sliders, settings, reset);
  root.append(make("div", { class: "all" }, make("section", { "aria-label": "Search" }, field, said, list), side));

  const opened = openBundle(element.getAttribute("bundle") ? new URL(element.getAttribute("bundle"), document.baseURI).href : here).then((bundle) => libraryOf(bundle));
  const changed = new Map();
  let [timer, asked] = [0, 0];

  const found = async (query, ranking = {}) =>
    (await opened).search(query, { limit: MOST_PLACES, ranking: { ...Object.fromEntries(changed), ...ranking } });

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(() => search().catch(({ message }) => (said.textContent = message)), DELAY_MS);
  }

  async function search() {
    const query = field.value.trim();
    const mine = ++asked;
    const reply = query ? await found(query) : null;
    if (mine !== asked) return;
    const unknown = reply?.unknown_words.length ? ` No page contains: ${reply.unknown_words.join(", ")}.` : "";
    const corrected = reply?.did_you_mean ? ` Searched for “${reply.did_you_mean}”.` : "";
    said.textContent = reply ? `${reply.total} pages.${unknown}${corrected}` : "";
    const rows = (reply?.hits ?? []).slice(0, HITS).map((hit, at) => rowOf(hit, at, reply.did_you_mean ?? query));
    list.replaceChildren(...rows);
  }

  function rowOf(hit, at, query) {
    const title = [hit.title, ...hit.headings].join(" › ");
    const isWeb = /^https?:\/\//.test(hit.url);
    const address = hit.anchor ? `${hit.url}#${hit.anchor}` : hit.url;
    const excerpt = make("p");
    hit.excerpt().then(({ text, marks }) => excerpt.replaceChildren(...markedOf(text, marks)), () => {});
    const why = make("details", {}, make("summary", {}, `Score ${digits(hit.score)}: why?`));
    why.addEventListener("toggle", async () => {
      if (why.querySelector("table") || !why.open) return;
      why.append(tableOf(await lost(hit, at, query)));
    });
    return make("li", {}, isWeb ? make("a", { href: address, dir: "auto" }, title) : make("b", { dir: "auto" }, title), make("p", {}, address), excerpt, why);
  }

  /** Say what a hit loses without each word, and without each parameter: what is left out, how much, and the place without it. */
  async function lost(hit, at, query) {
    const words = query.split(/\s+/).slice(0, MOST_WORDS);
    const without = words.length > 1 ? words.map((word, n) => [`the word “${word}”`, words.toSpliced(n, 1).join(" "), {}]) : [];
    const parameters = Object.entries({ ...(await opened).ranking, ...Object.fromEntries(changed) }).filter(([, value]) => value > 0);
    const all = [...without, ...parameters.map(([name]) => [name.replaceAll("_", " "), query, { [name]: 0 }])];
    const rows = await Promise.all(
      all.map(async ([name, text, ranking]) => {
        const { hits } = await found(text, ranking);
        const place = hits.findIndex(({ docset, url }) => docset === hit.docset && url === hit.url);
        return { name, loss: hit.score - (hits[place]?.score ?? 0), place };
      }),
    );
    return rows.filter(({ loss, place }) => Math.abs(loss) >= LEAST || place !== at).sort((one, other) => other.loss - one.loss);
  }

  function tableOf(rows) {
    const head = make("tr", {}, ...["Without", "it loses", "and is number"].map((name) => make("th", { scope: "col" }, name)));
    const cells = ({ name, loss, place }) => [name, digits(loss), place < 0 ? "–" : String(place + 1)].map((text) => make("td", {}, text));
    return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row)))));
  }

  function markedOf(text, marks) {
    let at = 0;
    const nodes = marks.flatMap(([from, to]) => [text.slice(at, from), make("mark", {}, text.slice(from, (at = to)))]);
    return [...nodes, text.slice(at)];
  }

  function sliderOf([name, value]) {
    const largest = SHARES.includes(name) ? 1 : Math.max(4, Math.ceil(value * 3));
    const range = make("input", { type: "range", id: name, min: 0, max: largest, step: 0.05 });
    const number = make("input", { type: "number", min: 0, max: SHARES.includes(name) ? 1 : 1_000_000, step: "any", "aria-label": `${name}, as a number` });
    range.value = number.value = value;
    const slider = make("div", { class: "slider" }, make("label", { for: name }, name.replaceAll("_", " ")), number, range);
    const take = (from, other) => {
      if (!from.checkValidity() || from.value === "") return;
      other.value = from.value;
      if (Number(from.value) === value) changed.delete(name);
      else changed.set(name, Number(from.value));
      slider.classList.toggle("changed", changed.has(name));
      tell();
      soon();
    };
    range.addEventListener("input", () => take(range, number));
    number.addEventListener("input", () => take(number, range));
    return slider;
  }

  /** Say what to write into `pinax.toml` for the same. */
  function tell() {
    settings.textContent = changed.size ? ["[ranking]", ...[...changed].map(([name, value]) => `${name} = ${value}`)].join("\n") : "";
    reset.hidden = !changed.size;
  }

  function begin(library) {
    changed.clear();
    sliders.replaceChildren(...Object.entries(library.ranking).map(sliderOf));
    tell();
  }

  field.addEventListener("input", soon);
  reset.addEventListener("click", async () => {
    begin(await opened);
    soon();
  });
  opened.then(begin, ({ message }) => (said.textContent = message));
}
