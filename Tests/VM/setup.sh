#!/usr/bin/env bash
# Gets what the tests on the real ALSA sequencer need: packages, and a stock Debian kernel, which is not installed.
# It is safe to run again: it keeps what is there. Needs root (or sudo) for packages.
set -euo pipefail
. "$(dirname "$0")/common.sh"

fetch_kernel() {
    [ -s "$vm_cache/version" ] && return 0
    local package version work=$vm_cache/kernel.new
    package=$(apt-cache depends linux-image-amd64 2>/dev/null | awk '$1 == "Depends:" { print $2; exit }')
    if [ -z "$package" ]; then
        as_root apt-get update -qq
        package=$(apt-cache depends linux-image-amd64 | awk '$1 == "Depends:" { print $2; exit }')
    fi
    [ -n "$package" ] || die "apt knows no linux-image-amd64; these tests need Debian's package lists"
    version=${package#linux-image-}
    echo "fetching $package"
    rm -rf "$work" "$vm_cache/kernel"
    mkdir -p "$work/deb"
    # An outdated list may name a package that the mirror has already replaced: then it is refreshed once.
    (cd "$work/deb" && { apt-get download -qq "$package" || { as_root apt-get update -qq && apt-get download -qq "$package"; }; })
    dpkg -x "$work"/deb/linux-image-*.deb "$work"
    rm -rf "$work/deb"
    # Debian 13 has the modules below /usr, compressed.
    [ -d "$work/lib" ] || ln -s usr/lib "$work/lib"
    find "$work/lib/modules/" -name '*.ko.xz' -exec unxz {} +
    find "$work" -name dummy_hcd.ko -exec python3 "$vm_here/full_speed.py" {} +
    mv "$work" "$vm_cache/kernel"
    depmod -b "$vm_cache/kernel" "$version"
    echo "$version" >"$vm_cache/version.new"
    mv "$vm_cache/version.new" "$vm_cache/version"
}

# Unpacks the kernel, also in a cache from before the tests needed that.
unpack_kernel() {
    local kernel=$vm_cache/kernel/boot/vmlinux
    [ -s "$kernel" ] || { python3 "$vm_here/unpack_kernel.py" "$vm_cache"/kernel/boot/vmlinuz-* "$kernel.new" && mv "$kernel.new" "$kernel"; }
}

install_packages qemu-system-x86 busybox-static kmod zstd xz-utils alsa-utils python3 strace procps
mkdir -p "$vm_cache"
vm_cache=$(cd "$vm_cache" && pwd)
fetch_kernel
unpack_kernel
read_kernel
echo "ready: kernel $vm_version in $vm_cache"
