#!/bin/sh
# Let real clients use a server, over stdio and over HTTP: other implementations of the protocol, as people have them.
#
#   sh tests/oracle/clients.sh BUNDLE         (a bundle of examples/; needs pip, npm, and pinax-runtime on the path)
#
# Not part of `make test`, since it fetches the clients: fastmcp, LangChain's adapters, pydantic-ai (each in an environment of
# its own, for they pin different versions of the SDK), Claude Code, Gemini CLI and Codex. CLIENTS_DIR keeps them for the
# next time.
set -eu
bundle=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
dir=${CLIENTS_DIR:-$(mktemp -d)}
mkdir -p "$dir"

start() { # LOG [ENVIRONMENT]: start a server, and give its address in $url
  log=$1
  shift
  : >"$log"
  env "$@" pinax-runtime serve "$bundle" --http --port 0 2>"$log" &
  servers="$servers $!"
  until url=$(sed -n 's/^Serving \(.*mcp\);.*/\1/p' "$log") && [ -n "$url" ]; do
    kill -0 $! || { cat "$log" >&2; exit 1; }
    sleep 0.2
  done
}
servers=
trap 'kill $servers' EXIT
token=a-token-for-the-clients
start "$dir/guarded.err" PINAX_TOKEN=$token
guarded=$url
start "$dir/server.err"

failed=0
said() { # NAME COMMAND…: run quietly, and say how it went
  name=$1
  shift
  if "$@" >"$dir/out" 2>&1; then echo "ok   $name"; sed 's/^/       /' "$dir/out"; else echo "FAIL $name"; tail -5 "$dir/out"; failed=1; fi
}

python_client() { # PACKAGE SCRIPT
  venv=$dir/$(echo "$1" | sed 's/[^a-z0-9-].*//')
  [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check "$1"
  said "$1, stdio" "$venv/bin/python" "$here/clients/$2" "$bundle"
  said "$1, http" "$venv/bin/python" "$here/clients/$2" "$url"
}

python_client fastmcp==4.1.2 with_fastmcp.py
python_client langchain-mcp-adapters==0.3.2 with_langchain.py
python_client 'pydantic-ai-slim[mcp]==2.68.0' with_pydantic_ai.py

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
