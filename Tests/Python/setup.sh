#!/usr/bin/env bash
# Gets mypy, in a fixed version, into a virtual environment under .build, and jq for the shell example. It is safe to run again: it keeps what is there. Needs root (or sudo)
# for packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

install_packages jq
python_packages "$here/../../.build/python" "$here/requirements.txt"
