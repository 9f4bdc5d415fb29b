#!/usr/bin/env bash
# What a build needs is asked for before it begins: scripts/setup.sh ends in a moment, with a sentence, if something is missing.
set -uo pipefail
. "$(dirname "$0")/promise.sh"
. "$service_here/../lib/shell.sh"

# A `swift` and a `swiftc` in $work/bin, and a toolchain in $work/usr, which begin as the real ones.
fresh() {
    rm -rf "${work:?}/bin" "${work:?}/usr"
    mkdir -p "$work/bin" "$work/usr/bin" "$work/usr/lib/swift"
    local program
    for program in clang swift-build swift-frontend lld ld.lld; do ln -s "$toolchain/$program" "$work/usr/bin/$program"; done
    ln -s "$toolchain/swift" "$work/bin/swift"
    printf '#!/bin/sh\necho \047    "runtimeResourcePath": "%s/lib/swift"\047\n' "$work/usr" >"$work/bin/swiftc"
    chmod +x "$work/bin/swiftc"
}

set_up() { PATH=$work/bin:$PATH "$checkout/scripts/setup.sh" build; }

# says WORDS… : setup.sh fails and names them.
says() {
    local said word
    if said=$(set_up 2>&1); then
        echo "it does not fail: $said"
        return 1
    fi
    for word in "$@"; do
        grep -qF "$word" <<<"$said" || { echo "$said"; return 1; }
    done
}

# replace PROGRAM LINE… : puts a script in the place of a program of the toolchain.
replace() {
    rm -f "$1"
    printf '%s\n' '#!/bin/sh' "${@:2}" >"$1"
    chmod +x "$1"
}

passes_here() { fresh && set_up; }

# As on a Debian whose newest GCC has no libstdc++.
names_the_library() {
    fresh
    replace "$work/usr/bin/clang" "for word; do shift; [ \"\$word\" != -lstdc++ ] || word=-lno-such; set -- \"\$@\" \"\$word\"; done" "exec $toolchain/clang \"\$@\""
    says "a trial program cannot be linked" "no-such"
}

names_the_shared_library() {
    fresh
    # A program linked with a library that is gone.
    echo 'void f(void) {}' | "$toolchain/clang" -x c -shared -fPIC - -o "$work/libgone.so" &&
        echo 'void f(void); int main(void) { f(); }' | "$toolchain/clang" -x c - -x none "$work/libgone.so" -o "$work/program" || return 1
    rm -f "$work/libgone.so" "$work/usr/bin/swift-build"
    cp "$work/program" "$work/usr/bin/swift-build"
    says "needs libraries that are not here" libgone.so
}

names_the_old_swift() {
    fresh
    replace "$work/bin/swift" 'echo "Swift version 6.1.2 (swift-6.1.2-RELEASE)"'
    says "Swift 6.1 is too old" "needs 6.2 or newer"
}

names_no_toolchain() {
    fresh
    replace "$work/bin/swiftc" 'echo "{}"'
    says "names no toolchain"
}

# As on a distribution with other packages.
needs_no_apt() {
    fresh
    mkdir -p "$work/tools"
    ln -sf /usr/bin/* "$work/tools"
    rm -f "$work"/tools/{apt*,dpkg*}
    PATH=$work/bin:$work/tools "$checkout/scripts/setup.sh" build && replace "$work/usr/bin/clang" "echo 'error: no -lasound'; exit 1" &&
        ! PATH=$work/bin:$work/tools "$checkout/scripts/setup.sh" build >"$work/said" 2>&1 && grep -qF "no -lasound" "$work/said"
}

sentences=("everything for a build is here" "a library that cannot be linked is named before the build"
    "a shared library that the toolchain misses is named before the build" "a Swift that is too old is named"
    "a compiler that does not say where its toolchain is fails with a sentence"
    "without apt nothing is installed, and what is missing is still named")
if command -v swiftc >/dev/null && toolchain=$(swift_toolchain); then
    promise "${sentences[0]}" passes_here
    promise "${sentences[1]}" names_the_library
    promise "${sentences[2]}" names_the_shared_library
    promise "${sentences[3]}" names_the_old_swift
    promise "${sentences[4]}" names_no_toolchain
    promise "${sentences[5]}" needs_no_apt
else
    skip "there is no Swift" "${sentences[@]}"
fi
tell
