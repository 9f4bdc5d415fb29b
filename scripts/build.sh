#!/usr/bin/env bash
# build.sh programs|debug|release|tests|probe|checked
#
# programs: faderd and faderctl alone, as debug builds: half the work of release builds. For trying things out.
# debug:    everything with its tests, for working on it: after a change little is compiled anew.
# release:  faderd and faderctl with the Swift library linked in, so that they run on a machine without a toolchain.
# tests:    the tests of the modules, from the same modules as those programs, checking that no target imports a module it does not depend on.
# probe:    EngineProbe and KitProbe with the same flags, which measure what a debug build cannot tell, the example tweak, and FaderKitTesting.
# checked:  EngineProbe as a debug build, which checks for overlapping accesses.
set -euo pipefail
cd "$(dirname "$0")/.."
# Package.swift has flags for our own release builds; a package that depends on this one gets none of them.
export FADERD_TUNED=1

# The compiler uses much memory in many places; with large pages it needs a fifth less time. A kernel that has none of them ignores this.
export GLIBC_TUNABLES="${GLIBC_TUNABLES:+$GLIBC_TUNABLES:}glibc.malloc.hugetlb=1"

# One set of flags for all debug builds; otherwise each would rebuild everything. A module's files are compiled by one process:
# every process reads all imported modules and expands the macros @Test and @Suite of all files.
debug_build() {
    swift build --explicit-target-dependency-import-check error \
        -Xswiftc -driver-batch-count -Xswiftc 1 -Xswiftc -use-ld=lld "$@"
}

# With an index, of which `make test` learns what needs what: it takes a two-hundredth of the time, and the same code comes out.
# Without what a debugger reads: the units forbid backtraces anyway. Nor do they need frame pointers, which take one in twenty of the instructions
# of an event. Without what lets the compiler keep parts of an earlier build, the same sources give the same bytes, whatever was built before. Tests
# see what is internal, so what they test is what gets installed. In a folder of its own, so that a debug build stays what it is.
release_build() {
    swift build -c release --scratch-path .build/static --explicit-target-dependency-import-check error --omit-frame-pointers -debug-info-format none --enable-index-store \
        -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen "$@"
    ln -sfn static/release .build/release
}

scripts/setup.sh build
case ${1-} in
programs)
    for program in faderd faderctl; do debug_build --product "$program"; done
    ;;
debug) debug_build --build-tests ;;
release)
    for program in faderd faderctl; do release_build --product "$program"; done
    ;;
checked) debug_build --product EngineProbe ;;
tests) release_build --product faderdPackageTests ;;
probe)
    for program in EngineProbe KitProbe tweak; do release_build --product "$program"; done
    release_build --target FaderKitTesting
    ;;
*)
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
