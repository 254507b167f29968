// Show Markdown as elements. Every text is set as text, so no markup of a page is ever run; pictures are named, not loaded.

import { make } from "./dom.js";

const FENCE = /^(\s*)(`{3,}|~{3,})\s*([\w+#.-]*)/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const RULE = /^\s*([-*_])(\s*\1){2,}\s*$/;
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const INLINE = /(`+)([\s\S]*?[^`])\1(?!`)|!\[([^\]]*)\]\([^)]*\)|\[([^\]]*)\]\(([^)\s]*)[^)]*\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\\([\\`*_{}[\]()#+.!|<>~-])/g;

/** Give the elements of a text, whose first heading becomes an `h3`; `mark` makes what is shown of plain text. */
export function blocks(text, mark = (plain) => [plain]) {
  const shown = make("div", {}, ...parse(text.split("\n"), mark));
  const headings = [...shown.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const level = (heading) => Number(heading.tagName[1]);
  const lower = headings.length ? 3 - level(headings[0]) : 0;
  for (const heading of headings) heading.replaceWith(make(`h${Math.min(6, Math.max(3, level(heading) + lower))}`, {}, ...heading.childNodes));
  return [...shown.childNodes];
}

/** Give what a line of text shows: code, emphasis, links that lead to the web, and the words of the others. */
export function inline(text, mark = (plain) => [plain]) {
  const shown = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    shown.push(...mark(text.slice(at, found.index)), ...piece(found, mark));
    at = found.index + found[0].length;
  }
  return [...shown, ...mark(text.slice(at))];
}

function piece([, , code, picture, words, target, strong, emphasis, escaped], mark) {
  if (code !== undefined) return [make("code", {}, ...mark(code.trim() || code))];
  if (picture !== undefined) return picture ? [make("i", {}, picture)] : [];
  if (words !== undefined) {
    const inner = inline(words, mark);
    return /^https?:\/\//.test(target) ? [make("a", { href: target, target: "_blank", rel: "noopener noreferrer" }, ...inner)] : inner;
  }
  if (strong !== undefined) return [make("b", {}, ...inline(strong, mark))];
  return emphasis !== undefined ? [make("em", {}, ...inline(emphasis, mark))] : [escaped];
}

function parse(lines, mark) {
  const made = [];
  for (let at = 0; at < lines.length; ) {
    const [element, next] = block(lines, at, mark);
    if (element) made.push(element);
    at = next;
  }
  return made;
}

function block(lines, at, mark) {
  const line = lines[at];
  if (!line.trim()) return [null, at + 1];
  if (FENCE.test(line)) return fence(lines, at);
  const heading = line.match(/^(#{1,6})\s+(.*?)\s*#*$/);
  if (heading) return [make(`h${heading[1].length}`, {}, ...inline(heading[2], mark)), at + 1];
  if (RULE.test(line)) return [make("hr"), at + 1];
  if (/^\s*>/.test(line)) return quote(lines, at, mark);
  if (line.includes("|") && DIVIDER.test(lines[at + 1] ?? "") && lines[at + 1].includes("-")) return table(lines, at, mark);
  if (ITEM.test(line)) return list(lines, at, mark);
  return paragraph(lines, at, mark);
}

function fence(lines, at) {
  const [, indent, ticks] = lines[at].match(FENCE);
  let end = at + 1;
  while (end < lines.length && !(lines[end].trim().startsWith(ticks) && !lines[end].trim().slice(ticks.length).replaceAll(ticks[0], ""))) end += 1;
  const code = lines.slice(at + 1, end).map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one.trimStart()));
  return [make("pre", { tabindex: "0" }, make("code", {}, code.join("\n"))), end + 1];
}

function quote(lines, at, mark) {
  let end = at;
  while (end < lines.length && /^\s*>/.test(lines[end])) end += 1;
  const inner = lines.slice(at, end).map((one) => one.replace(/^\s*>\s?/, ""));
  return [make("blockquote", {}, ...parse(inner, mark)), end];
}

function table(lines, at, mark) {
  let end = at + 2;
  while (end < lines.length && lines[end].includes("|") && lines[end].trim()) end += 1;
  const cells = (row, name) => make("tr", {}, ...split(row).map((cell) => make(name, {}, ...inline(cell, mark))));
  const rows = lines.slice(at + 2, end).map((row) => cells(row, "td"));
  return [make("div", { class: "wide", tabindex: "0" }, make("table", {}, make("thead", {}, cells(lines[at], "th")), make("tbody", {}, ...rows))), end];
}

/** Give the cells of a row; a bar in code or after a backslash divides nothing. */
function split(row) {
  const inner = row.trim().replace(/^\||\|$/g, "");
  return inner.match(/(?:\\.|`[^`]*`|[^|])+|(?<=\|)(?=\|)/g)?.map((cell) => cell.trim().replaceAll("\\|", "|")) ?? [];
}

function list(lines, at, mark) {
  const [, indent, bullet] = lines[at].match(ITEM);
  const items = [];
  while (at < lines.length) {
    const found = lines[at].match(ITEM);
    if (!found || found[1].length !== indent.length || /\d/.test(found[2]) !== /\d/.test(bullet)) break;
    const inner = [found[3]];
    const deeper = indent.length + found[2].length + 1;
    for (at += 1; at < lines.length && (isBelow(lines[at], deeper) || (!lines[at].trim() && isBelow(lines[at + 1] ?? "", deeper))); at += 1) inner.push(lines[at].slice(deeper));
    items.push(make("li", {}, ...item(inner, mark)));
    while (at + 1 < lines.length && !lines[at].trim() && ITEM.test(lines[at + 1])) at += 1;
  }
  const start = Number.parseInt(bullet, 10);
  return [make(Number.isNaN(start) ? "ul" : "ol", start > 1 ? { start } : {}, ...items), at];
}

const isBelow = (line, deeper) => line.trim() && line.length - line.trimStart().length >= deeper;

/** Give what is in an item; a single paragraph needs no element of its own. */
function item(lines, mark) {
  const made = parse(lines, mark);
  return made[0]?.tagName === "P" ? [...made[0].childNodes, ...made.slice(1)] : made;
}

function paragraph(lines, at, mark) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !FENCE.test(lines[end]) && !/^(#{1,6}\s|\s*>)/.test(lines[end]) && !ITEM.test(lines[end])) end += 1;
  return [make("p", {}, ...inline(lines.slice(at, end).map((line) => line.trim()).join(" "), mark)), end];
}
