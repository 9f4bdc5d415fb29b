#!/usr/bin/env bash
# Gets mypy, in a fixed version, into a virtual environment under .build, and jq for the shell example. It is safe to run again: it keeps what is there. Needs root (or sudo)
# for packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

venv=$here/../../.build/python
install_packages python3 python3-venv jq
cmp -s "$here/requirements.txt" "$venv/requirements.txt" && exit 0
rm -rf "$venv"
/usr/bin/python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$here/requirements.txt"
cp "$here/requirements.txt" "$venv/requirements.txt"
