#!/usr/bin/env bash
# run.sh [--only beside|alone] [FILTER]
#
# Tests whole daemons with the virtual surface. Some tests need root; no sequencer, no virtual machine.
# Runs the tests of test_*.py whose file name or sentence has FILTER in it: first those that may run side by side, then, one after the
# other, those that measure and so are marked `alone`. --only: only one of the two groups. A test that cannot run here says why.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). The exit code is 0 when every test passed or was skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

options=()
case ${1-} in
--only) options=(--only "${2-}") && shift $(($# > 1 ? 2 : 1)) ;;
esac
[ $# -le 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
install_packages python3 strace curl util-linux iproute2 libqrencode4 libexpat1 zbar-tools
run_tests "$here" --side-by-side "$(lanes)" "${options[@]}" --filter "${1:-}"
