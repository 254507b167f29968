// Count the tokens of pieces.py's pieces in two models' vocabularies, and compare them with the estimates.
// Prints, for each kind: pieces, how many have more tokens than estimated, and estimate / tokens at the least and on average.
import { readFileSync } from "node:fs";
import { countTokens } from "@anthropic-ai/tokenizer";
import { getEncoding } from "js-tiktoken";

const o200k = getEncoding("o200k_base");
const kinds = new Map();
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { kind, estimate, text } = JSON.parse(line);
  const tokens = Math.max(o200k.encode(text, "all").length, countTokens(text));
  if (!kinds.has(kind)) kinds.set(kind, []);
  kinds.get(kind).push(estimate / tokens);
}
const all = [...kinds.values()].flat();
for (const [kind, ratios] of [...[...kinds].sort(), ["all", all]]) {
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const least = ratios.reduce((low, ratio) => Math.min(low, ratio), Infinity);
  const under = ratios.filter((ratio) => ratio < 1).length;
  console.log(`${kind.padEnd(28)} ${String(ratios.length).padStart(5)} pieces ${String(under).padStart(3)} under   least ${least.toFixed(2)} mean ${mean.toFixed(2)}`);
}
