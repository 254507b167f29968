// A bundle behind a URL, and servers that do all sorts of things. Run by test_source.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";

import { openBundle } from "../../browser/src/bundle.mjs";
import { decodeTerms } from "../../browser/src/values.mjs";
import { BundleError } from "../../browser/src/wire.mjs";

// No second attempt waits as long as a busy server needs.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (done, ms) => later(done, ms === 300 || ms === 900 ? 0 : ms);

const FOLDER = new URL("../data/bundles/v1/", import.meta.url);
const PLACE = "https://docs.example/bundle/";
const fileOf = (url) => readFileSync(new URL(url.replace(PLACE, ""), FOLDER));

/** Answer as a server does that knows ranges. */
function answer(url, { headers }) {
  const bytes = fileOf(url);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.Range ?? "") ?? [];
  return from === undefined ? new Response(bytes) : new Response(bytes.subarray(Number(from), Number(to) + 1), { status: 206 });
}

/** Return a `fetch` that notes requests, and answers by a function if that gives something. */
function server(special = () => null) {
  const requests = [];
  const fetch = async (url, options) => {
    requests.push({ name: url.replace(PLACE, ""), range: options.headers.Range, cache: options.cache });
    return (await special(url, options, requests)) ?? answer(url, options);
  };
  return { fetch, requests };
}

async function lookUp(options, terms = ["schedul", "exit", "job", "run"]) {
  const bundle = await openBundle(PLACE, options);
  const segments = await bundle.segments();
  const [first] = segments;
  const found = await first.fetch("terms", terms);
  return { bundle, segments, first, found, sections: decodeTerms(found.get("exit").value, first).get(0).sections };
}

const refusedAs = (code, pattern) => (error) => {
  assert.ok(error instanceof BundleError, error.stack);
  assert.equal(error.code, code);
  assert.match(error.message, pattern);
  return true;
};

test("blocks are read by ranges, neighbours by one request, and each once", async () => {
  const { fetch, requests } = server();
  const { bundle, first, sections } = await lookUp({ fetch });
  assert.deepEqual([...sections], [97]);
  const before = requests.length;
  await first.fetch("terms", ["exit", "schedul"]);
  assert.equal(requests.length, before);
  await first.texts(Array.from({ length: first.sections }, (_, section) => section));
  assert.ok(requests.length - before <= 2, JSON.stringify(requests));
  assert.equal(new Set(requests.map((request) => JSON.stringify(request))).size, requests.length);
  assert.deepEqual(bundle.notices, []);
});

test("a server that ignores ranges is noticed once, and sends each file once", async () => {
  const { fetch, requests } = server((url) => new Response(fileOf(url)));
  const { bundle, first, sections } = await lookUp({ fetch });
  assert.deepEqual([...sections], [97]);
  const all = Array.from({ length: first.sections }, (_, section) => section);
  await Promise.all([first.texts(all.slice(0, 3)), first.texts(all.slice(80)), first.fetch("positions", ["exit", "job"])]);
  await Promise.all([first.texts(all), first.fetch("positions", ["schedul", "run"])]);
  const names = requests.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, names.join(" "));
  assert.equal(bundle.notices.length, 1);
  assert.match(bundle.notices[0], /ignores ranges/);
});

