#!/usr/bin/env bash
# in-debian12.sh COMMAND… : runs a command in this checkout, but in a root of Debian 12, with this machine's Swift toolchain. Needs root (or sudo).
#
# The root is .build/debian12; what the command builds is kept in .build/debian12.build, and what it leaves in .build/deb comes back here.
set -euo pipefail
cd "$(dirname "$0")/.."
. Tests/lib/shell.sh

[ $# -gt 0 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 64; }
here=$PWD
root=$here/.build/debian12 build=$here/.build/debian12.build
toolchain=$(readlink -f "$(command -v swift || die "no swift in PATH")")
toolchain=${toolchain%/usr/bin/*}

install_packages util-linux
# Swift packages of debug and release builds are fetched here, where git and the network are set up; to read Package.swift, Swift links it.
scripts/setup.sh build
for scratch in .build .build/static; do
    swift package --scratch-path "$scratch" resolve
    mkdir -p "$build${scratch#.build}"
    for part in checkouts repositories workspace-state.json; do cp -a "$scratch/$part" "$build${scratch#.build}/"; done
done
as_root scripts/debian-root.sh bookworm "$root"
mkdir -p .build/deb
as_root unshare --mount bash -euo pipefail -c '
    here=$1 root=$2 build=$3 toolchain=$4
    shift 4
    # Programs in there can then have mounts of their own.
    mount --bind "$root" "$root"
    mount_at() { mkdir -p "$root$2" && mount --rbind "$1" "$root$2"; }
    mount_at "$here" "$here"
    mount --bind "$build" "$root$here/.build"
    mount_at "$here/.build/deb" "$here/.build/deb"
    mount_at "$toolchain" "$toolchain"
    mount -t proc proc "$root/proc"
    mount_at /dev /dev
    inside() { chroot "$root" env -i PATH="$toolchain/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
    # What the toolchain itself needs, and what lets debian/rules run.
    inside apt-get install --yes -qq git make libncurses6 libcurl4 libxml2 libsqlite3-0 libedit2
    inside env --chdir="$here" "$@"
    chown -R "$(stat -c %u:%g "$here")" "$here/.build/deb" "$build"
' in-debian12 "$here" "$root" "$build" "$toolchain" "$@"
