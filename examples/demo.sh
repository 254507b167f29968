#!/bin/sh
# Show what Pinax does on the small site beside this file. `make demo` runs it.
#
#   sh examples/demo.sh BUNDLE
set -eu
here=$(dirname "$0")
bundle=$1

# Show a command as one would type it, then run it.
run() {
  printf '\n$'
  for word in "$@"; do
    case $word in
      *[!A-Za-z0-9_./:=-]*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$@"
}

run pinax build "$here/pinax.toml" -o "$bundle"
run pinax inspect "$bundle"
run pinax-runtime search "$bundle" "retry with a growing delay" --limit 3
run pinax-runtime call "$bundle" get_tree '{"doc_id": "lantern:guide/schedules.md"}'
run pinax-runtime call "$bundle" get_node_content '{"doc_id": "lantern:guide/schedules.md", "node_ids": ["clock-changes"]}'
printf '\nAn agent gets the same from: pinax-runtime serve %s\n' "$bundle"
