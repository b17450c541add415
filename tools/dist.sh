#!/bin/sh
# Builds the source distribution and, from it, the wheel into dist/, and runs every verb of the wheel outside the
# checkout, in a new environment that holds nothing but what the wheel asks for.
#   PYTHON=python3.13 tools/dist.sh                      with another Python
#   tools/dist.sh --resolution lowest-direct             with the oldest dependencies it allows (uv only)
set -eu
cd "$(dirname "$0")/.."
rm -rf dist
.venv/bin/python -m build --no-isolation --outdir dist . >/dev/null
ls -l dist | awk 'NF > 8 { print "  dist/" $9 ", " $5 " bytes" }'

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT INT TERM
if command -v uv >/dev/null; then
    uv venv --quiet --python "${PYTHON:-.venv/bin/python}" "$place/environment"
    uv pip install --quiet --python "$place/environment/bin/python" "$@" dist/*.whl
else
    "${PYTHON:-.venv/bin/python}" -m venv "$place/environment"
    "$place/environment/bin/python" -m pip install --quiet --disable-pip-version-check "$@" dist/*.whl 2>"$place/log" ||
        { grep -v '^WARNING' "$place/log" >&2 && exit 1; }
fi
"$place/environment/bin/python" --version
PITBOSS_CACHE="$place/cache" .venv/bin/python -m tests.installed "$place/environment/bin/python"
