#!/usr/bin/env bash
# programs.sh : builds faderd and faderctl for arm64, runs the tests below with them under qemu-user, and installs the package in a Debian of arm64.
#
# `make test` does not run it: the compiler and the libraries are 1.1 GB, and the build takes as long as all the tests.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../service/promise.sh"
cd "$checkout"
. Tests/lib/shell.sh

# Of what a musician does, a part of each: values and text, the motors and displays of a virtual device, undo and the history, the state after kill -9, the
# page, OSC over loopback. Not: tests that measure, that limit or look at faderd's process (which is the emulator's), or in which one program starts the other.
tests=(
    Tests/Daemon/test_virtual.py Tests/Daemon/test_undo.py Tests/Daemon/test_snapshots.py Tests/Daemon/test_history.py
    Tests/Daemon/test_web.py Tests/Targets/test_osc.py
)

install_packages qemu-user-static binutils-aarch64-linux-gnu file python3 curl libqrencode4 libexpat1
scripts/arm64.sh build
promise "both programs are for arm64" sh -c 'for program in faderd faderctl; do file -L ".build/arm64/release/$program" | grep "ARM aarch64" || exit; done'
promise "they need no newer glibc than Debian 12's" sh -c '! aarch64-linux-gnu-readelf -V .build/arm64/release/faderd .build/arm64/release/faderctl | grep -E "GLIBC_2\.(3[7-9]|[4-9])"'

python=(env FADERD_BIN="$checkout/.build/arm64/emulated" PYTHONPATH="$checkout/Tests/lib" PYTHONDONTWRITEBYTECODE=1 python3 Tests/lib/testing.py)
"${python[@]}" --side-by-side 2 --filter '!show --watch' "${tests[@]}" 2>&1 | tee "$work/python" || true
read -r p _ f _ s _ < <(tail -n 1 "$work/python" | tr -d ,)
passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))

scripts/arm64.sh deb
root=$checkout/.build/arm64/debian12
in_package_root() {
    as_root unshare --mount --propagation private sh -euc 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"' "$root" "$@"
}
is_installed() {
    as_root cp .build/arm64/deb/faderd_*_arm64.deb "$root/tmp/faderd.deb"
    in_package_root dpkg --force-depends --install /tmp/faderd.deb && in_package_root test -x /usr/bin/faderd
}
passes_smoke() {
    local program
    as_root mkdir -p "$root/tmp/bin"
    for program in faderd faderctl; do
        printf '#!/bin/sh\nexec qemu-aarch64-static /usr/bin/%s "$@"\n' "$program" | as_root tee "$root/tmp/bin/$program" >/dev/null
        as_root chmod +x "$root/tmp/bin/$program"
    done
    as_root cp debian/tests/smoke "$root/tmp/smoke"
    in_package_root env PATH=/tmp/bin:/usr/bin:/bin sh /tmp/smoke
}
is_removed() { in_package_root dpkg --purge faderd && ! in_package_root test -e /usr/bin/faderd; }
promise "the package installs in a Debian 12 with arm64's libraries" is_installed
promise "what is installed passes debian/tests/smoke: values, a motor, a hand, undo, a restart" passes_smoke
promise "the package is removed" is_removed
tell
