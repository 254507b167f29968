/**
 * Misspelled words (docs/ranking.md, section 2). Loaded when a query has a word that no segment has.
 * @module
 */

const CORRECTED_WORDS = 8;
const CORRECTIONS = 4;
const EDIT_WEIGHTS = [0.9, 0.8, 0.6];

/**
 * Correct words that no segment has.
 * @param {object[]} searched, {object} query, {object} lead as `resolve` has them
 * @param {{misspelled: object[], lexicons: Lexicon[]}} using the words and the lexicons of the segments, with functions that the query's module has
 * @returns {Promise<string>} the query with the first correction of each, or nothing
 */
export async function correct(searched, query, lead, using) {
  const asked = using.misspelled.slice(0, CORRECTED_WORDS);
  const corrected = new Map();
  await Promise.all(
    asked.map(async (word) => {
      const found = await correction(searched, word.spelled, query.task, using);
      if (found) corrected.set(word, found);
    }),
  );
  const runs = new Set(
    asked.map((word) => word.run).filter((run) => run.name && run.words.length > 1 && /^\p{L}+$/u.test(run.typed)),
  );
  await Promise.all(
    [...runs].map(async (run) => {
      if (run.name.n || run.words.some((word) => corrected.has(word))) return;
      const found = await correction(searched, run.typed, query.task, using);
      if (found) corrected.set(run.name, found);
    }),
  );
  if (!corrected.size) return "";
  for (const [term, found] of corrected) {
    term.n = found.n;
    term.weight = EDIT_WEIGHTS[found.edits];
    found.in.forEach((terms, number) => term.in[number].push(...terms));
  }
  const text = replaced(query, corrected);
  const least = Math.min(...[...corrected.keys()].map((term) => term.weight));
  await correctWholes(searched, query, text, least, corrected, lead, using);
  return text;
}

/** Find the nearest words of all lexicons to a word, and their terms. */
async function correction(searched, typed, inTask, using) {
  const folded = searched[0].analyzer.folded(typed);
  const letters = Array.from(folded);
  if (letters.length < 4 || letters.length > 40) return null;
  const most = (letters.length < 8 ? 1 : 2) - inTask;
  if (!most) return null;
  let edits = most;
  const nearest = new Map();
  for (const lexicon of using.lexicons) {
    for (const [word, count, distance] of lexicon.near(folded, edits)) {
      if (distance < edits) {
        edits = distance;
        nearest.clear();
      }
      if (distance === edits) nearest.set(word, (nearest.get(word) ?? 0) + count);
    }
  }
  const order = [...nearest].sort(([one, n], [other, m]) => m - n || using.compare(one, other)).map(([word]) => word);
  const found = { words: [], n: 0, edits, in: searched.map(() => []) };
  for (let at = 0; at < order.length && found.words.length < CORRECTIONS; at += 16) {
    for (const one of await Promise.all(order.slice(at, at + 16).map((word) => asOneWord(searched, word, using)))) {
      if (!one.n || found.words.length === CORRECTIONS) continue;
      found.words.push(one.word);
      one.in.forEach((terms, number) => {
        const more = terms.filter(({ key }) => found.in[number].every((term) => term.key !== key));
        found.in[number].push(...more);
        if (more.length) found.n += one.counts[number];
      });
    }
  }
  if (found.words.length) return found;
  for (const word of order) {
    const terms = await termsThatBegin(searched, word, using);
    if (terms.n) return { ...terms, edits, words: [word] };
  }
  return null;
}

/** Look a word of a lexicon up in each segment where it is one word. */
async function asOneWord(searched, word, { takeSpellings }) {
  const found = { word, counts: new Float64Array(searched.length), in: searched.map(() => []), n: 0 };
  await Promise.all(
    searched.map(async (one, number) => {
      const runs = one.analyzer.runs(word);
      if (runs.length !== 1 || runs[0].words.length !== 1) return;
      const spellings = runs[0].words[0];
      takeSpellings(found, spellings, await one.segment.fetch("terms", spellings), one, number);
    }),
  );
  found.n = found.counts.reduce((sum, count) => sum + count, 0);
  return found;
}

/** Look up the terms that begin with a word of a lexicon, in each segment by itself. */
async function termsThatBegin(searched, word, { mostCommon }) {
  const found = { in: searched.map(() => []), n: 0 };
  await Promise.all(
    searched.map(async (one, number) => {
      const entries = await one.beginning(one.analyzer.folded(word));
      const kept = mostCommon(searched, [[number, entries]]);
      for (const { key, value } of entries) {
        if (!kept.has(key)) continue;
        found.in[number].push({ key, value, count: kept.get(key), share: 1, takes: 1, synonym: false });
        found.n += kept.get(key);
      }
    }),
  );
  return found;
}

