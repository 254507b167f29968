# Chores, one target each. Needs Python 3.11+ with pip and venv, nothing else; the rest goes into .venv.
#
#   make demo           build the example bundle, search it, read from it
#   make test           lint, types, fences, then every test
#   make properties     draw new examples for the tests of properties (MINUTES=3, SEED=N)
#   make fuzz           feed readers of foreign bytes hostile input (MINUTES=1 a group, TARGET="uv.lock")
#   make runtime-alone  the runtime's wheel and its tests where nothing of the builder is installed
#   make dists          build wheels, sdists and the .mcpb, and try them on the oldest and newest Python
#   make man            write the manual pages of both programs
#   make publishable    dists, and refuse as long as nobody said whose project this is
#   make site           build the documentation as a site, with its bundle, into build/site
#   make audit          ask for known vulnerabilities of the pins; says so where no service answers
#   make lock           pin the dependencies again (make lock UPGRADE=1: the newest ones)
#   make browser        join the modules for browsers, for wheels, npm and sites that copy the reader, into build/
#   make browser-vendor write browser/vendor again, from pinned releases
#   make clean          remove what the other targets made
#
# PYTHON=python3.12 make …  chooses the interpreter.

PYTHON ?= python3
UV_VERSION = 0.13.8

BIN = .venv/bin
READY = .venv/.ready
PROJECTS = runtime/pyproject.toml builder/pyproject.toml
PIP_INSTALL = pip --disable-pip-version-check install --quiet
BUNDLE = examples/bundle

.PHONY: setup demo site test lint types fences unit properties fuzz runtime-alone dists audit man publishable lock browser browser-vendor clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

setup: $(READY)

# The pins first, checked by hash; then our own two, for which hashes make no sense, with nothing left to resolve.
$(READY): requirements/dev.txt $(PROJECTS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Pinax needs Python 3.11 or newer; $(PYTHON) is older or missing. Try: make PYTHON=python3.12 …" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/$(PIP_INSTALL) --require-hashes -r requirements/dev.txt
	$(BIN)/$(PIP_INSTALL) --no-deps --no-build-isolation -e runtime -e builder
	@touch $@

demo: $(READY)
	PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh $(BUNDLE)

test: lint types fences unit

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

fences: $(READY)
	$(BIN)/lint-imports --no-cache --no-logo

unit: $(READY)
	$(BIN)/pytest -n auto --dist worksteal --durations 10

properties: $(READY)
	$(BIN)/python tests/properties.py --minutes $(or $(MINUTES),3) $(if $(SEED),--seed $(SEED))

fuzz: $(READY)
	$(BIN)/$(PIP_INSTALL) --require-hashes -r requirements/fuzz.txt
	$(BIN)/python tests/fuzz/fuzzing.py --minutes $(or $(MINUTES),1) $(if $(TARGET),"$(TARGET)")

runtime-alone: $(READY)
	rm -rf build/wheel
	$(BIN)/pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation -w build/wheel ./runtime
	$(PYTHON) -m venv --clear .venv-runtime
	.venv-runtime/bin/$(PIP_INSTALL) --require-hashes -r requirements/runtime.txt
	.venv-runtime/bin/$(PIP_INSTALL) --no-deps build/wheel/pinax_runtime-*.whl
	.venv-runtime/bin/pip --disable-pip-version-check check
	@.venv-runtime/bin/python -c 'import sys; from importlib.util import find_spec; \
	  sys.exit(", ".join(filter(find_spec, "pinax_builder lxml bs4 markdownify markdown_it yaml tree_sitter".split())) or None)'
	.venv-runtime/bin/pytest -n auto --dist worksteal tests/contract tests/runtime

site: $(READY)
	$(BIN)/mkdocs build --strict --quiet -f website/mkdocs.yml

dists: $(READY) man browser
	bash .ci/dists

audit:
	PYTHON=$(PYTHON) bash .ci/audit

man: $(READY)
	$(BIN)/python .ci/manual.py

publishable: dists
	$(BIN)/python .ci/owner.py

# --universal: one file for every platform and Python. No address of an index is written: whoever installs has one.
COMPILE = .venv-lock/bin/uv pip compile --system-certs --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --no-emit-package pinax-runtime --no-emit-package pinax-builder \
  $(if $(UPGRADE),--upgrade)

lock:
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/$(PIP_INSTALL) uv==$(UV_VERSION)
	$(COMPILE) runtime/pyproject.toml builder/pyproject.toml --extra code --group pyproject.toml:dev -o requirements/dev.txt
	$(COMPILE) runtime/pyproject.toml --group pyproject.toml:test -c requirements/dev.txt -o requirements/runtime.txt
	$(COMPILE) --group pyproject.toml:audit -o requirements/audit.txt
	$(COMPILE) --group pyproject.toml:fuzz -o requirements/fuzz.txt
	rm -rf .venv-lock
	! grep -n '://' requirements/*.txt

ESBUILD = build/esbuild/node_modules/.bin/esbuild

$(ESBUILD):
	npm install --silent --no-audit --no-fund --prefix build/esbuild esbuild@0.28.2

# The modules without comments and line ends. What a search in English needs is one of them; the others are loaded when they are needed.
JOINED = build/browser
MINIFY = $(ESBUILD) --log-level=warning --minify --charset=utf8 --format=esm --target=es2022
browser: $(ESBUILD)
	rm -rf $(JOINED)
	mkdir -p $(JOINED)
	$(MINIFY) --bundle $(addprefix --external:,'node:*' ./src/command.mjs ./corrections.mjs ./folder.mjs ./pages.mjs ./stop_words.mjs) browser/pinax.mjs \
	  | sed -E 's#"\./(corrections|folder|pages|stop_words)#"./src/\1#g; s#"\.\./vendor/#"./vendor/#' >$(JOINED)/pinax.mjs
	$(MINIFY) --out-extension:.js=.mjs --outbase=browser --outdir=$(JOINED) \
	  browser/worker.mjs $(patsubst %,browser/src/%.mjs,command corrections folder pages stop_words)
	$(MINIFY) --bundle --out-extension:.js=.mjs --outdir=$(JOINED)/vendor/snowball $(filter-out %/stemmer.mjs %/english.mjs,$(wildcard browser/vendor/snowball/*.mjs))
	$(MINIFY) --bundle --splitting '--external:./pinax-ui.js' '--external:../pinax.mjs' '--external:./texts/*.js' \
	  --chunk-names=[name]-[hash] --outdir=$(JOINED)/ui $(addprefix browser/ui/,panel.js highlight.js agent.js pagefind.js)
	$(MINIFY) --outdir=$(JOINED)/ui browser/ui/pinax-ui.js
	$(MINIFY) --outdir=$(JOINED)/playground browser/playground/playground.js
	$(MINIFY) --outdir=$(JOINED)/ui/texts browser/ui/texts/*.js
	cp browser/package.json browser/README.md browser/pinax.d.ts LICENSE $(JOINED)
	cp browser/vendor/fzstd.LICENSE $(JOINED)/vendor
	cp browser/vendor/snowball/LICENSE $(JOINED)/vendor/snowball
	cd $(JOINED)/.. && npm pack --silent ./$(notdir $(JOINED))

browser-vendor: $(READY)
	$(BIN)/python browser/vendor/renew.py

clean:
	rm -rf .venv .venv-runtime .venv-lock build dist runtime/man builder/man $(BUNDLE)
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
