#!/bin/sh
# List and call every tool with the MCP inspector's command line: another implementation of the protocol than ours.
#
#   sh tests/oracle/inspector.sh BUNDLE        (a bundle of examples/; needs Node, and pinax-runtime on the path)
#
# Not part of `make test`, since it needs Node and fetches the inspector through npm. INSPECTOR chooses its version:
# 0.15.0 runs on Node 20, later ones need Node 22.
set -eu
bundle=$1
inspector=${INSPECTOR:-0.15.0}
page=guide/schedules.md

inspect() {
  npx --yes "@modelcontextprotocol/inspector@$inspector" --cli pinax-runtime serve "$bundle" "$@"
}

# Call a tool; what it says must not be an error and must hold a text.
called() {
  expected=$1 tool=$2
  shift 2
  reply=$(inspect --method tools/call --tool-name "$tool" "$@")
  case $reply in
    *'"isError": true'*) echo "FAIL $tool: $reply" >&2; exit 1 ;;
    *"$expected"*) echo "ok   $tool" ;;
    *) echo "FAIL $tool: no $expected in $reply" >&2; exit 1 ;;
  esac
}

tools=$(inspect --method tools/list | grep -c '"inputSchema"')
[ "$tools" -eq 12 ] || { echo "FAIL tools/list: $tools tools, not 12" >&2; exit 1; }
echo "ok   tools/list"

called lantern list_docs
called guide list_sections --tool-arg 'docs=["lantern"]'
called Schedules get_section_pages --tool-arg section=guide
called schedules.md search_pages --tool-arg 'query=clock changes' --tool-arg limit=3
called '#clock-changes' search_documents --tool-arg 'query=clock changes' --tool-arg doc_id=$page
called '# Schedules' get_page --tool-arg url=$page
called facets list_documents --tool-arg limit=3
called '#overlap' get_tree --tool-arg doc_id=$page
called '## Overlap' get_node_content --tool-arg doc_id=$page --tool-arg 'node_ids=["#overlap"]'
called '## Cron' navigate_tree --tool-arg doc_id=$page --tool-arg node_id=cron
called lantern.Client.job find_symbol --tool-arg query=Client.job
called '#retries' grep --tool-arg text=retry_backoff
