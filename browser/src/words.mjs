/**
 * Lists of words (docs/ranking-words.md; a test holds both equal).
 * @module
 */

/**
 * Terms of the stop words of English, which is met most: a first search has no time to analyze the words. `stop_words.mjs` has those
 * of other languages, as words.
 */
export const ENGLISH =
  "a about after all also am an and ani are as at be becaus been befor between both but by can could did do doe dure each either etc for from had has have he her here his how i if in into is it itself just may me might more most must my no nor not of on one onli or other our ought out over own per pleas shall she should sinc so some such than that the their them then there these they this those through to too under until up upon us versus veri vs was we were what when where whether which while who whom whose whi will with within without would yet you your e.g i.e";

/** Words that say a kind of symbol. */
export const KINDS =
  "attribute class command constant constructor data decorator directive enum enumerator exception field function interface macro member method module namespace operator option package parameter property protocol statement struct trait type union variable";

/** Words that often stand with a kind. */
export const BESIDE_KINDS =
  "a abstract an built-in builtin c c++ command-line environment from global in line of python static the";
