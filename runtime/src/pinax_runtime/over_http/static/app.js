// Start: tell what is served, switch between the views, listen to keys.

import { get } from "./api.js";
import * as calls from "./calls.js";
import { byId, count, say } from "./dom.js";
import * as playground from "./playground.js";

const THEME = "pinax-theme";
const views = ["calls", "search"];

function route() {
  const [path, query] = location.hash.replace(/^#\//, "").split("?", 2);
  const name = views.includes(path) ? path : "calls";
  for (const view of views) byId(view).hidden = view !== name;
  for (const tab of document.querySelectorAll(".tabs a")) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  byId("drawer").close();
  byId("view-title").textContent = name === "calls" ? "Calls" : "Playground";
  document.title = `${byId("view-title").textContent} · Pinax`;
  calls.show(name === "calls");
  if (name === "search") {
    playground.show(new URLSearchParams(query ?? ""));
    byId("search").querySelector("[data-focus]").focus();
  }
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
}

function toggleTheme() {
  const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const theme = dark === "dark" ? "light" : "dark";
  localStorage.setItem(THEME, theme);
  setTheme(theme);
}

/** Move the focus among the rows or hits that are shown. */
function step(by) {
  const items = [...document.querySelectorAll(".view:not([hidden]) [data-item]")];
  const at = items.indexOf(document.activeElement);
  const next = items[Math.min(items.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

const keys = {
  "/": () => document.querySelector(".view:not([hidden]) [data-focus]").focus(),
  1: () => (location.hash = "#/calls"),
  2: () => (location.hash = "#/search"),
  j: () => step(1),
  k: () => step(-1),
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  e: playground.toggleExplanations,
  p: calls.toggleLive,
  t: toggleTheme,
  "?": () => byId("help").showModal(),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const typing = event.target.matches("input:not([type=checkbox], [type=radio], [type=range]), select, textarea");
  if (typing && event.key === "Escape") {
    event.preventDefault(); // it would empty the field
    event.target.blur();
  }
  if (typing && event.key === "ArrowDown" && event.target.matches("[data-focus]")) step(1);
  if (typing || event.target.matches("[type=radio], [type=range]") || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
}

function tellLibrary(library) {
  const pages = library.docsets.reduce((sum, docset) => sum + docset.pages, 0);
  const names = library.docsets.map((docset) => docset.title || docset.name);
  const shown = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  byId("docsets").textContent = `${shown} · ${count(pages)} pages · ${library.version}`;
  byId("docsets").title = library.docsets.map((docset) => `${docset.name}: ${count(docset.pages)} pages, fetched ${docset.fetched_at}`).join("\n");
}

setTheme(localStorage.getItem(THEME));
byId("theme").addEventListener("click", toggleTheme);
byId("keys").addEventListener("click", () => byId("help").showModal());
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
byId("drawer").addEventListener("click", (event) => {
  if (event.target === byId("drawer")) byId("drawer").close(); // beside it
});
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", route);

try {
  const library = await get("library");
  tellLibrary(library);
  calls.start(library);
  playground.start(library);
  route();
} catch (error) {
  byId("calls").hidden = false;
  say(byId("calls-notice"), error.message, true);
}
