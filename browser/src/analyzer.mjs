/**
 * The analyzer: from text to terms (docs/format.md, section 10).
 * @module
 */

import English, { FINGERPRINT as ENGLISH } from "../vendor/snowball/english.mjs";
import { BundleError } from "./wire.mjs";

const inClass = (ranges) =>
  ranges
    .trim()
    .split(/\s+/)
    .map((range) =>
      range
        .split("-")
        .map((end) => `\\u{${end}}`)
        .join("-"),
    )
    .join("");

const MARKS = inClass(`
  00AD 200C-200D 0300-036F 0483-0487 0591-05BD 05BF 05C1-05C2 05C4-05C5 05C7 0610-061A 064B-065F 0670 06D6-06DC 06DF-06E8
  06EA-06ED 0711 0730-074A 0900-0963 0966-0DF3 0E31 0E34-0E3A 0E47-0E4E 0EB1 0EB4-0EBC 0EC8-0ECE 0F18-0F39 0F71-0FBC 102B-103E
  1056-1059 17B4-17D3 1DC0-1DFF 20D0-20FF 3099-309A FE20-FE2F
  07EB-07F3 07FD 0816-082D 0859-085B 0898-08E1 08E3-08FF 0FC6 108D 135D-135F 1714-1734 17DD 18A9 1939-193B 1A17-1A18 1A60-1A7F
  1AB0-1ACE 1B34-1B44 1B6B-1B73 1BAA-1BF3 1C37 1CD0-1CD2 1CD4-1CF9 2CEF-2CF1 2D7F 2DE0-2DFF 302A-302F A66F A674-A67D A69E-A69F
  A6F0-A6F1 A806 A82C A8C4 A8E0-A8F1 A92B-A92D A953 A9B3-A9C0 AAB0-AAC1 AAF6 ABED FB1E 101FD-1E94A`);
const UNSPACED = `[${inClass(`
  0E00-0EFF 1000-109F 1780-17FF 3005-3007 3040-30FF 31F0-31FF 3400-4DBF 4E00-9FFF F900-FAFF 20000-3FFFF 1100-11FF AC00-D7AF`)}]`;
const LETTER = "\\p{L}\\p{N}_";
const WORD = `[${LETTER}${MARKS}]`;

const RUN = new RegExp(
  [
    "(?<encoded>(?<![A-Za-z0-9+/])(?=[A-Za-z0-9+/]{48})(?=[a-z0-9+/]{0,60}[A-Z])(?=[A-Z0-9+/]{0,60}[a-z])" +
      "(?=(?:[A-Za-z0-9+/]{0,60}?[A-Za-z][0-9]{1,6}[A-Za-z]){4})[A-Za-z0-9+/]+={0,2})",
    "(?<operator>operator(?:\\(\\)|\\[\\]|[\\-+*/%<>=!&|^~]{1,3}))",
    `(?:(?<!${WORD})(?<![.)\\]])(?:--?|[@$#%.]))?(?![\\u0300-\\u036f])${WORD}+(?:(?:::|[.\\-])${WORD}+)*(?:\\+\\+|#(?![${LETTER}]))?`,
    "[\\-+*/%<>=!&|^~?:.@]{2,3}(?![\\-+*/%<>=!&|^~?:.@])",
  ].join("|"),
  "gu",
);
const PARTS = new RegExp(`(?:(?!_)${WORD})+`, "gu");
const ONE_PART = new RegExp(`^(?:(?!_)${WORD})+$`, "u");
const HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/;
const STRETCHES = new RegExp(`${UNSPACED}+|(?:(?!${UNSPACED})[^])+`, "gu");
const UNSPACED_ONE = new RegExp(UNSPACED, "u");
const WORD_ONE = new RegExp(WORD, "u");
const LAST_PART = new RegExp(`(?:(?!_)${WORD})+$`, "u");
const LEFT_OUT = /[\u00ad\u200c\u200d\u0640]/g;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
const ZEROS = [0xe50, 0x9e6, 0x966, 0x6f0, 0x660];
const FOLDED = new Map(
  "đ d ð d ħ h ı i ł l ø o ŧ t ß ss æ ae œ oe þ th ς σ \u0649 \u064a \u06cc \u064a \u06a9 \u0643 \u06c1 \u0647"
    .match(/\S+ \S+/g)
    .map((pair) => pair.split(" ")),
);
const FOLDS = new RegExp(`[${[...FOLDED.keys()].join("")}]`, "gu");
const SNOWBALL = "../vendor/snowball/"; // by a name, so that no bundler lists every algorithm
const NONE = "8d8dc984"; // the fingerprint of no stemmer
const VIRAMA = "\u094d"; // its canonical combining class is 9

