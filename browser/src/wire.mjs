/**
 * Bytes of a bundle (docs/format.md, sections 4.1, 4.2 and 9): one Zstandard frame, one MessagePack value, within limits.
 * @module
 */

import { decompress } from "../vendor/fzstd.mjs";

/** Limits of section 9, by their names there. */
export const LIMITS = {
  ENTRY_BYTES: 4 << 20,
  FILE_BYTES: 32 << 20,
  RAW_BYTES: 64 << 20,
  ARRAY_ITEMS: 1 << 24,
  CONTAINERS: 1 << 20,
  DOCSETS: 10_000,
  SEGMENTS: 10_000,
  SECTIONS: 1 << 24,
  TERM_CHARS: 64,
  KEY_CHARS: 16_384,
  SECTIONS_PER_PAGE: 100_000,
  WEIGHT: 1_000_000,
  SYMBOL_FILES: 65_536,
  QUESTIONS: 1 << 20,
  DELETED: 100_000,
  TEMPLATE_CHARS: 1000,
  VERSION_CHARS: 64,
  INSTRUCTIONS_CHARS: 500,
};

/**
 * What a reader raises, and nothing else. `code` is `unreachable` (no answer), `missing` (no such file), `damaged`, `limit`,
 * `version` (for newer readers), `analyzer` (one that this reader does not have) or `usage` (what was asked for cannot be).
 */
export class BundleError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "BundleError";
    this.code = code;
  }
}

/** Raise that bytes are not what the format page says. */
export function damaged(what) {
  throw new BundleError("damaged", `${what}. Copy or build the bundle again.`);
}

/** Raise if a number exceeds a limit of section 9. */
export function within(found, limit, what) {
  if (found > limit) throw new BundleError("limit", `${what}: ${found}, at most ${limit} are allowed. Build the bundle again.`);
  return found;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Return the text of UTF-8 bytes. */
export function textOf(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return damaged("A text is not UTF-8");
  }
}

const compareAt = (character) =>
  character >= 0xd800 && character <= 0xdfff ? character + 0x2000 : character >= 0xe000 ? character - 0x800 : character;

/** Compare strings by code points, which is the order of all keys. */
export function compare(left, right) {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const one = left.charCodeAt(at);
    const other = right.charCodeAt(at);
    if (one !== other) return compareAt(one) - compareAt(other);
  }
  return left.length - right.length;
}

/** Return a text in full case folding. */
export function caseFolded(text) {
  return Array.from(text, (character) => {
    if (character === "ı") return character;
    if (character === "ẞ") return "ss";
    if (/[\u13a0-\u13fd\uab70-\uabbf]/.test(character)) return character.toUpperCase(); // Cherokee folds to capitals
    return Array.from(character.toUpperCase(), (one) => one.toLowerCase()).join("");
  }).join("");
}

