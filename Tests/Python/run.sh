#!/usr/bin/env bash
# run.sh [FILTER]
#
# Tests the Python library of Clients/python with whole daemons, its examples, its types with mypy, and its archives.
# Runs the tests of test_*.py whose file name or sentence has FILTER in it.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). The exit code is 0 when every test passed or was skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
"$here/setup.sh"
PYTHON_TOOLS=$(cd "$here/../../.build/python/bin" && pwd -P)
export PYTHON_TOOLS
PYTHON=$PYTHON_TOOLS/python run_tests "$here" --side-by-side "$(lanes)" --filter "${1:-}"
