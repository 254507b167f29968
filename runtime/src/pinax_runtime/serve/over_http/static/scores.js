// What a score consists of, as a bar and as a table. The parts add up to the score.

import { digits, make } from "./dom.js";

const BONUSES = [
  ["section_coverage", "holds every word"],
  ["page_coverage", "page holds every word"],
  ["exact_title", "title is like the words"],
  ["proximity", "words stand together"],
];

/** Give the parts: what each word adds through the section and through the page, and the bonuses, all as in the score. */
function amounts(told) {
  const page = told.page_share * told.prior * told.docset_weight;
  const section = told.prior * told.docset_weight;
  const scale = { section_coverage: section, page_coverage: page, exact_title: section, proximity: told.docset_weight };
  const words = told.words.map((word) => ({ word, section: word.section_part * section, page: word.page_part * page }));
  const bonuses = BONUSES.map(([name, label]) => ({ name, label, amount: told[name] * scale[name] })).filter((bonus) => bonus.amount > 0);
  return { words, bonuses };
}

const COLUMNS = [
  [""],
  ["idf", "How rare the word is"],
  ["tf", "How often the section holds it, each field by its weight"],
  ["section", "What it adds through the section"],
  ["page", "What it adds through the whole page"],
  ["adds", "Both together"],
];

const color = (at) => `word-${(at % 5) + 1}`;

/** Give a bar as long as the score is to the best one, divided by words. */
export function parts(told, score, best) {
  const { words, bonuses } = amounts(told);
  const bonus = bonuses.reduce((sum, one) => sum + one.amount, 0);
  const pieces = [...words.map((one, at) => [one.section + one.page, color(at), one.word.word]), [bonus, "", "bonuses"]];
  const bar = make("div", { class: "parts", role: "img", "aria-label": pieces.map(([amount, , name]) => `${name} ${digits(amount)}`).join(", ") });
  for (const [amount, name, title] of pieces) {
    if (amount <= 0) continue;
    const piece = make("i", { class: name, title: `${title}: ${digits(amount)}` });
    piece.style.width = `${(100 * amount) / Math.max(best, score)}%`;
    bar.append(piece);
  }
  return bar;
}

/** Give a table: words with their idf and what they add, bonuses, and the sum. */
export function explanation(told, score) {
  const { words, bonuses } = amounts(told);
  const cell = (...what) => make("td", {}, ...what);
  const wide = (...what) => make("td", { colspan: COLUMNS.length - 1 }, ...what);
  const swatch = (name) => make("span", { class: `swatch ${name}` });
  const head = COLUMNS.map(([name, title]) => make("th", { title }, name));
  const rows = words.map(({ word, section, page }, at) =>
    make("tr", {}, cell(swatch(color(at)), spelled(word)), cell(digits(word.idf)), cell(digits(word.section_frequency)), cell(digits(section)), cell(digits(page)), cell(digits(section + page))));
  const more = bonuses.map((bonus) => make("tr", {}, wide(swatch(""), bonus.label), cell(digits(bonus.amount))));
  const factors = [
    told.prior === 1 ? "" : `prior ×${told.prior}`,
    told.docset_weight === 1 ? "" : `docset ×${told.docset_weight}`,
    `page counts ×${told.page_share}`,
  ].filter(Boolean).join(", ");
  const sum = make("tr", { class: "dim" }, wide(`with ${factors}`), cell(make("b", {}, digits(score))));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows, ...more), make("tfoot", {}, sum));
}

function spelled(word) {
  const terms = Object.entries(word.terms);
  if (!terms.length) return `${word.word} (nowhere)`;
  const shown = terms.slice(0, 4).map(([term, share]) => (share === 1 ? term : `${term} ×${share}`)).join(", ");
  return terms.length > 4 ? `${shown}, and ${terms.length - 4} more` : shown;
}
