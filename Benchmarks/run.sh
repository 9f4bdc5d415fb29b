#!/usr/bin/env bash
# run.sh [native|machine|page] [PART]
#
# Measures the release build in FADERD_BIN (default: .build/release) and prints a Markdown table for docs/PERFORMANCE.md.
# native: start, sizes, memory, on this machine. machine: the cost of an event, in the instruction-counting virtual machine. page: the page
# in chromium. Default: all.
# PART: one part alone; its name is a key of PARTS in processes.py or machine.py.
# The exit code is 1 when a promise is not kept. The output of each part is in .build/bench.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../Tests/VM/common.sh"
binaries=$(cd "${FADERD_BIN:-$vm_checkout/.build/release}" && pwd -P)
out=$vm_checkout/.build/bench
mkdir -p "$out/bin"

compile() {
    local program
    for program in baseline measure rights console; do
        cc -O2 -Wall -Wextra -Werror "$here/roundtrip/$program.c" -o "$out/bin/$program" -lasound
    done
    cc -O2 -Wall -Wextra -Werror -shared -fPIC "$here/roundtrip/mallocs.c" -o "$out/bin/mallocs.so"
}

native() {
    local program
    install_packages pulseaudio pulseaudio-utils pipewire pipewire-pulse wireplumber dbus-daemon
    for program in exchange save; do
        cc -O2 -Wall -Wextra -Werror "$here/requests/$program.c" -o "$out/bin/$program"
    done
    cc -O2 -Wall -Wextra -Werror -shared -fPIC "$here/requests/steps.c" -o "$out/bin/steps.so"
    FADERD_BIN=$binaries PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$here:$vm_checkout/Tests/lib \
        /usr/bin/python3 "$here/processes.py" "$vm_checkout/config/profiles/virtual.yaml" "$out/bin" "$only" >"$out/native"
}

machine() {
    compile
    local room=$out/room.tar
    read_kernel
    "$vm_checkout/Tests/VM/room.sh" "$room" "$binaries"
    tar -C "$out/bin" -rf "$room" --transform 's|^|test/bin/|' baseline measure rights console mallocs.so
    # The last file of a name in an archive wins, so that the guest starts these measurements in place of the tests.
    tar -C "$here" -rf "$room" --transform 's|^|test/|' inside-room.sh machine.py configs.py rows.py
    "$vm_checkout/Tests/VM/boot.sh" --timeout 1800 -- bash "$vm_checkout/Tests/VM/inside.sh" "$room" "$only" >"$out/machine"
    rm -f "$room"
}

page() {
    "$vm_checkout/Tests/Web/setup.sh"
    install_packages chromium
    FADERD_BIN=$binaries PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$here:$vm_checkout/Tests/lib "$vm_checkout/.build/web/bin/python" "$here/page.py" >"$out/page"
}

usage() {
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 64
}

only=${2-}
case $#:${1-} in
0:*) parts=(native machine page) ;;
1:native | 1:machine | 1:page | 2:native | 2:machine) parts=("$1") ;;
*) usage ;;
esac
# Prints the output of a part that ended with an error.
trap '[ $? -eq 0 ] || cat "$out/$part" >&2' EXIT
for part in "${parts[@]}"; do
    : >"$out/$part"
    "$part"
done
trap - EXIT
/usr/bin/python3 "$here/rows.py" "${parts[@]/#/$out/}"
