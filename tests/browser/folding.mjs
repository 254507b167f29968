// Reads a JSON array of characters; prints each in full case folding.
import { readFileSync } from "node:fs";

import { caseFolded } from "../../browser/src/wire.mjs";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(caseFolded)));
