// What the reader in JavaScript costs a page: its code, and what a cold search reads of a bundle, with and without ranges.
//
//     make browser && node bench/browser.mjs BUNDLE QUERIES     QUERIES: a file with a query a line
//
// Code is compressed by gzip, one file at a time, as a server sends it. Beside it stands the client of the Pagefind that
// bench/corpora/setup.sh installs. A search is cold: the bundle is opened for it, and five excerpts are read.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [folder, queries] = process.argv.slice(2);
const built = new URL("../build/browser/", import.meta.url);
const sizeOf = (path) => (/\.pagefind$|pf_/.test(String(path)) ? statSync(path).size : gzipSync(readFileSync(path), { level: 9 }).length);
const print = (what, bytes) => console.log(`${String(bytes).padStart(8)}  ${what}`);

const code = ["pinax.mjs", "worker.mjs"];
print("reader with English", code.reduce((sum, name) => sum + sizeOf(new URL(name, built)), 0));
for (const name of code) print(`  ${name}`, sizeOf(new URL(name, built)));

const site = mkdtempSync(join(tmpdir(), "pagefind-"));
writeFileSync(join(site, "index.html"), '<html lang="en"><body><main><h1>Title</h1><p>Some words</p></main></body></html>');
const program = join(process.env.PINAX_BENCH ?? join(homedir(), ".cache/pinax-bench"), "node_modules/.bin/pagefind");
if (spawnSync(program, ["--site", site], { stdio: "ignore" }).status === 0) {
  const names = readdirSync(join(site, "pagefind")).filter((name) => /^pagefind(-worker)?\.js$|^wasm\.en/.test(name));
  print("Pagefind's client with English", names.reduce((sum, name) => sum + sizeOf(join(site, "pagefind", name)), 0));
  for (const name of names) print(`  ${name}`, sizeOf(join(site, "pagefind", name)));
} else print("Pagefind is not installed", 0);

if (folder && queries) {
  const { openBundle, libraryOf } = await import(new URL("pinax.mjs", built));
  const asked = readFileSync(queries, "utf8").split("\n").filter(Boolean);
  for (const ranges of [true, false]) {
    const costs = [];
    for (const query of asked) {
      let [requests, bytes, loaded] = [0, 0, new Set()];
      const fetch = async (url, { headers }) => {
        const whole = readFileSync(join(folder, url.slice("https://x.dev/".length)));
        const [, from, to] = (ranges && /^bytes=(\d+)-(\d+)$/.exec(headers.Range ?? "")) || [];
        const body = from === undefined ? whole : whole.subarray(Number(from), Number(to) + 1);
        requests++;
        bytes += url.endsWith("pinax.json") ? gzipSync(body).length : body.length;
        loaded.add(url);
        return new Response(body, { status: from === undefined ? 200 : 206 });
      };
      const started = performance.now();
      const { hits } = await libraryOf(await openBundle("https://x.dev/", { fetch })).search(query, { limit: 5 });
      await Promise.all(hits.map((hit) => hit.excerpt()));
      costs.push({ requests, bytes, ms: performance.now() - started });
    }
    const middle = (key) => costs.map((cost) => cost[key]).sort((one, other) => one - other)[costs.length >> 1];
    const most = (key) => Math.max(...costs.map((cost) => cost[key]));
    const shown = ["requests", "bytes", "ms"].map((key) => `${key} ${Math.round(middle(key))} (most ${Math.round(most(key))})`);
    console.log(`${ranges ? "with" : "without"} ranges, ${asked.length} cold searches: ${shown.join(", ")}`);
  }
}
