#!/bin/sh
# Prepares .venv: `tools/setup.sh runtime` or `tools/setup.sh development`.
#
# Does nothing when .venv/.LEVEL says that all is ready: these locks, this folder, a Python that still runs, and
# every package there. A .venv whose making was interrupted, whose folder was moved, whose Python is gone or another
# than PYTHON names, or which lacks a package is made again from nothing; somebody else's is left alone.
# One line for each step; what pip or uv have to say is shown only when a step fails.
set -eu
cd "$(dirname "$0")/.."
level=${1:-runtime}
uv=$(command -v uv || true)
bin=.venv/bin/python

case $level in
runtime) lock=requirements.lock what='what Pitboss runs on' time='15 to 40 s' ;;
development) lock=requirements-dev.lock what='what Pitboss runs on and is developed with' time='40 to 90 s' ;;
*) echo "tools/setup.sh: runtime or development, not $level" >&2 && exit 2 ;;
esac

fail() {
    echo "$1" >&2
    exit 1
}

# step WORDS COMMAND...: one line, and the end of the command's output if it fails.
step() {
    printf '%s ... ' "$1"
    shift
    began=$(date +%s)
    if ! said=$("$@" 2>&1); then
        echo failed
        printf '%s\n' "$said" | grep -v '^WARNING: Location' | tail -n 15 >&2
        exit 1
    fi
    echo "$(($(date +%s) - began)) s"
}

version() { # of a Python, or nothing if it does not run
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true
}

origin() { # of a Python: what it or its environment was made from
    "$1" -c 'import os, sys; print(*sys.version_info[:2], os.path.realpath(sys.base_prefix))' 2>/dev/null || true
}

as_named() { # whether .venv was made from the Python that PYTHON names, if it names one
    [ -z "${PYTHON:-}" ] || [ "$(origin "$PYTHON")" = "$(origin "$bin")" ]
}

whole() { # whether every module that was installed is still there
    [ -e .venv/.modules ] || return 0
    while IFS= read -r module; do
        [ -e "$module" ] || return 1
    done <.venv/.modules
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if new_enough "$python"; then
            echo "$python"
            return
        fi
    done
    [ -z "$uv" ] || echo '>=3.11' # uv fetches one
}

made() { # where and with what .venv was made
    pwd -P
    version "$bin"
}

state() { # all that decides what is in .venv
    made
    cksum <pyproject.toml
    cksum <requirements.lock
    [ "$1" = runtime ] || cksum <requirements-dev.lock
}

says() { # FILE TEXT
    [ -e "$1" ] && [ "$(cat "$1")" = "$2" ]
}

usable() {
    as_named && whole && [ ! -e .venv/.unfinished ] && says .venv/.made "$(made)" && new_enough "$bin" || return 1
    [ -n "$uv" ] || "$bin" -m pip --version >/dev/null 2>&1
}

make_venv() {
    python=${PYTHON:-$(find_python)}
    [ -n "$python" ] ||
        fail 'Pitboss needs Python 3.11 or newer and found none. Install one, or name it: make PYTHON=/path/to/python3 ...'
    words="Making .venv with Python $(version "$python")"
    if [ -n "$uv" ]; then
        step "$words" "$uv" venv --quiet --clear --python "$python" .venv
    else
        step "$words" "$python" -m venv --clear .venv
    fi
    made >.venv/.made
}

install() {
    if [ -n "$uv" ]; then
        "$uv" pip install --quiet --python "$bin" "$@"
    else
        "$bin" -m pip install --quiet --disable-pip-version-check --no-input --progress-bar off "$@"
    fi
}

if [ -n "${PYTHON:-}" ]; then
    new_enough "$PYTHON" || fail "Pitboss needs Python 3.11 or newer; $PYTHON is $(version "$PYTHON" | grep . || echo 'not one')."
fi
as_named && whole && says ".venv/.$level" "$(state "$level")" && exit
[ ! -e .venv ] || [ -w .venv ] ||
    fail ".venv belongs to somebody else and does not serve you: ask its owner for 'make setup', or use a checkout of your own."

usable || make_venv
rm -f .venv/.runtime .venv/.development
touch .venv/.unfinished
how=$([ -n "$uv" ] && echo uv || echo "pip: $time, once")
# The lock names all that is needed. Where pip looks for itself it may find a release of today, and refuse it.
step "Installing $what ($how)" install --no-deps --require-hashes -r "$lock"
step 'Installing Pitboss itself' install --no-deps --no-build-isolation -e .
state runtime >.venv/.runtime
[ "$level" = runtime ] || state development >.venv/.development
printf '%s\n' .venv/lib/python*/site-packages/* | grep -v -e '\.dist-info$' -e '/__pycache__$' >.venv/.modules
rm .venv/.unfinished
