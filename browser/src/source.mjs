/**
 * Where the bytes of a bundle come from: a folder under Node, or a URL.
 *
 * Strategy. A part of a file is asked for by a range request. A server that ignores ranges sends the whole file: that is said once,
 * and the files are kept as far as memory is meant for it, so that each is fetched once. What may pass is tried again.
 * @module
 */

import { BundleError } from "./wire.mjs";

const TRIES = 3;
const PAUSE_MS = 300;
const KEPT_BYTES = 64 << 20;

/** Return the source for a folder (Node) or a URL. */
export async function sourceOf(place, options) {
  const text = String(place);
  if (/^https?:/i.test(text) || !globalThis.process?.versions?.node) return new UrlSource(text, options);
  const { FolderSource } = await import("./folder.mjs");
  return new FolderSource(text, { BundleError, tooLong, missingAdvice });
}

/** What is behind a URL. */
class UrlSource {
  isCached = true;
  notices = [];
  #files = new Map();
  #bytes = 0;
  #hasRanges = true;
  #running = 0;
  #waiting = [];

  constructor(place, { fetch, concurrency = 12, timeout = 10_000 }) {
    const here = globalThis.location;
    const url = new URL(place, here?.href);
    const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) || url.origin === here?.origin;
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere))
      throw new BundleError("usage", `${url.href} is not read, as anybody on the way could replace it. Use https.`);
    if (url.username || url.password)
      throw new BundleError("usage", "A password in a URL would be shown and logged. Give a `fetch` that sends it.");
    url.pathname = url.pathname.replace(/(\/pinax\.json)?\/*$/, "/");
    this.url = url;
    this.fetch = fetch ?? ((...call) => globalThis.fetch(...call));
    this.concurrency = concurrency;
    this.timeout = timeout;
  }

  /** Return a file of at most so many bytes. `anew` leaves out what caches have. */
  async whole(name, limit, anew) {
    return this.#tried(name, null, limit, anew);
  }

  /** Return the bytes of a file, which has so many, from one up to another. */
  async part(name, from, to, size, anew) {
    if (this.#hasRanges && !this.#files.has(name)) {
      const bytes = await this.#tried(name, [from, to], size, anew);
      if (bytes) return bytes;
    }
    if (anew || !this.#files.has(name)) this.#keep(name, this.whole(name, size, anew));
    return (await this.#files.get(name)).subarray(from, to);
  }

  /** Keep a whole file, and forget those that came first once they are too many. */
  #keep(name, file) {
    this.#files.set(name, file);
    file.then(
      (bytes) => {
        this.#bytes += bytes.length;
        for (const [first, kept] of this.#files) {
          if (this.#bytes <= KEPT_BYTES) break;
          if (first === name) continue;
          this.#files.delete(first);
          kept.then(
            (gone) => (this.#bytes -= gone.length),
            () => {},
          );
        }
      },
      () => this.#files.delete(name),
    );
  }

  async #tried(name, range, limit, anew) {
    for (let attempt = 1; ; attempt++) {
      while (this.#running >= this.concurrency) await new Promise((go) => this.#waiting.push(go));
      this.#running++;
      try {
        return await this.#request(name, range, limit, anew);
      } catch (error) {
        if (error.code !== "unreachable" || attempt === TRIES) throw error;
      } finally {
        this.#running--;
        this.#waiting.shift()?.();
      }
      await new Promise((done) => setTimeout(done, PAUSE_MS * 3 ** (attempt - 1)));
    }
  }

  /** Return the answer to one request, or nothing for a range that the server ignores. */
  async #request(name, range, limit, anew) {
    const url = new URL(this.url);
    url.pathname += name;
    const stop = new AbortController();
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(new Error(`it sent nothing for ${this.timeout / 1000} s`)), this.timeout);
    };
    wait();
    try {
      const headers = range ? { Range: `bytes=${range[0]}-${range[1] - 1}` } : {};
      // Chromium lets requests of one file wait for one another where it may keep the answer.
      const cache = anew ? "reload" : range ? "no-store" : name === "pinax.json" ? "no-cache" : "default";
      const response = await this.fetch(url.href, { headers, cache, signal: stop.signal });
      if (!response.ok) refused(response.status, url, name);
      if (!range || response.status === 206) return await bodyOf(response, name, range ? range[1] - range[0] : limit, wait, stop.signal);
      if (this.#hasRanges)
        this.notices.push("The server ignores ranges and sends whole files, so more is read than is needed.");
      this.#hasRanges = false;
      if (this.#files.has(name)) stop.abort();
      else {
        this.#keep(name, bodyOf(response, name, limit, wait, stop.signal));
        await this.#files.get(name);
      }
      return null;
    } catch (error) {
      if (error instanceof BundleError) throw error;
      const why = stop.signal.aborted ? stop.signal.reason.message : (error.cause?.code ?? error.message);
      const advice = "Check the address, the network, and whether other sites may read it (CORS).";
      throw new BundleError("unreachable", `${url.href} cannot be read (${why}). ${advice}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

function refused(status, url, name) {
  const mayPass = status >= 500 || status === 429 || status === 408;
  const isMissing = status === 404 || status === 410;
  const advice = isMissing ? missingAdvice(name) : mayPass ? "Try later." : "Ask who runs the server.";
  const message = `${url.href} cannot be read: the server answers HTTP ${status}. ${advice}`;
  throw new BundleError(mayPass ? "unreachable" : "missing", message);
}

/** Return the bytes of an answer; `wait` is called whenever some came, and `stop` ends it. */
async function bodyOf(response, name, limit, wait, stop) {
  const reader = response.body.getReader();
  stop.addEventListener("abort", () => reader.cancel().catch(() => {}));
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (stop.aborted) throw stop.reason;
    if (done) break;
    wait();
    const isPage = !length && value[0] === 0x3c;
    length += value.length;
    if (isPage || length > limit) await reader.cancel();
    if (isPage) throw new BundleError("missing", `In place of ${name} the server sends a page of HTML. ${missingAdvice(name)}`);
    if (length > limit) tooLong(name, limit);
    chunks.push(value);
  }
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function tooLong(name, limit) {
  throw new BundleError("limit", `${name} has more than ${limit} bytes. Copy or build the bundle again.`);
}

const missingAdvice = (name) =>
  name === "pinax.json" ? "Is this a bundle's address?" : "If the bundle was built anew, open it again.";
