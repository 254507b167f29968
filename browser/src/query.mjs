/**
 * From a query to terms (docs/ranking.md, sections 1 and 2): what was typed becomes query terms, and these stand for terms of
 * each segment.
 *
 * Strategy. A query is read once for each analyzer. Terms are then found in as few rounds of reads as can be: all spellings, their
 * synonyms and the typed prefixes in one; what no segment has costs another. Everything that depends on a segment is kept in
 * arrays by the segment's number.
 * @module
 */

import { compare } from "./wire.mjs";
import { BESIDE_KINDS, ENGLISH, KINDS } from "./words.mjs";

const QUERY_CHARACTERS = 4000;
const QUERY_TERMS = 200;
const STARRED = 4;
const MOST_OUTSIDE_QUOTES = 8;
const PRUNED_BYTES = 40 * 1024;
const PRUNED_SECTIONS = 300;
const SYNONYM_KEYS = 16;
const PREFIX_TERMS = 24;
const PREFIX_SECTIONS = 60_000;
const ACCENTS = 1.2;
const IN_A_NAME = 0.7;

const KIND_OF = new Map([
  ...KINDS.split(" ").map((kind) => [kind, kind]),
  ["attr", "attribute"],
  ["func", "function"],
  ["var", "variable"],
]);
const NO_PIECES = new Set([...KIND_OF.keys(), ...BESIDE_KINDS.split(" "), ""]);
const NAME = /[\p{L}\p{N}_](?:::|->|[.#/\\_])[\p{L}\p{N}_]|[\p{L}\p{N}_]_|_[\p{L}\p{N}_]|\(\)|[a-z\p{Nd}][A-Z]/u;
const AROUND = /^["'`(),;:]+|["'`(),;:]+$/g;

// 1. From text to words.

/** Return the first characters of a text, by code points. */
function firstCharacters(text, most) {
  return text.length <= most ? text : Array.from(text).slice(0, most).join("");
}

/** Cut a query at its quotes; a last one without a partner is like a space. */
function partsOf(query) {
  const marks = Array.from(query.matchAll(/"/g), (mark) => mark.index);
  let text = query;
  if (marks.length % 2) {
    const last = marks.pop();
    text = `${query.slice(0, last)} ${query.slice(last + 1)}`;
  }
  let at = 0;
  return [...marks, text.length].map((end, number) => {
    const part = { text: text.slice(at, end), at, quoted: number % 2 === 1 };
    at = end + 1;
    return part;
  });
}

const oneCharacter = (text) => text.length <= 2 && Array.from(text).length === 1;

/** Return the words of a run, and its wholes, as queries count them: "e.g." is one word. */
function readRun(run, analyzer) {
  const all = run.wholes.find((whole) => whole.spells_all);
  if (all && run.words.length > 1 && run.spelled.every(oneCharacter)) {
    return { words: [{ spellings: [all.term], at: 0, spelled: run.text }], wholes: [] };
  }
  const words = run.words.map((spellings, at) => ({ spellings, at, spelled: run.spelled[at] }));
  const wholes = run.wholes.filter((whole) => !(oneCharacter(whole.term) && analyzer.isUnspaced(whole.term)));
  return { words: words.filter((word) => word.spellings.length), wholes };
}

const stopTerms = new Map();

/** Load the stop words of an analyzer's language, before queries are read with it. */
export async function loadStopWords(analyzer) {
  if (stopTerms.has(analyzer.name)) return;
  const algorithm = analyzer.name.split(":")[1];
  let terms = algorithm === "english" ? ENGLISH.split(" ") : [];
  if (algorithm !== "english" && algorithm !== "none") {
    const listed = (await import("./stop_words.mjs")).STOP_WORDS[algorithm] ?? "";
    terms = listed.split(" ").flatMap((word) => analyzer.runs(word).map((run) => readRun(run, analyzer).words[0]?.spellings[0]));
  }
  stopTerms.set(analyzer.name, new Set(terms));
}

/**
 * Read a query with an analyzer.
 * @returns {{text: string, terms: object[], runs: object[], words: object[], phrases: object[][], length: number,
 *   quotes: boolean, task: boolean}} `terms` are the query terms in order, `words` those that are no wholes, `length` the positions
 */
export function readQuery(query, analyzer) {
  const text = firstCharacters(query, QUERY_CHARACTERS);
  const stops = stopTerms.get(analyzer.name);
  const terms = [];
  const runs = [];
  const phrases = [];
  let position = 0;
  let quoted = 0;
  for (const part of partsOf(text)) {
    const phrase = [];
    for (const run of analyzer.runs(part.text)) {
      const { words, wholes } = readRun(run, analyzer);
      const typed = part.text.slice(run.start, run.end);
      const isStarred = !part.quoted && part.text[run.end] === "*";
      const of = { typed, start: part.at + run.start, words: [], name: null, literal: part.quoted || isStarred };
      const stop = words.length === 1 && !wholes.length && isStop(words[0], stops, part, run);
      for (const { term, at, spells_all: all } of wholes) {
        const whole = { whole: true, spellings: [term], position: position + at, run: of, stop: false, prefix: "" };
        if (all) of.name = whole;
        terms.push(whole);
      }
      let from = 0;
      words.forEach(({ spellings, at, spelled }, number) => {
        const place = typed.indexOf(spelled, from);
        if (place >= 0) from = place + 1;
        const word = {
          whole: false,
          spellings,
          position: position + at,
          run: of,
          stop,
          prefix: "",
          spelled,
        };
        word.start = place < 0 ? -1 : of.start + place;
        if (isStarred && number === words.length - 1) word.prefix = endOf(typed, analyzer);
        else if (oneCharacter(spellings[0]) && analyzer.isUnspaced(spellings[0])) [word.prefix] = spellings;
        terms.push(word);
        of.words.push(word);
      });
      run.words.forEach(([primary], at) => primary && phrase.push({ primary, position: position + at }));
      runs.push(of);
      position += run.words.length;
    }
    if (!part.quoted || !phrase.length) continue;
    phrases.push(phrase);
    quoted += phrase.length;
  }
  terms.length = Math.min(terms.length, QUERY_TERMS);
  for (const word of terms.filter(({ prefix }) => prefix).slice(STARRED)) word.prefix = "";
  const words = terms.filter((term) => !term.whole);
  if (words.every((word) => word.stop)) for (const word of words) word.stop = false;
  const last = words.at(-1);
  const isOpen = text.length === query.length && /[\p{L}\p{N}_]$/u.test(text);
  const endings = [];
  if (last && isOpen && !last.prefix) {
    const begins = endOf(text, analyzer);
    const { name } = last.run;
    if (Array.from(begins).length > 1) endings.push({ term: last, begins });
    if (name) endings.push({ term: name, begins: name.spellings[0] });
  }
  const stopped = words.filter((word) => word.stop).length;
  const others = words.length - stopped;
  return {
    text,
    terms,
    runs,
    words,
    phrases,
    endings,
    length: position,
    quotes: phrases.length > 0 && position - quoted <= MOST_OUTSIDE_QUOTES,
    task: others >= 4 || (others >= 2 && stopped >= 2),
  };
}

/** Return the letters and digits that a text ends with, in lower case and folded. */
function endOf(text, analyzer) {
  const end = text.match(/[\p{L}\p{N}]+$/u)?.[0] ?? "";
  return analyzer.folded(analyzer.composed(end));
}

/** Say whether the only word of a run is a stop word. */
function isStop({ spellings }, stops, part, run) {
  const beside = (part.text[run.start - 1] ?? "") + (part.text[run.end] ?? "");
  return !part.quoted && stops.has(spellings[0]) && !/[/\\]/.test(beside) && part.text[run.end] !== "(";
}

/** Return the names that a query may ask for, in full case folding; null if it names nothing. */
export function namesOf(query) {
  const typed = firstCharacters(query, QUERY_CHARACTERS).trim().split(/\s+/u);
  if (typed.length === 1) {
    const name = typed[0].replace(/^"+|"+$/g, "").replace(/\(\)$/, "");
    return name ? { names: [name], kinds: new Set(), certain: true } : null;
  }
  if (typed.length > 12) return null;
  const words = typed.map((word) => word.replace(AROUND, ""));
  const kinds = new Set(words.map((word) => KIND_OF.get(word.toLowerCase())).filter(Boolean));
  const pieces = words.filter((word) => !NO_PIECES.has(word.toLowerCase()));
  const looksLikeName = NAME.test(query);
  if (!pieces.length || pieces.length > 3 || !(kinds.size || looksLikeName)) return null;
  const between = ["::", "#", "/", "\\"].find((sign) => pieces.some((piece) => piece.includes(sign))) ?? ".";
  const names = [...new Set(permutations(pieces).map((order) => order.join(between)))];
  return { names, kinds, certain: looksLikeName || pieces.length > 1 };
}

function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}

// 2. From words to terms.

/**
 * Find what each query term stands for in each segment.
 *
 * Each query term gets `n`, `idf`, `pruned` and `in`: by segment number, the terms
 * that it stands for, as `{key, value, count, share, takes, synonym}`.
 * @param {object[]} searched Segments as `search.mjs` prepares them.
 * @param {object[]} read The query as each segment's analyzer reads it.
 * @param {object} query The reading that decides.
 * @param {{ranking: object, narrow: boolean, space: Promise<object>}} options whether pages are left out; the space of the segments
 * @returns {Promise<{text: string, unknown: string[]}>} the corrected query, empty without corrections; words that nothing has
 */
export async function resolve(searched, read, query, { ranking, narrow, space }) {
  for (const term of query.terms) {
    Object.assign(term, { n: 0, counts: new Float64Array(searched.length), idf: 0, weight: 1, pruned: false });
    term.in = searched.map(() => []);
  }
  const pruned = query.quotes || narrow ? [] : await prune(searched, read, query);
  await spell(searched, read, query, ranking, pruned, space);
  await expandEnding(searched, query, ranking);
  const unknown = query.words.filter((word) => !word.n && !word.stop && word.start >= 0);
  const lead = searched[read.indexOf(query)];
  const misspelled = unknown.filter((word) => !word.run.literal);
  let corrected = "";
  if (misspelled.length) {
    const [{ correct }, ...lexicons] = await Promise.all([import("./corrections.mjs"), ...searched.map((one) => one.lexicon())]);
    corrected = await correct(searched, query, lead, { misspelled, lexicons, compare, readQuery, takeSpellings, mostCommon });
  }
  const { liveSections: sections } = await space;
  const known = query.runs.filter((run) => run.name?.n > 0);
  const inNames = known.length > 0 && query.words.every((word) => known.includes(word.run));
  for (const term of query.terms) {
    const n = Math.min(term.n, sections);
    const stop = term.stop ? ranking.stop_word_weight : 1;
    term.idf = Math.log(1 + (sections - n + 0.5) / (n + 0.5)) * term.weight * stop;
    if (inNames && !term.whole) term.idf *= IN_A_NAME;
  }
  const named = unknown.map(({ run, spelled }) =>
    run.words.every((word) => unknown.includes(word)) ? run.typed : spelled,
  );
  return { text: corrected, unknown: [...new Set(named)] };
}

/** Choose the query terms that are so common that their sections are not read; give those their counts. */
async function prune(searched, read, query) {
  const spellings = (number, index) => read[number].terms[index]?.spellings ?? [];
  const ofSegments = await Promise.all(
    searched.map(({ segment }, number) =>
      segment.places("terms", [...new Set(query.terms.flatMap((_, index) => spellings(number, index)))]),
    ),
  );
  const places = query.terms.map((_, index) =>
    ofSegments.map((of, number) => spellings(number, index).map((key) => of.get(key))),
  );
  const isLarge = searched.map((_, number) => places.some((of) => of[number].some((place) => place?.lone)));
  const large = isLarge.filter(Boolean).length;
  if (!large) return [];
  const shards = places.map((of) => {
    const found = new Map();
    of.forEach((inSegment, number) => {
      if (!isLarge[number]) return;
      for (const place of inSegment) if (place) found.set(`${number} ${place.at}`, place.size);
    });
    return found;
  });
  const isCommon = places.map(
    (of, index) => !query.terms[index].prefix && of.some((inSegment) => inSegment.some((place) => place?.lone)),
  );
  const taken = new Map();
  shards.forEach((of, index) => isCommon[index] || of.forEach((size, shard) => taken.set(shard, size)));
  const sum = (of) => [...of.values()].reduce((total, size) => total + size, 0);
  const common = query.terms.map((_, index) => index).filter((index) => isCommon[index]);
  common.sort((one, other) => sum(shards[one]) - sum(shards[other]));
  let size = sum(taken);
  const pruned = [];
  for (const index of common) {
    const more = [...shards[index]].filter(([shard]) => !taken.has(shard));
    const larger = more.reduce((total, [, bytes]) => total + bytes, size);
    if (larger > PRUNED_BYTES * large) pruned.push(index);
    else {
      for (const [shard, bytes] of more) taken.set(shard, bytes);
      size = larger;
    }
  }
  for (const index of pruned) {
    const term = query.terms[index];
    term.pruned = true;
    term.lone = places[index].map((inSegment) => Math.max(0, ...inSegment.map((place) => place?.lone ?? 0)));
  }
  return pruned;
}

/** Look up spellings, typed prefixes and synonyms, in one round; and what was pruned for nothing, in another. */
async function spell(searched, read, query, ranking, pruned, space) {
  const hasSynonyms = !query.quotes && ranking.synonym_weight > 0;
  const prefixes = new Map();
  const synonyms = [];
  await Promise.all(
    searched.map(async (one, number) => {
      const terms = read[number].terms;
      const isRead = (term) => !term.pruned || !term.lone[number];
      const asked = query.terms.flatMap((term, index) => (isRead(term) ? (terms[index]?.spellings ?? []) : []));
      const begun = ranking.prefix_penalty ? query.words.filter((word) => word.prefix) : [];
      const follow = hasSynonyms ? query.words.filter((word) => !word.pruned) : [];
      const primary = (word) => terms[query.terms.indexOf(word)]?.spellings[0];
      const [found, ofPrefixes, ofSynonyms] = await Promise.all([
        one.segment.fetch("terms", [...new Set(asked)]),
        Promise.all(begun.map((word) => one.beginning(word.prefix))),
        Promise.all(follow.map((word) => one.beginning(`${primary(word)} `))),
        space,
      ]);
      query.terms.forEach((term, index) => {
        if (isRead(term)) takeSpellings(term, terms[index]?.spellings ?? [], found, one, number);
        else term.counts[number] = halfEven(term.lone[number] * one.liveShare);
        if (term.pruned) term.in[number] = [];
      });
      begun.forEach((word, at) => prefixes.set(word, [...(prefixes.get(word) ?? []), [number, ofPrefixes[at]]]));
      follow.forEach((word, at) => synonyms.push([word, number, ofSynonyms[at].slice(0, SYNONYM_KEYS)]));
    }),
  );
  const total = (term) => term.counts.reduce((sum, count) => sum + count, 0);
  for (const term of query.terms) term.n = total(term);
  let some = query.terms.reduce((sum, term) => sum + (term.pruned ? 0 : term.n), 0);
  while (some < PRUNED_SECTIONS && pruned.length) {
    const index = pruned.shift();
    const term = query.terms[index];
    term.pruned = false;
    term.counts.fill(0);
    await Promise.all(
      searched.map(async (one, number) => {
        const spellings = read[number].terms[index]?.spellings ?? [];
        takeSpellings(term, spellings, await one.segment.fetch("terms", spellings), one, number);
      }),
    );
    term.n = total(term);
    some += term.n;
  }
  takeSynonyms(searched, read, query, ranking, synonyms);
  for (const [word, found] of prefixes) takePrefix(searched, word, found, ranking);
}

/** Round to the nearest integer, halves to the even one. */
function halfEven(number) {
  const found = Math.round(number);
  return found - number === 0.5 && found % 2 ? found - 1 : found;
}

/** Give a query term those of its spellings that a segment has. */
function takeSpellings(term, spellings, found, one, number) {
  spellings.forEach((key, at) => {
    const entry = found.get(key);
    if (!entry) return;
    const count = one.countOf(entry);
    if (!count) return;
    const share = at && at === spellings.length - 1 ? ACCENTS : 1;
    term.in[number].push({ key, value: entry.value, count, share, takes: 1, synonym: false });
    term.counts[number] = Math.max(term.counts[number], count);
  });
}

function takeSynonyms(searched, read, query, ranking, synonyms) {
  const counts = new Map();
  for (const [word, number, entries] of synonyms) {
    const terms = read[number].terms;
    const primaries = query.words.map((one) => terms[query.terms.indexOf(one)]?.spellings[0]);
    const first = query.words.indexOf(word);
    for (const { key, ...entry } of entries) {
      const [left, right] = key.split(" = ");
      if (right === undefined) continue;
      const expression = left.split(" ");
      const words = query.words.slice(first, first + expression.length);
      if (words.length < expression.length || words.every((one) => one.stop)) continue;
      if (!expression.every((term, at) => term === primaries[first + at] && words[at].position === word.position + at))
        continue;
      const count = searched[number].countOf(entry);
      if (!count) continue;
      const takes = right.split(" ").length / words.length;
      for (const one of words) {
        one.in[number].push({ key, value: entry.value, count, share: ranking.synonym_weight, takes, synonym: true });
        if (!counts.has(one)) counts.set(one, new Float64Array(searched.length));
        counts.get(one)[number] = count;
      }
    }
  }
  for (const [word, ofSegments] of counts) if (word.n === 0) word.n = ofSegments.reduce((sum, count) => sum + count, 0);
}

/** Of terms that begin alike, keep those in most sections; `found` is pairs of a segment's number and its entries, without the word's own. */
function mostCommon(searched, found, own = () => false) {
  const sections = new Map();
  for (const [number, entries] of found) {
    for (const entry of entries) {
      if (entry.key.includes(" = ") || own(number, entry.key)) continue;
      sections.set(entry.key, (sections.get(entry.key) ?? 0) + searched[number].countOf(entry));
    }
  }
  const order = [...sections].filter(([, count]) => count).sort(([one, n], [other, m]) => m - n || compare(other, one));
  const kept = new Map();
  let total = 0;
  for (const [key, count] of order.slice(0, PREFIX_TERMS)) {
    total += count;
    if (kept.size && total > PREFIX_SECTIONS) break;
    kept.set(key, count);
  }
  return kept;
}

function takePrefix(searched, word, found, ranking) {
  const known = word.in.map((terms) => new Set(terms.map(({ key }) => key)));
  const own = (number, key) => known[number].has(key);
  const kept = mostCommon(searched, found, own);
  for (const [number, entries] of found) {
    for (const entry of entries) {
      if (!kept.has(entry.key) || own(number, entry.key)) continue;
      const count = searched[number].countOf(entry);
      word.in[number].push({
        key: entry.key,
        value: entry.value,
        count,
        share: ranking.prefix_penalty,
        takes: 1,
        synonym: false,
      });
    }
  }
  for (const count of kept.values()) word.n += count;
}

/** Let the last word, and the name that it ends, stand for what begins with them, if no segment has them. */
async function expandEnding(searched, query, ranking) {
  const asked = query.endings.filter(({ term }) => !term.n);
  if (!ranking.prefix_penalty) return;
  await Promise.all(
    asked.map(async ({ term, begins }) => {
      const found = await Promise.all(searched.map(async (one, number) => [number, await one.beginning(begins)]));
      takePrefix(searched, term, found, ranking);
    }),
  );
}
