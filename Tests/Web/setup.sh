#!/usr/bin/env bash
# Gets the browser that Tests/Web drives, and what drives it, into a virtual environment under .build. Safe to run again: what is there is
# kept. Needs root (or sudo) for packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

venv=$here/../../.build/web
install_packages python3 python3-venv chromium firefox-esr fonts-dejavu-core
cmp -s "$here/requirements.txt" "$venv/requirements.txt" && exit 0
rm -rf "$venv"
/usr/bin/python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$here/requirements.txt"
cp "$here/requirements.txt" "$venv/requirements.txt"