const hasUnspaced = (text) => UNSPACED_ONE.test(text);

/** Compose a string (10.1). */
export function compose(text) {
  const plain = text.normalize("NFKC").replace(LEFT_OUT, "");
  return plain.replace(DIGITS, (digit) =>
    String(digit.charCodeAt(0) - ZEROS.find((zero) => zero <= digit.charCodeAt(0))),
  );
}

/** Fold a string (10.1): no accents, and letters that stand for others. */
export function fold(text) {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, (mark) => (isAccent(mark) ? "" : mark))
    .normalize("NFC")
    .replace(FOLDS, (letter) => FOLDED.get(letter));
}

/** Return whether the combining class of a mark is 10 or more: only then normalization puts one of class 9 before it. */
const isAccent = (mark) => mark !== VIRAMA && (mark + VIRAMA).normalize("NFD").startsWith(VIRAMA);

const codePoints = (text) => [...text].length;
const isShort = (term) => term.length > 0 && (term.length <= 64 || (term.length <= 128 && codePoints(term) <= 64));
const shortOnes = (terms) => [...new Set(terms)].filter(isShort);

/** An analyzer of the family `pinax-1`. */
export class Analyzer {
  #stems = new Map();

  /**
   * @param {string} name such as `pinax-1:english`
   * @param {object} stemmer of that algorithm, or null
   * @param {string} fingerprint of the stemmer (10.3)
   */
  constructor(name, stemmer, fingerprint) {
    this.name = name;
    this.stemmer = stemmer;
    this.fingerprint = fingerprint;
  }

  /** Return a string as the analyzer composes it. */
  composed(text) {
    return compose(text);
  }

  /** Return a string in lower case and folded. */
  folded(text) {
    return fold(text.toLowerCase());
  }

  /** Return whether a string has a character that words have. */
  isWord(text) {
    return WORD_ONE.test(text);
  }

  /** Return whether a string has a character of a script whose words are not separated by spaces. */
  isUnspaced(text) {
    return hasUnspaced(text);
  }

  /** Return what a run ends with that is neither a sign nor `_`, in lower case and folded. */
  ending(run) {
    return this.folded(run.match(LAST_PART)?.[0] ?? "");
  }

  /**
   * Return the runs of a text (10.2). Each has `text` (composed), `start` and `end` in the given string, `words` (the terms of each,
   * the primary one first), `spelled` (the words as they are written) and `wholes`: `at` (number of the word), `term`, and `spells_all` where it is the run as a whole.
   */
  runs(text) {
    return Array.from(text.matchAll(RUN), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      ...this.#run(match),
    }));
  }

  #run({ 0: matched, groups }) {
    const text = compose(matched);
    if (groups.encoded) return { text, spelled: [text], words: [[]], wholes: [] };
    if (groups.operator) {
      const wholes = shortOnes([text]).map((term) => ({ at: 0, term, spells_all: true }));
      return { text, spelled: ["operator"], words: [this.terms("operator")], wholes };
    }
    const spelled = wordsOf(text);
    if (!spelled.length) return { text, spelled: [text], words: [shortOnes([text])], wholes: [] };
    const wholes = [...this.#wholes(text, spelled), ...lastCharacters(spelled)];
    return { text, spelled, words: spelled.map((word) => this.terms(word)), wholes };
  }

  /** Return the terms of a word, the primary one first. */
  terms(word) {
    const lower = word.toLowerCase();
    if (codePoints(lower) > 64 || hasUnspaced(lower)) return shortOnes([lower]);
    const stem = this.stem(lower);
    const folded = fold(lower);
    return shortOnes(folded === lower ? [stem] : [fold(stem), this.stem(folded), stem]);
  }

  /** Return the stem of a word in lower case. */
  stem(word) {
    if (!this.stemmer) return word;
    let stem = this.#stems.get(word);
    if (stem === undefined) {
      if (this.#stems.size > 10_000) this.#stems.clear();
      this.#stems.set(word, (stem = stemOf(this.stemmer, word) || word));
    }
    return stem;
  }

  #wholes(run, words) {
    if (words.length > 8 || hasUnspaced(run) || codePoints(run.toLowerCase()) > 64) return [];
    const found = [];
    const add = (at, whole, all = false) => {
      const term = ONE_PART.test(whole) ? this.stem(whole.toLowerCase()) : whole.toLowerCase();
      if (isShort(term)) found.push({ at, term, spells_all: all });
    };
    if (words.length > 1 || !ONE_PART.test(run)) add(0, run, true);
    const components = run.split(/::|[.\-]/);
    let at = 0;
    for (const component of components) {
      const count = wordsOf(component).length;
      if (count > 1 && components.length > 1) add(at, component);
      at += count;
    }
    const ends = Array.from(run.matchAll(/::|\./g), (match) => match.index + match[0].length);
    if (ends.length > 1 && /\p{L}$/u.test(run)) {
      const end = ends[ends.length - 2];
      add(wordsOf(run.slice(0, end)).length, run.slice(end));
    }
    return found;
  }
}

