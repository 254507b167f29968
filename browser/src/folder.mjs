/**
 * A bundle's bytes in a folder, under Node.
 * @module
 */

import { open } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/** A folder. */
export class FolderSource {
  isCached = false;
  notices = [];

  /** @param {string} place a path or `file:` URL @param {object} shared what of `source.mjs` this takes: a page loads none of it */
  constructor(place, shared) {
    const url = place.startsWith("file:") ? new URL(place) : pathToFileURL(place);
    this.folder = url.href.replace(/\/*$/, "/");
    this.shared = shared;
  }

  /** Return a file of at most so many bytes. */
  async whole(name, limit) {
    return this.part(name, 0, null, limit);
  }

  /** Return the bytes of a file from one up to another; up to its end, and at most so many, where that is null. */
  async part(name, from, to, limit) {
    const { BundleError, tooLong, missingAdvice } = this.shared;
    let handle;
    try {
      handle = await open(new URL(name, this.folder));
      const length = to === null ? (await handle.stat()).size : to - from;
      if (length > limit) tooLong(name, limit);
      const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      if (error instanceof BundleError) throw error;
      const isMissing = error.code === "ENOENT" || error.code === "ENOTDIR";
      const advice = isMissing ? missingAdvice(name) : "Check who may read it.";
      const message = `${name} cannot be read (${error.code ?? error.message}). ${advice}`;
      throw new BundleError(isMissing ? "missing" : "unreachable", message, { cause: error });
    } finally {
      await handle?.close();
    }
  }
}
