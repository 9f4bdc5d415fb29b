#!/usr/bin/env bash
# faderkit.sh api [--write] | docs [DIRECTORY]
#
# api:  compares what FaderKit and FaderKitTesting offer with Sources/FaderKit/API.txt, and prints the difference; --write writes it there. A line
#       that goes or changes breaks the programs of others: that needs a new major version, or an entry of CHANGELOG.md that says so.
# docs: makes the documentation of FaderKit in .build/faderkit-docs, or in DIRECTORY; a warning is an error.
#
# Both read the modules of the release build.
set -euo pipefail
cd "$(dirname "$0")/.."
. Tests/lib/shell.sh

modules=.build/release/Modules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# graph MODULE : writes what the module offers as JSON into $work/MODULE.
graph() {
    [ -f "$modules/$1.swiftmodule" ] || die "there is no $modules/$1.swiftmodule; run: scripts/build.sh probe"
    mkdir -p "$work/$1"
    local flags=() map
    # The C modules that it imports, as SwiftPM passes them to the compiler.
    for map in .build/release/C*.build/module.modulemap .build/static/checkouts/*/Sources/*/include/module.modulemap Sources/C{ALSA,YAML}/module.modulemap; do
        flags+=(-Xcc "-fmodule-map-file=$map")
    done
    "$(swift_toolchain)/swift-symbolgraph-extract" -module-name "$1" -target "$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)" \
        -I "$modules" "${flags[@]}" -minimum-access-level public -skip-synthesized-members -output-dir "$work/$1"
}

# list MODULE : a line for each thing that it offers.
list() {
    python3 - "$work/$1" <<'END'
import glob, json, sys
lines = set()
for path in glob.glob(f"{sys.argv[1]}/*.symbols.json"):
    with open(path, encoding="utf-8") as file:
        for symbol in json.load(file)["symbols"]:
            declaration = " ".join("".join(piece["spelling"] for piece in symbol["declarationFragments"]).split())
            lines.add(f"{'.'.join(symbol['pathComponents'])}: {declaration}")
print("\n".join(sorted(lines)))
END
}

case ${1-} in
api)
    for module in FaderKit FaderKitTesting; do graph "$module"; done
    { echo "FaderKit"; list FaderKit; echo; echo "FaderKitTesting"; list FaderKitTesting; } >"$work/API.txt"
    if [ "${2-}" = --write ]; then
        cp "$work/API.txt" Sources/FaderKit/API.txt
    else
        diff -u Sources/FaderKit/API.txt "$work/API.txt" || {
            echo "FaderKit offers something else; if that is meant: scripts/faderkit.sh api --write"
            exit 1
        }
    fi
    ;;
docs)
    graph FaderKit
    "$(swift_toolchain)/docc" convert Sources/FaderKit/FaderKit.docc --additional-symbol-graph-dir "$work/FaderKit" --warnings-as-errors \
        --fallback-display-name FaderKit --fallback-bundle-identifier faderd.FaderKit --output-path "${2:-.build/faderkit-docs}"
    ;;
*)
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
