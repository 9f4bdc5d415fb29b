#!/usr/bin/env bash
# run.sh [FILTER]
#
# Abuses whole daemons that play on the virtual surface: no sequencer and no virtual machine needed, Python 3 and, for some, strace and
# root. Runs the tests of test_*.py whose file name or sentence has FILTER in it; a test that cannot be run here says why.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). The exit code is 0 when every test passed or was skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
run_tests "$here" --filter "${1:-}"
