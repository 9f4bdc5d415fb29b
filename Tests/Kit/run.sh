#!/usr/bin/env bash
# run.sh [FILTER]
#
# Tests FaderKit in whole programs, KitProbe and the example tweak, with whole daemons. Runs the tests of test_*.py whose file name or sentence
# has FILTER in it. FADERD_BIN: the directory of the programs (default: .build/release). The exit code is 0 when every test passed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 64; }
run_tests "$here" --filter "${1:-}"
