# The commands of the project; each does its own set-up on a machine with Python, make and a network.

PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := play
.PHONY: play install test nightly fuzz check faces sounds i18n screenshot docs bench load soak browser lock clean

## play: start the table and open its page
play: install
	$(BIN)/lunaria

## install: fill .venv with what playing needs
install: .venv/installed

.venv/installed: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

.venv/developing: .venv/installed requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

## browser: a Chromium for the tests: the system's, Playwright's own, or Debian's
browser: .venv/developing
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	  || timeout 300 $(BIN)/playwright install --with-deps chromium \
	  || { apt-get update -qq && apt-get install -y -qq chromium chromium-headless-shell; }

## test: run every test
test: .venv/developing browser
	$(BIN)/python -m pytest -n auto --dist loadgroup

## nightly: break the server a hundred times in each way, and count what was lost
nightly: .venv/developing
	LUNARIA_FAULT_RUNS=100 $(BIN)/python -m pytest -n 2 --dist loadgroup tests/server/test_faults.py

## fuzz: foreign codes, records, frames and requests for ten minutes each; Linux, as Atheris wants it
FUZZ_SECONDS ?= 600
fuzz: .venv/fuzzing
	for each in code record frame; do \
	  PYTHONPATH=. $(BIN)/python fuzz/run.py $$each -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -rss_limit_mb=4096 || exit 1; \
	done
	PYTHONPATH=. $(BIN)/python fuzz/requests.py --seconds $(FUZZ_SECONDS)

.venv/fuzzing: .venv/developing requirements-fuzz.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-fuzz.lock
	touch $@

## check: format, lint, types, of the page as well; needs Node
check: .venv/developing node_modules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	npx tsc -p jsconfig.json
	npx eslint .

node_modules: package.json package-lock.json
	npm ci --no-audit --no-fund
	touch $@

## faces: draw the cards and icons that the page shows
faces: .venv/installed
	$(BIN)/python -m lunaria.pictures

## sounds: make the sounds of the table
sounds: .venv/installed
	$(BIN)/python -m lunaria.sounds

## i18n: bring the catalogs up to date with the keys that the sources ask for
i18n: .venv/installed
	$(BIN)/python -m lunaria.i18n

## screenshot: draw the README's picture of the table
screenshot: .venv/developing browser faces
	$(BIN)/python tests/screenshot.py

## docs: build the documentation as a site in build/docs; runs the notebook
docs: .venv/developing
	$(BIN)/python -m sphinx -q -W --keep-going -d build/doctrees docs build/docs

## bench: the figures, with the machine's cores
bench: .venv/developing
	$(BIN)/python -m benchmarks

## load: players over real sockets on the loopback, as fast as they are answered, and then many
load: .venv/developing
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.load --players 5000 --tables 10000 --rate 500

## soak: ten minutes of the same
soak: .venv/developing
	$(BIN)/python -m benchmarks.load --seconds 600

## lock: pin the newest versions that fit, with hashes, for every platform
lock:
	uv pip compile --quiet --upgrade --universal --generate-hashes --no-annotate --no-header \
	  --extra build pyproject.toml -o requirements.lock
	uv pip compile --quiet --upgrade --universal --generate-hashes --no-annotate --no-header \
	  --extra build --extra adapters --extra census --extra docs --extra prove --extra test --extra check -c requirements.lock pyproject.toml \
	  -o requirements-dev.lock
	uv pip compile --quiet --upgrade --universal --generate-hashes --no-annotate --no-header \
	  --extra fuzz -c requirements-dev.lock pyproject.toml -o requirements-fuzz.lock

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build
