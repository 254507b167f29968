/**
 * From terms to ranked sections (docs/ranking.md, sections 3 to 5).
 *
 * Strategy. All searched segments form one space: sections and pages have a number in it, in the order in which equal scores
 * stand. Scores are arrays by that number, so that a posting costs an addition and no object. What a query changes is kept in
 * arrays that are cleared for the next.
 * @module
 */

import { TITLES, decodeAsked, decodePositions, decodeSymbols, decodeTerms } from "./values.mjs";
import { caseFolded } from "./wire.mjs";

const FIELDS = ["title", "headings", "body", "code", "description", "path", "symbol"];
const [HEADINGS, BODY, CODE, DESCRIPTION, SYMBOL] = [1, 2, 3, 4, 6];
const BUDGET = 1250;
const TASK_BUDGET = 1500;
const MOST_TASK_BUDGET = 12_000;
const LARGE_SECTIONS = 30_000;
const FREE_WORDS = 8;
const WORD_BUDGET = 500;
const FIRST_PAGES = 128;
const CANDIDATE_SECTIONS = 10_000;
const PROMISING = 600;
const TASK_B = 0.9;
const DESCRIBED = 0.8;
const DESCRIBED_FIRST = 4;
const LEAST_TITLE = 0.5;
const DEFINED = 2.5;
const DEFINED_BY_SOURCE = 2;
const TITLE_OF_PAGE = 0.3;
const PAGE_SHARE = 0.6;
const QUESTION_WORDS = 40;
const OTHER_QUESTIONS = [0.3, 0.15];
const LEAST_SHARE = 0.95;
const ASKED_PAGES = 20;
const UNASKED_LOSS = 0.18;
const NEAR_SECTIONS = 20;
const NEAR_IDF_SHARE = 0.4;
const NEAR_FREE_SECTIONS = 5000;
const NEAR_READ = 7500;
const NEAR_WORDS = 8;
const LEADER_SHARE = 0.9;

/** Return a score as it is compared. */
export const rounded = (score) => Math.round(score * 1e9) / 1e9;

/** Segments that are searched as one. */
export class Space {
  /** @param {object[]} searched in the order in which equal scores stand @param {object[]} ofSegments their lengths */
  constructor(searched, ofSegments) {
    this.searched = searched;
    let sections = 0;
    let pages = 0;
    for (const one of searched) {
      Object.assign(one, { section: sections, page: pages });
      sections += one.segment.sections;
      pages += one.segment.pages;
    }
    this.sections = sections;
    this.pages = pages;
    this.codes = new Uint8Array(sections);
    this.pageOf = new Uint32Array(sections);
    this.firstOf = new Uint32Array(pages + 1);
    this.firstOf[pages] = sections;
    this.factors = new Float64Array(pages);
    this.weights = new Float64Array(pages);
    this.asked = new Uint8Array(pages);
    this.untitled = new Uint8Array(sections);
    this.segmentOf = new Uint32Array(pages);
    this.blocked = null;
    this.variants = new Map();
    const ofCode = Float64Array.from({ length: 256 }, (_, code) => 2 ** (code / 4) - 1);
    let words = 0;
    let livePages = 0;
    this.liveSections = 0;
    searched.forEach((one, number) => {
      const { segment, weight, section, page } = one;
      const lengths = ofSegments[number];
      const { firstSection, codes, priors, asked, untitled, variants } = lengths;
      this.codes.set(codes, section);
      this.asked.set(asked, page);
      this.untitled.set(untitled, section);
      for (let at = 0; at < segment.pages; at++) {
        this.firstOf[page + at] = section + firstSection[at];
        this.pageOf.fill(page + at, section + firstSection[at], section + firstSection[at + 1]);
        this.factors[page + at] = priors[at] / 100;
      }
      this.weights.fill(weight, page, page + segment.pages);
      this.segmentOf.fill(number, page, page + segment.pages);
      for (const [variant, leader] of variants) {
        const group = this.variants.get(page + leader) ?? [page + leader];
        group.push(page + variant);
        this.variants.set(page + leader, group);
        this.variants.set(page + variant, group);
      }
      const gone = segment.deleted?.size ?? 0;
      livePages += segment.pages - gone;
      words += segment.words - (gone ? (segment.deletedWords ?? estimated(segment, lengths, ofCode)) : 0);
      this.liveSections += segment.sections;
      if (!gone) return;
      const before = this.liveSections;
      this.blocked ??= new Uint8Array(pages);
      for (const deleted of segment.deleted) {
        this.blocked[page + deleted] = 1;
        this.liveSections -= firstSection[deleted + 1] - firstSection[deleted];
      }
      one.liveShare = 1 - (before - this.liveSections) / segment.sections;
    });
    this.meanOfSections = Math.max(1, Math.max(0, words) / this.liveSections);
    this.meanOfPages = Math.max(1, Math.max(0, words) / livePages);
    this.ofCode = ofCode;
    this.pageWords = new Float64Array(pages);
    for (let at = 0; at < sections; at++) this.pageWords[this.pageOf[at]] += ofCode[this.codes[at]];
    this.marks = new Int32Array(Math.max(sections, pages));
    this.stamp = 0;
    this.found = new Float64Array(this.marks.length);
    this.bestMarks = new Int32Array(this.marks.length);
    this.best = new Float64Array(this.marks.length);
    this.touched = new Uint32Array(this.marks.length);
  }