function wordsOf(run) {
  return (run.match(PARTS) ?? []).flatMap((part) => {
    if (/^[\0-\x7f]*$/.test(part)) {
      const behind = part.slice(1);
      return part.length <= 256 && /[a-z]/.test(behind) && /[A-Z]/.test(behind) ? part.split(HUMP) : [part];
    }
    return part.match(STRETCHES).flatMap((stretch) => {
      const letters = hasUnspaced(stretch) ? [...stretch] : [];
      return letters.length > 1 ? letters.slice(1).map((letter, at) => letters[at] + letter) : [stretch];
    });
  });
}

function lastCharacters(words) {
  const found = [];
  words.forEach((word, at) => {
    const [first, last, ...more] = word;
    if (last && !more.length && hasUnspaced(first) && !words[at + 1]?.startsWith(last))
      found.push({ at, term: last, spells_all: false });
  });
  return found;
}

/** Return a stem. Snowball counts characters, so those beyond 16 bits are replaced by such as no word has meanwhile. */
function stemOf(stemmer, word) {
  if (!/[\ud800-\udfff]/.test(word)) return stemmer.stemWord(word);
  const wide = [...new Set(word.match(/[\ud800-\udbff][\udc00-\udfff]/g))];
  const narrow = word.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (character) =>
    String.fromCharCode(0xe000 + wide.indexOf(character)),
  );
  return stemmer.stemWord(narrow).replace(/[\ue000-\ue03f]/g, (character) => wide[character.charCodeAt(0) - 0xe000]);
}

const analyzers = new Map();

/** Return the analyzer of a segment; its stemmer, but for the English one, is loaded when its language is first met. */
export async function analyzerOf({ analyzer, fingerprint }) {
  if (!analyzers.has(analyzer)) analyzers.set(analyzer, load(analyzer));
  const loaded = analyzers.get(analyzer);
  loaded.catch(() => analyzers.delete(analyzer));
  const found = await loaded;
  if (found.fingerprint !== fingerprint)
    unknown(analyzer, `of another release (${fingerprint}; this reader has ${found.fingerprint})`);
  return found;
}

async function load(name) {
  const [, algorithm] = /^pinax-1:([a-z_]+)$/.exec(name) ?? unknown(name, "that this reader does not have");
  if (algorithm === "none") return new Analyzer(name, null, NONE);
  if (algorithm === "english") return new Analyzer(name, new English(), ENGLISH); // most sites' language: no request of its own
  try {
    const { default: Stemmer, FINGERPRINT } = await import(`${SNOWBALL}${algorithm}.mjs`);
    return new Analyzer(name, new Stemmer(), FINGERPRINT);
  } catch (error) {
    return unknown(name, `that this reader does not have or cannot load (${error.message})`, error);
  }
}

function unknown(name, why, cause) {
  const message = `A segment has the analyzer '${name}' ${why}. Build the bundle again, or use another release of the reader.`;
  throw new BundleError("analyzer", message, { cause });
}
