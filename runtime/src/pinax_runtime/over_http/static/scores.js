// What a score consists of, as a bar and as a table. The parts add up to the score.

import { digits, make } from "./dom.js";

const LABELS = {
  section_coverage: "holds every word",
  page_coverage: "page holds every word",
  exact_title: "title is like the words",
  page_title: "page's title is like the words",
  description: "page says it is for this",
  proximity: "words stand together",
  question: "questions are like it",
  set_aside: "other pages match better",
};

const COLUMNS = [
  ["word"],
  ["idf", "How rare the word is"],
  ["tf", "How often the section holds it, each field by its weight"],
  ["section", "What it adds through the section"],
  ["page", "What it adds through the whole page"],
  ["adds", "Both together"],
];

const color = (at) => `word-${(at % 5) + 1}`;

/** Give a bar as long as the score is to the best one, divided by words. */
export function parts(told, score, best) {
  const bonus = Object.values(told.adds).reduce((sum, amount) => sum + amount, 0);
  const pieces = [...told.words.map((word, at) => [word.section_adds + word.page_adds, color(at), word.word]), [bonus, "", "bonuses"]];
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
  const cell = (...what) => make("td", {}, ...what);
  const wide = (...what) => make("td", { colspan: COLUMNS.length - 1 }, ...what);
  const swatch = (name) => make("span", { class: `swatch ${name}` });
  const head = COLUMNS.map(([name, title]) => make("th", { title }, name));
  const rows = told.words.map((word, at) =>
    make("tr", {}, cell(swatch(color(at)), spelled(word)), ...figures(word).map((figure) => cell(digits(figure)))));
  const more = Object.entries(told.adds).filter(([, amount]) => digits(amount) !== "0.00").map(([name, amount]) =>
    make("tr", {}, wide(swatch(""), LABELS[name] ?? name.replaceAll("_", " ")), cell(digits(amount))));
  const asked = told.questions.map((question) => make("tr", { class: "dim" }, wide(`answers: ${question}`), cell("")));
  const factors = [
    told.prior === 1 ? "" : `prior ×${told.prior}`,
    told.docset_weight === 1 ? "" : `docset ×${told.docset_weight}`,
    `page counts ×${told.page_share}`,
  ].filter(Boolean).join(", ");
  const sum = make("tr", { class: "dim" }, wide(`with ${factors}`), cell(make("b", {}, digits(score))));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows, ...more, ...asked), make("tfoot", {}, sum));
}

const figures = (word) => [word.idf, word.section_frequency, word.section_adds, word.page_adds, word.section_adds + word.page_adds];

function spelled(word) {
  const terms = Object.entries(word.terms);
  if (!terms.length) return `${word.word} (nowhere)`;
  const shown = terms.slice(0, 4).map(([term, share]) => (share === 1 ? term : `${term} ×${share}`)).join(", ");
  return terms.length > 4 ? `${shown}, and ${terms.length - 4} more` : shown;
}
