#!/bin/sh
# Builds the source distribution and, from it, the wheel into dist/, and runs every verb of the wheel outside the
# checkout, in a new environment that holds nothing but what the wheel asks for.
#   PYTHON=python3.13 tools/dist.sh                      with another Python
#   tools/dist.sh --resolution lowest-direct             with the oldest dependencies it allows (uv only)
set -eu
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT INT TERM

quietly() { # what a command says shows only if it fails
    "$@" >"$place/log" 2>&1 || { grep -v '^WARNING: Location' "$place/log" | tail -n 15 >&2 && exit 1; }
}

rm -rf dist
quietly .venv/bin/python -m build --no-isolation --outdir dist .
(cd dist && wc -c -- *.tar.gz *.whl | sed '$d')

python=${PYTHON:-.venv/bin/python}
if command -v uv >/dev/null; then
    [ $# -eq 0 ] || set -- "$@" -r pyproject.toml # of a wheel only the wheel itself would count as direct
    uv venv --quiet --python "$python" "$place/environment"
    quietly uv pip install --python "$place/environment/bin/python" "$@" dist/*.whl
else
    "$python" -m venv "$place/environment"
    quietly "$place/environment/bin/python" -m pip install --disable-pip-version-check "$@" dist/*.whl
fi
"$place/environment/bin/python" --version
PITBOSS_CACHE="$place/cache" .venv/bin/python -m tests.installed "$place/environment/bin/python"
