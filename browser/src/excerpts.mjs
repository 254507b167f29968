/**
 * Excerpts of hits, and which words in them are marked (docs/excerpts.md).
 *
 * Strategy. All offsets are those of code points: a text with characters beyond the Basic Multilingual Plane gets a lone surrogate
 * in the place of each, as no text of a bundle holds one. So letters are found by plain search in strings.
 * @module
 */

import { readQuery } from "./query.mjs";

const EXCERPT_CHARACTERS = 240;
const LONG_CHARACTERS = 1_000_000;
const PIECE_CHARACTERS = 2000;
const SHORT_CHARACTERS = 200;
const FEW_WORDS = 5;
const BELOW = 3;
const TERMS = 5;
const LEAST_SHARE = 0.3;
const MATCHES = 20;
const PLACES = 1000;
const ROUNDING = 1e-9;
const ENDS = [". ", "! ", "? ", ": ", "。", "！", "？"];
const DEFINITION = 2;
const MORE = 3;

const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const OPENING = /^(?:[ \t>]|[-+*][ \t]|[0-9]{1,9}[.)][ \t])*(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)$/gm;
const LINK =
  /!?\[((?:[^[\]\\]|\\[\s\S]|\[[^[\]]*\])*)\]\((?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+"[^"\n]*")?\)/g;
const RULE = /^[ >]*(?:\|[ \t:|-]+\||---+)[ \t]*$/gm;
const ROW = /^[ >]*\|[^\n]*/gm;
const MARGIN = /^[ >]*(?:#{1,6} |>)/gm;
const MARK =
  /((?<!`)(`+)(?!`)(?:[^`\n]|\n(?![ \t>]*(?:\n|[-+*][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|\||`{3}|~{3}))|(?!\2(?!`))(?<!`)`+(?!`))+\2)|\\([!-/:-@[-`{-~])|\*\*\*?|(?:(?<![\p{L}\p{N}_*])|(?<=\\\*))\*(?=[^\s*])((?:[^*\n\\]|\\.|\n(?!\n))*)(?<!\s)\*(?![\p{L}\p{N}_*])/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

// 1. Plain text.

/** Return a text with one code unit for each code point, and a function that undoes this. */
function flattened(text) {
  if (!/[\ud800-\udbff]/.test(text)) return { text, restored: (flat) => flat };
  const places = new Map();
  const characters = [];
  const flat = text.replace(/[\u{10000}-\u{10ffff}]/gu, (character) => {
    if (!places.has(character)) {
      places.set(character, Math.min(0xdfff, 0xd800 + characters.length));
      characters.push(character);
    }
    return String.fromCharCode(places.get(character));
  });
  return {
    text: flat,
    restored: (of) => of.replace(/[\ud800-\udfff]/g, (place) => characters[place.charCodeAt(0) - 0xd800]),
  };
}

/** Cut Markdown into what is code in fences and what is not. */
function* blocksOf(markdown) {
  let at = 0;
  if (markdown.includes("```") || markdown.includes("~~~")) {
    OPENING.lastIndex = 0;
    for (let opening; (opening = OPENING.exec(markdown));) {
      const fence = opening[1] ?? opening[2];
      yield { text: markdown.slice(at, opening.index), isCode: false };
      const begin = OPENING.lastIndex + 1;
      const closing = new RegExp(`^[ \\t>]*${fence}${fence[0]}*[ \\t]*$`, "gm");
      closing.lastIndex = begin;
      const end = begin > markdown.length ? null : closing.exec(markdown);
      yield { text: markdown.slice(begin, end ? end.index : markdown.length), isCode: true };
      at = end ? closing.lastIndex : markdown.length;
      OPENING.lastIndex = at;
      if (at >= markdown.length) break;
    }
  }
  yield { text: markdown.slice(at), isCode: false };
}

function* piecesOf(markdown) {
  let begin = 0;
  while (markdown.length - begin > PIECE_CHARACTERS) {
    const line = markdown.lastIndexOf("\n", begin + PIECE_CHARACTERS - 1);
    const end = line >= begin ? line + 1 : begin + PIECE_CHARACTERS;
    yield markdown.slice(begin, end);
    begin = end;
  }
  yield markdown.slice(begin);
}

function withoutMarkup(text) {
  let found = text;
  if (found.includes("](")) found = found.replace(LINK, "$1").replace(LINK, "$1");
  if (found.includes("-")) found = found.replace(RULE, "");
  if (found.includes("|")) found = found.replace(ROW, (row) => row.replaceAll("\\|", "|"));
  return found.replace(MARGIN, "").replace(MARK, unmarked);
}

function unmarked(_, span, ticks, escaped, stressed) {
  return stressed ? stressed.replace(MARK, unmarked) : (span ?? escaped ?? "");
}

/** Make Markdown one line without markup. */
export function plain(markdown) {
  const parts = [];
  for (const { text, isCode } of blocksOf(markdown)) {
    if (isCode) parts.push(text);
    else for (const piece of piecesOf(text)) parts.push(withoutMarkup(piece));
  }
  return parts.join(" ").replace(SPACES, " ").replace(/^ | $/g, "");
}

/** Return the Markdown of a section without the line that shows its title, if there is more. */
function belowTitle(text, isDefinition) {
  const cut = (of) => {
    const end = of.indexOf("\n");
    return end < 0 ? [of, ""] : [of.slice(0, end), of.slice(end + 1)];
  };
  let [title, rest] = cut(text.replace(/^\n+|\n+$/g, ""));
  const titled = title.startsWith("#") || isDefinition;
  while (isDefinition && title.endsWith("  ")) [title, rest] = cut(rest);
  return titled && rest.replace(SPACES, "") ? rest.replace(/^\n+/, "") : text;
}

function wordsOf(text, caseFolded) {
  return new Set(caseFolded(text).match(/[\p{L}\p{N}_]+/gu) ?? []);
}

/**
 * Return what the excerpt of a section is cut from, in one line.
 * @param {object} page as `pageRecords` gives it
 * @param {number} index of the section in its page
 * @param {(indexes: number[]) => Promise<string[]>} texts reads the Markdown of sections of the page
 * @param {{title: string, caseFolded: (text: string) => string, whole?: () => Promise<string>}} of the section's title; `whole`
 *   asks for the page where its sections may not be all there
 */
export async function passageOf(page, index, texts, { title, caseFolded, whole }) {
  const [own] = await texts([index]);
  const isDefinition = page.kinds[index] === DEFINITION && page.titles[index] !== "";
  const text = plain(belowTitle(own, isDefinition).slice(0, LONG_CHARACTERS));
  if (text.length > SHORT_CHARACTERS && Array.from(text).length > SHORT_CHARACTERS) return text;
  const inTitle = wordsOf(title, caseFolded);
  const beside = [...wordsOf(text, caseFolded)].filter((word) => !inTitle.has(word)).length;
  const description = index ? "" : page.description;
  if (beside >= FEW_WORDS || (beside && !description)) return text;
  if (description) return description;
  if (whole) return whole();
  const below = [];
  for (
    let at = index + 1;
    at <= index + BELOW && page.kinds[index] !== MORE && page.depths[at] > page.depths[index];
    at++
  )
    below.push(at);
  const shown = below.length ? (await texts(below)).map(plain).filter(Boolean).join(" ") : "";
  return shown || text;
}

// 2. Matches.

/** Finds the words of a text that are terms of a query. */
export class Matcher {
  /**
   * @param {Map<string, number>} weights of terms
   * @param {object} analyzer of the text
   */
  constructor(weights, analyzer) {
    const order = [...weights].map(([term, weight], at) => ({ term, weight, at }));
    order.sort((one, other) => other.weight - one.weight || one.at - other.at);
    const best = order.slice(0, TERMS).filter(({ weight }) => weight >= LEAST_SHARE * order[0].weight);
    this.weights = new Map(best.map(({ term, weight }) => [term, weight]));
    this.analyzer = analyzer;
    this.starts = new Set([...this.weights.keys()].map((term) => this.#lettersOf(term)));
    this.known = new Map();
    this.folds = new Map();
  }

  #lettersOf(term) {
    const characters = Array.from(term);
    const whole = characters.length < 3 || !/\p{L}$/u.test(term);
    const start = whole ? characters : characters.slice(0, Math.max(2, characters.length - 2));
    return start.map((character) => this.#folded(character)).join("");
  }

  #folded(character) {
    this.folds ??= new Map();
    if (!this.folds.has(character)) {
      const folded = this.analyzer.folded(this.analyzer.composed(character));
      this.folds.set(character, Array.from(folded).length === 1 && folded.length === 1 ? folded : character);
    }
    return this.folds.get(character);
  }

  /** Return the matches in a flattened text, as `{start, end, term}`. */
  matches({ text, restored }) {
    let folded = text.replace(/[A-Z]/g, (one) => one.toLowerCase());
    if (/[^\0-\x7f]/.test(text) && LETTER_OR_DIGIT.test(restored(text.replace(/[\0-\x7f]+/g, ""))))
      folded = folded.replace(/[^\0-\x7f]/g, (one) => {
        const character = this.#folded(restored(one));
        return character.length === 1 ? character : one;
      });
    const found = [];
    const seen = new Set();
    const isAlnum = (at) => at >= 0 && LETTER_OR_DIGIT.test(restored(text[at]));
    const isUpper = (at) => at >= 0 && /\p{Lu}/u.test(restored(text[at]));
    for (const letters of this.starts) {
      const isAscii = /^[\0-\x7f]*$/.test(letters);
      let words = MATCHES;
      let places = PLACES;
      for (let at = folded.indexOf(letters); at >= 0 && words && places; places--) {
        let end = at + letters.length;
        if (!isAlnum(at - 1) || !isAscii || (isUpper(at) && !isUpper(at - 1))) {
          while (end < text.length && this.analyzer.isWord(restored(text[end]))) end++;
          for (const term of this.#termsOf(restored(text.slice(at, end)))) {
            const key = `${at} ${end} ${term}`;
            if (!seen.has(key)) found.push({ start: at, end, term });
            seen.add(key);
          }
          words--;
        }
        at = folded.indexOf(letters, end);
      }
    }
    const before = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
    return found.sort((one, other) => one.start - other.start || one.end - other.end || before(one.term, other.term));
  }

  #termsOf(word) {
    if (!this.known.has(word)) {
      const terms = this.analyzer
        .runs(word)
        .flatMap(({ words, wholes }) => [...words.flat(), ...wholes.map(({ term }) => term)]);
      this.known.set(
        word,
        [...new Set(terms)].filter((term) => this.weights.has(term)),
      );
    }
    return this.known.get(word);
  }

  /** Say whether a title has every term. */
  #isAllIn(title) {
    const flat = flattened(title);
    return new Set(this.matches(flat).map(({ term }) => term)).size === this.weights.size;
  }

  // 3. The cut.

  /** Cut the part of a plain text that answers best. */
  cut(passage, title) {
    const flat = flattened(passage);
    const { text } = flat;
    if (text.length <= EXCERPT_CHARACTERS) return passage;
    const [start, end] = this.#isAllIn(title) ? [0, 0] : this.#densest(flat);
    const room = Math.max(0, EXCERPT_CHARACTERS - (end - start));
    const earliest = Math.max(0, start - room);
    let begin = 0;
    const before = text.slice(earliest, start);
    for (const mark of ENDS) {
      const at = before.lastIndexOf(mark);
      if (at >= 0) begin = Math.max(begin, earliest + at + mark.length);
    }
    if (!begin && earliest) {
      const near = Math.max(0, start - Math.min(room, EXCERPT_CHARACTERS / 6));
      const space = text.indexOf(" ", near);
      begin = space >= 0 && space <= start ? space + 1 : start;
    }
    let last = Math.min(text.length, begin + EXCERPT_CHARACTERS);
    if (last < text.length) {
      const space = text.lastIndexOf(" ", last);
      if (space > begin + EXCERPT_CHARACTERS / 2) last = space;
    }
    const shown = text.slice(begin, last).replace(SPACES, " ").replace(/^ | $/g, "");
    return (begin ? "… " : "") + flat.restored(shown) + (last < text.length ? " …" : "");
  }

  /** Return start and end of the window whose different terms weigh most. */
  #densest(flat) {
    const all = [...this.weights.values()].reduce((sum, weight) => sum + weight, 0);
    const seen = new Map([...this.weights.keys()].map((term) => [term, 0]));
    const matches = this.matches(flat);
    let first = 0;
    let weight = 0;
    let best = 0;
    let found = [0, 0];
    for (let at = 0; at < matches.length && best <= all - ROUNDING; at++) {
      const { end, term } = matches[at];
      if (!seen.get(term)) weight += this.weights.get(term);
      seen.set(term, seen.get(term) + 1);
      while (end - matches[first].start > EXCERPT_CHARACTERS && first < at) {
        const gone = matches[first++].term;
        seen.set(gone, seen.get(gone) - 1);
        if (!seen.get(gone)) weight -= this.weights.get(gone);
      }
      if (weight > best + ROUNDING) {
        best = weight;
        found = [matches[first].start, end];
      }
    }
    return found;
  }
}

// 4. Words that are marked.

/**
 * Return start and end of each word of an excerpt that is one of a query's, in code units; no stop words.
 * @param {string} excerpt one line
 * @param {string} query as it was asked, or as it was understood
 * @param {object} analyzer of the docset's first segment
 */
export function marksOf(excerpt, query, analyzer) {
  const terms = readQuery(query, analyzer).terms.flatMap(({ stop, spellings }) => (stop ? [] : spellings));
  if (!terms.length) return [];
  const flat = flattened(excerpt);
  const joined = [];
  for (const { start, end } of new Matcher(new Map(terms.map((term) => [term, 1])), analyzer).matches(flat)) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(end, last[1]);
    else joined.push([start, end]);
  }
  if (flat.text.length === excerpt.length) return joined;
  const unitAt = (at) => flat.restored(flat.text.slice(0, at)).length;
  return joined.map(([start, end]) => [unitAt(start), unitAt(end)]);
}
