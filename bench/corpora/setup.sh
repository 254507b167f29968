#!/bin/sh
# Everything the benchmarks need, into $PINAX_BENCH (default ~/.cache/pinax-bench): real documentation from Debian's
# packages (downloaded and unpacked, never installed), the Python peers in a virtual environment, Pagefind from npm, in the
# versions that the figures of bench/README.md were taken with.
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
  "$work/venv/bin/pip" --disable-pip-version-check install --quiet lxml==6.1.3 tantivy==0.27.0 bm25s==0.3.16 PyStemmer==3.1.0
}
cd "$work"
[ -d node_modules/pagefind ] || npm install --no-audit --no-fund --silent pagefind@1.6.0
echo "python: $work/venv/bin/python   pagefind: $work/node_modules/.bin/pagefind"
