/**
 * Where the bytes of a bundle come from: a folder under Node, or a URL, with or without range requests.
 * @module
 */

import { BundleError, LIMITS } from "./wire.mjs";

const TRIES = 3;
const PAUSE_MS = 300;
const KEPT_BYTES = 64 << 20;

/** Return the source for a folder (Node) or a URL. */
export async function sourceOf(place, options = {}) {
  const text = String(place);
  if (/^https?:/i.test(text) || globalThis.document || globalThis.importScripts) return new UrlSource(text, options);
  const { pathToFileURL } = await import("node:url");
  const { open } = await import("node:fs/promises");
  const folder = text.startsWith("file:") ? new URL(text) : pathToFileURL(text);
  return new FolderSource(folder, open);
}

class FolderSource {
  notices = [];

  constructor(folder, open) {
    this.folder = folder.href.replace(/\/*$/, "/");
    this.open = open;
  }

  /** Return the bytes of a file, at most so many. */
  async whole(name, limit) {
    return this.#read(name, async (handle) => {
      const { size } = await handle.stat();
      if (size > limit) tooLong(name, limit);
      return bytesAt(handle, 0, size);
    });
  }

  /** Return a part of a file. */
  async part(name, from, to) {
    return this.#read(name, (handle) => bytesAt(handle, from, to - from));
  }

  async #read(name, act) {
    let handle;
    try {
      handle = await this.open(new URL(name, this.folder));
      return await act(handle);
    } catch (error) {
      if (error instanceof BundleError) throw error;
      const missing = error.code === "ENOENT" || error.code === "ENOTDIR";
      const advice = missing ? missingAdvice(name) : "Check who may read it.";
      throw new BundleError(
        missing ? "missing" : "unreachable",
        `${name} cannot be read (${error.code ?? error.message}). ${advice}`,
        { cause: error },
      );
    } finally {
      await handle?.close();
    }
  }
}

async function bytesAt(handle, from, length) {
  const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

class UrlSource {
  notices = [];
  #whole = new Map();
  #kept = 0;
  #running = 0;
  #waiting = [];
  #ranges = true;

  constructor(place, { fetch, concurrency = 12, timeout = 10_000 }) {
    const url = new URL(place, globalThis.location?.href);
    const local =
      /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) || url.origin === globalThis.location?.origin;
    if (url.protocol !== "https:" && !(url.protocol === "http:" && local))
      throw new BundleError("usage", `${url.href} is not read: anybody on the way could replace it. Use https.`);
    if (url.username || url.password)
      throw new BundleError("usage", "A password in a URL is shown and logged. Pass a `fetch` that sends it.");
    url.pathname = url.pathname.replace(/(\/pinax\.json)?\/*$/, "/");
    this.url = url;
    this.fetch = fetch ?? ((...call) => globalThis.fetch(...call));
    this.concurrency = concurrency;
    this.timeout = timeout;
  }

  /** Return the bytes of a file, at most so many. */
  async whole(name, limit) {
    return (await this.#request(name, {}, limit)).bytes;
  }

  /** Return a part of a file: by a range request, or from the whole file where the server ignores ranges. */
  async part(name, from, to) {
    if (this.#ranges && !this.#whole.has(name)) {
      const range = await this.#request(name, { Range: `bytes=${from}-${to - 1}` }, to - from);
      if (range.bytes) return range.bytes;
    }
    const whole = this.#whole.get(name) ?? this.#keep(name, this.whole(name, LIMITS.FILE_BYTES));
    return (await whole).subarray(from, to);
  }

  #keep(name, promise) {
    this.#whole.set(name, promise);
    promise.then(
      (bytes) => {
        this.#kept += bytes.length;
        for (const [oldest, kept] of this.#whole) {
          if (this.#kept <= KEPT_BYTES || oldest === name) break;
          this.#whole.delete(oldest);
          kept.then((gone) => (this.#kept -= gone.length));
        }
      },
      () => this.#whole.delete(name),
    );
    return promise;
  }

  async #request(name, headers, limit) {
    for (let attempt = 1; ; attempt++) {
      await this.#turn();
      try {
        return await this.#once(name, headers, limit);
      } catch (error) {
        if (!(error instanceof BundleError)) throw error;
        if (error.code !== "unreachable" || attempt === TRIES) throw error;
      } finally {
        this.#running--;
        this.#waiting.shift()?.();
      }
      await new Promise((done) => setTimeout(done, PAUSE_MS * 3 ** (attempt - 1)));
    }
  }

  async #turn() {
    while (this.#running >= this.concurrency) await new Promise((go) => this.#waiting.push(go));
    this.#running++;
  }

  async #once(name, headers, limit) {
    const url = new URL(this.url);
    url.pathname += name;
    const stop = new AbortController();
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(new Error(`nothing for ${this.timeout / 1000} s`)), this.timeout);
    };
    wait();
    try {
      const cache = name === "pinax.json" ? "no-cache" : "default";
      const response = await this.fetch(url.href, { headers, cache, signal: stop.signal });
      if (response.status === 404 || response.status === 410)
        throw new BundleError("missing", `${url.href} is missing (HTTP ${response.status}). ${missingAdvice(name)}`);
      if (!response.ok) {
        const code =
          response.status >= 500 || response.status === 429 || response.status === 408 ? "unreachable" : "missing";
        throw new BundleError(
          code,
          `${url.href} cannot be read: the server answers HTTP ${response.status}. Try later, or ask who runs it.`,
        );
      }
      if (headers.Range && response.status === 200) return this.#ignored(name, response, stop, wait);
      return { bytes: await bodyOf(response, name, limit, wait) };
    } catch (error) {
      if (error instanceof BundleError) throw error;
      const why = stop.signal.aborted ? stop.signal.reason.message : error.message;
      throw new BundleError(
        "unreachable",
        `${url.href} does not answer (${why}). Check the address, the network, and whether the server allows other sites (CORS).`,
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** Take the whole file from an answer to a range request, unless it is already on its way. */
  async #ignored(name, response, stop, wait) {
    if (this.#ranges)
      this.notices.push("The server ignores ranges and sends whole files, so searches load more than they need.");
    this.#ranges = false;
    if (this.#whole.has(name)) stop.abort();
    else await this.#keep(name, bodyOf(response, name, LIMITS.FILE_BYTES, wait));
    return {};
  }
}

async function bodyOf(response, name, limit, wait) {
  const chunks = [];
  let length = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    wait();
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      tooLong(name, limit);
    }
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
  throw new BundleError(
    "limit",
    `${name} has more than the ${limit} bytes that are expected or allowed. Copy or build the bundle again.`,
  );
}

const missingAdvice = (name) =>
  name === "pinax.json" ? "Is this a bundle's address?" : "If the bundle was built anew, open it again.";
