#!/bin/sh
# From an empty environment to an answer in a real client, in five commands. Prints the transcript that the README shows.
#
#   sh examples/newcomer.sh [FOLDER]      (needs Python 3.11 with venv, npm, and their registries)
#
# FOLDER is where the newcomer works (default: a temporary folder). Its environment stays for the next run, which takes less time.
# The client is the MCP inspector's command line; 0.15.0 runs on Node 20, later ones need Node 22.
set -eu
cd "$(dirname "$0")/.."
here=${1:-}
[ -n "$here" ] || { here=$(mktemp -d); trap 'rm -rf "$here"' EXIT; }
rm -rf "$here/lantern"
mkdir -p "$here"
began=$(date +%s)

typed() { # COMMAND: show it as somebody types it, and run it; $here is where the newcomer works
  echo "$ $1"
  eval "$(echo "$1" | sed "s|/tmp/|$here/|g")" 2>"$here/errors" || { cat "$here/errors" >&2; exit 1; }
}

typed 'python3 -m venv /tmp/venv'
typed '. /tmp/venv/bin/activate'
typed 'pip install --quiet ./runtime ./builder'
typed 'pinax build examples/site/docs -o /tmp/lantern --name lantern --base-url https://lantern.example.org/docs/'
typed "npx --yes @modelcontextprotocol/inspector@0.15.0 --cli pinax-runtime serve /tmp/lantern \\
    --method tools/call --tool-name search_documents --tool-arg 'query=retry with a growing delay'"
echo "# All this took $(($(date +%s) - began)) seconds"
