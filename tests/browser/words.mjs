// Prints the lists of words of the reader.
import { STOP_WORDS } from "../../browser/src/stop_words.mjs";
import { BESIDE_KINDS, ENGLISH, KINDS } from "../../browser/src/words.mjs";

console.log(JSON.stringify({ stops: { english: ENGLISH, ...STOP_WORDS }, kinds: KINDS, beside: BESIDE_KINDS }));
