#!/bin/sh
# Let real clients use a server, over stdio and over HTTP: other implementations of the protocol, as people have them.
#
#   sh tests/oracle/clients.sh BUNDLE         (a bundle of examples/; needs pip, npm, and pinax-runtime on the path)
#
# Not part of `make test`, since it fetches the clients: fastmcp, LangChain's adapters, pydantic-ai (each in an environment of
# its own, for they pin different versions of the SDK) and Claude Code. CLIENTS_DIR keeps them for the next time.
set -eu
bundle=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
dir=${CLIENTS_DIR:-$(mktemp -d)}
mkdir -p "$dir"

pinax-runtime serve "$bundle" --http --port 0 2>"$dir/server.err" &
server=$!
trap 'kill $server' EXIT
until url=$(sed -n 's/^Serving \(.*mcp\);.*/\1/p' "$dir/server.err") && [ -n "$url" ]; do
  kill -0 $server || { cat "$dir/server.err" >&2; exit 1; }
  sleep 0.2
done

failed=0
said() { # NAME COMMAND…: run quietly, and say how it went
  name=$1
  shift
  if "$@" >"$dir/out" 2>&1; then echo "ok   $name"; else echo "FAIL $name"; tail -5 "$dir/out"; failed=1; fi
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

# Claude Code, in a home of its own, from the files that `config` writes.
claude=$dir/node_modules/.bin/claude
[ -x "$claude" ] || (cd "$dir" && npm install --silent --no-save --prefix . @anthropic-ai/claude-code@2.1.330 &&
  node node_modules/@anthropic-ai/claude-code/install.cjs)
rm -rf "$dir/home" && mkdir "$dir/home"
quiet="DISABLE_AUTOUPDATER=1 DISABLE_TELEMETRY=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"
connected() {
  (cd "$dir/home" && env -i HOME="$dir/home" PATH="$PATH" $quiet "$claude" mcp list) | tee "$dir/list"
  [ "$(grep -c Connected "$dir/list")" -eq 2 ]
}
HOME=$dir/home pinax-runtime config claude-code "$bundle" --name local --write >/dev/null
HOME=$dir/home pinax-runtime config claude-code --url "$url" --name remote --write >/dev/null
said "Claude Code 2.1.330, mcp list: stdio and http" connected
exit $failed
