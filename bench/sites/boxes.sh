#!/bin/sh
# Builds three sites for boxes.py, by generators that nothing else here uses, of documentation that is in registries: Fastify's by
# Eleventy, npm's by Hexo, Docutils' by Nikola. Into $PINAX_BENCH/sites/boxes/NAME (default ~/.cache/pinax-bench).
#
# Usage: bench/sites/boxes.sh      Needs: Node 20 with npm, Python with venv; registries, nothing else from outside.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=${PINAX_BENCH:-$HOME/.cache/pinax-bench}/sites
built=$work/boxes
rm -rf "$built" && mkdir -p "$built" "$work/texts"
cd "$work/texts"
for one in fastify@5.12.8 npm@11.21.2; do
  name=${one%@*}
  [ -d "$name" ] && continue
  mkdir "$name" && tar xzf "$(npm pack --silent "$one")" -C "$name" --strip-components=1
done
[ -x "$work/nikola/bin/nikola" ] || {
  python3 -m venv "$work/nikola"
  "$work/nikola/bin/pip" --disable-pip-version-check install --quiet nikola==8.3.3 jinja2==3.1.6 flit_core==3.12.0
}
[ -d docutils-0.22.2 ] || {
  "$work/nikola/bin/pip" --disable-pip-version-check download --quiet --no-deps --no-build-isolation --no-binary :all: docutils==0.22.2
  tar xzf docutils-0.22.2.tar.gz
}

rm -rf "$work/eleventy/src" && mkdir -p "$work/eleventy/src/_includes" && cd "$work/eleventy"
[ -d node_modules ] || npm install --no-audit --no-fund --silent --prefix . @11ty/eleventy@3.1.8 markdown-it-anchor@9
cp -R "$work/texts/fastify/docs/." src && rm -rf src/resources
cp "$here/eleventy/eleventy.config.cjs" . && cp "$here/eleventy/style.css" src && cp "$here/eleventy/base.njk" src/_includes
node_modules/.bin/eleventy --quiet --output="$built/fastify" >/dev/null

mkdir -p "$work/hexo" && cd "$work/hexo"
[ -d node_modules ] || npm install --no-audit --no-fund --silent --prefix . hexo-cli@4
rm -rf site/source
[ -d site/node_modules ] || { node_modules/.bin/hexo init site --no-install >/dev/null 2>&1 && (cd site && npm install --no-audit --no-fund --silent); }
cd site && rm -rf source public && cp -R "$work/texts/npm/docs/content" source
node_modules/.bin/hexo clean >/dev/null && node_modules/.bin/hexo generate >/dev/null && cp -R public "$built/npm"

rm -rf "$work/nikola-site" && cd "$work"
nikola/bin/nikola init -q -d nikola-site >/dev/null 2>&1 && cd nikola-site
rm -rf pages posts/* listings/* galleries/*
python3 "$here/nikola/pages.py" "$work/texts/docutils-0.22.2/docs" pages
sed -i 's/^INDEX_PATH = ""/INDEX_PATH = "blog"/; s/^# INDEX_PATH = ""/INDEX_PATH = "blog"/' conf.py
echo 'PAGES = (("pages/*.rst", "", "page.tmpl"),)' >>conf.py
../nikola/bin/nikola build >/dev/null 2>&1 || true # pages that show errors of markup are written all the same
cp -R output "$built/docutils"

for one in "$built"/*; do echo "$(basename "$one"): $(find "$one" -name '*.html' | wc -l) HTML files"; done
