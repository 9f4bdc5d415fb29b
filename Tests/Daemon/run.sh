#!/usr/bin/env bash
# run.sh [FILTER]
#
# Abuses whole daemons that play on the virtual surface: no sequencer and no virtual machine needed, Python 3 and, for some, strace and
# root. Runs the tests of test_*.py whose file name or sentence has FILTER in it; a test that cannot be run here says why.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). The exit code is 0 when every test passed or was skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
FADERD_BIN=${FADERD_BIN:-$here/../../.build/release}
[ ! -d "$FADERD_BIN" ] || FADERD_BIN=$(cd "$FADERD_BIN" && pwd -P)
export FADERD_BIN PYTHONPATH="$here/lib" PYTHONDONTWRITEBYTECODE=1
exec python3 "$here/../VM/lib/testing.py" --filter "${1:-}" "$here"/test_*.py
