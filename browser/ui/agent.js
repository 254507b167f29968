/**
 * What a page offers the visitor's own agent, where the browser has WebMCP (`document.modelContext`): search, and read.
 *
 * The tools have the names and arguments of those of `pinax-runtime`, as far as they go (docs/tools.md).
 * @module
 */

import { engineOf } from "./engine.js";

const PAGES = 5;
const MOST_PAGES = 20;
const MOST_CHARACTERS = 20_000;

const text = (description) => ({ type: "string", description });
const reply = (lines) => ({ content: [{ type: "text", text: lines }] });

/** Offer the tools of an element until a signal ends them. */
export function offer(context, element, signal) {
  const suffix = element.id ? `_${element.id.replace(/\W+/g, "_")}` : "";
  const add = (name, description, properties, required, execute) => {
    const inputSchema = { type: "object", properties, required };
    const annotations = { readOnlyHint: true, untrustedContentHint: true };
    const tool = { name: `${name}${suffix}`, description, inputSchema, annotations, execute };
    // Another element may have offered its own by the same name; an `id` tells them apart.
    return (async () => context.registerTool(tool, { signal }))().catch(() => {});
  };
  const subject = `this documentation (${document.title})`;
  add("search_pages", `Search ${subject}: pages, the best first, with ids that get_page${suffix} takes.`, { query: text('words, names, "exact phrase", prefix*'), limit: { type: "integer", minimum: 1, maximum: MOST_PAGES } }, ["query"], (asked) => search(element, asked));
  add("get_page", `Read a page of ${subject}, or one section, as Markdown.`, { url: text("an id or URL, with #anchor for a section") }, ["url"], (asked) => read(element, asked));
}

async function search(element, { query, limit = PAGES }) {
  const { groups, total, unknown, corrected } = await engineOf(element).search(String(query), { limit: Math.min(Number(limit) || PAGES, MOST_PAGES) });
  const rows = groups.flatMap(({ rows: [first, ...others] }) => [first, ...others.slice(0, 1)]);
  const lines = rows.map(async ({ hit, title, href, hasExcerpt, signature }) => {
    const excerpt = hasExcerpt ? ((await hit.excerpt())?.text ?? "") : (signature ?? "");
    return [`- ${title}`, `id: ${hit.id}`, href, excerpt].filter(Boolean).join("\n  ");
  });
  const said = [`${total} pages.`, unknown.length && `No page contains: ${unknown.join(", ")}.`, corrected && `Searched for: ${corrected}.`];
  return reply([said.filter(Boolean).join(" "), ...(await Promise.all(lines))].join("\n"));
}

async function read(element, { url }) {
  const markdown = await engineOf(element).read(String(url));
  if (markdown === null) return { ...reply("There is no such page. Search for its id."), isError: true };
  return reply(markdown.length > MOST_CHARACTERS ? `${markdown.slice(0, MOST_CHARACTERS)}\n\n[Cut here. Ask for a section: add its #anchor.]` : markdown);
}
