// The log of calls: the latest first, filtered, and live.

import { get } from "./api.js";
import { byId, bytes, count, fill, later, make, millis, say } from "./dom.js";
import { facts, open, pretty, reply, sheet } from "./drawer.js";

const PAGE = 100;
const MOST = 1000; // rows on the page; older ones go when new ones come
const POLL_MS = 1500;
const SEARCHES = ["search_pages", "search_documents"];

const form = byId("filters");
const rows = byId("rows");
const live = byId("live");
let last = 0;
let oldest = 0;
let generation = 0;
let loading = false; // what is loaded replaces the rows: nothing may be added meanwhile
let polling = false; // a second question at the same time would bring the same calls again
let kept = false; // whether there is a log
let visible = false;

export function start(library) {
  kept = library.log;
  if (!kept) {
    form.hidden = byId("stats").hidden = true;
    const command = make("pre", {}, "pinax-runtime serve BUNDLE --http --log calls.db");
    fill(rows, emptyRow("This server keeps no log of calls. Start it with one:", make("br"), command));
    return;
  }
  form.elements.tool.append(...library.calls.map((name) => make("option", { value: name }, name)));
  const filtered = later(200, load);
  form.addEventListener("input", (event) => event.target !== live && filtered());
  form.addEventListener("submit", (event) => event.preventDefault());
  live.addEventListener("change", poll);
  byId("older").addEventListener("click", showOlder);
  document.addEventListener("visibilitychange", poll);
  load();
  setInterval(poll, POLL_MS);
}

/** Say whether this view is the one that is shown. */
export function show(shown) {
  visible = shown;
  if (shown) poll();
}

export function toggleLive() {
  live.click();
}

function wanted() {
  const { text, tool, status, client, since } = Object.fromEntries(new FormData(form));
  return { text: text.trim(), tool, status, client: client.trim(), since: since ? Date.now() - since * 1000 : "" };
}

async function load() {
  const mine = ++generation;
  loading = true;
  await guarded(async () => {
    const [answer, sum] = await Promise.all([get("calls", { ...wanted(), limit: PAGE }), get("summary", wanted())]);
    if (mine !== generation) return;
    addUp(sum); // together with the rows, which it would move down otherwise
    last = answer.last;
    oldest = answer.calls.at(-1)?.id ?? 0;
    fill(rows, ...answer.calls.map((call) => row(call)));
    byId("older").hidden = answer.calls.length < PAGE;
    if (!answer.calls.length) fill(rows, emptyRow(isFiltered() ? "No call passes these filters." : "No calls yet. They appear here as agents make them."));
  });
  if (mine === generation) loading = false;
}

async function poll() {
  if (!kept || loading || polling || !visible || !live.checked || document.hidden) return;
  const mine = generation;
  polling = true;
  await guarded(async () => {
    const answer = await get("calls", { ...wanted(), after: last, limit: MOST });
    if (mine !== generation || answer.last === last) return;
    last = answer.last;
    if (answer.calls.length) {
      rows.querySelector(".empty")?.closest("tr").remove();
      rows.prepend(...answer.calls.map((call) => row(call, true)));
      while (rows.childElementCount > MOST) rows.lastElementChild.remove();
      oldest = Number(rows.lastElementChild.dataset.id);
    }
    addUp(await get("summary", wanted()));
  });
  polling = false;
}

async function showOlder() {
  await guarded(async () => {
    const answer = await get("calls", { ...wanted(), before: oldest, limit: PAGE });
    rows.append(...answer.calls.map((call) => row(call)));
    oldest = answer.calls.at(-1)?.id ?? oldest;
    byId("older").hidden = answer.calls.length < PAGE;
  });
}

async function guarded(work) {
  try {
    await work();
    say(byId("calls-notice"), "");
  } catch (error) {
    say(byId("calls-notice"), error.message, true);
  }
}

