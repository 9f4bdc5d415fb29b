#!/usr/bin/env bash
# test.sh all|quick|vm [FILTER]
#
# quick: the tests of the modules and of services and installation. vm: those on the real sequencer. all: both.
# Every runner ends with "N passed, N failed, N skipped"; the last line here is their sum. A skipped test says why and is counted.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

what=${1-}
filter=${2-}
passed=0 failed=0 skipped=0 broken=()
said=$(mktemp)
trap 'rm -f "$said" "$said.xml"' EXIT

section() { printf '\n== %s\n' "$1"; }

# run_section NAME COMMAND… : runs a runner and adds its last line; a runner that does not tell, or fails without a failed test, is broken.
run_section() {
    local name=$1 code=0 line start=$SECONDS before=$failed
    shift
    section "$name"
    "$@" 2>&1 | tee "$said"
    code=${PIPESTATUS[0]}
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$said" | tail -n 1)
    if [ -n "$line" ]; then
        read -r p _ f _ s _ <<<"${line//,/} 0 skipped"
        passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    fi
    # With a filter one of the runners may well have nothing to do.
    [ -z "$filter" ] || [ "$line" != "0 passed, 0 failed, 0 skipped" ] || code=0
    if [ -z "$line" ] || { [ "$code" -ne 0 ] && [ "$failed" -eq "$before" ]; }; then
        broken+=("$name")
        echo "$name: ended with $code and without a count of failures"
    fi
    echo "($((SECONDS - start)) s)"
}

# A build that fails ends everything: what is there would be the tests of yesterday.
build() {
    section "build: $1"
    scripts/build.sh "$1" || { echo "the $1 build failed; no tests were run"; exit 1; }
}

# Swift Testing tells what it did in a file; its last lines are for people. The tests of server, client and saving measure seconds of
# patience, so they have the machine for themselves, one after the other; the rest share it.
swift_tests() {
    local patient='^(FaderServerTests|FaderStateTests)\.'
    case $1 in
    shared) swift_test --skip "$patient" ;;
    alone) swift_test --filter "$patient" --no-parallel ;;
    esac
}

swift_test() {
    local code=0
    rm -f "$said.xml"
    timeout --kill-after=10 600 swift test --skip-build --disable-xctest --explicit-target-dependency-import-check error \
        --xunit-output "$said.xml" "$@" >"$said.swift" 2>&1 || code=$?
    grep -E '^(✘|➜|.*Fatal error|.*error:)' "$said.swift" || true
    [ "$code" -eq 0 ] || tail -n 40 "$said.swift"
    tail -n 1 "$said.swift"
    rm -f "$said.swift"
    count_xml "$said.xml" || return 1
    return "$code"
}

count_xml() {
    local suite tests failures skips
    suite=$(grep -o '<testsuite [^>]*>' "$1" 2>/dev/null | head -n 1)
    [ -n "$suite" ] || return 1
    tests=$(sed 's/.* tests="\([0-9]*\)".*/\1/' <<<"$suite")
    failures=$(sed 's/.* failures="\([0-9]*\)".*/\1/' <<<"$suite")
    skips=$(sed 's/.* skipped="\([0-9]*\)".*/\1/' <<<"$suite")
    echo "$((tests - failures - skips)) passed, $failures failed, $skips skipped"
}

# All of Tests/NAME/run.sh but that of the virtual machine.
quick() {
    build release
    build tests
    run_section "modules" swift_tests shared
    run_section "server, client, faderctl and state file" swift_tests alone
    local runner
    for runner in Tests/*/run.sh; do
        [ "$runner" = Tests/VM/run.sh ] || run_section "$runner" "$runner"
    done
}

# Only root can build the small Debian, whose files belong to several users.
systemd_tests() {
    local root=()
    [ "$(id -u)" -eq 0 ] || root=(sudo "FADERD_VM_DIR=${FADERD_VM_DIR:-}")
    "${root[@]}" Tests/VM/systemd/setup.sh && Tests/VM/systemd/run.sh "$filter"
}

virtual_machine() {
    section "virtual machine: set-up"
    if ! Tests/VM/setup.sh; then
        echo "skipped: the tests in the virtual machine (its set-up failed, see above)"
        skipped=$((skipped + 1))
        # On a machine that asks for all of them, missing ones are no success.
        broken+=("virtual machine")
        return
    fi
    run_section "the real sequencer" Tests/VM/run.sh "$filter"
    run_section "the real systemd" systemd_tests
}

case $what in
quick) quick ;;
vm) build release && virtual_machine ;;
all) quick && virtual_machine ;;
*)
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac

section "together, in $((SECONDS / 60)) min $((SECONDS % 60)) s"
for name in "${broken[@]}"; do echo "broken: $name"; done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ ${#broken[@]} -eq 0 ] && [ "$passed" -gt 0 ]
