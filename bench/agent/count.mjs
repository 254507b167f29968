// Count the tokens of texts in the vocabulary o200k: a JSON list of texts on standard input, a list of numbers out.
// node count.mjs FOLDER   FOLDER is where `npm install js-tiktoken` was run
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";

const require = createRequire(path.resolve(process.argv[2]) + "/");
const { getEncoding } = require("js-tiktoken");
const encoding = getEncoding("o200k_base");
const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => encoding.encode(text, "all").length)));
