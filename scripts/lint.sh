#!/usr/bin/env bash
# lint.sh [--only RULE] : checks format, sizes, scripts, manual pages, local paths. Reports everything that is wrong in one run, and builds nothing: that no
# target imports what it does not depend on is checked by every build.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
wrong=0 ran=0
only=
[ "${1-}" != --only ] || only=${2-}

# rule NAME COMMAND… : the command prints what is wrong and fails.
rule() {
    local name=$1
    shift
    [ -z "$only" ] || [ "$only" = "$name" ] || return 0
    ran=$((ran + 1))
    if "$@"; then echo "ok: $name"; else echo "WRONG: $name"; wrong=$((wrong + 1)); fi
}

# Every file of the project; in an unpacked archive, where git knows nothing, every one but what was built.
files() {
    if [ -e .git ]; then
        git ls-files --cached --others --exclude-standard | while IFS= read -r file; do [ ! -f "$file" ] || echo "$file"; done
    else
        find . -type f -not -path './.build/*' -not -name '*.pyc' -printf '%P\n' | sort
    fi
}

# in_files PLACES COMMAND… : runs a command on the files whose names match an extended regular expression.
in_files() {
    local places=$1
    shift
    files | grep -E "$places" | tr '\n' '\0' | xargs -0 "$@"
}

format() { in_files '\.swift$' swift format lint --strict --parallel; }

short_files() {
    local long
    long=$(in_files '\.swift$' wc -l | awk '$2 != "total" && $1 > 400 { print $2 ": " $1 " lines" }')
    [ -z "$long" ] || { echo "$long"; return 1; }
}

scripts() { in_files '\.sh$|^\.ci/run$|^debian/tests/smoke$' shellcheck --shell=bash --severity=warning --external-sources --source-path=SCRIPTDIR; }

# Warnings and worse: everything from that level up would be wrong on some reader's terminal.
pages() { mandoc -T lint -W warning man/*.[1-9]; }

units() { Tests/service/test_units.sh >/dev/null || Tests/service/test_units.sh; }

# finds_nothing PLACES PATTERN… : no line of the files matches; prints those that do.
finds_nothing() {
    local found
    found=$(in_files "$1" grep -Hn "${@:2}" --)
    [ -z "$found" ] || { echo "$found"; return 1; }
}

# The paths of this checkout and this user's home must not be in the repository.
no_local_paths() { finds_nothing . -F -e "$PWD/" -e "$HOME/"; }

# In two pieces, because this file is searched, too.
no_leftovers() { finds_nothing '^(Sources|Tests|config|systemd|man|docs|Makefile|scripts)' -E '\b(TO''DO|FIX''ME|X''XX)\b'; }

# In the daemon, `Owner` starts every task and lets it sleep: Swift's thread pool would wake the process once a second forever.
no_thread_pool() {
    local found
    found=$(in_files '^Sources/' grep -HnE '\bTask(\.detached)? *[({]|Task\.(sleep|yield)\(' -- |
        grep -vE '^Sources/(FaderCLI|FaderKit|FaderKitTesting)/|^Sources/FaderSystem/Loops/Owner.swift:')
    [ -z "$found" ] || { echo "$found"; return 1; }
}

# A program that ends waits for whoever waits in readLine (glibc 2.41, in exit). Where one asks on its only thread, nobody does.
no_waiting_for_lines() {
    local found
    found=$(in_files '^Sources/' grep -HnF 'readLine(' -- | grep -v '^Sources/FaderCLI/Commands/Doctor/DoctorReport.swift:')
    [ -z "$found" ] || { echo "use InputLines:"; echo "$found"; return 1; }
}

# Without it ArgumentParser derives the name at each start, which takes longer than everything else in the start.
command_names() {
    local bare
    bare=$(grep -rA1 'CommandConfiguration($' Sources/FaderCLI | grep -v -e 'CommandConfiguration($' -e '^--$' -e 'commandName:'
        grep -rn 'CommandConfiguration([^)]' Sources/FaderCLI | grep -v 'commandName:')
    [ -z "$bare" ] || { echo "commands without commandName:"; echo "$bare"; return 1; }
}

# Every file of Web/ is in the program, and is one of those that a build looks at to see what has changed.
web_files() {
    local compiler
    compiler=$(dirname "$(readlink -f "$(command -v swift)")")/clang
    diff <(files | grep '^Web/' | sort) <("$compiler" -M -I Sources/CPage/include -I Sources -I Web Sources/CPage/page.c | tr ' ' '\n' | grep '^Web/' | sort)
}

# What packages of other distributions are made of, as far as it can be read with what a build has; more where their own programs are installed.
packaging() {
    local wrong=0 name version page
    shellcheck --shell=bash --severity=warning --exclude=SC2034,SC2154,SC2164 packaging/arch/PKGBUILD || wrong=1
    python3 - packaging/container/faderd.container <<'PYTHON' || wrong=1
import configparser, sys
unit = configparser.ConfigParser(strict=False, interpolation=None)
unit.read(sys.argv[1])
if unit.sections() != ["Unit", "Container", "Service", "Install"]:
    sys.exit(f"{sys.argv[1]} has the sections {unit.sections()}")
PYTHON
    while read -r name version; do
        grep -qF "swiftPackage \"$name\" \"$version\"" packaging/nix/packages.nix || { echo "packaging/nix/packages.nix: it has no $name $version, as docs/packaging.md has"; wrong=1; }
    done < <(sed -nE 's#^\| <https://github.com/apple/([a-z-]+)> \| ([0-9.]+) \|.*#\1 \2#p' docs/packaging.md)
    ! command -v rpmspec >/dev/null || rpmspec -P packaging/fedora/faderd.spec >/dev/null || wrong=1
    ! command -v hadolint >/dev/null || hadolint packaging/container/Containerfile || wrong=1
    if command -v nix-instantiate >/dev/null; then
        for page in packaging/nix/*.nix; do nix-instantiate --parse "$page" >/dev/null || wrong=1; done
    fi
    return "$wrong"
}

one_version() { scripts/version.sh --check; }

# A tour that grows is no tour: what is decided about a type stands at the type.
short_design() {
    local words
    words=$(wc -w <docs/DESIGN.md)
    [ "$words" -le 2500 ] || { echo "docs/DESIGN.md has $words words"; return 1; }
}

module_pages() {
    local missing
    missing=$(files | grep '^Sources/[Ff]ader[^/]*/.*swift$' | cut -d/ -f2 | sort -u | while IFS= read -r module; do
        [ -f "Sources/$module/README.md" ] || echo "Sources/$module has no README.md"
    done)
    [ -z "$missing" ] || { echo "$missing"; return 1; }
}

