#!/usr/bin/env bash
# arm64.sh sdk|build|deb
#
# Makes faderd for 64-bit ARM (Raspberry Pi OS, Debian 12 and newer) on an x86-64 machine. Everything is kept in .build/arm64.
#
# sdk:   a root of Debian sid with its Swift compiler, and Debian 12's arm64 libraries with sid's static Swift library. Needs root (or sudo);
#        fetches 1.1 GB, takes 4 GB and three minutes.
# build: faderd and faderctl in .build/arm64/release, with the flags of the release build, and in .build/arm64/emulated scripts that run them under
#        qemu-user. Makes the SDK if there is none.
# deb:   the packages in .build/arm64/deb. Builds first. Needs root (or sudo).
#
# swift.org has no Swift for cross-building to Debian 12 on arm64; Debian sid has Swift for both processors. A Swift module can only be read by the compiler
# version that wrote it, so the compiler and the library come from sid together.
set -euo pipefail
cd "$(dirname "$0")/.."
. Tests/lib/shell.sh

folder=$PWD/.build/arm64
root=$folder/sid sdk=$folder/sdk
bundle=$sdk/faderd-arm64.artifactbundle
sysroot=$bundle/arm64/sysroot
libraries=(libc6 libc6-dev linux-libc-dev libgcc-12-dev libgcc-s1 libstdc++-12-dev libstdc++6 libasound2 libasound2-dev libyaml-0-2 libyaml-dev libicu72)

# inside ROOT [VARIABLE=VALUE…] COMMAND… : runs a command in a root, with this checkout at the same place. The mounts end with it.
inside() {
    as_root unshare --mount --propagation private bash -euo pipefail -c '
        root=$1 here=$2
        shift 2
        mkdir -p "$root$here"
        mount --bind "$here" "$root$here"
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        exec chroot "$root" env -i --chdir="$here" PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"
    ' inside "$1" "$PWD" "${@:2}"
}

# fetch_libraries DIRECTORY : fetches the arm64 packages with an apt of its own, because this machine's apt knows neither arm64 nor sid.
fetch_libraries() {
    local work=$1 mirror suite
    mirror=$(debian_mirror)
    mkdir -p "$work"/{lists/partial,cache/archives/partial,parts,debs}
    : >"$work/status"
    for suite in bookworm sid; do echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"; done >"$work/sources.list"
    cat >"$work/apt.conf" <<A
APT::Architecture "arm64"; APT::Architectures { "arm64"; };
Dir::State "$work"; Dir::State::status "$work/status"; Dir::Cache "$work/cache";
Dir::Etc::sourcelist "$work/sources.list"; Dir::Etc::sourceparts "/dev/null"; Dir::Etc::preferencesparts "$work/parts";
APT::Sandbox::User "root";
A
    (
        export APT_CONFIG=$work/apt.conf
        cd "$work/debs"
        apt-get update -qq && apt-get download -qq swiftlang/sid "${libraries[@]/%//bookworm}"
    )
}

# The compiler reads modules of its own version only.
check_versions() {
    local compiler library
    compiler=$(chroot "$root" dpkg-query -W -f '${Version}' swiftlang)
    library=$(cat "$sdk/swift-version")
    [ "$compiler" = "$library" ] ||
        die "Debian sid's swiftlang is $compiler for amd64, but $library for arm64; wait until both are equal, then remove .build/arm64 and try again"
}

make_sdk() {
    local work=$sdk/work deb link
    [ ! -e "$sdk/complete" ] || return 0
    install_packages mmdebstrap util-linux debian-archive-keyring
    echo "making the Swift SDK for arm64 in $sdk"
    mkdir -p "$folder"
    as_root bash -c '. Tests/lib/shell.sh && minimal_debian sid "$1" --architectures=amd64 --dpkgopt="path-exclude=/usr/share/doc/*" \
        --dpkgopt="path-exclude=/usr/share/man/*" --include=swiftlang,git,ca-certificates,libc6-dev' sdk "$root"
    rm -rf "$sdk"
    mkdir -p "$sysroot"
    fetch_libraries "$work"
    for deb in "$work"/debs/*.deb; do
        case ${deb##*/} in
        swiftlang_*)
            dpkg-deb -f "$deb" Version >"$sdk/swift-version"
            dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$work" ./usr/libexec/swift/lib/swift_static ./usr/libexec/swift/lib/clang/17/include
            ;;
        *) dpkg -x "$deb" "$sysroot" ;;
        esac
    done
    check_versions
    mv "$work"/usr/libexec/swift/lib/{swift_static,clang} "$sysroot/usr/lib/"
    # Absolute links, and the folder /lib of Debian 12's packages, would lead out of the sysroot.
    cp -a "$sysroot/lib/." "$sysroot/usr/lib/" && rm -r "${sysroot:?}/lib" && ln -s usr/lib "$sysroot/lib"
    find "$sysroot" -lname '/*' | while read -r link; do ln -sfnr "$sysroot$(readlink "$link")" "$link"; done
    describe_sdk
    inside "$root" PATH=/usr/libexec/swift/bin:/usr/bin:/bin sh -euc 'clang --target=aarch64-unknown-linux-gnu --sysroot="$1" -std=gnu11 -O2 -fno-builtin \
        -ffunction-sections -Wall -Wextra -Werror -c scripts/arm64-glibc.c -o "$2/glibc.o"
        llvm-ar rcs "$1/usr/lib/aarch64-linux-gnu/libfaderglibc.a" "$2/glibc.o"' sh "$sysroot" "$work"
    rm -rf "$work"
    touch "$sdk/complete"
}

