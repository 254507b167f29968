/**
 * Values of a segment's files (docs/format.md, section 6). Numbers are checked when a value is decoded, and
 * what is deleted is left out.
 * @module
 */

import { visibleLine } from "./visible.mjs";
import { IS, LIMITS, Unpacker, damaged, unpack } from "./wire.mjs";

/** Number in the place of a field that says how long the titles are that hold a term (7.1). */
export const TITLES = 7;

/** Leave out the deleted of some sections, and with them their items of a column. */
function kept(sections, column, gone) {
  if (!sections.some((section) => gone[section])) return { sections, column };
  return {
    sections: sections.filter((section) => !gone[section]),
    column: typeof column === "number" ? column : column.filter((_, at) => !gone[sections[at]]),
  };
}

/**
 * Return where a term occurs (6.1): field → `{sections, frequencies}`, where one number stands for equal frequencies. Under
 * `TITLES` the frequencies are the titles' numbers of words.
 */
export function decodeTerms(value, segment) {
  const fields = fieldsOf(value, segment);
  if (segment.gone)
    for (const [field, { sections, frequencies }] of fields) {
      const left = kept(sections, frequencies, segment.gone);
      if (left.sections.length) fields.set(field, { sections: left.sections, frequencies: left.column });
      else fields.delete(field);
    }
  return fields;
}

function fieldsOf(value, segment) {
  const unpacker = new Unpacker(value);
  const items = unpacker.array();
  if (items % 3) damaged("A term has incomplete fields");
  const found = new Map();
  let last = -1;
  for (let at = 0; at < items; at += 3) {
    const field = unpacker.integer();
    if (field <= last) damaged("A term's fields do not rise");
    last = field;
    const sections = unpacker.rising(segment.sections);
    const frequencies = unpacker.counts(sections.length);
    if (field <= TITLES && sections.length) found.set(field, { sections, frequencies });
  }
  return unpacker.only(found);
}

/**
 * Return at which words a term stands (6.2): section → `Uint32Array` of positions, for all sections, or those of the set `wanted`. Where
 * the value leaves sections and counts out, `terms`, the term's value of that kind, says them.
 */
export function decodePositions(value, segment, terms, wanted = null) {
  const unpacker = new Unpacker(value);
  const items = unpacker.array();
  const inner = items === 3 ? unpacker.bytes[unpacker.at] : 0;
  const whole = (inner & 0xf0) === 0x90 || inner === 0xdc || inner === 0xdd;
  let sections;
  let counts;
  let total = items;
  if (whole) {
    sections = unpacker.rising(segment.sections);
    counts = unpacker.counts(sections.length);
    total = unpacker.array();
  } else [sections, counts] = occurrences(fieldsOf(terms, segment));
  const found = new Map();
  let left = total;
  for (let at = 0; at < sections.length; at++) {
    const count = typeof counts === "number" ? counts : counts[at];
    if ((left -= count) < 0) damaged("A term has fewer positions than sections");
    const isWanted = wanted ? wanted.has(sections[at]) : !segment.gone?.[sections[at]];
    const positions = isWanted ? new Uint32Array(count) : null;
    let last = 0;
    for (let index = 0; index < count; index++) {
      const step = unpacker.integer();
      if (index && !step) damaged("Positions do not rise");
      last += step;
      if (positions) positions[index] = last;
    }
    if (positions) found.set(sections[at], positions);
  }
  if (left) damaged("A term has more positions than sections");
  return unpacker.only(found);
}

/** Return sections and counts of the positions that a term has by its frequencies in title, headings, body and code. */
function occurrences(fields) {
  const columns = [0, 1, 2, 3].map((field) => fields.get(field)).filter(Boolean);
  const [first] = columns;
  const asCounts = ({ sections, frequencies }) =>
    typeof frequencies === "number" ? new Uint32Array(sections.length).fill(frequencies) : frequencies;
  if (!first) return [new Uint32Array(), new Uint32Array()];
  return columns.slice(1).reduce((sum, column) => merged(...sum, column.sections, asCounts(column)), [first.sections, asCounts(first)]);
}

/** Merge rising numbers with their counts; those of equal numbers are added. */
function merged(ones, counts, others, more) {
  const numbers = new Uint32Array(ones.length + others.length);
  const sums = new Uint32Array(numbers.length);
  let size = 0;
  for (let at = 0, with_ = 0; at < ones.length || with_ < others.length; size++) {
    const number = Math.min(ones[at] ?? Infinity, others[with_] ?? Infinity);
    numbers[size] = number;
    if (ones[at] === number) sums[size] += counts[at++];
    if (others[with_] === number) sums[size] += more[with_++];
  }
  return [numbers.subarray(0, size), sums.subarray(0, size)];
}

/** Return page numbers that have a facet's value (6.3). */
export function decodeFacet(value, segment) {
  const unpacker = new Unpacker(value);
  const pages = unpacker.only(unpacker.rising(segment.pages));
  return segment.deleted ? pages.filter((page) => !segment.deleted.has(page)) : pages;
}

/** Return the definitions of a name (6.4) as objects. */
export function decodeSymbols(value, segment, key) {
  const definitions = unpack(value);
  const sound =
    Array.isArray(definitions) &&
    definitions.every(isDefinition) &&
    definitions.every(([section], at) => section < segment.sections && (!at || section >= definitions[at - 1][0]));
  if (!sound) damaged("A symbol has a definition that is none");
  return definitions
    .filter(([section]) => !segment.gone?.[section])
    .map(([section, name, kind, language, signature, line = 0, lastLine = 0, visibility = ""]) => ({
      section,
      name: visibleLine(name || key),
      kind: visibleLine(kind),
      language: visibleLine(language),
      signature: visibleLine(signature),
      line,
      lastLine,
      visibility: visibleLine(visibility),
    }));
}

function isDefinition(items) {
  const [section, name, kind, language, signature, line = 0, lastLine = 0, visibility = ""] = Array.isArray(items) ? items : [];
  return [section, line, lastLine].every(IS.integer) && [name, kind, language, signature, visibility].every(IS.text);
}

/** Return the questions that have a term (6.7): `{questions, sections, lengths}`, where one number stands for equal lengths. */
export function decodeAsked(value, segment) {
  const unpacker = new Unpacker(value);
  if (unpacker.array() !== 3) damaged("Questions of a term have no three columns");
  const questions = unpacker.rising(LIMITS.QUESTIONS);
  if (unpacker.array() !== questions.length) damaged("Questions of a term have no section each");
  const sections = new Uint32Array(questions.length);
  let last = 0;
  for (let at = 0; at < sections.length; at++) {
    sections[at] = last += unpacker.integer();
    if (last >= segment.sections) damaged("A question has a section that there is not");
  }
  const lengths = unpacker.only(unpacker.counts(questions.length));
  if (!segment.gone) return { questions, sections, lengths };
  const stays = (_, at) => !segment.gone[sections[at]];
  return {
    questions: questions.filter(stays),
    sections: sections.filter(stays),
    lengths: typeof lengths === "number" ? lengths : lengths.filter(stays),
  };
}
