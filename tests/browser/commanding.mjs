// Runs the reader's command: its arguments as JSON a line in, and a line out: [exit code, standard output, standard error].
import { createInterface } from "node:readline";

import { run } from "../../browser/src/command.mjs";

const reply = process.stdout.write.bind(process.stdout);

for await (const line of createInterface({ input: process.stdin })) {
  const written = { stdout: "", stderr: "" };
  for (const name of Object.keys(written)) process[name].write = (text) => Boolean((written[name] += text));
  process.exitCode = 0;
  await run(JSON.parse(line));
  reply(`${JSON.stringify([process.exitCode, written.stdout, written.stderr])}\n`);
}