/** Return how many of some rising strings are not above a key. */
export function notAbove(strings, key) {
  let low = 0;
  let high = strings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(strings[middle], key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Return how many of some rising numbers are not above a number. */
export function notAboveNumber(numbers, number) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Return the content of a file or a block: exactly one frame that declares its size. */
export function decompressed(bytes) {
  const at = (index) => bytes[index] ?? damaged("A Zstandard frame ends early");
  if (at(0) !== 0x28 || at(1) !== 0xb5 || at(2) !== 0x2f || at(3) !== 0xfd) damaged("A file is no Zstandard frame");
  const flags = at(4);
  const single = (flags >> 5) & 1;
  if (flags & 3) damaged("A Zstandard frame needs a dictionary");
  const width = flags >> 6 ? 1 << (flags >> 6) : single;
  if (!width) damaged("A Zstandard frame does not declare its size");
  const start = 6 - single + width;
  let size = width === 2 ? 256 : 0;
  for (let byte = 0; byte < width; byte++) size += at(start - width + byte) * 2 ** (8 * byte);
  within(size, LIMITS.RAW_BYTES, "Bytes of a file, decompressed");
  let end = start;
  for (let last = 0; !last; ) {
    const header = at(end) | (at(end + 1) << 8) | (at(end + 2) << 16);
    last = header & 1;
    end += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
  }
  if (end + (flags & 4) !== bytes.length) damaged("A file is not one Zstandard frame");
  const window = single ? size : 2 ** (10 + (at(5) >> 3)) * (1 + (at(5) & 7) / 8);
  try {
    return decompress(bytes, start, new Uint8Array(size), Math.min(window, 1 << 17));
  } catch (error) {
    return damaged(`A Zstandard frame cannot be read (${error.message})`);
  }
}

/** Reads MessagePack values one after the other, and refuses what section 4.1 does not allow. */
export class Unpacker {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.containers = 0;
  }

  /** Return whether all bytes were read. */
  get done() {
    return this.at === this.bytes.length;
  }

  /** Return a value, and raise if bytes follow it. */
  only(value) {
    if (!this.done) damaged("Bytes follow a value");
    return value;
  }

  /** Return an unsigned number of some bytes. */
  number(width) {
    if (this.at + width > this.bytes.length) damaged("A value ends early");
    let found = 0;
    for (const end = this.at + width; this.at < end; this.at++) found = found * 256 + this.bytes[this.at];
    return found;
  }

  /** Return an integer from 0 up. */
  integer() {
    const lead = this.bytes[this.at];
    if (lead < 0x80) {
      this.at++;
      return lead;
    }
    if (lead >= 0xcc && lead <= 0xcf) {
      this.at++;
      const found = this.number(1 << (lead - 0xcc));
      return Number.isSafeInteger(found) ? found : damaged("An integer is too large");
    }
    const found = this.value();
    return Number.isInteger(found) && found >= 0 ? found : damaged("An integer is missing");
  }

  /** Return the number of items of an array that begins here; -1, and stay, where none does. */
  arrayIf() {
    const lead = this.bytes[this.at];
    if ((lead & 0xf0) === 0x90) {
      this.at++;
      return this.counted(lead & 15, 1);
    }
    if (lead !== 0xdc && lead !== 0xdd) return -1;
    this.at++;
    return this.counted(this.number(lead === 0xdc ? 2 : 4), 1);
  }

  /** Return the number of items of the array that begins here. */
  array() {
    const items = this.arrayIf();
    return items < 0 ? damaged("An array is missing") : items;
  }

  counted(items, width) {
    within(items, LIMITS.ARRAY_ITEMS, "Items of an array or a map");
    within(++this.containers, LIMITS.CONTAINERS, "Arrays and maps in a value");
    if (items * width > this.bytes.length - this.at) damaged("A value ends early");
    return items;
  }

  /** Return rising numbers (4.2) below a limit. */
  rising(below) {
    const found = new Uint32Array(this.array());
    let last = 0;
    for (let at = 0; at < found.length; at++) {
      const step = this.integer();
      if (at && !step) damaged("Numbers do not rise");
      last += step;
      if (last >= below) damaged(`A number is ${last}, and there are ${below}`);
      found[at] = last;
    }
    return found;
  }

  /** Return counts (4.2) of so many things: an array, or the number that stands for equal ones. */
  counts(things) {
    const items = this.arrayIf();
    if (items < 0) return this.integer() || damaged("A count is 0");
    if (items !== things) damaged(`${items} counts stand for ${things}`);
    return this.integers(items, 1);
  }

  /** Return so many integers from a least one up. */
  integers(items, least = 0) {
    const found = new Uint32Array(items);
    for (let at = 0; at < items; at++) {
      const one = this.integer();
      if (one < least || one > 0xffffffff) damaged(`A number is ${one}`);
      found[at] = one;
    }
    return found;
  }

  take(length) {
    if (this.at + length > this.bytes.length) damaged("A value ends early");
    return this.bytes.subarray(this.at, (this.at += length));
  }

  text(length) {
    const bytes = this.take(length);
    if (length < 24) {
      let found = "";
      let at = 0;
      for (; at < length && bytes[at] < 0x80; at++) found += String.fromCharCode(bytes[at]);
      if (at === length) return found;
    }
    return textOf(bytes);
  }

  /** Return whatever value begins here: maps as `Map`, bin as `Uint8Array`. */
  value(depth = 0) {
    const lead = this.number(1);
    if (lead < 0x80) return lead;
    if (lead >= 0xe0) return lead - 256;
    if (lead < 0x90) return this.map(lead & 15, depth);
    if (lead < 0xa0) return this.list(lead & 15, depth);
    if (lead < 0xc0) return this.text(lead & 31);
    switch (lead) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return lead === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.take(this.number(1 << (lead - 0xc4)));
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return this.number(1 << (lead - 0xcc));
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3: {
        const width = 1 << (lead - 0xd0);
        const found = this.number(width);
        return found >= 2 ** (8 * width - 1) ? found - 2 ** (8 * width) : found;
      }
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.text(this.number(1 << (lead - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.list(this.number(lead === 0xdc ? 2 : 4), depth);
      case 0xde:
      case 0xdf:
        return this.map(this.number(lead === 0xde ? 2 : 4), depth);
    }
    return damaged("A value has a type that does not occur");
  }

  list(items, depth) {
    if (depth > 500) damaged("Values lie too deep in one another");
    const found = [];
    for (let left = this.counted(items, 1); left; left--) found.push(this.value(depth + 1));
    return found;
  }

  map(items, depth) {
    if (depth > 500) damaged("Values lie too deep in one another");
    const found = new Map();
    for (let left = this.counted(items, 2); left; left--) {
      const key = this.value(depth + 1);
      if (typeof key !== "string") damaged("A key of a map is no string");
      if (found.has(key)) damaged("A key of a map repeats");
      found.set(key, this.value(depth + 1));
    }
    return found;
  }
}

/** Return the one MessagePack value of some bytes. */
export function unpack(bytes) {
  const unpacker = new Unpacker(bytes);
  return unpacker.only(unpacker.value());
}

const isInteger = (value) => Number.isSafeInteger(value) && value >= 0;
const arrayOf = (is) => (value) => Array.isArray(value) && value.every(is);
const mapOf = (is) => (value) => value instanceof Map && [...value.values()].every(is);
const isText = (value) => typeof value === "string";

/** Return whether a value of JSON is an object. */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Kinds of members, for `record`. */
export const IS = {
  integer: isInteger,
  text: isText,
  bytes: (value) => value instanceof Uint8Array,
  integers: arrayOf(isInteger),
  texts: arrayOf(isText),
  map: (value) => value instanceof Map,
  textMap: mapOf(isText),
  textsMap: mapOf(arrayOf(isText)),
  integerMap: mapOf(isInteger),
  array: Array.isArray,
};

/** Return the known members of a map as an object; `members` are kinds by name, those with `?` may be left out. */
export function record(map, what, members) {
  if (!(map instanceof Map)) damaged(`${what} is no map`);
  const found = {};
  for (const [name, kind] of Object.entries(members)) {
    const optional = kind.endsWith("?");
    const value = map.get(name);
    if (value === undefined && optional) continue;
    if (value === undefined || !IS[optional ? kind.slice(0, -1) : kind](value))
      damaged(`'${name}' of ${what} is missing or of another type`);
    found[name] = value;
  }
  return found;
}
