#!/usr/bin/env bash
# run.sh
#
# Counts what the MIDI thread of a release build allocates in 400,000 events and some hundred commands: nothing. And that the count would see it.
# Sends the same through a debug build, which checks what release builds leave out: that no accesses overlap.
# FADERD_BIN: the directory of EngineProbe (default: .build/release), which `scripts/build.sh probe` builds. The exit code is 0 when all passed.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
released=${FADERD_BIN:-.build/release}/EngineProbe
checked=.build/debug/EngineProbe
passed=0 failed=0

# try SENTENCE CODE COMMAND… : runs the command, which has to end with this code.
try() {
    local sentence=$1 wanted=$2 said code=0 start=$SECONDS
    shift 2
    said=$("$@" 2>&1) || code=$?
    if [ "$code" -eq "$wanted" ]; then
        passed=$((passed + 1))
        echo "ok   $sentence ($((SECONDS - start)).0 s)"
    else
        failed=$((failed + 1))
        printf 'FAIL %s (%d.0 s)\n     it ended with %d, not %d: %s\n' "$sentence" $((SECONDS - start)) "$code" "$wanted" "$said"
    fi
}

try "no event and no command makes the MIDI thread allocate" 0 "$released" allocations
try "an allocation of the MIDI thread is counted" 1 "$released" allocations on-purpose
scripts/build.sh checked || failed=$((failed + 1))
try "in no event and no command do accesses of the MIDI thread overlap" 0 "$checked" events
try "accesses that overlap end the program (134: SIGABRT)" 134 "$checked" events on-purpose
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
