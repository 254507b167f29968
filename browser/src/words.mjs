/**
 * Lists of words (docs/ranking-words.md; a test holds both equal).
 * @module
 */

/** Stop words of English, which is met most; `stop_words.mjs` has those of other languages. */
export const ENGLISH =
  "a about after all also am an and any are as at be because been before being between both but by can could did do does doing during each either etc for from had has have having he her here his how i if in into is it its itself just may me might more most must my no nor not of on one only or other our ought out over own per please shall she should since so some such than that the their them then there these they this those through to too under until up upon us versus very vs was we were what when where whether which while who whom whose why will with within without would yet you your e.g i.e";

/** Words that say a kind of symbol. */
export const KINDS =
  "attribute class command constant constructor data decorator directive enum enumerator exception field function interface macro member method module namespace operator option package parameter property protocol statement struct trait type union variable";

/** Words that often stand with a kind. */
export const BESIDE_KINDS =
  "a abstract an built-in builtin c c++ command-line environment from global in line of python static the";
