/**
 * The entry, `pinax.json` (docs/format.md, sections 3.2, 7.3 and 12).
 * @module
 */

import { visibleLine } from "./visible.mjs";
import { BundleError, IS, LIMITS, compare, damaged, isObject, textOf, within } from "./wire.mjs";

/** The version of the format page that this reader follows. */
export const VERSION = 1;

/** Ranking parameters and their defaults (7.3). */
export const RANKING = {
  bm25_k1: 2,
  bm25_b: 0.75,
  title_weight: 3,
  headings_weight: 2,
  body_weight: 1,
  code_weight: 1.5,
  description_weight: 1,
  path_weight: 1,
  symbol_weight: 3,
  term_proximity_bonus: 0.5,
  full_coverage_bonus: 0.2,
  exact_title_bonus: 2.2,
  prefix_penalty: 0.5,
  stop_word_weight: 0.3,
  synonym_weight: 0.7,
  question_weight: 1.1,
};
const SHARES = ["bm25_b", "prefix_penalty", "stop_word_weight", "synonym_weight"];
const NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9._-]{0,63}[a-z0-9_-]$/i;
const DIGEST = /(?<=^|\n) "digest": "([0-9a-f]{32})",?(?=\n|$)/g;

/**
 * Return the entry with its docsets checked, `ranking` complete, and no characters that nobody sees.
 * @param {Uint8Array} bytes of `pinax.json`
 * @param {(bytes: Uint8Array) => Promise<string|null>} digestOf gives nothing where digests cannot be computed
 */
export async function entryOf(bytes, digestOf) {
  const entry = parsed(bytes);
  if (!isObject(entry) || !IS.integer(entry.oldest_reader)) damaged("pinax.json has no valid 'oldest_reader'");
  if (entry.oldest_reader > VERSION)
    throw new BundleError(
      "version",
      `The bundle is for readers of version ${entry.oldest_reader}; this one is ${VERSION}. Use a newer reader.`,
    );
  await checkDigest(bytes, entry, digestOf);
  if (!IS.integer(entry.format) || !IS.text(entry.builder)) damaged("pinax.json has no valid 'format' or 'builder'");
  if (!isObject(entry.ranking)) damaged("'ranking' of pinax.json is no object");
  if (!Array.isArray(entry.docsets) || !entry.docsets.every(isObject)) damaged("'docsets' of pinax.json are no list");
  within(entry.docsets.length, LIMITS.DOCSETS, "Docsets");
  const docsets = entry.docsets.map(docsetOf);
  let segments = 0;
  let deleted = 0;
  docsets.forEach((docset, at) => {
    if (at && compare(docsets[at - 1].name, docset.name) >= 0) damaged("Docsets are not sorted by name");
    within((segments += docset.segments.length), LIMITS.SEGMENTS, "Segments");
    for (const segment of docset.segments) within((deleted += segment.deleted.length), LIMITS.DELETED, "Deleted pages");
  });
  return { ...entry, docsets, ranking: rankingOf(entry.ranking) };
}

function parsed(bytes) {
  try {
    return JSON.parse(textOf(bytes), (key, value) => {
      if (typeof value !== "string") return value;
      if (/\p{Cs}/u.test(value)) throw new Error("a string has half a character");
      return visibleLine(value);
    });
  } catch (error) {
    const why = error.code ? "it is not UTF-8" : error.message;
    throw new BundleError("damaged", `pinax.json cannot be read (${why}). Is this a bundle's address?`, { cause: error });
  }
}

async function checkDigest(bytes, entry, digestOf) {
  const hashed = bytes.includes(13) ? bytes.filter((byte, at) => byte !== 13 || bytes[at + 1] !== 10) : bytes.slice();
  const found = [...new TextDecoder("latin1").decode(hashed).matchAll(DIGEST)]; // a character for each byte
  if (found.length !== 1 || found[0][1] !== entry.digest) damaged("pinax.json has no line with its digest");
  const at = found[0].index + ' "digest": "'.length;
  hashed.fill(0x30, at, at + 32);
  const digest = await digestOf(hashed);
  if (digest && digest !== entry.digest) damaged("pinax.json does not have the digest that it says");
}

function docsetOf(docset) {
  const what = `the docset '${docset.name}'`;
  const text = (name, limit) => {
    if (docset[name] === undefined && limit) return "";
    if (!IS.text(docset[name])) damaged(`'${name}' of ${what} is no string`);
    if (limit) within([...docset[name]].length, limit, `Code points in '${name}' of ${what}`);
    return docset[name];
  };
  if (!NAME.test(text("name"))) damaged(`${what} has no valid name`);
  for (const name of ["pages", "sections"]) if (!IS.integer(docset[name])) damaged(`'${name}' of ${what} is no integer`);
  if (!isObject(docset.languages) || !Object.values(docset.languages).every(IS.integer))
    damaged(`'languages' of ${what} are no counts`);
  if (!Array.isArray(docset.segments) || !docset.segments.every(isObject)) damaged(`'segments' of ${what} are no list`);
  const segments = docset.segments.map((segment) => segmentOf(segment, what));
  if (new Set(segments.map(({ digest }) => digest)).size !== segments.length) damaged(`${what} has a segment twice`);
  return {
    ...docset,
    name: docset.name,
    title: text("title"),
    url: text("url"),
    fetched_at: text("fetched_at"),
    version: text("version", LIMITS.VERSION_CHARS),
    instructions: text("instructions", LIMITS.INSTRUCTIONS_CHARS),
    source_url_template: text("source_url_template", LIMITS.TEMPLATE_CHARS),
    weight: weightOf(docset.weight, LIMITS.WEIGHT, `'weight' of ${what}`),
    segments,
  };
}

function segmentOf({ name, size, manifest, lengths, deleted = [], deleted_words }, what) {
  if (!IS.text(name) || !/^[0-9a-f]{32}$/.test(name) || !IS.integer(size))
    damaged(`A segment of ${what} has no valid name or size`);
  if (!IS.integers(deleted) || deleted.some((step, at) => at && !step))
    damaged(`'deleted' of a segment of ${what} are no rising numbers`);
  if (deleted_words !== undefined && !IS.integer(deleted_words))
    damaged(`'deleted_words' of a segment of ${what} is no integer`);
  let last = 0;
  return {
    digest: name,
    size: within(size, LIMITS.FILE_BYTES, "Bytes of a file"),
    manifest: fromBase64(manifest, what),
    lengths: fromBase64(lengths, what),
    deleted: deleted.map((step) => (last += step)),
    deletedWords: deleted_words,
  };
}

function fromBase64(text, what) {
  if (text === undefined) return undefined;
  try {
    if (IS.text(text)) {
      const characters = atob(text);
      const bytes = new Uint8Array(characters.length);
      for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at); // a tenth of the time of Uint8Array.from
      return bytes;
    }
  } catch {}
  return damaged(`'manifest' or 'lengths' of a segment of ${what} is no base64`);
}

function rankingOf(given) {
  const ranking = { ...RANKING };
  for (const name of Object.keys(RANKING))
    if (given[name] !== undefined)
      ranking[name] = weightOf(given[name], SHARES.includes(name) ? 1 : LIMITS.WEIGHT, `'${name}' of the ranking`);
  return ranking;
}

function weightOf(value, limit, what) {
  if (typeof value !== "number" || !(value >= 0)) damaged(`${what} is no number from 0 up`);
  return within(value, limit, what);
}
