/**
 * What the interface says, in English; `texts/` has it in other languages, a file for each. The word "Search" is in `pinax-ui.js`,
 * as the trigger says it.
 *
 * A text with a number may be an object of the forms that its language has (`Intl.PluralRules`).
 * @module
 */

export const ENGLISH = {
  clear: "Clear",
  close: "Close",
  list: "Results",
  searching: "Searching…",
  found: { one: "{n} result for “{query}”", other: "{n} results for “{query}”" },
  none: "No results for “{query}”",
  unknown: "No page contains: {words}",
  corrected: "Showing results for “{query}”",
  relaxed: "No page has these words in this order, so results have them in any order.",
  more: "More results",
  failed: "The search does not work: {why}",
  again: "Try again",
  begin: "Type what you are looking for.",
  move: "move",
  open: "open",
  filters: "Filters",
  reset: "Remove filters",
  sort: "Sort by",
  best: "Best match",
};

/** Load the texts of one of the languages, and return what gives each: `say("found", {n: 2, query: "oil"})`. */
export async function textsIn(language) {
  const own = language === "en" ? ENGLISH : await import(`./texts/${language}.js`).then((module) => module.default, () => ENGLISH);
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  // A query in Latin letters stands as one piece in a text that runs from right to left.
  const isolated = ["ar", "fa", "he"].includes(language) ? (value) => `\u2068${value}\u2069` : String;
  return (name, values = {}) => {
    const text = own[name];
    const form = typeof text === "string" ? text : (text[rules.select(values.n)] ?? text.other);
    return form.replace(/\{(\w+)\}/g, (_, key) => (key === "n" ? numbers.format(values.n) : isolated(values[key])));
  };
}