function addUp(sum) {
  fill(
    byId("stats"),
    stat(count(sum.calls), "calls"),
    stat(count(sum.errors), sum.calls ? `errors, ${((100 * sum.errors) / sum.calls).toFixed(1)} %` : "errors", sum.errors),
    stat(`${millis(sum.median_ms)}`, "ms, median"),
    stat(`${millis(sum.p95_ms)}`, "ms, 95th percentile"),
    stat(count(sum.tokens), "tokens"),
    stat(bytes(sum.reply_bytes), "of replies"),
    sum.lost ? stat(count(sum.lost), "could not be logged", true) : null,
  );
  const statuses = form.elements.status;
  const chosen = statuses.value;
  const names = new Set(["ok", "error", ...Object.keys(sum.statuses), ...(chosen ? [chosen] : [])]);
  fill(statuses, make("option", { value: "" }, "any status"), ...[...names].map((name) => make("option", { value: name }, name)));
  statuses.value = chosen;
}

const stat = (value, name, bad = false) => make("div", { class: bad ? "stat bad" : "stat" }, make("b", {}, value), make("span", {}, name));
const isFiltered = () => Object.values(wanted()).some(Boolean);
const emptyRow = (...what) => make("tr", {}, make("td", { class: "empty", colspan: "6" }, ...what));

function row(call, isNew = false) {
  const element = make(
    "tr",
    { tabindex: "0", class: `${call.status === "ok" ? "fine" : "failed"}${isNew ? " new" : ""}`, "data-id": call.id, "data-item": true },
    make("td", { title: call.at }, clock(call.at)),
    make("td", { class: "tool" }, call.tool),
    make("td", { class: "what" }, ...gist(call)),
    make("td", { class: "client", title: `${call.client} over ${call.transport}` }, call.client || call.transport),
    make("td", { class: "number" }, count(call.tokens)),
    make("td", { class: "number" }, millis(call.duration_ms)),
  );
  element.addEventListener("click", () => detail(call));
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it would press the button that gets the focus
    detail(call);
  });
  return element;
}

/** Say in a line what a call asked for and, if it failed, why. */
function gist(call) {
  const asked = question(call);
  return call.message ? [...asked, make("i", {}, `${asked.length ? "   " : ""}${call.message}`)] : asked;
}

function question(call) {
  const given = parse(call.arguments);
  if (given === null) return [call.arguments];
  const [first, ...others] = Object.entries(given);
  if (!first) return [];
  const rest = others.map(([name, value]) => `${name}=${brief(value)}`).join("  ");
  return [brief(first[1]), ...(rest ? [make("i", {}, `   ${rest}`)] : [])];
}

const brief = (value) => (typeof value === "string" ? value : JSON.stringify(value));

function parse(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function clock(at) {
  const time = new Date(at);
  const today = time.toDateString() === new Date().toDateString();
  return today ? time.toLocaleTimeString("en-GB") : time.toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

function detail(call) {
  const given = parse(call.arguments);
  const place = make("div");
  const again = make("button", { type: "button", onclick: () => fill(place, reply(call.tool, given)) }, "See the reply");
  const search = SEARCHES.includes(call.tool) && given?.query;
  const link = search ? make("a", { href: playground(call.tool, given), class: "button" }, "Open in the playground") : null;
  open(
    call.tool,
    facts([
      ["Status", call.status],
      ["Error", call.message],
      ["Time", new Date(call.at).toLocaleString("en-GB")],
      ["Took", `${millis(call.duration_ms)} ms`],
      ["Reply", `${bytes(call.reply_bytes)}, about ${count(call.tokens)} tokens`],
      ["Client", call.client],
      ["Transport", call.transport],
    ]),
    sheet(pretty(call.arguments)),
    make("div", { class: "actions" }, given ? again : null, link),
    place,
  );
}

/** Give the address of a search in the playground. */
function playground(tool, given) {
  const query = new URLSearchParams({ q: given.query });
  if (tool === "search_documents") query.set("unit", "sections");
  if (Array.isArray(given.docs) && given.docs.length === 1) query.set("docs", given.docs[0]);
  const filters = Object.entries(given.filters ?? {}).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`));
  if (filters.length) query.set("filters", filters.join(", "));
  return `#/search?${query}`;
}
