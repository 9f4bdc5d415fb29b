#!/usr/bin/env bash
# Runs the test_*.sh beside it; the last line is the sum of their counts.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
passed=0 failed=0 skipped=0
for script in "$here"/test_*.sh; do
    echo "-- ${script##*/}"
    said=$("$script" 2>&1)
    sed '$d' <<<"$said"
    if read -r p _ f _ s _ < <(tail -n 1 <<<"$said" | tr -d ,) && [[ $p$f$s =~ ^[0-9]+$ ]]; then
        passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    else
        tail -n 1 <<<"$said"
        echo "FAILED: ${script##*/} did not tell its count"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