  /** Return a stamp that no mark has. */
  nextStamp() {
    if (this.stamp >= 0x7ffffffe) {
      this.marks.fill(0);
      this.bestMarks.fill(0);
      this.stamp = 0;
    }
    return ++this.stamp;
  }
}

/** Estimate the words of a segment's deleted pages. */
function estimated(segment, { firstSection, codes }, ofCode) {
  let words = 0;
  for (const page of segment.deleted)
    for (let at = firstSection[page]; at < firstSection[page + 1]; at++) words += ofCode[codes[at]];
  return Math.round(words);
}

const decoded = new WeakMap();

/** Return the decoded postings of a term; kept as long as its shard is. */
export function postings(value, segment) {
  let of = decoded.get(value);
  if (!of || of.segment !== segment) decoded.set(value, (of = { segment, fields: decodeTerms(value, segment) }));
  return of.fields;
}

function sortedValues(numbers, values) {
  const sorted = new Float64Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) sorted[at] = values[numbers[at]];
  return sorted.sort();
}

/** Return the `most` of some numbers with the greatest values, of equal ones the first; in any order. */
function greatest(numbers, values, most, sorted = sortedValues(numbers, values)) {
  if (numbers.length <= most) return Array.from(numbers);
  const least = sorted[sorted.length - most];
  const chosen = [];
  const equal = [];
  for (let at = 0; at < numbers.length; at++) {
    const value = values[numbers[at]];
    if (value > least) chosen.push(numbers[at]);
    else if (value === least) equal.push(numbers[at]);
  }
  if (chosen.length + equal.length > most) equal.sort((one, other) => one - other).length = most - chosen.length;
  return chosen.concat(equal);
}

/** Return the first `most` of some numbers by their values, the greatest first; of equal ones the first. */
export function first(numbers, values, most) {
  return greatest(numbers, values, most).sort((one, other) => values[other] - values[one] || one - other);
}

/** Ranks the sections of a space for a query that `resolve` has found terms for. */
export class Ranker {
  /**
   * @param {Space} space
   * @param {object} query as `readQuery` and `resolve` leave it
   * @param {object} ranking parameters
   * @param {{allowed: Uint8Array | null, names: object | null, read: object[], soon: Function}} options pages that filters leave; names that the query
   *   may ask for; the query as each segment's analyzer reads it; what takes the sections and their scores while positions are read
   */
  constructor(space, query, ranking, { allowed, names, read, soon }) {
    const { sections, pages } = space;
    Object.assign(this, { space, query, ranking, names, read, soon });
    this.blocked = space.blocked;
    if (allowed) {
      this.blocked = allowed.map((one) => 1 - one);
      space.blocked?.forEach((one, page) => one && (this.blocked[page] = 1));
    }
    this.sectionWeights = Float64Array.from(FIELDS, (name) => ranking[`${name}_weight`]);
    this.pageWeights = this.sectionWeights.slice();
    const b = ranking.bm25_b;
    const pageB = query.task && b ? Math.max(b, TASK_B) : b;
    if (query.task) {
      this.pageWeights[HEADINGS] = Math.min(this.pageWeights[HEADINGS], this.pageWeights[BODY]);
      this.pageWeights[SYMBOL] = 0;
    }
    this.sectionNorms = space.ofCode.map((words) => 1 / (1 - b + (b * words) / space.meanOfSections));
    this.pageNorms = space.pageWords.map((words) => 1 / (1 - pageB + (pageB * words) / space.meanOfPages));
    this.pageScores = new Float64Array(pages);
    this.sectionScores = new Float64Array(sections);
    this.pageMatches = new Uint8Array(pages);
    this.sectionMatches = new Uint8Array(sections);
    this.matchingPages = [];
    this.matchingSections = [];
    this.everywhere = new Uint8Array(sections);
    this.pageHas = new Uint8Array(pages);
    this.sectionHas = new Uint8Array(sections);
    /** By segment, the words that say something: those that are no stop words of its language. */
    this.telling = read.map((own) => query.words.filter((word) => !isStop(own, query, word)));
    this.covering = this.telling
      .map((words) => words.filter((word) => !word.pruned))
      .map((words) => new Set(words.length > 1 ? words : []));
  }

