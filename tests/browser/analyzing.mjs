// Reads [{algorithm, texts, words}, …] as JSON; prints for each the runs of the texts, and the stems of the words.
import { readFileSync } from "node:fs";

import { analyzerOf } from "../../browser/src/analyzer.mjs";

const found = [];
for (const { algorithm, texts, words } of JSON.parse(readFileSync(0, "utf8"))) {
  const fingerprint =
    algorithm === "none" ? "8d8dc984" : (await import(`../../browser/vendor/snowball/${algorithm}.mjs`)).FINGERPRINT;
  const analyzer = await analyzerOf({ analyzer: `pinax-1:${algorithm}`, fingerprint });
  found.push({
    runs: texts.map((text) => analyzer.runs(text)),
    stems: words.map((word) => analyzer.stem(word)),
    fingerprint,
  });
}
console.log(JSON.stringify(found));
