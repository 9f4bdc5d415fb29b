#!/usr/bin/env bash
# test.sh all|quick|vm [FILTER]
#
# quick: the tests of the modules, of services and of installation. vm: those in the virtual machine. all: both.
# Every runner ends with "N passed, N failed, N skipped"; the last line here is their sum, after what took longest. A skipped test says why and is
# counted. The virtual machine has its own clock and needs one processor, so with `all` it runs beside the rest.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

. Tests/lib/shell.sh
what=${1-}
filter=${2-}
passed=0 failed=0 skipped=0 again=0 broken=() sections=()
work=$(mktemp -d)
said=$work/said
declare -A lanes
trap 'end' EXIT

end() {
    local lane
    for lane in "${lanes[@]}"; do kill -TERM -- "-$lane" 2>/dev/null; done
    wait
    rm -rf "$work"
}

# busy_seconds PID : how long the ended children of that shell kept a processor busy.
busy_seconds() {
    local fields
    read -r -a fields <"/proc/$1/stat"
    echo $(((fields[15] + fields[16]) / $(getconf CLK_TCK)))
}

section() { printf '\n== %s\n' "$1"; }

# run_section NAME COMMAND… : runs a runner and adds its counts; a runner that prints no counts, or fails without a failed test, is broken.
run_section() {
    local name=$1 lane=${1//\//_} code=0 line seconds busy start=$SECONDS before=$failed busy_before
    busy_before=$(busy_seconds $$)
    shift
    section "$name"
    "$@" 2>&1 | tee "$said"
    code=${PIPESTATUS[0]}
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$said" | tail -n 1)
    if [ -n "$line" ]; then
        read -r p _ f _ s _ <<<"${line//,/} 0 skipped"
        passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    fi
    again=$((again + $(grep -c '^AGAIN ' "$said")))
    # The test's name and the first line of the reason; not for a Swift test that passed in its second run.
    [ "$failed" -eq "$before" ] || grep -E -A 1 '^(FAIL|✘ Test .* recorded)' "$said" | sed "/^--$/d; s|^|$name: |" >>"$work/failures"
    # With a filter, a runner may have nothing to do.
    [ -z "$filter" ] || [ "$line" != "0 passed, 0 failed, 0 skipped" ] || code=0
    if [ -z "$line" ] || { [ "$code" -ne 0 ] && [ "$failed" -eq "$before" ]; }; then
        broken+=("$name")
        echo "$name: ended with $code and without a count of failures"
        { echo "$name: ended with $code; its last lines:" && tail -n 6 "$said" | cut -c 1-200; } >>"$work/failures"
    fi
    # The seconds of a test, what it kept a processor busy if the runner knows that, and its name.
    sed -nE 's/^(ok|FAIL) +(.*) \(([0-9.]+) s(, busy ([0-9.]+) s|[^)]*)\)$/\3 \5 | \2/p' "$said" >>"$work/times"
    if [ "$1" = finish ]; then
        read -r _ seconds busy <"$work/$lane.end" || seconds=0 busy=0
        tell_seconds "$seconds" "$busy" "$name, beside others"
        unset "lanes[$lane]"
    else
        tell_seconds $((SECONDS - start)) $(($(busy_seconds $$) - busy_before)) "$name"
    fi
}

# tell_seconds SECONDS BUSY NAME
tell_seconds() {
    sections+=("$1 s, busy $2 s: $3")
    echo "($1 s, busy $2 s)"
}

# beside [--in-turn] NAME COMMAND… : starts a runner beside what follows. `finish NAME` waits for it, prints its output and returns its exit code.
# Of those that are started --in-turn, one runs at a time.
beside() {
    local turn='' lane start code shell
    if [ "$1" = --in-turn ]; then turn=yes && shift; fi
    lane=${1//\//_}
    shift
    # In its own process group, for `end`.
    set -m
    {
        shell=$BASHPID
        [ -z "$turn" ] || flock 9
        start=$SECONDS
        "$@" </dev/null >"$work/$lane" 2>&1 9>&-
        code=$?
        echo "$code $((SECONDS - start)) $(busy_seconds "$shell")" >"$work/$lane.end"
    } 9>"$work/turn" &
    set +m
    lanes[$lane]=$!
}

finish() {
    local lane=${1//\//_} code
    tail --pid="${lanes[$lane]}" -f /dev/null
    cat "$work/$lane"
    read -r code _ <"$work/$lane.end" && return "$code"
}

# in_real_time COMMAND… : a virtual machine tells the seconds of its own clock; this puts those of ours before them.
in_real_time() {
    "$@" 2>&1 | with_real_times
    return "${PIPESTATUS[0]}"
}

with_real_times() {
    local line now hundredths before=${EPOCHREALTIME/[^0-9]/}
    while IFS= read -r line; do
        now=${EPOCHREALTIME/[^0-9]/}
        if [[ $line =~ ^(ok|FAIL|AGAIN)\ +(.*)\ \(([0-9.]+)\ s[^\)]*\)$ ]]; then
            hundredths=$(((now - before) / 10000))
            printf -v line '%-4s %s (%d.%02d s, by its own clock %s s)' \
                "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" $((hundredths / 100)) $((hundredths % 100)) "${BASH_REMATCH[3]}"
        fi
        before=$now
        printf '%s\n' "$line"
    done
}

# A build that fails ends everything; otherwise an older build would be tested.
build() {
    local start=$SECONDS busy_before
    busy_before=$(busy_seconds $$)
    section "build: $1"
    scripts/build.sh "$1" || { echo "the $1 build failed; no tests were run"; exit 1; }
    tell_seconds $((SECONDS - start)) $(($(busy_seconds $$) - busy_before)) "build: $1"
}

# Swift Testing writes its results into a file; its last lines are for people. Tests run one after another, because some measure how long they wait:
# side by side, each would seem to take as long as all of them. The other processor is for what runs beside.
swift_tests() {
    local code=0
    run_swift_tests 700 || code=$?
    # If it crashed or hung, it left no counts. That is reported, and all tests run once more.
    if [ ! -s "$said.xml" ]; then
        stuck "$code"
        echo "AGAIN all of them"
        code=0
        run_swift_tests 700 || code=$?
        [ -s "$said.xml" ] || stuck "$code"
    fi
    grep -E '^(✘|➜|.*Fatal error|.*error:)' "$said.swift" || true
    [ "$code" -eq 0 ] || tail -n 40 "$said.swift"
    tail -n 1 "$said.swift"
    if [ "$code" -ne 0 ] && second_run; then
        count_xml "$said.xml" 0
        return 0
    fi
    count_xml "$said.xml" || return 1
    return "$code"
}

swift_test=(swift test -c release --scratch-path .build/static --skip-build --disable-xctest --no-parallel)

run_swift_tests() {
    timeout --kill-after=10 "$1" "${swift_test[@]}" --xunit-output "$said.xml" >"$said.swift" 2>&1
}

# stuck CODE : for a run that left no counts, prints its last lines and the test in which it ended.
stuck() {
    tail -n 40 "$said.swift"
    echo "FAIL the run ended with $1 (124: after 700 s) in: $(grep -E '^◇ Test ' "$said.swift" | tail -n 1)" | tee -a "$work/failures"
}

# If no more than three tests failed, they run once more, as tests of whole daemons do (see Tests/lib/testing.py); the second run counts.
second_run() {
    local names
    names=$(python3 - "$said.xml" <<'END'
import re, sys, xml.etree.ElementTree
cases = xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase")
# Nested suites are separated by dots here, and by slashes in the names that a filter sees.
failed = {f"{case.get('classname')}/{case.get('name')}" for case in cases if case.find("failure") is not None}
print("|".join(sorted("[./]".join(map(re.escape, re.split("[./]", name))) for name in failed)) if len(failed) <= 3 else "")
END
    ) || return 1
    [ -n "$names" ] || return 1
    echo "AGAIN $names"
    rm -f "$said.again.xml"
    timeout --kill-after=10 300 "${swift_test[@]}" --filter "$names" --xunit-output "$said.again.xml" >"$said.again" 2>&1 || {
        tail -n 20 "$said.again"
        return 1
    }
    tail -n 1 "$said.again"
    # A name that matches no test has not passed.
    [ "$(count_xml "$said.again.xml" | awk '{ print $1 }')" = "$(tr '|' '\n' <<<"$names" | wc -l)" ]
}

# count_xml FILE [FAILURES] : prints the line of counts. FAILURES replaces the number in the file; the others count as passed.
count_xml() {
    local suite tests failures skips
    suite=$(grep -o '<testsuite [^>]*>' "$1" 2>/dev/null | head -n 1)
    [ -n "$suite" ] || return 1
    tests=$(sed 's/.* tests="\([0-9]*\)".*/\1/' <<<"$suite")
    failures=${2-$(sed 's/.* failures="\([0-9]*\)".*/\1/' <<<"$suite")}
    skips=$(sed 's/.* skipped="\([0-9]*\)".*/\1/' <<<"$suite")
    sed -nE 's/.*<testcase classname="([^"]*)" name="([^"]*)" time="([0-9.]+)".*/\3  | \1.\2/p' "$1" >>"$work/times"
    echo "$((tests - failures - skips)) passed, $failures failed, $skips skipped"
}

# In the sentences of those tests of Tests/Targets that compare faderd's time with another program's: faderd has more threads, so a busy machine delays
# it more.
comparing="times as long as"

# Runs every Tests/NAME/run.sh except that of the virtual machine, and of Tests/Daemon only what may run beside others. Tests/API is first, because the
# tests of the modules may still be built meanwhile, and Tests/Web follows Tests/Daemon: both keep a processor busy. The others run beside these:
# Tests/Targets waits most of all, for sound servers and for what must not happen; in Tests/Packages nothing depends on time; the rest is short.
runners() {
    local runner short=()
    beside Tests/Targets/run.sh Tests/Targets/run.sh "!$comparing"
    beside Tests/Packages/run.sh Tests/Packages/run.sh
    for runner in Tests/*/run.sh; do
        case $runner in
        Tests/VM/* | Tests/Targets/* | Tests/Packages/* | Tests/API/* | Tests/Daemon/* | Tests/Web/*) ;;
        *)
            beside --in-turn "$runner" "$runner"
            short+=("$runner")
            ;;
        esac
    done
    run_section Tests/API/run.sh Tests/API/run.sh
    run_section Tests/Daemon/run.sh Tests/Daemon/run.sh --only beside
    run_section Tests/Web/run.sh Tests/Web/run.sh
    for runner in Tests/Packages/run.sh "${short[@]}" Tests/Targets/run.sh; do run_section "$runner" finish "$runner"; done
}

# What measures, with nothing beside it.
measured() {
    run_section "whole daemons that are measured" Tests/Daemon/run.sh --only alone
    run_section "targets that are measured" Tests/Targets/run.sh "$comparing"
}

# Which folders and files need one another, by the index of the build.
circles() {
    if scripts/circles.py .build/release/index/store; then
        echo "1 passed, 0 failed, 0 skipped"
    else
        echo "FAIL no folder needs a folder that needs it, and few files need one another"
        echo "0 passed, 1 failed, 0 skipped"
    fi
}

quick() {
    build release
    run_section "what needs what" circles
    build probe
    build tests
    run_section "modules" swift_tests
    runners
    measured
}

# Only root can build the small Debian, whose files belong to several users.
systemd_setup() {
    local root=()
    [ "$(id -u)" -eq 0 ] || root=(sudo "FADERD_VM_DIR=${FADERD_VM_DIR:-}")
    "${root[@]}" Tests/VM/systemd/setup.sh
}

systemd_tests() { systemd_setup && Tests/VM/systemd/run.sh "$filter"; }

# Downloads, while the programs are built.
set_ups() {
    Tests/VM/setup.sh
    systemd_setup
    [ "$what" = vm ] || as_root Tests/Packages/setup.sh
    [ "$what" = vm ] || { Tests/API/setup.sh && Tests/Web/setup.sh && Tests/Targets/setup.sh && Tests/Python/setup.sh; }
    # In another folder than the programs, so at the same time.
    [ "$what" = vm ] || scripts/build.sh checked
}

start_virtual_machine() {
    section "virtual machine: set-up"
    finish set-up || true
    if ! Tests/VM/setup.sh; then
        echo "skipped: the tests in the virtual machine (its set-up failed, see above)"
        skipped=$((skipped + 1))
        # All tests were asked for, so leaving these out is not a success.
        broken+=("virtual machine")
        return 1
    fi
    beside "the real sequencer" in_real_time Tests/VM/run.sh "$filter"
    beside "the real systemd" in_real_time systemd_tests
}

finish_virtual_machine() {
    run_section "the real sequencer" finish "the real sequencer"
    run_section "the real systemd" finish "the real systemd"
}

vm() {
    scripts/setup.sh build || exit
    beside set-up set_ups
    build release
    start_virtual_machine && finish_virtual_machine
}

modules() {
    scripts/build.sh tests || { echo "the tests build failed; no tests of modules were run"; return 1; }
    swift_tests
}

# The machines take longest and could keep a whole processor busy from beginning to end; with a lower priority one of them would run by itself for the
# last minutes. Whole daemons wait most of the time.
all() {
    local has_machine=yes
    scripts/setup.sh build || exit
    beside set-up set_ups
    build release
    run_section "what needs what" circles
    start_virtual_machine || has_machine=no
    build probe
    beside "modules" modules
    runners
    run_section "modules" finish "modules"
    [ "$has_machine" = no ] || finish_virtual_machine
    measured
}

case $what in
quick | vm | all) "$what" ;;
*)
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac

section "how long each part took"
printf '%s\n' "${sections[@]}"
section "the ten slowest tests"
[ ! -s "$work/times" ] || sort -rn "$work/times" | head -n 10 | sed -E 's/^([0-9]+\.[0-9])[0-9]* ([0-9.]+) \| /\1 s, busy \2 s: /; s/^([0-9]+\.[0-9])[0-9]*  \| /\1 s: /'
if [ -s "$work/failures" ]; then
    section "what failed"
    cat "$work/failures"
fi
section "together, in $((SECONDS / 60)) min $((SECONDS % 60)) s"
for name in "${broken[@]}"; do echo "broken: $name"; done
[ "$again" -eq 0 ] || echo "$again failed in their first run and ran a second time (AGAIN, above)"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ ${#broken[@]} -eq 0 ] && [ "$passed" -gt 0 ]