# What Swift has to know of the SDK.
describe_sdk() {
    cat >"$bundle/info.json" <<'J'
{ "schemaVersion": "1.0", "artifacts": { "faderd-arm64": { "type": "swiftSDK", "version": "1", "variants": [{ "path": "arm64" }] } } }
J
    # Both resources are the static ones: with another -resource-dir, -static-stdlib finds no static-stdlib-args.lnk.
    cat >"$bundle/arm64/swift-sdk.json" <<'J'
{
  "schemaVersion": "4.0",
  "targetTriples": {
    "aarch64-unknown-linux-gnu": {
      "sdkRootPath": "sysroot",
      "swiftResourcesPath": "sysroot/usr/lib/swift_static",
      "swiftStaticResourcesPath": "sysroot/usr/lib/swift_static",
      "toolsetPaths": ["toolset.json"]
    }
  }
}
J
    # Debian's compiler checks itself, and fails in one pass over modules that are built for size.
    cat >"$bundle/arm64/toolset.json" <<'J'
{
  "schemaVersion": "1.0",
  "rootPath": "/usr/libexec/swift/bin",
  "swiftCompiler": { "extraCLIOptions": ["-use-ld=lld", "-Xllvm", "-sil-disable-pass=use-prespecialized"] },
  "linker": { "extraCLIOptions": ["-lfaderglibc"] },
  "librarian": { "path": "llvm-ar" }
}
J
}

build() {
    local program
    make_sdk
    check_versions
    # Swift packages are fetched out here, where git and the network are set up.
    scripts/setup.sh build
    swift package --scratch-path "$folder/build" resolve
    for program in faderd faderctl; do
        inside "$root" FADERD_TUNED=1 GLIBC_TUNABLES=glibc.malloc.hugetlb=1 PKG_CONFIG_PATH="$sysroot/usr/lib/aarch64-linux-gnu/pkgconfig" \
            PKG_CONFIG_SYSROOT_DIR="$sysroot" swift build -c release --swift-sdks-path "$sdk" --swift-sdk faderd-arm64 --scratch-path "$folder/build" \
            --product "$program" --explicit-target-dependency-import-check error --omit-frame-pointers -debug-info-format none \
            -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
    done
    ln -sfn build/aarch64-unknown-linux-gnu/release "$folder/release"
    as_root chown -R "$(stat -c %u:%g .)" "$folder/build"
    mkdir -p "$folder/emulated"
    for program in faderd faderctl; do
        printf '#!/bin/sh\nexec qemu-aarch64-static -L "%s" -0 "$0" "%s" "$@"\n' "$sysroot" "$folder/release/$program" >"$folder/emulated/$program"
        chmod +x "$folder/emulated/$program"
    done
}

# What the package's own check runs, this processor cannot; Tests/arm64/programs.sh runs it under the emulator. The package is laid out in a Debian 12 that has the libraries of both processors, because dh_shlibdeps looks for those that the programs need.
deb() {
    local packages=$folder/debian12
    build
    install_packages qemu-user-static mmdebstrap
    [ -e "$packages.complete" ] || as_root bash -c '. Tests/lib/shell.sh && minimal_debian bookworm "$1" --architectures=amd64,arm64 \
        --include=debhelper,dpkg-dev,dh-python,python3,make,binutils-aarch64-linux-gnu,libc6:arm64,libasound2:arm64,libyaml-0-2:arm64,libstdc++6:arm64,libgcc-s1:arm64 &&
        touch "$1.complete"' deb "$packages"
    as_root cp "$(command -v qemu-aarch64-static)" "$packages/usr/bin/"
    inside "$packages" FADERD_BIN="$folder/release" FADERD_RUN=qemu-aarch64-static DEB_BUILD_OPTIONS=nocheck ARCH=arm64 scripts/deb.sh "$folder/deb"
    as_root chown -R "$(stat -c %u:%g .)" "$folder/deb"
}

case ${1-} in
sdk) make_sdk ;;
build) build ;;
deb) deb ;;
*)
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
