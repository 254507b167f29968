/**
 * Ask bundles in a worker where one may be started, and else in this thread.
 *
 * Strategy. A worker of another site is started from a blob that imports it. Whether a page's Content-Security-Policy allows that is
 * only known once it was tried: what does not say soon that it is ready is given up.
 * @module
 */

import { Service } from "./service.mjs";
import { BundleError } from "./wire.mjs";

const READY_MS = 3000;

/**
 * Open bundles to be searched as one.
 * @param {string|URL} workerUrl where `worker.mjs` is
 * @param {string|string[]} places addresses of bundles
 * @param {{worker?: boolean, fetch?: typeof fetch, concurrency?: number, timeout?: number}} [options] `worker: false` stays in this
 *   thread, and so does a `fetch`
 */
export async function openIn(workerUrl, places, { worker = true, ...options } = {}) {
  const absolute = [places]
    .flat()
    .map((place) => (globalThis.location ? new URL(place, globalThis.location.href).href : String(place)));
  const thread = worker && !options.fetch && typeof Worker === "function" ? await started(workerUrl) : null;
  if (!thread) {
    const service = await Service.open(absolute, options);
    return new OpenLibrary(
      (method, ...given) => service[method](...given),
      false,
      () => {},
    );
  }
  const ask = asking(thread);
  try {
    await ask("open", absolute, options);
  } catch (error) {
    thread.terminate();
    throw error;
  }
  return new OpenLibrary(ask, true, () => thread.terminate());
}

/** Bundles that are searched as one. */
class OpenLibrary {
  constructor(ask, isInWorker, close) {
    /** Ask the `Service`, here or in the worker. */
    this.ask = ask;
    /** Whether a worker does the work. */
    this.isInWorker = isInWorker;
    /** End the worker. */
    this.close = close;
  }

  /** Search, as `Library.search` does; each hit has a method `excerpt()`. */
  async search(query, options) {
    const { number, ...reply } = await this.ask("search", query, options);
    const excerptable = (hit, at) => ({ ...hit, excerpt: () => this.ask("excerpt", number, at) });
    const hits = reply.hits.map(excerptable);
    const sections = reply.sections?.map((hit, at) => excerptable(hit, hits.length + at));
    return { ...reply, hits, ...(sections ? { sections } : {}) };
  }

  /** Return a page with its outline and text, or null: see `findPage`. */
  page(address, options) {
    return this.ask("page", address, options);
  }

  /** Return where a symbol is defined: see `findSymbols`. */
  symbols(name, options) {
    return this.ask("symbols", name, options);
  }

  /** Return `docsets`, `notices` and `verified`. */
  about() {
    return this.ask("about");
  }
}

/** Return a worker that runs, or null. */
async function started(url) {
  const isHere = new URL(url).origin === globalThis.location?.origin;
  const blob = isHere
    ? null
    : URL.createObjectURL(new Blob([`import ${JSON.stringify(String(url))};`], { type: "text/javascript" }));
  try {
    const thread = new Worker(blob ?? url, { type: "module" });
    const isReady = await new Promise((done) => {
      setTimeout(done, READY_MS, false);
      thread.onmessage = () => done(true);
      thread.onerror = (event) => {
        event.preventDefault();
        done(false);
      };
    });
    if (isReady) return thread;
    thread.terminate();
  } catch {
    // The policy of the page, or the browser, does not allow it.
  } finally {
    if (blob) URL.revokeObjectURL(blob);
  }
  return null;
}

/** Return what asks a worker, and gives its answer. */
function asking(thread) {
  const waiting = new Map();
  let id = 0;
  thread.onmessage = ({ data }) => {
    const { done, failed } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) failed(new BundleError(data.error.code, data.error.message));
    else done(data.result);
  };
  thread.onerror = (event) => {
    event.preventDefault();
    for (const { failed } of waiting.values())
      failed(new BundleError("internal", `The worker ended (${event.message}). Load the page again.`));
    waiting.clear();
  };
  return (method, ...given) =>
    new Promise((done, failed) => {
      waiting.set(++id, { done, failed });
      thread.postMessage({ id, method, given });
    });
}
