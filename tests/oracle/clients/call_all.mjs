// Call every tool of each group from a client of JavaScript, and say how many replies were as they should be.
//
//     node call_all.mjs CLIENT BUNDLE-OR-URL GROUP        (in a folder whose node_modules has the client)
//
// CLIENT is sdk (@modelcontextprotocol/sdk) or ai (@ai-sdk/mcp). The calls are in calls.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [client, server, group] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(new URL("calls.json", import.meta.url), "utf8"))[group];
const here = createRequire(pathToFileURL(`${process.cwd()}/`));
const load = (name) => import(pathToFileURL(here.resolve(name)).href);
const words = server.includes("://") ? null : { command: "pinax-runtime", args: ["serve", server, "--tools", group] };
const textOf = (result) => {
  assert(!result.isError, JSON.stringify(result));
  return result.content.map((part) => part.text).join("");
};

const opening = {
  async sdk() {
    const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
    const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const opened = new Client({ name: "oracle", version: "1" });
    await opened.connect(words ? new StdioClientTransport(words) : new StreamableHTTPClientTransport(new URL(server)));
    return {
      names: (await opened.listTools()).tools.map((tool) => tool.name),
      call: async (name, given) => textOf(await opened.callTool({ name, arguments: given })),
      close: () => opened.close(),
    };
  },
  async ai() {
    const { createMCPClient } = await load("@ai-sdk/mcp");
    const { Experimental_StdioMCPTransport: Stdio } = await load("@ai-sdk/mcp/mcp-stdio");
    const opened = await createMCPClient({ transport: words ? new Stdio(words) : { type: "http", url: server } });
    const tools = await opened.tools();
    return {
      names: Object.keys(tools),
      call: async (name, given) => textOf(await tools[name].execute(given, { toolCallId: "1", messages: [] })),
      close: () => opened.close(),
    };
  },
};

const { names, call, close } = await opening[client]();
assert.deepEqual([...names].sort(), calls.map(([tool]) => tool).sort());
for (const [tool, given, holds] of calls) {
  const said = await call(tool, given);
  assert(said.includes(holds), `${tool}: no ${holds} in ${said.slice(0, 300)}`);
}
await close();
console.log(`${client}: ${calls.length} tools of ${group} called`);
