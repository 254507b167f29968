// Reads [text, …] as JSON, and prints each without what nobody sees, as it is and as one line.
import { readFileSync } from "node:fs";

import { visible, visibleLine } from "../../browser/src/visible.mjs";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((text) => [visible(text), visibleLine(text)])));
