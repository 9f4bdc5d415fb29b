#!/usr/bin/env bash
# Gets what the tests on the real ALSA sequencer need: a stock Debian kernel, which is not installed, and the tool that boots it.
# It is safe to run again: it keeps what is there. Needs root (or sudo) for packages and for the link under /lib/modules.
set -euo pipefail
. "$(dirname "$0")/common.sh"

tool_version=1.42

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

# The guest of boot.sh sees the host's files and looks for its modules there. A directory or link that works is left alone.
link_modules() {
    local link=/lib/modules/$vm_version
    [ -e "$link/modules.dep" ] && return 0
    as_root mkdir -p /lib/modules
    as_root ln -sfn "$vm_modules" "$link"
}

install_tool() {
    local venv=$vm_cache/venv
    [ "$(cat "$venv/tool-version" 2>/dev/null)" = "$tool_version" ] && return 0
    rm -rf "$venv"
    /usr/bin/python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "virtme-ng==$tool_version"
    echo "$tool_version" >"$venv/tool-version"
}

install_packages qemu-system-x86 busybox-static kmod zstd alsa-utils libasound2 python3 python3-venv strace procps
mkdir -p "$vm_cache"
vm_cache=$(cd "$vm_cache" && pwd)
# The guest has its own /var/tmp, /run, /proc, /sys and /dev.
case "$vm_cache/" in
/var/tmp/* | /run/*) die "the guest cannot see $vm_cache; set FADERD_VM_DIR to another place" ;;
esac
fetch_kernel
unpack_kernel
read_kernel
link_modules
install_tool
echo "ready: kernel $vm_version, vng $tool_version in $vm_cache"
