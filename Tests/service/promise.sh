# Sourced by the scripts of Tests/service: counts promises kept and broken.
# shellcheck disable=SC2034  # checkout and work are for those scripts
passed=0 failed=0 skipped=0
service_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd "$service_here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# promise SENTENCE COMMAND… : runs the command, which must end with 0; if it does not, its output is shown.
promise() {
    local sentence=$1 code=0
    shift
    "$@" >"$work/said" 2>&1 || code=$?
    if [ "$code" -eq 0 ]; then
        passed=$((passed + 1))
        echo "passed: $sentence"
    else
        failed=$((failed + 1))
        echo "FAILED: $sentence (exit status $code)"
        sed 's/^/    /' "$work/said"
    fi
}

# skip REASON SENTENCE… : counts and prints each sentence as skipped.
skip() {
    local reason=$1 sentence
    shift
    for sentence in "$@"; do
        skipped=$((skipped + 1))
        echo "skipped: $sentence ($reason)"
    done
}

# tell : prints the counts as the last line; fails if a promise is broken.
tell() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
