#!/usr/bin/env bash
# run.sh [FILTER]
#
# Presses the completion key in bash, zsh and fish, each in its own terminal, with the completions that scripts/install.sh installs and a
# daemon with the virtual surface. Runs the tests of test_*.py whose file name or sentence has FILTER in it.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). The exit code is 0 when every test passed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
install_packages bash bash-completion zsh fish python3
run_tests "$here" --side-by-side "$(lanes)" --filter "${1:-}"
