# `make run` and `make test` do all their own set-up from a bare checkout with Python 3.11+ and make.
# PYTHON=/path/to/python3 names the Python to use; uv is used where it is installed, pip otherwise.
BIN := .venv/bin
RUNTIME := .venv/.runtime
DEVELOPMENT := .venv/.development
export PYTHON
# Tests start hundreds of processes: without kept bytecode each would compile all it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup develop run test quick results recount lint bench soak mutants faults screenshots browser lock docs dist proxy FORCE
.NOTPARALLEL:

# --- Set-up. The script looks at what is there and touches these files only when something had to be installed.

setup: $(RUNTIME)
	@$(BIN)/pitboss warm

develop: $(DEVELOPMENT) setup

$(RUNTIME): FORCE
	@tools/setup.sh runtime

$(DEVELOPMENT): FORCE
	@tools/setup.sh development

# The browser that the page tests drive: found, installed where we may, or one line that says how.
browser: develop
	@$(BIN)/python -m tests.browser.find

# The web server that stands before a floor on the page on deployment: found, unpacked, or one line that it is missing.
proxy: develop
	@$(BIN)/python -m tests.floor.proxy

# New pins; names no index.
lock: develop
	@tools/lock.sh

# --- Run

# A server compiles in the background, so that its first page is there at once.
run: $(RUNTIME)
	@$(BIN)/pitboss serve

# --- Check

lint: develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint browser proxy
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "not soak"

quick: develop
	$(BIN)/python -m pytest -n 2 --dist worksteal -q -m "not soak and not browser and not postgres and not kernels and not hostile and not long and not served and not packages"

soak: browser
	$(BIN)/python -m pytest -n 2 -v -m soak -o faulthandler_timeout=0

# Small faults planted at random, and whether the tests notice: make mutants SEED=7 COUNT=40
mutants: develop
	nice $(BIN)/python -m tests.mutants --seed $(or $(SEED),1) --count $(or $(COUNT),100)

# The fault beside each row of docs/sources.md, and whether the row's tests see it: make faults ROWS="001:117 002:209"
faults: develop
	nice $(BIN)/python -m tests.sources.faults $(ROWS)

bench: develop
	for topic in $$($(BIN)/pitboss bench); do $(BIN)/pitboss bench $$topic || exit 1; done

# --- Publish

# The site in build/site, read from disk or from any server; a broken link fails.
docs: develop
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo 'The site is at build/site/index.html.'

# Source distribution and wheel in dist/, and every verb of the wheel in a clean environment.
dist: develop
	@tools/dist.sh

# The results that ship with the package, counted anew where their inputs or the versions of engines changed.
results: develop
	$(BIN)/python -m pitboss.shipping

# All of them counted anew, and compared: what changed under an unchanged version is told.
recount: develop
	$(BIN)/python -m pitboss.shipping --recount

# The pictures in docs/, taken from the running pages.
screenshots: browser
	$(BIN)/python -m tests.browser.screenshots docs/img
	$(BIN)/python -m tests.browser.play_screenshots docs/img
	$(BIN)/python -m tests.browser.lab_screenshots docs/img
	$(BIN)/python docs/notebook.py docs/img