  /** Rank; leave the scores in `scores`, and return the sections that match. */
  async rank() {
    const { query } = this;
    this.#readAhead();
    const order = this.#order();
    const late = this.#addToPages(order);
    if (query.task) this.#addDescriptions();
    const questions = await this.#questions();
    this.#choose(questions);
    this.early = order.filter((term) => !late.includes(term));
    for (const term of this.early) this.#addToSections(term);
    for (const section of questions.sections) this.#match(section);
    if (late.length) this.#addLate(late);
    this.#cover(late);
    const titles = await this.#titles();
    this.#sum(titles, questions);
    this.soon(this.matchingSections, this.scores);
    if (query.quotes) await this.#keepQuoted();
    this.#addQuestions(questions, titles);
    this.#dropVariants();
    for (const section of this.matchingSections) this.scores[section] = rounded(this.scores[section]);
    await this.#addProximity();
    return this.matchingSections;
  }

  /** Begin to read what bonuses need, all of it in one round; each asks for it again, and waits. */
  #readAhead() {
    const words = [...new Set(this.#pairs().flatMap(({ words: both }) => both))];
    this.space.searched.forEach(({ segment }, number) => {
      const keys = this.#firstTerms(number, words).map(([, { key }]) => key);
      if (keys.length > 1) segment.positions(keys).catch(() => {});
    });
    this.#definitions().catch(() => {});
  }

  /** Return the query terms as they are added: what is a stop word in all segments last, else the rarest first. */
  #order() {
    const { query, read } = this;
    const readings = [...new Set(read)];
    const isLast = new Map(query.terms.map((term) => [term, readings.every((own) => isStop(own, query, term))]));
    return [...query.terms].sort((one, other) => isLast.get(one) - isLast.get(other) || one.n - other.n);
  }

