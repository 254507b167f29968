#!/bin/sh
# Search a bundle from a shell, and hand the result to other programs.
#
#   sh examples/clients/search.sh examples/bundle "retry with backoff"
set -eu
bundle=$1
query=$2

# For people:
pinax-runtime search "$bundle" "$query" --limit 3

# For programs: one JSON value. Any JSON tool reads it; python3 is what we have for sure.
pinax-runtime search "$bundle" "$query" --limit 3 --json |
  python3 -c 'import json, sys; print("\n".join(hit["url"] for hit in json.load(sys.stdin)["hits"]))'

# Exactly what an agent's tool call would return:
pinax-runtime call "$bundle" list_docs '{}'
