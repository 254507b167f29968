#!/bin/sh
# Everything the benchmarks need, into $PINAX_BENCH (default ~/.cache/pinax-bench): real documentation from Debian's
# packages (downloaded and unpacked, never installed), the Python peers in a virtual environment, Pagefind from npm.
#
# Usage: bench/corpora/setup.sh [PACKAGE...]     default: the packages of sites.tsv; run `apt-get update` once before
# Needs: apt-get and dpkg (Debian, Ubuntu), python3 with venv, node with npm.
set -e
work=${PINAX_BENCH:-$HOME/.cache/pinax-bench}
table=${PINAX_SITES:-$(dirname "$0")/sites.tsv}
[ $# -gt 0 ] || set -- $(grep -v '^#' "$table" | cut -f2 | cut -d/ -f1)
mkdir -p "$work/debs" "$work/corpora"
cd "$work/debs"
for package in "$@"; do
  [ -d "$work/corpora/$package" ] && continue
  apt-get download -q "$package" >/dev/null 2>&1 || { echo "could not download $package" >&2; continue; }
  dpkg -x "$(ls -t "${package}"_*.deb | head -1)" "$work/corpora/$package"
  echo "unpacked $package"
done
[ -x "$work/venv/bin/python" ] || {
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" --disable-pip-version-check install --quiet lxml orjson tantivy bm25s PyStemmer
}
cd "$work"
[ -d node_modules/pagefind ] || npm install --no-audit --no-fund --silent pagefind
echo "python: $work/venv/bin/python   pagefind: $work/node_modules/.bin/pagefind"
