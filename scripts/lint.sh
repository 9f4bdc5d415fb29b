#!/usr/bin/env bash
# lint.sh : checks format, sizes, scripts, manual pages, local paths, dependency arrows. Reports everything that is wrong in one run.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
wrong=0

# rule NAME COMMAND… : the command prints what is wrong and fails.
rule() {
    local name=$1
    shift
    if "$@"; then echo "ok: $name"; else echo "WRONG: $name"; wrong=$((wrong + 1)); fi
}

swift_files() { git ls-files --cached --others --exclude-standard -- '*.swift'; }
format() { swift_files | tr '\n' '\0' | xargs -0 swift format lint --strict --parallel; }

short_files() {
    local long
    long=$(swift_files | grep -v '^Sources/FaderServer/Web/WebFiles.swift$' | tr '\n' '\0' | xargs -0 wc -l | awk '$2 != "total" && $1 > 400 { print $2 ": " $1 " lines" }')
    [ -z "$long" ] || { echo "$long"; return 1; }
}

scripts() {
    git ls-files --cached --others --exclude-standard -- '*.sh' .ci/run | tr '\n' '\0' |
        xargs -0 shellcheck --shell=bash --severity=warning --external-sources --source-path=SCRIPTDIR
}

# Warnings and worse: everything from that level up would be wrong on some reader's terminal.
pages() { mandoc -T lint -W warning man/*.[1-9]; }

units() { Tests/service/test_units.sh >/dev/null || Tests/service/test_units.sh; }

# The paths of this checkout and this user's home must not be in the repository.
no_local_paths() {
    local here
    here=$(git rev-parse --show-toplevel)
    ! git grep -nF -e "$here/" -e "$HOME/" -- .
}

no_leftovers() { ! git grep -nE '\b(TODO|FIXME|XXX)\b' -- Sources Tests config systemd man docs Makefile scripts ':!scripts/lint.sh'; }

# In the daemon, `Owner` starts every task and lets it sleep: Swift's thread pool would wake the process once a second forever.
no_thread_pool() {
    ! git grep -nE '\bTask(\.detached)? *[({]|Task\.(sleep|yield)\(' -- Sources ':!Sources/faderctl' ':!Sources/FaderClient' ':!Sources/FaderLoops/Owner.swift'
}

# A client needs no tables of locales and no YAML; loading them would be most of its start. Checked on the program that `arrows` has built.
light_client() {
    local found
    found=$(readelf --dynamic --wide .build/debug/faderctl | grep -E 'NEEDED.*(icu|yaml|asound)')
    [ -z "$found" ] || { echo "faderctl links what only the daemon needs:"; echo "$found"; return 1; }
}

# Without it ArgumentParser derives the name at each start, which takes longer than everything else in the start.
command_names() {
    local bare
    bare=$(grep -rA1 'CommandConfiguration($' Sources/faderctl | grep -v -e 'CommandConfiguration($' -e '^--$' -e 'commandName:'
        grep -rn 'CommandConfiguration([^)]' Sources/faderctl | grep -v 'commandName:')
    [ -z "$bare" ] || { echo "commands without commandName:"; echo "$bare"; return 1; }
}

# The page that faderd serves must be the one in Web/.
web_files() { scripts/web.py --check; }

arrows() { scripts/build.sh debug; }

scripts/setup.sh lint || exit
rule "swift format" format
rule "no Swift file over 400 lines" short_files
rule "the page in the program is that of Web/" web_files
rule "shell scripts" scripts
rule "manual pages" pages
rule "systemd units" units
rule "no paths of this machine" no_local_paths
rule "nothing left to do in a comment" no_leftovers
rule "nothing in the daemon on Swift's thread pool" no_thread_pool
rule "every command has its name written down" command_names
rule "no target imports what it does not depend on" arrows
rule "faderctl links neither ICU nor YAML nor ALSA" light_client
[ "$wrong" -eq 0 ] || { echo "$wrong rules broken"; exit 1; }
