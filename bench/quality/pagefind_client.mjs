// Run Pagefind's own browser client (pagefind.js and its wasm) in Node over a bundle's folder; fetch() reads files and counts.
//
// node pagefind_client.mjs rank BUNDLE QUERIES.json OUT.json [N]   OUT: [[url, ...], ...], the best N (50) pages of each query
// node pagefind_client.mjs shown BUNDLE QUERIES.json OUT.json [N]  OUT: [[{url, title, excerpt}, ...], ...], what a page shows of them
// node pagefind_client.mjs cost BUNDLE QUERIES.json OUT.json [N]   OUT: {rows, rss_mb}; a row is one query by a fresh client:
//     hits; files and bytes read, cold, with the fragments of the first N (5) hits; ms cold, warm, and of a warm search alone
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import zlib from "node:zlib";

const [mode, folder, queriesFile, out, limit] = process.argv.slice(2);
const bundle = path.resolve(folder) + "/";
const queries = JSON.parse(fs.readFileSync(queriesFile));
let read = { files: 0, bytes: 0 };

globalThis.fetch = async (address) => {
  const data = await fs.promises.readFile(String(address).split("?")[0].replace("pf://", ""));
  read.files += 1;
  read.bytes += data.length;
  return new Response(data);
};
globalThis.document = { currentScript: null, querySelector: () => ({ getAttribute: () => "en" }) };

async function load() {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "pagefind-"));
  fs.copyFileSync(bundle + "pagefind.js", path.join(temporary, "pagefind.mjs"));
  const module = await import(pathToFileURL(path.join(temporary, "pagefind.mjs")));
  fs.rmSync(temporary, { recursive: true });
  return module;
}

async function client(module) {
  const made = module.createInstance({ basePath: "pf://" + bundle, language: "en" });
  await made.init();
  return made;
}

function addresses() {
  const urls = new Map();
  for (const file of fs.readdirSync(bundle + "fragment")) {
    const text = zlib.gunzipSync(fs.readFileSync(bundle + "fragment/" + file)).subarray(12);
    urls.set(file.replace(".pf_fragment", ""), JSON.parse(text).url);
  }
  return urls;
}

async function rank(module) {
  const urls = addresses();
  const opened = await client(module);
  const rankings = [];
  for (const query of queries) {
    const { results } = await opened.search(query);
    rankings.push(results.slice(0, Number(limit || 50)).map((result) => urls.get(result.id) ?? result.id));
  }
  return rankings;
}

async function shown(module) {
  const opened = await client(module);
  const answers = [];
  for (const query of queries) {
    const { results } = await opened.search(query);
    const best = await Promise.all(results.slice(0, Number(limit || 5)).map((result) => result.data()));
    answers.push(best.map(({ url, meta, excerpt }) => ({ url, title: meta.title, excerpt: excerpt.replace(/<\/?mark>/g, "") })));
  }
  return answers;
}

async function timed(action) {
  const started = performance.now();
  const result = await action();
  return [performance.now() - started, result];
}

async function cost(module) {
  const rows = [];
  for (const query of queries) {
    read = { files: 0, bytes: 0 };
    let opened;
    const answer = async () => {
      opened ??= await client(module);
      const found = await opened.search(query);
      await Promise.all(found.results.slice(0, Number(limit || 5)).map((result) => result.data()));
      return found;
    };
    const [cold_ms, found] = await timed(answer);
    const cold = { ...read };
    const [warm_ms] = await timed(answer);
    const [search_ms] = await timed(() => opened.search(query));
    rows.push({ query, hits: found.results.length, ...cold, cold_ms, warm_ms, search_ms });
    await opened.destroy();
  }
  return { rows, rss_mb: process.memoryUsage().rss / 1e6 };
}

const module = await load();
fs.writeFileSync(out, JSON.stringify(await { rank, shown, cost }[mode](module)));
process.exit(0);
