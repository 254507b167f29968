#!/bin/sh
# Let real clients use a server, over stdio and over HTTP: other implementations of the protocol, as people have them.
#
#   sh tests/oracle/clients.sh BUNDLE         (a bundle of examples/; needs pip, npm, and pinax-runtime on the path)
#
# Not part of `make test`, since it fetches the clients: those of Python (each in an environment of its own, for they pin
# different versions of the SDK), of JavaScript, and Claude Code, Gemini CLI and Codex. Seven call every tool of every group,
# and must get the reply that clients/calls.json says. CLIENTS_DIR keeps the clients for the next time, ONLY=tools stops
# after these seven.
set -eu
bundle=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
dir=${CLIENTS_DIR:-$(mktemp -d)}
mkdir -p "$dir"

start() { # LOG GROUP [ENVIRONMENT]: start a server with a group of tools, and give its address in $url
  log=$1 group=$2
  shift 2
  : >"$log"
  env "$@" pinax-runtime serve "$bundle" --tools "$group" --http --port 0 2>"$log" &
  servers="$servers $!"
  until url=$(sed -n 's/^Serving \(.*mcp\);.*/\1/p' "$log") && [ -n "$url" ]; do
    kill -0 $! || { cat "$log" >&2; exit 1; }
    sleep 0.2
  done
}
servers=
trap 'kill $servers' EXIT
token=a-token-for-the-clients
start "$dir/guarded.err" all PINAX_TOKEN=$token
guarded=$url
start "$dir/lean.err" lean
lean=$url
start "$dir/pair.err" search-fetch
pair=$url
start "$dir/server.err" all

failed=0
said() { # NAME COMMAND…: run quietly, and say how it went
  name=$1
  shift
  if "$@" >"$dir/out" 2>&1; then echo "ok   $name"; sed 's/^/       /' "$dir/out"; else echo "FAIL $name"; tail -5 "$dir/out"; failed=1; fi
}

every_tool() { # CLIENT COMMAND…: call every tool of each group, over stdio and over HTTP
  client=$1
  shift
  for group in all lean search-fetch; do
    case $group in all) at=$url ;; lean) at=$lean ;; *) at=$pair ;; esac
    said "$client, $group, stdio" "$@" "$bundle" $group
    said "$client, $group, http" "$@" "$at" $group
  done
}

python_client() { # PACKAGE NAME [SCRIPT]
  venv=$dir/$(echo "$1" | sed 's/[^a-z0-9-].*//')
  [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check "$1"
  every_tool "$1" "$venv/bin/python" "$here/clients/call_all.py" "$2"
  [ -n "${3:-}" ] || return 0
  said "$1, what else it shows, stdio" "$venv/bin/python" "$here/clients/$3" "$bundle"
  said "$1, what else it shows, http" "$venv/bin/python" "$here/clients/$3" "$url"
}

python_client mcp==2.3.0 mcp
python_client fastmcp==4.2.3 fastmcp with_fastmcp.py
python_client langchain-mcp-adapters==0.3.2 langchain with_langchain.py
python_client 'pydantic-ai-slim[mcp]==2.68.0' pydantic-ai with_pydantic_ai.py
python_client openai-agents==0.24.0 openai-agents
npm install --silent --no-audit --no-fund --prefix "$dir/js" @modelcontextprotocol/sdk@1.32.2 @ai-sdk/mcp@2.0.99
cd "$dir/js"
every_tool "@modelcontextprotocol/sdk 1.32.2" node "$here/clients/call_all.mjs" sdk
every_tool "@ai-sdk/mcp 2.0.99" node "$here/clients/call_all.mjs" ai
cd - >/dev/null
[ "${ONLY:-}" = tools ] && exit $failed

# Programs that run agents, in a home of their own, from the files that `config` writes: a server that they start, and one
# that runs and asks for a token, which the files refer to.
npm_client() { # PACKAGE COMMAND
  [ -x "$dir/node_modules/.bin/$2" ] || npm install --silent --no-audit --no-fund --prefix "$dir" "$1"
}
npm_client @anthropic-ai/claude-code@2.1.330 claude
npm_client @google/gemini-cli@0.61.0 gemini
npm_client @openai/codex@0.169.0 codex
node "$dir/node_modules/@anthropic-ai/claude-code/install.cjs"
home=$dir/home
rm -rf "$home" && mkdir "$home"
for client in claude-code gemini codex; do
  HOME=$home pinax-runtime config $client "$bundle" --name local --write >/dev/null
  HOME=$home pinax-runtime config $client --url "$guarded" --token-env PINAX_TOKEN --name remote --write >/dev/null
done
listed() { # COMMAND WORD: `mcp list` says the word of both servers
  (cd "$home" && env -i HOME="$home" PATH="$PATH" PINAX_TOKEN=$token DISABLE_AUTOUPDATER=1 DISABLE_TELEMETRY=1 \
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 GEMINI_CLI_TRUST_WORKSPACE=true \
    "$dir/node_modules/.bin/$1" mcp list) >"$dir/list" 2>&1
  cat "$dir/list"
  [ "$(grep -c "$2" "$dir/list")" -eq 2 ]
}
said "Claude Code 2.1.330, mcp list: both connected" listed claude Connected
said "Gemini CLI 0.61.0, mcp list: both connected" listed gemini Connected
said "Codex 0.169.0, mcp list: both read and enabled" listed codex enabled
exit $failed
