#!/usr/bin/env bash
# build.sh programs|debug|tests|release|probe
#
# programs: faderd and faderctl alone, as debug builds: half the work of release builds. For trying things out.
# debug:    everything, checking that no target imports a module it does not depend on.
# tests:    the same, and the tests. They are debug builds, because assertions are on there and Swift Testing cannot be linked with a static library.
# release:  faderd and faderctl with the Swift library linked in, so that they run on a machine without a toolchain.
# probe:    EngineProbe and KitProbe with the same flags, which measure what a debug build cannot tell, and the example tweak.
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

# Stripped, and without what a debugger reads: symbols are a third of the file, and the units forbid backtraces anyway. Nor do they need frame
# pointers, which take one in twenty of the instructions of an event. Without what lets the compiler keep parts of an earlier build, the same sources
# give the same bytes, whatever was built before. In a folder of its own, so that a debug build can run at the same time: for most of its time a
# release build keeps one processor busy.
release_build() {
    swift build -c release --scratch-path .build/static --static-swift-stdlib --omit-frame-pointers -debug-info-format none -Xlinker -s \
        -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen --product "$1"
    ln -sfn static/release .build/release
}

scripts/setup.sh build
case ${1-} in
programs)
    for program in faderd faderctl; do debug_build --product "$program"; done
    ;;
debug) debug_build ;;
tests) debug_build --build-tests ;;
release)
    for program in faderd faderctl; do release_build "$program"; done
    ;;
probe)
    for program in EngineProbe KitProbe tweak; do release_build "$program"; done
    ;;
*)
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
