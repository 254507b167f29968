/**
 * The command under Node: `search` prints what `pinax-runtime search` prints.
 * @module
 */

import { BundleError, libraryOf, openBundle } from "../pinax.mjs";

const USAGE = `Usage: node pinax.mjs search BUNDLE QUERY [OPTIONS]

  Search a bundle in a folder or behind a URL. QUERY has words, identifiers, "quoted phrases" and prefix*.

Options:
  --limit N           Most hits to show, from 1 to 200.  [default: 10]
  --sections          Show every matching section, instead of each page once.
  --docs NAME         Search this docset only; may be repeated.
  --filter KEY=VALUE  Only pages with this facet value; may be repeated.
  --sort NAME         Sort the best pages by a value of theirs; -NAME for the greatest first.
  --set NAME=NUMBER   Change a parameter of the ranking, for instance bm25_k1=0.9.
  --json              Print JSON.
  -h, --help          Show this message and exit.
`;
const MOST = 200;
const INDENT = " ".repeat(9);
const SHARES = ["bm25_b", "prefix_penalty", "stop_word_weight", "synonym_weight"];
const MOST_WEIGHT = 1_000_000;

/** What is wrong with a command's arguments. */
class UsageError extends Error {}

const VALUED = { "--limit": "limit", "--docs": "docs", "--filter": "filters", "--sort": "sort", "--set": "ranking" };

function argumentsOf(given) {
  const found = {
    places: [],
    limit: 10,
    docs: [],
    filters: {},
    ranking: {},
    sections: false,
    sort: "",
    json: given.includes("--json"),
  };
  const rest = [...given];
  for (let literal = false; rest.length;) {
    let one = rest.shift();
    if (literal || !one.startsWith("-") || one === "-") found.places.push(one);
    else if (one === "--") literal = true;
    else if (one === "--sections") found.sections = true;
    else if (one !== "--json") {
      const equals = one.indexOf("=");
      const name = equals < 0 ? one : one.slice(0, equals);
      if (!VALUED[name]) throw new UsageError(`No such option: ${name}.`);
      const value = equals < 0 ? rest.shift() : one.slice(equals + 1);
      if (value === undefined) throw new UsageError(`Option '${name}' requires an argument.`);
      takeOption(found, name, value);
    }
  }
  return found;
}

function takeOption(found, name, value) {
  const [key, ...others] = value.split("=");
  const rest = others.join("=");
  if (name === "--limit") {
    found.limit = Number(value);
    if (!/^\d+$/.test(value) || found.limit < 1 || found.limit > MOST)
      throw new UsageError(`--limit ${value}: give a number from 1 to ${MOST}.`);
  } else if (name === "--docs") found.docs.push(value);
  else if (name === "--sort") found.sort = value;
  else if (!others.length)
    throw new UsageError(
      `${name} '${value}' is not ${name === "--set" ? "NAME=NUMBER, for instance bm25_k1=0.9" : "KEY=VALUE"}.`,
    );
  else if (name === "--filter") (found.filters[key] ??= []).push(rest);
  else found.ranking[key] = rest.trim() === "" ? NaN : Number(rest);
}

function checkRanking(changed, known) {
  for (const [name, value] of Object.entries(changed)) {
    if (!(name in known))
      throw new UsageError(`--set ${name}: no such parameter. There are: ${Object.keys(known).join(", ")}.`);
    const most = SHARES.includes(name) ? 1 : MOST_WEIGHT;
    if (!(value >= 0 && value <= most)) throw new UsageError(`--set ${name}: ${name} is a number from 0 to ${most}.`);
  }
}

/** Run the command; sets the exit code: 1 for a failure, 2 for wrong usage. */
export async function run(given) {
  const isJson = given.includes("--json");
  try {
    const [command, ...rest] = given;
    if (!command || given.includes("-h") || given.includes("--help")) return void process.stdout.write(USAGE);
    if (command !== "search") throw new UsageError(`No such command '${command}'. There is: search.`);
    const options = argumentsOf(rest);
    if (options.places.length !== 2 || !options.places[1].trim()) throw new UsageError("Give a bundle and a query.");
    process.stdout.write(`${await search(options)}\n`);
  } catch (error) {
    if (!(error instanceof BundleError || error instanceof UsageError)) throw error;
    process.exitCode = error instanceof UsageError ? 2 : 1;
    const code = error.code ?? "usage";
    if (isJson) process.stdout.write(`${JSON.stringify({ error: { code, message: error.message } })}\n`);
    else process.stderr.write(`error: ${error.message}\n`);
  }
}

async function search({ places: [place, query], json, ...options }) {
  const bundle = await openBundle(place);
  const library = libraryOf(bundle);
  const missing = options.docs.find((name) => !library.docsets.some((docset) => docset.name === name));
  if (missing !== undefined)
    throw new BundleError(
      "not_found",
      `No docset '${missing}'. There are: ${library.docsets.map(({ name }) => name).join(", ")}.`,
    );
  checkRanking(options.ranking, library.ranking);
  const reply = await library.search(query, options);
  const excerpts = await Promise.all(reply.hits.map((hit) => hit.excerpt()));
  for (const notice of bundle.notices) process.stderr.write(`${notice}\n`);
  return json ? toJson(reply, excerpts) : toText(reply, excerpts, options.sections ? "sections" : "pages");
}

/** Return the place of a code unit in code points, as Python counts. */
const codePoints = (text, units) => Array.from(text.slice(0, units)).length;

function toJson(reply, excerpts) {
  const hits = reply.hits.map((hit, at) => {
    const { docset, id, url, anchor, title, headings, score, facets, fetched_at, variants, source_url } = hit;
    const { text, marks } = excerpts[at];
    const positions = marks.map((mark) => mark.map((place) => codePoints(text, place)));
    return {
      docset,
      id,
      url,
      anchor,
      title,
      headings,
      score,
      excerpt: text,
      facets,
      fetched_at,
      variants,
      source_url,
      positions,
    };
  });
  const { query, total, unknown_words, did_you_mean, relaxed } = reply;
  return JSON.stringify({ query, hits, total, unknown_words, did_you_mean, relaxed });
}

/** Return an address that leads to a hit's section: its id where the published page has no anchor for it. */
function addressOf({ id, url, anchor }) {
  const own = id.includes("#") ? id.slice(id.indexOf("#") + 1) : "";
  return own !== anchor ? id : anchor ? `${url}#${anchor}` : url;
}

function toText(reply, excerpts, what) {
  const blocks = reply.hits.map((hit, at) => {
    const lines = [
      `${hit.score.toFixed(2).padStart(7)}  ${[hit.title, ...hit.headings].join(" > ")}`,
      INDENT + addressOf(hit),
    ];
    if (hit.source_url) lines.push(INDENT + hit.source_url);
    if (excerpts[at].text) lines.push(INDENT + excerpts[at].text);
    return lines.join("\n");
  });
  const shown = blocks.length ? `${blocks.length} of ${reply.total} ${what}` : "No hits.";
  if (reply.unknown_words.length) blocks.push(`Nothing contains: ${reply.unknown_words.join(", ")}`);
  if (reply.did_you_mean) blocks.push(`Searched for: ${reply.did_you_mean}`);
  if (reply.relaxed) blocks.push("Nothing contains the exact quoted words; searched without the quotes.");
  return [...blocks, shown].join("\n\n");
}
