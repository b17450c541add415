#!/bin/sh
# New pins with hashes for every system and Python: what Pitboss runs on, and that plus what it is developed with.
# The files name no index. Without arguments everything moves to its newest release; `--keep` only adds and drops.
set -eu
cd "$(dirname "$0")/.."
uv=$(command -v uv || echo .venv/bin/uv)
[ -x "$uv" ] || .venv/bin/python -m pip install --quiet --disable-pip-version-check uv
[ "${1:-}" = --keep ] && upgrade='' || upgrade=--upgrade
compile() {
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $upgrade "$@"
}
compile pyproject.toml --group build -o requirements.lock
compile pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
