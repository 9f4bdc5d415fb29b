#!/usr/bin/env bash
# run.sh : builds the C sources, and the ring of the MIDI thread, for arm64, and runs them under qemu-user. The linker and its flags are those of a
# release build. What qemu cannot show is the order in which another processor sees memory: that is read from the instructions.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"
. "$here/../service/promise.sh"
install_packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static libasound2-dev
toolchain=$(swift_toolchain) || exit
qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64) || die "there is no qemu-aarch64-static"
sources=$checkout/Sources

# ALSA's headers are the same for every processor, but stand beside those that are not.
mkdir "$work/include" && ln -s /usr/include/alsa "$work/include/alsa"

compile_c() {
    local file
    for file in "$sources"/CRealtime/*.c "$sources"/CICU/*.c "$here"/*.c; do
        aarch64-linux-gnu-gcc -std=gnu17 -O2 -Wall -Wextra -Werror -I"$sources/CRealtime/include" -I"$sources/CICU/include" \
            -I"$sources/CALSA" -idirafter "$work/include" -c "$file" -o "$work/$(basename "$file").o" || return 1
    done
}

# compile_swift DIRECTORY RESULT : the ring of that directory, with what C needs to call it.
compile_swift() {
    "$toolchain/swiftc" -target aarch64-none-none-elf -enable-experimental-feature Embedded -wmo -parse-as-library -O -swift-version 6 \
        -module-name Rings "$1/RingBuffer.swift" "$1/Wakefulness.swift" "$here/rings.swift" "${@:3}" -o "$2"
}

# The flags are read from Package.swift, so that they are the same.
link() {
    local flags=()
    read -r -a flags < <(sed -n '/^let installed/,/^])$/p' "$checkout/Package.swift" | grep -oE '"[^"]+"' | tr -d '"' |
        sed -E '/^-(Xlinker|s|static-stdlib|l.*)$/d; s/^(--.*|-z|pack.*)$/-Wl,\1/' | paste -sd ' ')
    [[ " ${flags[*]} " == *" -use-ld=lld "*pack-relative-relocs* ]] || { echo "Package.swift has other flags: ${flags[*]}"; return 1; }
    aarch64-linux-gnu-gcc -pie -B"$toolchain" "${flags[@]/-use-ld/-fuse-ld}" -o "$work/calls" "$work"/*.o
    aarch64-linux-gnu-readelf --dynamic "$work/calls" | grep RELR
}

is_arm64() { aarch64-linux-gnu-readelf --file-header "$work/calls" | grep 'Machine: *AArch64'; }

# shellcheck disable=SC2120
call() { timeout 60 "$qemu" -L /usr/aarch64-linux-gnu "$work/calls" "$@"; }

# instructions FUNCTION FILE : what the assembly has of a function of rings.swift.
instructions() { sed -n "/^\\\$e5Rings[0-9]*$1[^ ]*:/,/^\.Lfunc_end/p" "$2"; }

# Another processor sees the value before the place in the ring, in both directions: a store that releases, a load that acquires.
is_ordered() {
    local file=$1
    instructions push "$file" | grep -q stlr && instructions push "$file" | grep -q ldar &&
        instructions pop "$file" | grep -q stlr && instructions pop "$file" | grep -q ldar &&
        instructions mustRing "$file" | grep -q ldar && instructions becomes "$file" | grep -q stlr
}

ring_is_ordered() {
    compile_swift "$sources/FaderMIDI/Engine" "$work/rings.s" -emit-assembly && is_ordered "$work/rings.s"
}

# Without this, a check that finds something in any assembly would pass, too.
disorder_is_noticed() {
    mkdir -p "$work/relaxed"
    sed -E 's/\.(sequentiallyConsistent|acquiring)/.relaxed/' "$sources/FaderMIDI/Engine/RingBuffer.swift" >"$work/relaxed/RingBuffer.swift"
    cp "$sources/FaderMIDI/Engine/Wakefulness.swift" "$work/relaxed"
    compile_swift "$work/relaxed" "$work/relaxed.s" -emit-assembly && [ -s "$work/relaxed.s" ] && ! is_ordered "$work/relaxed.s"
}

promise "the C sources compile for arm64 without a warning" compile_c
promise "the ring of the MIDI thread compiles for arm64" compile_swift "$sources/FaderMIDI/Engine" "$work/rings.swift.o" -c
promise "the linker takes the flags of a release build for arm64" link
promise "the result is for arm64" is_arm64
while read -r check; do promise "arm64: $check" call "$check"; done < <(call)
promise "the ring's stores release and its loads acquire" ring_is_ordered
promise "a ring without that order would be noticed" disorder_is_noticed
tell
