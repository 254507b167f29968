#!/usr/bin/env bash
# Say what changed from the bundle that is published (BASELINE, a folder or URL) to the new one (OUTPUT), in pinax-diff.md. With
# PULL_REQUEST, a number, it becomes a comment; a later run edits it. Nothing is published yet: there is nothing to compare.
set -euo pipefail

old="$BASELINE"
if [[ "$BASELINE" == *://* ]]; then
    old="$(mktemp -d)/bundle"
    if ! pinax-runtime pull "$BASELINE" "$old"; then
        echo "nothing can be read at $BASELINE; the difference is left out"
        exit 0
    fi
fi
if [ ! -f "$old/pinax.json" ]; then
    echo "there is no bundle in $old; the difference is left out"
    exit 0
fi
pinax diff "$old" "$OUTPUT" --markdown pinax-diff.md > /dev/null
cat pinax-diff.md >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
if [ -n "${PULL_REQUEST:-}" ]; then
    gh pr comment "$PULL_REQUEST" --body-file pinax-diff.md --edit-last --create-if-none
fi
