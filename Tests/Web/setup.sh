#!/usr/bin/env bash
# Installs the browsers that Tests/Web drives, and the Python packages that drive them into a virtual environment under .build. It is safe
# to run again: it keeps what is there. Needs root (or sudo) for packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

install_packages chromium-headless-shell firefox-esr fonts-dejavu-core caddy pulseaudio pulseaudio-utils libqrencode4 zbar-tools
python_packages "$here/../../.build/web" "$here/requirements.txt"