for (const [name, special, code, pattern] of [
  ["404 for the entry", () => new Response("", { status: 404 }), "missing", /HTTP 404.*bundle's address/],
  ["HTML for the entry", () => new Response("<!doctype html>"), "missing", /page of HTML/],
  ["JSON of another kind", () => new Response("{}"), "damaged", /oldest_reader/],
  ["no JSON", () => new Response("sorry"), "damaged", /cannot be read/],
  ["403", () => new Response("", { status: 403 }), "missing", /HTTP 403.*who runs/],
  [
    "an entry without end",
    () => new Response(new ReadableStream({ pull: (end) => end.enqueue(new Uint8Array(1 << 20).fill(32)) })),
    "limit",
    /4194304/,
  ],
  [
    "nothing at all",
    (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    "unreachable",
    /nothing for 0.05 s/,
  ],
  ["a network that fails", () => Promise.reject(new TypeError("fetch failed")), "unreachable", /fetch failed.*CORS/],
]) {
  test(`${name} is a typed error that says what to do`, async () => {
    await assert.rejects(openBundle(PLACE, { ...server(special), timeout: 50 }), refusedAs(code, pattern));
  });
}

for (const [name, special, code, pattern] of [
  ["404 for a file", () => new Response("", { status: 404 }), "missing", /open it again/],
  ["HTML for a file", () => new Response("<html></html>"), "missing", /page of HTML/],
  ["less of a file", (url) => new Response(fileOf(url).subarray(0, 20), { status: 206 }), "damaged", /bytes in place of/],
  ["other bytes", (url, options) => flipped(url, options), "damaged", /digest/],
  ["more than was asked for", () => new Response(new Uint8Array(1 << 25), { status: 206 }), "limit", /more than/],
  [
    "a body that stops",
    () => new Response(new ReadableStream({ start: (end) => end.enqueue(new Uint8Array(3)) })),
    "unreachable",
    /nothing for 0.05 s/,
  ],
]) {
  test(`${name} is a typed error that names the file`, async () => {
    const { fetch } = server((url, options) => (url.endsWith("pinax.json") ? null : special(url, options)));
    await assert.rejects(lookUp({ fetch, timeout: 50 }), refusedAs(code, pattern));
  });
}

async function flipped(url, options) {
  const bytes = new Uint8Array(await answer(url, options).arrayBuffer());
  bytes[0] ^= 4;
  return new Response(bytes, { status: options.headers.Range ? 206 : 200 });
}

test("an error that passes is tried again, three times at most", async () => {
  const { fetch, requests } = server((_, __, { length }) => (length === 1 ? new Response("", { status: 503 }) : null));
  await lookUp({ fetch });
  assert.deepEqual(
    requests.slice(0, 2).map(({ name }) => name),
    ["pinax.json", "pinax.json"],
  );
  const failing = server(() => new Response("", { status: 500 }));
  await assert.rejects(openBundle(PLACE, failing), refusedAs("unreachable", /HTTP 500.*later/));
  assert.equal(failing.requests.length, 3);
});

test("what a cache on the way damaged is asked for anew, past the caches", async () => {
  const { fetch, requests } = server((url, options) =>
    url.endsWith("pinax.json") || options.cache === "reload" ? null : flipped(url, options),
  );
  const { sections } = await lookUp({ fetch });
  assert.deepEqual([...sections], [97]);
  assert.ok(requests.some(({ cache }) => cache === "reload"));
});

test("at most so many requests are under way", async () => {
  let running = 0;
  let most = 0;
  const { fetch } = server(async () => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 5));
    running--;
  });
  const { segments } = await lookUp({ fetch, concurrency: 2 });
  await Promise.all(
    segments.map((segment) => Promise.all([segment.prefixed("terms", ""), segment.prefixed("lexicon", ""), segment.lengths()])),
  );
  assert.equal(most, 2);
});

test("plain HTTP to elsewhere and passwords in URLs are refused", async () => {
  await assert.rejects(openBundle("http://docs.example/bundle", server()), refusedAs("usage", /https/));
  await assert.rejects(openBundle("https://me:secret@docs.example/bundle", server()), refusedAs("usage", /password/));
});

test("a real server, by Node's own fetch", async () => {
  const http = createServer((request, response) => {
    const { status, headers } = { status: request.headers.range ? 206 : 200, headers: { "Content-Type": "text/plain" } };
    const bytes = fileOf(PLACE + request.url.slice(1));
    const [, from = 0, to = bytes.length - 1] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    response.writeHead(status, headers).end(bytes.subarray(Number(from), Number(to) + 1));
  });
  await new Promise((done) => http.listen(0, "127.0.0.1", done));
  try {
    const bundle = await openBundle(`http://127.0.0.1:${http.address().port}/pinax.json`);
    const [first] = await bundle.segments();
    assert.equal((await first.pageByUrl("https://lantern.example.org/docs/changelog.md")).number, 0);
  } finally {
    http.closeAllConnections();
    http.close();
  }
});

test("a folder that is none is a typed error", async () => {
  await assert.rejects(openBundle("/nowhere/at/all"), refusedAs("missing", /ENOENT/));
  await assert.rejects(openBundle(new URL("./", import.meta.url)), refusedAs("missing", /bundle's address/));
});

test("where digests cannot be computed that is said, and everything is read", async () => {
  const crypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    const { bundle, sections } = await lookUp(server());
    assert.deepEqual([bundle.verified, bundle.notices.length, ...sections], [false, 1, 97]);
    assert.match(bundle.notices[0], /HTTPS/);
  } finally {
    Object.defineProperty(globalThis, "crypto", crypto);
  }
});

test("an analyzer that the reader does not have is a typed error", async () => {
  const { analyzerOf } = await import("../../browser/src/analyzer.mjs");
  for (const [analyzer, fingerprint, pattern] of [
    ["pinax-2:english", "ca5ba43e", /does not have/],
    ["pinax-1:klingon", "ca5ba43e", /does not have/],
    ["pinax-1:../../x", "ca5ba43e", /does not have/],
    ["pinax-1:toString", "ca5ba43e", /does not have/],
    ["pinax-1:english", "00000000", /another release/],
  ])
    await assert.rejects(analyzerOf({ analyzer, fingerprint }), refusedAs("analyzer", pattern));
});