# The types, functions and files that the tour and the pages of modules name are in the sources.
names_in_pages() {
    local names missing
    names=$(mktemp)
    in_files '^Sources/.*README\.md$|^docs/DESIGN\.md$' grep -ohE '`[A-Za-z][A-Za-z0-9_.+/-]*`' -- | tr -d '`' | tr './+-' '\n' | grep -E '^[A-Za-z]{3,}' | sort -u >"$names"
    missing=$({ files; in_files '^(Sources|Tests|scripts)/.*\.(swift|h|sh|txt)$|^Package\.swift$' cat --; } | grep -owFf "$names" | sort -u | comm -23 "$names" -)
    rm -f "$names"
    [ -z "$missing" ] || { echo "named in docs/DESIGN.md or a module's README.md, but not in the sources: $(echo $missing)"; return 1; }
}

# Folders that need one another, by the index of the newest build. A change since that build may have mended or made a circle; `make test` looks after its
# own build.
no_circles() {
    local build newest='' changed
    for build in .build/debug .build/release; do
        [ ! -d "$build/index/store/v5/units" ] || [ "$build/index/store/v5/units" -ot "$newest" ] || newest=$build/index/store/v5/units
    done
    if [ -z "$newest" ]; then
        echo "not checked: there is no index; every build leaves one"
        return
    fi
    changed=$(find Sources -name '*.swift' -newer "$newest" -print -quit)
    if [ -n "$changed" ]; then
        echo "not checked: $changed is newer than the last build"
        return
    fi
    scripts/circles.py "${newest%/v5/units}"
}

scripts/setup.sh lint || exit
rule "swift format" format
rule "no Swift file over 400 lines" short_files
rule "every file of Web/ is in Sources/CPage/page.c" web_files
rule "shell scripts" scripts
rule "manual pages" pages
rule "systemd units" units
rule "no paths of this machine" no_local_paths
rule "packages of other distributions" packaging
rule "one version everywhere" one_version
rule "the tour has at most 2,500 words" short_design
rule "every module has a page" module_pages
rule "what the pages name is in the sources" names_in_pages
rule "no folder needs a folder that needs it, and few files need one another" no_circles
rule "nothing left to do in a comment" no_leftovers
rule "nothing in the daemon on Swift's thread pool" no_thread_pool
rule "nothing waits in readLine while the program ends" no_waiting_for_lines
rule "every command has its name written down" command_names
[ "$ran" -gt 0 ] || { echo "lint.sh: there is no rule \"$only\"" >&2; exit 64; }
[ "$wrong" -eq 0 ] || { echo "$wrong rules broken"; exit 1; }
