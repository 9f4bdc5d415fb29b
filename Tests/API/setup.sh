#!/usr/bin/env bash
# Gets the suites that Tests/API runs, in fixed versions, into a virtual environment under .build. It is safe to run again: it keeps what is
# there. Needs root (or sudo) for packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

python_packages "$here/../../.build/api" "$here/requirements.txt"
