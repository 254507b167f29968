#!/usr/bin/env bash
# Build a bundle and hold it to its limits; write what a run and a change should show. Environment: CONFIG, OUTPUT, MAX_BYTES,
# MIN_COVERAGE, MAX_DEAD_LINKS (each may be empty), and GITHUB_STEP_SUMMARY where there is one.
set -uo pipefail
summary="${GITHUB_STEP_SUMMARY:-/dev/null}"
ended=0

pinax build "$CONFIG" -o "$OUTPUT" --prune --report pinax-report.json || ended=$?
[ -f "$OUTPUT/pinax.json" ] || exit "$ended"

pinax-runtime golden "$OUTPUT" --junit pinax-golden.xml --markdown pinax-golden.md --quiet || ended=1
pinax-runtime verify "$OUTPUT" || ended=1
limits=()
if [ "${MAX_BYTES:-0}" != 0 ]; then limits+=(--max-bytes "$MAX_BYTES"); fi
if [ -n "${MIN_COVERAGE:-}" ]; then limits+=(--min-coverage "$MIN_COVERAGE"); fi
if [ -n "${MAX_DEAD_LINKS:-}" ]; then limits+=(--max-dead-links "$MAX_DEAD_LINKS"); fi
pinax gate "$OUTPUT" --report pinax-report.json --junit pinax-gate.xml --markdown pinax-gate.md ${limits[@]+"${limits[@]}"} || ended=1
cat pinax-gate.md pinax-golden.md >> "$summary"
exit "$ended"
