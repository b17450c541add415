# `make run` and `make test` do all their own set-up from a bare checkout with Python 3.11+ and make.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
READY := .venv/.ready
KERNELS := $(shell grep -rlE "njit" src --include=*.py)

.PHONY: setup run test lint bench soak screenshots lock browser

setup: $(READY) .venv/.kernels

# A cached kernel does not notice a change in another module whose kernels it calls: compile all of them anew.
.venv/.kernels: $(KERNELS) $(READY)
	find src \( -name '*.nbi' -o -name '*.nbc' \) -delete
	touch $@

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Pitboss needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@echo 'Setting up .venv: a few minutes, once.'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

run: setup
	$(BIN)/pitboss serve

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint browser
	$(BIN)/python -m pytest -n 3 -m "not soak"

soak: setup browser
	$(BIN)/python -m pytest -n 2 -v -m soak -o faulthandler_timeout=0

bench: setup
	for topic in $$($(BIN)/pitboss bench); do $(BIN)/pitboss bench $$topic || exit 1; done

# The browser the page tests drive: Debian's package where we may install it, or one line that says how.
browser: setup
	@command -v chromium-headless-shell chromium google-chrome >/dev/null || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq chromium-headless-shell; \
	  elif sudo -n true 2>/dev/null; then sudo apt-get update -qq && sudo apt-get install -y -qq chromium-headless-shell; \
	  else echo "The page tests need a browser: sudo apt-get install chromium-headless-shell" >&2; exit 1; fi; }

# The pictures in docs/, taken from the running pages.
screenshots: browser
	$(BIN)/python -m tests.browser.screenshots docs/img
	$(BIN)/python -m tests.browser.play_screenshots docs/img
	$(BIN)/python -m tests.browser.lab_screenshots docs/img
	$(BIN)/python docs/notebook.py docs/img

# New pins; names no index.
lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade -o requirements.lock
