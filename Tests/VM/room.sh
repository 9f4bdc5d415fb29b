#!/usr/bin/env bash
# room.sh TAR BINARIES: packs what the tests need (interpreter, libraries, a few tools, the tests and the programs under test).
# FADERD_VM_TESTS: the directory with the tests (default: this one). FADERD_VM_TOOLS, FADERD_VM_FILES: more programs and files that they need,
# by their paths.
#
# The guest unpacks it in its memory and uses only that: at each access to the host's disk the guest's clock would jump ahead by the time
# that the host takes, and no timing could be trusted.
set -euo pipefail
. "$(dirname "$0")/common.sh"
out=$1 binaries=$2

tools=(bash busybox aconnect amixer aseqdump aseqnet amidi strace)
read -ra more <<<"${FADERD_VM_TOOLS-}"
list=$(mktemp)
trap 'rm -f "$list"' EXIT

libraries_of() {
    # ldd fails for a static program, which has none.
    { ldd "$@" 2>/dev/null || true; } | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\/.*ld-linux/ { print $1 }'
}

programs=(/usr/bin/python3)
for tool in "${tools[@]}"; do
    programs+=("$(command -v "$tool")") || die "there is no $tool; run Tests/VM/setup.sh first"
done
for tool in "${more[@]}"; do
    [ -x "$tool" ] || die "there is no $tool, which FADERD_VM_TOOLS names"
done
under_test=()
for name in faderd faderctl; do
    [ ! -x "$binaries/$name" ] || under_test+=("$name")
done
stdlib=$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
{
    printf '%s\n' "${programs[@]}" "$stdlib" /usr/share/alsa /etc/passwd /etc/group /etc/nsswitch.conf /etc/ld.so.cache
    [ ! -d /usr/lib/locale/C.utf8 ] || echo /usr/lib/locale/C.utf8
    libraries_of "${programs[@]}" "${more[@]}" "$stdlib"/lib-dynload/*.so "${under_test[@]/#/$binaries/}"
    # faderd opens ICU by name.
    for icu in /lib/*-linux-gnu/libicui18n.so.[0-9][0-9]; do
        [ ! -e "$icu" ] || { echo "$icu" && libraries_of "$icu"; }
    done
    # And libpulse.
    for pulse in /lib/*-linux-gnu/libpulse.so.0; do
        [ ! -e "$pulse" ] || { echo "$pulse" && libraries_of "$pulse"; }
    done
    # The C library loads these by name when it looks up a user.
    ls /lib/*-linux-gnu/libnss_files.so.2 2>/dev/null || true
} | sort -u | sed 's|^/||' >"$list"
from=${FADERD_VM_TESTS:-$vm_here}
tests=("$from"/test_*.py) modules=("$lib"/*.py)
tar -C / -h --exclude='*/config-3*' --exclude='*/test' --exclude='*/idlelib' -cf "$out" -T "$list"
tar -C "$vm_here" -h --transform 's|^|test/|' -rf "$out" inside-room.sh
tar -C "$from" -h --transform 's|^|test/|' -rf "$out" "${tests[@]##*/}"
for file in ${FADERD_VM_FILES-}; do
    tar -C "$(dirname "$file")" -h --transform 's|^|test/|' -rf "$out" "${file##*/}"
done
for tool in "${more[@]}"; do
    tar -C "$(dirname "$tool")" -h --transform 's|^|usr/bin/|' -rf "$out" "${tool##*/}"
done
tar -C "$lib" -h --transform 's|^|test/lib/|' -rf "$out" "${modules[@]##*/}"
tar -C "$vm_checkout/Tests" --transform 's|^Vectors|test/vectors|' -rf "$out" Vectors/controllers.csv Vectors/devices.csv
[ ! -d "$vm_checkout/config" ] || tar -C "$vm_checkout" --transform 's|^|test/|' -rf "$out" config
[ ${#under_test[@]} -eq 0 ] || tar -C "$binaries" -h --transform 's|^|test/bin/|' -rf "$out" "${under_test[@]}"
