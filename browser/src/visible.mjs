/**
 * Leave out of text what nobody sees (docs/format.md, section 8.3).
 * @module
 */

const SELECTORS = "\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}";
const MONGOLIAN = "\\u180b-\\u180d\\u180f";
const MAY_STAY = `\\u200b-\\u200f${MONGOLIAN}${SELECTORS}`;
const NEVER = new RegExp(
  `[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\ufff9-\\ufffb\\p{Noncharacter_Code_Point}]|(?![${MAY_STAY}])\\p{Default_Ignorable_Code_Point}`,
  "gu",
);
const SUSPECT = new RegExp(`${NEVER.source}|[${MAY_STAY}\\u2028\\u2029]`, "u");
const DEPENDS = new RegExp(`[\\u200b-\\u200f${SELECTORS}]`, "u");
const SELECTOR = new RegExp(`[${SELECTORS}]`, "u");
const WITHOUT_LETTER = new RegExp(`(?<![\\u1800-\\u180a\\u1810-\\u18af])[${MONGOLIAN}]`, "g");
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;
const JOINER = /[\u200c\u200d]/;
const MARK = /[\u200e\u200f]/;
const LINE_END = /\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/g;

/** Return a text without what nobody sees; all line ends are line feeds. */
export function visible(text) {
  if (!SUSPECT.test(text)) return text;
  const left = [];
  const characters = [...text.replace(LINE_END, "\n").replace(NEVER, "").replace(WITHOUT_LETTER, "")];
  characters.forEach((character, at) => {
    if (!DEPENDS.test(character) || stays(character, left, characters[at + 1] ?? "")) left.push(character);
  });
  return left.join("");
}

/** Return what is in one line without what nobody sees; line ends and tabulators are spaces. */
export const visibleLine = (text) => visible(text).replace(/[\n\t]+/g, " ");

/** Say whether a character that scripts and emoji need stays, between what is left of the text and the next one. */
function stays(character, left, next) {
  const before = left[left.length - 1] ?? "";
  const isBehindLetter = before > "\u02ff" && !MARK.test(before);
  if (character === "\u200b") return UNSPACED.test(before) && UNSPACED.test(next);
  if (MARK.test(character)) return !MARK.test(before);
  if (JOINER.test(character)) return isBehindLetter && !(JOINER.test(before) && JOINER.test(left[left.length - 2] ?? ""));
  return !SELECTOR.test(before) && (isBehindLetter || character === "\ufe0e" || character === "\ufe0f");
}
