#!/bin/sh
# Builds the example manual with the generators that people use: four that leave their pages to scripts (shells), four that
# do not. Into $PINAX_BENCH/sites/built/NAME (default ~/.cache/pinax-bench), versions pinned below.
#
# Usage: bench/sites/build.sh      Needs: Node 20 with npm, Python with venv; registries, nothing else from outside.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=${PINAX_BENCH:-$HOME/.cache/pinax-bench}/sites
docs=$here/../../examples/site/docs
built=$work/built
export ASTRO_TELEMETRY_DISABLED=1 DOCUSAURUS_DISABLE_TELEMETRY=1 NEXT_TELEMETRY_DISABLED=1
mkdir -p "$work/npm" "$work/docusaurus" "$work/starlight"
rm -rf "$built" && mkdir -p "$built"

install() ( # FOLDER TYPE OVERRIDES PACKAGE...
  cd "$work/$1"
  [ -d node_modules ] && return
  printf '{"private": true, %s "overrides": {%s}}\n' "${2:+"\"type\": \"$2\","}" "$3" >package.json
  shift 3
  npm install --no-audit --no-fund --silent "$@"
)
markdown() { # FOLDER: the manual's pages, without the one that is MDX
  mkdir -p "$1" && cp -R "$docs/." "$1" && find "$1" -name '*.mdx' -delete
}

install npm module '' vite@7 @vitejs/plugin-react@5 react@19 react-dom@19 react-router-dom@7 react-markdown@10 remark-gfm@4 \
  docsify@4.13.1 redoc@2.5.1 swagger-ui-dist@5.32.0 vitepress@1.6.4 vue@3
npm=$work/npm/node_modules

# Shells -------------------------------------------------------------------------------------------------------------------
markdown "$built/docsify" && cp "$here/docsify/index.html" "$built/docsify/"
cp -R "$npm/docsify/lib" "$built/docsify/lib"
cp "$built/docsify/index.md" "$built/docsify/README.md"
(cd "$built/docsify" && find . -name '*.md' ! -name README.md | sort | sed 's|^\./\(.*\)\.md$|- [\1](/\1.md)|' >_sidebar.md)

rm -rf "$work/npm/react" && cp -R "$here/react" "$work/npm/react" && markdown "$work/npm/react/docs"
(cd "$work/npm/react" && "$npm/.bin/vite" build --logLevel error --outDir "$built/react")

for one in redoc swagger; do
  mkdir -p "$built/$one" && cp "$here/$one/index.html" "$here/openapi.json" "$built/$one/"
done
cp "$npm/redoc/bundles/redoc.standalone.js" "$built/redoc/"
cp "$npm/swagger-ui-dist/swagger-ui-bundle.js" "$npm/swagger-ui-dist/swagger-ui.css" "$built/swagger/"

# Good sites ---------------------------------------------------------------------------------------------------------------
rm -rf "$work/npm/vitepress" && markdown "$work/npm/vitepress" && mkdir "$work/npm/vitepress/.vitepress"
cp "$here/vitepress/config.mjs" "$work/npm/vitepress/.vitepress/"
(cd "$work/npm" && "$npm/.bin/vitepress" build vitepress --outDir "$built/vitepress" >/dev/null)

# The preset asks for a search client of any newer version, whose newest is not complete in every registry.
# It has no type either: webpack takes what Docusaurus generates for scripts without imports where a package says "commonjs".
install docusaurus '' '"@docsearch/react": "4.6.3", "@docsearch/core": "4.6.3", "@docsearch/css": "4.6.3"' \
  @docusaurus/core@3.10.2 @docusaurus/preset-classic@3.10.2 react@19 react-dom@19
rm -rf "$work/docusaurus/docs" && markdown "$work/docusaurus/docs"
cp "$here/docusaurus/docusaurus.config.js" "$work/docusaurus/"
(cd "$work/docusaurus" && node_modules/.bin/docusaurus build --out-dir "$built/docusaurus" >/dev/null)

install starlight module '' astro@5 @astrojs/starlight@0.36
rm -rf "$work/starlight/src" && markdown "$work/starlight/src/content/docs"
cp "$here/starlight/astro.config.mjs" "$work/starlight/" && cp "$here/starlight/content.config.ts" "$work/starlight/src/"
(cd "$work/starlight" && node_modules/.bin/astro build --outDir "$built/starlight" >/dev/null)

[ -x "$work/python/bin/mkdocs" ] || {
  python3 -m venv "$work/python"
  "$work/python/bin/pip" --disable-pip-version-check install --quiet mkdocs-material==9.6.22
}
rm -rf "$work/material" && cp -R "$here/material" "$work/material" && markdown "$work/material/docs"
(cd "$work/material" && "$work/python/bin/mkdocs" build --quiet 2>/dev/null && cp -R site "$built/material")

for one in "$built"/*; do echo "$(basename "$one"): $(find "$one" -name '*.html' | wc -l) HTML files"; done
