#!/usr/bin/env bash
# run.sh
#
# Counts what the MIDI thread of a release build allocates in 400,000 events and some hundred commands: nothing. And that the count would see it.
# FADERD_BIN: the directory of EngineProbe (default: .build/release), which `scripts/build.sh probe` builds. The exit code is 0 when both passed.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
probe=${FADERD_BIN:-.build/release}/EngineProbe
passed=0 failed=0

# try SENTENCE CODE ARGUMENT… : runs the probe, which has to end with this code.
try() {
    local sentence=$1 wanted=$2 said code=0 start=$SECONDS
    shift 2
    said=$("$probe" "$@" 2>&1) || code=$?
    if [ "$code" -eq "$wanted" ]; then
        passed=$((passed + 1))
        echo "ok   $sentence ($((SECONDS - start)).0 s)"
    else
        failed=$((failed + 1))
        printf 'FAIL %s (%d.0 s)\n     it ended with %d, not %d: %s\n' "$sentence" $((SECONDS - start)) "$code" "$wanted" "$said"
    fi
}

try "no event and no command makes the MIDI thread allocate" 0 allocations
try "an allocation of the MIDI thread is counted" 1 allocations on-purpose
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
