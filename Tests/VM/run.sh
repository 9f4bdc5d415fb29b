#!/usr/bin/env bash
# run.sh [FILTER]
#
# Boots once and runs the tests of Tests/VM/test_*.py whose file name or sentence has FILTER in it, on the real ALSA sequencer.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). FADERD_VM_TIMEOUT: seconds of real time for all of it.
# The exit code is 0 when every test passed or was skipped.
set -euo pipefail
. "$(dirname "$0")/common.sh"

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
binaries=${FADERD_BIN:-$vm_checkout/.build/release}
[ -x "$binaries/faderd" ] && [ -x "$binaries/faderctl" ] || echo "run.sh: no faderd and faderctl in $binaries; tests that need them will fail" >&2
[ ! -d "$binaries" ] || binaries=$(cd "$binaries" && pwd -P)

export FADERD_VM_TIMEOUT=${FADERD_VM_TIMEOUT:-3600}
read_kernel
mkdir -p "$vm_cache/runs"
room=$(mktemp "$vm_cache/runs/room.XXXXXX")
trap 'rm -f "$room"' EXIT
"$vm_here/room.sh" "$room" "$binaries"
"$vm_here/boot.sh" -- bash "$vm_here/inside.sh" "$room" "${1:-}"
