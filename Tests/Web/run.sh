#!/usr/bin/env bash
# run.sh [FILTER]
#
# Tests the page in real browsers, Debian's chromium-headless-shell and firefox-esr, with whole daemons on virtual faders. Runs the tests of test_*.py
# whose file name or sentence has FILTER in it.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). FADERD_WEB_ROOT: test the files of this directory instead of
# those in the program. The exit code is 0 when every test passed or was skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
"$here/setup.sh"
PYTHON=$here/../../.build/web/bin/python run_tests "$here" --side-by-side "$(lanes)" --filter "${1:-}"