/** Put corrections in their place in a query. */
function replaced(query, corrected) {
  let text = query.text;
  const places = [...corrected].map(([term, found]) => [
    term.whole ? term.run.start : term.start,
    term.whole ? term.run.typed : term.spelled,
    found.words[0],
  ]);
  for (const [start, typed, word] of places.sort(([one], [other]) => other - one)) {
    if (start >= 0) text = text.slice(0, start) + capitalized(word, typed) + text.slice(start + typed.length);
  }
  return text;
}

function capitalized(word, typed) {
  if (typed.length > 1 && typed === typed.toUpperCase() && typed !== typed.toLowerCase()) return word.toUpperCase();
  const [first] = typed;
  if (first === first.toLowerCase()) return word;
  const [begin] = word;
  return begin.toUpperCase() + word.slice(begin.length);
}

/** Give wholes that segments lack the spellings of the corrected query. */
async function correctWholes(searched, query, text, least, corrected, lead, { readQuery, takeSpellings }) {
  const wholes = query.terms
    .map((term, index) => index)
    .filter((index) => query.terms[index].whole && !corrected.has(query.terms[index]));
  if (!wholes.length) return;
  await Promise.all(
    searched.map(async (one, number) => {
      const again = readQuery(text, one.analyzer).terms;
      if (
        again.length !== query.terms.length ||
        again.some(
          ({ position, whole }, index) =>
            position !== query.terms[index].position || whole !== query.terms[index].whole,
        )
      )
        return;
      const lacking = wholes.filter((index) => !query.terms[index].in[number].length && !query.terms[index].pruned);
      const found = await one.segment.fetch(
        "terms",
        lacking.flatMap((index) => again[index].spellings),
      );
      for (const index of lacking) {
        const term = query.terms[index];
        const before = term.counts[number];
        takeSpellings(term, again[index].spellings, found, one, number);
        term.n += term.counts[number] - before;
        if (one === lead) term.weight = least;
      }
    }),
  );
}

/** Words of a lexicon, prepared so that the nearest are found fast. */
export class Lexicon {
  /** @param {Iterable<[string, number]>} words with the number of pages that have each */
  constructor(words, fold) {
    this.byLength = [];
    for (const [word, count] of words) {
      const folded = fold(word);
      const length = Array.from(folded).length;
      (this.byLength[length] ??= { words: [], folded: [], counts: [], marks: [] }).words.push(word);
      const of = this.byLength[length];
      of.folded.push(folded);
      of.counts.push(count);
      of.marks.push(marksOf(folded));
    }
  }

  /** Return words that are at most so many edits off, as word, count and edits. */
  near(folded, most) {
    const found = [];
    const letters = Array.from(folded);
    const marks = marksOf(folded);
    let least = most;
    for (let length = Math.max(0, letters.length - most); length <= letters.length + most; length++) {
      const of = this.byLength[length];
      for (let at = 0; of && at < of.words.length; at++) {
        if (bits(of.marks[at] ^ marks) > 2 * least) continue;
        const distance = edits(letters, of.folded[at], least);
        if (distance > least) continue;
        least = distance;
        found.push([of.words[at], of.counts[at], distance]);
      }
    }
    return found.filter(([, , distance]) => distance === least);
  }
}

/** Return a bit for each letter of a word: an edit changes two at most. */
function marksOf(word) {
  let marks = 0;
  for (let at = 0; at < word.length; at++) marks |= 1 << (word.charCodeAt(at) & 31);
  return marks;
}

function bits(of) {
  let number = of - ((of >>> 1) & 0x55555555);
  number = (number & 0x33333333) + ((number >>> 2) & 0x33333333);
  return (((number + (number >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Return the edits between two words, insert, delete, change and swap; more than `most` if there are more. */
export function edits(letters, word, most) {
  const others = Array.from(word);
  let before = [];
  let row = letters.map((_, at) => at + 1);
  row.unshift(0);
  for (let y = 1; y <= others.length; y++) {
    const next = [y];
    let least = y;
    for (let x = 1; x <= letters.length; x++) {
      let found = Math.min(row[x] + 1, next[x - 1] + 1, row[x - 1] + (letters[x - 1] === others[y - 1] ? 0 : 1));
      if (x > 1 && y > 1 && letters[x - 1] === others[y - 2] && letters[x - 2] === others[y - 1])
        found = Math.min(found, before[x - 2] + 1);
      next.push(found);
      least = Math.min(least, found);
    }
    if (least > most && y > 1 && Math.min(...row) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[letters.length];
}
