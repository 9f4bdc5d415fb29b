#!/usr/bin/env bash
# Installs the browsers that Tests/Web drives, and the Python packages that drive them into a virtual environment under .build. It is safe
# to run again: it keeps what is there. Needs root (or sudo) for packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

venv=$here/../../.build/web
install_packages python3 python3-venv chromium-headless-shell firefox-esr fonts-dejavu-core caddy pulseaudio pulseaudio-utils
cmp -s "$here/requirements.txt" "$venv/requirements.txt" && exit 0
rm -rf "$venv"
/usr/bin/python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$here/requirements.txt"
cp "$here/requirements.txt" "$venv/requirements.txt"