  #budget() {
    const { query, space } = this;
    const beyond = Math.max(0, space.liveSections - LARGE_SECTIONS);
    const budget = query.task ? Math.min(MOST_TASK_BUDGET, TASK_BUDGET + Math.round(beyond / 8)) : BUDGET;
    return budget + WORD_BUDGET * Math.max(0, query.length - FREE_WORDS);
  }

  // 3. From terms to scores.

  /** Sum up the frequencies of a query term in a segment; leaves places in `touched`, frequencies in `best`, returns how many. */
  #frequencies(term, number, ofPages, wanted) {
    const { space } = this;
    const { segment, section: base } = space.searched[number];
    const { marks, found, touched, bestMarks, best, pageOf, codes } = space;
    const weights = ofPages ? this.pageWeights : this.sectionWeights;
    const normed = (field) => field === BODY || field === CODE || (ofPages && this.query.task && field === HEADINGS);
    const { blocked, sectionNorms, pageNorms } = this;
    const terms = term.in[number];
    const all = space.nextStamp();
    let count = 0;
    for (const { value, share } of terms) {
      const stamp = terms.length > 1 ? space.nextStamp() : all;
      const from = count;
      let own = from;
      for (const [field, { sections, frequencies }] of postings(value, segment)) {
        const weight = weights[field] ?? 0;
        if (!weight) continue;
        const hasNorm = normed(field);
        const same = typeof frequencies === "number" ? frequencies : 0;
        for (let at = 0; at < sections.length; at++) {
          const section = base + sections[at];
          const page = pageOf[section];
          if (blocked?.[page] || (wanted && !wanted[ofPages ? page : section])) continue;
          const place = ofPages ? page : section;
          let frequency = weight * (same || frequencies[at]);
          if (hasNorm) frequency *= ofPages ? pageNorms[page] : sectionNorms[codes[section]];
          if (marks[place] === stamp) found[place] += frequency;
          else {
            marks[place] = stamp;
            found[place] = frequency;
            touched[own++] = place;
          }
        }
      }
      for (let at = from; at < own; at++) {
        const place = touched[at];
        const frequency = share * found[place];
        if (bestMarks[place] !== all) {
          bestMarks[place] = all;
          best[place] = frequency;
          touched[count++] = place;
        } else if (frequency > best[place]) best[place] = frequency;
      }
    }
    return count;
  }

  /** Call `use` for each page, or section, that has a term, with the term's part of its score and 1 where that counts for coverage. */
  #each(term, ofPages, use, wanted) {
    const { touched, best, searched } = this.space;
    const { bm25_k1: k1 } = this.ranking;
    for (let number = 0; number < searched.length; number++) {
      const count = this.#frequencies(term, number, ofPages, wanted);
      const covers = this.covering[number].has(term) ? 1 : 0;
      for (let at = 0; at < count; at++) {
        const place = touched[at];
        const frequency = best[place];
        use(place, frequency ? (term.idf * frequency * (k1 + 1)) / (frequency + k1) : 0, covers);
      }
    }
  }

  /** Add terms to pages until the budget is spent; return those that are late. */
  #addToPages(order) {
    const { pageScores, pageHas } = this;
    const budget = this.#budget();
    const late = [];
    let gone = 0;
    let some = false;
    for (const term of order) {
      const has = term.in.some((terms) => terms.length);
      if (has) gone += term.n;
      if (has && gone > budget && some) {
        late.push(term);
        continue;
      }
      this.#each(term, true, (page, part, covers) => {
        pageScores[page] += part;
        pageHas[page] += covers;
        this.#matchPage(page);
        some = true;
      });
    }
    return late;
  }

  /** Choose the candidates: pages whose sections are scored. */
  #choose(questions) {
    const { space, pageScores, matchingPages } = this;
    for (const page of questions.pages) this.#matchPage(page);
    this.candidates = null;
    if (this.query.quotes || matchingPages.length <= FIRST_PAGES) return;
    const values = new Float64Array(space.pages);
    for (const page of matchingPages) values[page] = pageScores[page] * space.factors[page] * space.weights[page];
    const sorted = sortedValues(matchingPages, values);
    for (let size = FIRST_PAGES; size < matchingPages.length; size *= 2) {
      const best = greatest(matchingPages, values, size, sorted);
      const sections = best.reduce((sum, page) => sum + space.firstOf[page + 1] - space.firstOf[page], 0);
      if (sections < CANDIDATE_SECTIONS) continue;
      this.candidates = new Uint8Array(space.pages);
      for (const page of [...best, ...questions.pages]) this.candidates[page] = 1;
      for (const page of best)
        for (const variant of space.variants.get(page) ?? []) this.candidates[variant] = this.pageMatches[variant];
      return;
    }
  }

  #matchPage(page) {
    if (this.pageMatches[page]) return;
    this.pageMatches[page] = 1;
    this.matchingPages.push(page);
  }

  #match(section) {
    if (this.sectionMatches[section]) return;
    this.sectionMatches[section] = 1;
    this.matchingSections.push(section);
  }

  #addToSections(term) {
    const { space, sectionScores, sectionHas, candidates, everywhere } = this;
    this.#each(term, false, (section, part, covers) => {
      everywhere[section] = 1;
      if (candidates && !candidates[space.pageOf[section]]) return;
      sectionScores[section] += part;
      sectionHas[section] += covers;
      this.#match(section);
    });
  }

  /** Look late terms up in the sections that promise most. */
  #addLate(late) {
    const { space, sectionScores, sectionHas } = this;
    const promising = new Uint8Array(space.sections);
    for (const section of greatest(this.matchingSections, sectionScores, PROMISING)) promising[section] = 1;
    this.nowhere = new Set(late);
    for (const term of late) {
      const add = (section, part, covers) => {
        sectionScores[section] += part;
        sectionHas[section] += covers;
        this.nowhere.delete(term);
      };
      this.#each(term, false, add, promising);
    }
  }

  // 4. Bonuses.

  /** Add what sections and pages are worth that have all words; `late` are the late terms. */
  #cover(late) {
    const { space, ranking } = this;
    const bonuses = this.covering.map(
      (words) =>
        (ranking.full_coverage_bonus * [...words].reduce((sum, word) => sum + word.idf, 0)) / (words.size || 1),
    );
    const early = this.covering.map((words) => [...words].filter((word) => !late.includes(word)).length);
    const isPossible = this.covering.map(
      (words, number) => early[number] > 0 && ![...words].some((word) => this.nowhere?.has(word)),
    );
    for (const section of this.matchingSections) {
      const number = space.segmentOf[space.pageOf[section]];
      const { size } = this.covering[number];
      if (size && this.sectionHas[section] === size) this.sectionScores[section] += bonuses[number];
    }
    for (const page of this.matchingPages) {
      const number = space.segmentOf[page];
      if (isPossible[number] && this.pageHas[page] === early[number]) this.pageScores[page] += bonuses[number];
    }
  }

  #addDescriptions() {
    const { query, pageScores, pageMatches } = this;
    for (const term of query.terms) {
      term.in.forEach((_, number) => {
        const worth = DESCRIBED * term.idf + (term === this.telling[number][0] ? DESCRIBED_FIRST : 0);
        for (const page of this.#described(term, number)) if (pageMatches[page]) pageScores[page] += worth;
      });
    }
  }

  /** Return the pages of a segment whose description has a term as it was typed. */
  #described(term, number) {
    const { segment, section: base } = this.space.searched[number];
    const found = new Set();
    for (const { value, share } of term.in[number]) {
      if (share < 1) continue;
      for (const section of postings(value, segment).get(DESCRIPTION)?.sections ?? [])
        found.add(this.space.pageOf[base + section]);
    }
    return found;
  }

  /** Return the words of the query as titles of a segment are compared with them: a name that is spelled out stands for its words. */
  #titleWords(number) {
    const found = [];
    const telling = new Set(this.telling[number]);
    const taken = new Set();
    for (const word of this.query.words) {
      const { name, words } = word.run;
      if (!(name?.n > 0)) found.push({ term: word, idf: word.idf, takes: 1, stop: !telling.has(word) });
      else if (!taken.has(name)) {
        taken.add(name);
        const idf = Math.max(
          name.idf,
          words.reduce((sum, one) => sum + one.idf, 0),
        );
        found.push({ term: name, idf, takes: words.length, stop: false });
      }
    }
    return found;
  }

  /** Find how much each section's title is the query, and what it is worth, or what it defines. */
  async #titles() {
    const { space, ranking } = this;
    const likeness = new Map();
    const bonuses = new Map();
    const words = space.searched.map((_, number) => this.#titleWords(number));
    const asked = words.map((own) => own.reduce((sum, word) => sum + (word.stop ? 0 : word.idf), 0));
    words.forEach((own, number) => this.#likenTitles(number, own, asked[number], likeness));
    const worth = (section) => ranking.exact_title_bonus * asked[space.segmentOf[space.pageOf[section]]];
    for (const [section, like] of likeness) bonuses.set(section, worth(section) * like);
    for (const [section, factor] of await this.#definitions()) {
      bonuses.set(section, worth(section) * factor);
    }
    return { likeness, bonuses };
  }

  #likenTitles(number, words, asked, likeness) {
    const { space, sectionMatches } = this;
    const { segment, section: base } = space.searched[number];
    const told = new Map();
    for (const { term, idf, takes: own, stop } of words) {
      const stamp = space.nextStamp();
      const best = new Map();
      for (const { value, share, synonym, takes } of term.in[number]) {
        if (share < 1 && !synonym) continue;
        const { sections = [], frequencies } = postings(value, segment).get(TITLES) ?? {};
        for (let at = 0; at < sections.length; at++) {
          const section = base + sections[at];
          if (!sectionMatches[section] || (space.marks[section] === stamp && share <= best.get(section).share))
            continue;
          space.marks[section] = stamp;
          best.set(section, {
            share,
            takes: synonym ? takes : own,
            length: typeof frequencies === "number" ? frequencies : frequencies[at],
          });
        }
      }
      for (const [section, { share, takes, length }] of best) {
        const of = told.get(section) ?? { idf: 0, words: 0, length };
        if (!stop) of.idf += Math.min(1, share) * idf;
        of.words += takes;
        told.set(section, of);
      }
    }
    for (const [section, of] of told) {
      const q = asked ? Math.min(1, of.idf / asked) : 0;
      if (q >= LEAST_TITLE) likeness.set(section, (q * Math.min(1, of.words / of.length)) ** 3);
    }
  }

  /** Find the sections that define what the query names, with what that is worth. */
  async #definitions() {
    const { space, names, query } = this;
    const found = new Map();
    if (!names) return found;
    await Promise.all(
      space.searched.map(async ({ segment, section: base }, number) => {
        const isSymbol = ({ value }) => postings(value, segment).has(SYMBOL);
        if (!query.terms.some((term) => term.in[number].some(isSymbol))) return;
        const entries = await segment.fetch("symbols", [...new Set(names.names.map(caseFolded))]);
        let definitions = [...entries].flatMap(([key, { value }]) => decodeSymbols(value, segment, key));
        const exact = definitions.filter((one) => names.names.some((name) => one.name.endsWith(name)));
        if (exact.length) definitions = exact;
        const ofKind = definitions.filter((one) => names.kinds.has(one.kind));
        if (ofKind.length) definitions = ofKind;
        else if (!names.certain) return;
        for (const { section, line } of definitions) {
          const at = base + section;
          found.set(at, (line ? DEFINED_BY_SOURCE : DEFINED) * space.factors[space.pageOf[at]]);
        }
      }),
    );
    return found;
  }

  #sum({ bonuses }, questions) {
    const { space, pageScores } = this;
    const unweighted = questions.shares.size ? new Float64Array(space.sections) : null;
    this.unweighted = unweighted;
    this.scores = this.sectionScores;
    for (const page of this.matchingPages) pageScores[page] += TITLE_OF_PAGE * (bonuses.get(space.firstOf[page]) ?? 0);
    for (const section of this.matchingSections) {
      const page = space.pageOf[section];
      const score =
        (this.sectionScores[section] + PAGE_SHARE * pageScores[page]) * space.factors[page] +
        (bonuses.get(section) ?? 0);
      if (unweighted) unweighted[section] = score;
      this.scores[section] = score * space.weights[page];
    }
  }

  /** Find pages by the questions that they answer. */
  async #questions() {
    const { space, query, ranking, names } = this;
    const found = { pages: [], sections: [], shares: new Map(), described: new Map(), best: [] };
    if (names || !ranking.question_weight) return found;
    const stops = query.words.filter((word) => word.stop).length;
    if (stops < 2 && (query.text.includes(",") || query.runs.some((run) => run.name))) return found;
    const bests = [];
    await Promise.all(
      space.searched.map(async (one, number) => {
        const words = this.telling[number];
        const all = words.reduce((sum, word) => sum + word.idf, 0);
        for (const word of words)
          for (const page of this.#described(word, number))
            found.described.set(page, (found.described.get(page) ?? 0) + word.idf / all);
        if (!one.segment.tables.asked) return;
        const keys = words.map((word) => {
          const own = this.read[number].terms[query.terms.indexOf(word)]?.spellings ?? [];
          return [...new Set([...own, ...word.in[number].filter(({ share }) => share >= 1).map(({ key }) => key)])];
        });
        const entries = await one.segment.fetch("asked", [...new Set(keys.flat())]);
        const questions = new Map();
        words.forEach((word, at) => {
          for (const key of keys[at]) {
            const entry = entries.get(key);
            if (!entry) continue;
            const { questions: numbers, sections, lengths } = decodeAsked(entry.value, one.segment);
            numbers.forEach((question, index) => {
              const section = one.section + sections[index];
              if (this.blocked?.[space.pageOf[section]]) return;
              const length = typeof lengths === "number" ? lengths : lengths[index];
              const known = questions.get(question) ?? { section, length, idf: 0, last: null };
              if (known.last !== word) known.idf += word.idf;
              known.last = word;
              questions.set(question, known);
            });
          }
        });
        const ofPages = new Map();
        for (const { section, length, idf } of questions.values()) {
          const share = ((idf / all) * (QUESTION_WORDS + query.length)) / (QUESTION_WORDS + length);
          if (!query.task && share < LEAST_SHARE) continue;
          const page = space.pageOf[section];
          if (!ofPages.has(page)) ofPages.set(page, []);
          ofPages.get(page).push({ section, share });
        }
        for (const [page, asked] of ofPages) bests.push(this.#shareOfPage(page, asked, found.shares));
      }),
    );
    bests.sort((one, other) => other.share - one.share || one.page - other.page);
    found.best = bests.map(({ share }) => share);
    for (const { page, section } of bests.slice(0, ASKED_PAGES)) {
      found.pages.push(page);
      found.sections.push(section);
    }
    return found;
  }

  /** Find the shares of a page's sections, and the section with the greatest. */
  #shareOfPage(page, asked, shares) {
    const { firstOf } = this.space;
    const own = firstOf[page];
    asked.sort((one, other) => other.share - one.share || one.section - other.section);
    const best = { page, section: own, share: 0 };
    for (let section = own; section < firstOf[page + 1]; section++) {
      const greatest = asked.find((one) => one.section === section || one.section === own);
      if (!greatest) continue;
      const others = asked.filter((one) => one !== greatest);
      const share = OTHER_QUESTIONS.reduce(
        (sum, factor, at) => sum + factor * (others[at]?.share ?? 0),
        greatest.share,
      );
      shares.set(section, share);
      if (share > best.share) Object.assign(best, { section, share });
    }
    return best;
  }

  #addQuestions({ shares, described, best: [most, second = 0] }, { likeness }) {
    const { space, ranking } = this;
    if (!shares.size) return;
    const top =
      this.matchingSections.reduce((greatest, section) => Math.max(greatest, this.unweighted[section]), 0) || 1;
    const asked = this.matchingPages.filter((page) => space.asked[page]).length / this.matchingPages.length;
    const unasked = second * (1 - UNASKED_LOSS * (1 - asked));
    for (const section of this.matchingSections) {
      const page = space.pageOf[section];
      const share = Math.max(
        shares.get(section) ?? 0,
        ranking.exact_title_bonus ? (likeness.get(section) ?? 0) : 0,
        Math.min(most, described.get(page) ?? 0),
      );
      const bonus = Math.max(top * share * space.weights[page], space.asked[page] ? 0 : unasked * this.scores[section]);
      this.scores[section] += ranking.question_weight * bonus;
    }
  }

  /** Keep the sections that have all that is quoted. */
  async #keepQuoted() {
    const { space } = this;
    const kept = new Set();
    await Promise.all(
      space.searched.map(async ({ segment, section: base }, number) => {
        const { phrases } = this.read[number];
        const keys = [...new Set(phrases.flat().map(({ primary }) => primary))];
        const [terms, entries] = await Promise.all([segment.fetch("terms", keys), segment.positions(keys)]);
        if (!keys.every((key) => terms.has(key) && entries.has(key))) return;
        const positions = new Map(
          keys.map((key) => [key, decodePositions(entries.get(key), segment, terms.get(key).value)]),
        );
        const isIn = (section) => (phrase) => {
          const places = phrase.map(({ primary }) => positions.get(primary).get(section));
          if (places.some((of) => !of)) return false;
          const [start] = phrase;
          const stands = (at) =>
            phrase.every((word, index) => places[index].includes(at + word.position - start.position));
          return places[0].some(stands);
        };
        for (const section of this.matchingSections) {
          const own = section - base;
          if (own >= 0 && own < segment.sections && phrases.every(isIn(own))) kept.add(section);
        }
      }),
    );
    this.matchingSections = this.matchingSections.filter((section) => kept.has(section));
  }

  // 5. From scores to hits.

  /** Return the pages that match, of variants one; the total of a search. */
  pages() {
    const { pageOf } = this.space;
    if (this.query.quotes) return [...new Set(this.matchingSections.map((section) => pageOf[section]))];
    return this.dropped.size ? this.matchingPages.filter((page) => !this.dropped.has(page)) : this.matchingPages;
  }

  /** Count the sections that match, on pages that are no candidates, too. */
  countSections() {
    if (!this.candidates) return this.matchingSections.length;
    const { pageOf } = this.space;
    return this.everywhere.reduce(
      (sum, one, section) =>
        sum + (one && this.pageMatches[pageOf[section]] && !this.dropped.has(pageOf[section]) ? 1 : 0),
      0,
    );
  }

  /** Score the sections of pages that are no candidates, none above the last of the others, and return them. */
  behind() {
    const { space, scores, candidates, everywhere } = this;
    if (!candidates) return [];
    const least = this.matchingSections.reduce((low, section) => Math.min(low, scores[section]), Infinity);
    const wanted = everywhere.map((one, section) =>
      one && !candidates[space.pageOf[section]] && !this.dropped.has(space.pageOf[section]) ? 1 : 0,
    );
    const sums = new Float64Array(space.sections);
    for (const term of this.early) {
      const add = (section, part) => {
        sums[section] += part;
      };
      this.#each(term, false, add, wanted);
    }
    const found = [];
    wanted.forEach((one, section) => {
      if (!one) return;
      const page = space.pageOf[section];
      const score = (sums[section] + PAGE_SHARE * this.pageScores[page]) * space.factors[page] * space.weights[page];
      scores[section] = rounded(Math.min(score, least));
      found.push(section);
    });
    return found;
  }

  /** Of pages that are variants of one another, leave the sections of one. */
  #dropVariants() {
    const { space, scores } = this;
    this.dropped = new Set();
    if (!space.variants.size) return;
    const bests = new Map();
    for (const section of this.matchingSections) {
      const page = space.pageOf[section];
      if (space.variants.has(page)) bests.set(page, Math.max(rounded(scores[section]), bests.get(page) ?? -Infinity));
    }
    for (const group of new Set([...bests.keys()].map((page) => space.variants.get(page)))) {
      const [leader] = group;
      const present = group.filter((page) => bests.has(page)).sort((one, other) => one - other);
      const best = Math.max(...present.map((page) => bests.get(page)));
      const shown =
        bests.has(leader) && bests.get(leader) >= LEADER_SHARE * best
          ? leader
          : present.find((page) => bests.get(page) === best);
      for (const page of present) if (page !== shown) this.dropped.add(page);
    }
    if (this.dropped.size)
      this.matchingSections = this.matchingSections.filter((section) => !this.dropped.has(space.pageOf[section]));
  }

  /** Add what words that stand together are worth, to the first sections. */
  async #addProximity() {
    const { space, ranking } = this;
    const pairs = this.#pairs();
    if (!pairs.length || !ranking.term_proximity_bonus) return;
    const sections = first(this.matchingSections, this.scores, NEAR_SECTIONS);
    const ofSegments = new Map();
    for (const section of sections) {
      const number = space.segmentOf[space.pageOf[section]];
      ofSegments.set(number, [...(ofSegments.get(number) ?? []), section]);
    }
    const words = [...new Set(pairs.flatMap(({ words: both }) => both))];
    await Promise.all(
      [...ofSegments].map(async ([number, own]) => {
        const { segment, section: base } = space.searched[number];
        const positions = await this.#positions(number, words, new Set(own.map((section) => section - base)));
        for (const section of own) {
          let bonus = 0;
          for (const { words: both, gap, idf } of pairs) {
            const off = nearest(...both.map((word) => positions.get(word)?.get(section - base)), gap);
            if (off < NEAR_WORDS) bonus += ranking.term_proximity_bonus * idf * (Math.round(1000 / (1 + off)) / 1000);
          }
          this.scores[section] = rounded(this.scores[section] + bonus * space.weights[space.pageOf[section]]);
        }
      }),
    );
  }

  /** Return words with the first of their terms in a segment, where it has one. */
  #firstTerms(number, words) {
    const firstOf = (word) => word.in[number].find(({ synonym }) => !synonym);
    return words.map((word) => [word, firstOf(word)]).filter(([, term]) => term);
  }

  /** Return the positions of the first terms of words in some sections of a segment. */
  async #positions(number, words, sections) {
    const { segment } = this.space.searched[number];
    const terms = this.#firstTerms(number, words);
    const entries = await segment.positions([...new Set(terms.map(([, { key }]) => key))]);
    const has = terms.filter(([, { key }]) => entries.has(key));
    return new Map(
      has.map(([word, { key, value }]) => [word, decodePositions(entries.get(key), segment, value, sections)]),
    );
  }

  /** Return the pairs of words whose nearness counts. */
  #pairs() {
    const { query, space } = this;
    const known = query.words.filter((word) => word.n > 0);
    const highest = Math.max(...known.map((word) => word.idf));
    const beyond = space.liveSections - NEAR_FREE_SECTIONS;
    const least = beyond > 0 ? Math.log(1 + (beyond + 0.5) / (NEAR_FREE_SECTIONS + 0.5)) : 0;
    const words = known.filter((word) => word.idf >= NEAR_IDF_SHARE * highest && word.idf >= least);
    const pairs = words.slice(1).map((word, at) => {
      const before = words[at];
      return { words: [before, word], gap: word.position - before.position, idf: Math.min(before.idf, word.idf) };
    });
    pairs.sort((one, other) => other.idf - one.idf);
    const taken = new Set();
    let sections = 0;
    return pairs.filter(({ words: both }) => {
      const more = both.filter((word) => !taken.has(word));
      const sum = more.reduce((total, word) => total + word.n, sections);
      if (sum > NEAR_READ) return false;
      sections = sum;
      for (const word of more) taken.add(word);
      return true;
    });
  }
}

/** Say whether a query term is a stop word as a segment's analyzer reads it. */
const isStop = (read, query, term) => (read === query ? term : read.terms[query.terms.indexOf(term)])?.stop ?? false;

/** Return how far two words are from standing so many positions apart. */
function nearest(one, other, gap) {
  let off = Infinity;
  if (!one || !other) return off;
  for (let at = 0, with_ = 0; at < one.length; at++) {
    const wanted = one[at] + gap;
    while (with_ + 1 < other.length && Math.abs(other[with_ + 1] - wanted) <= Math.abs(other[with_] - wanted)) with_++;
    off = Math.min(off, Math.abs(other[with_] - wanted));
  }
  return off;
}
