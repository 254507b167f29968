// Prints the lists of words of the reader.
import { BESIDE_KINDS, KINDS, STOP_WORDS } from "../../browser/src/words.mjs";

console.log(JSON.stringify({ stops: STOP_WORDS, kinds: KINDS, beside: BESIDE_KINDS }));
