#!/usr/bin/env bash
# Makes a Debian 13 with the Python that Home Assistant needs, and Home Assistant's wheel in it, from Tests/Packages' minimal one. It is safe to run
# again: it keeps what is there. Needs root.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

build=$(cd "$here/../../.build" && pwd -P)
root=$build/roots/home-assistant
[ "$(id -u)" -eq 0 ] || die "the files of a Debian belong to several users: run this as root"
cmp -s "$here/home-assistant.txt" "$root/opt/home-assistant.txt" && cp "$here/home_assistant.py" "$root/opt/" && exit 0
"$here/../Packages/setup.sh"
rm -rf "$root"
cp -a "$build/roots/trixie" "$root"
log=$root.log
{
    chroot "$root" apt-get install -y -qq --no-install-recommends python3 ca-certificates
    /usr/bin/python3 -m pip download --quiet --no-deps --python-version 3.13 --only-binary=:all: --dest "$root/opt/wheels" \
        --requirement "$here/home-assistant.txt"
} >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    die "Home Assistant could not be fetched; all of it is in $log"
}
for wheel in "$root"/opt/wheels/*.whl; do python3 -m zipfile -e "$wheel" "$root/opt/site"; done
rm -rf "$root/opt/wheels"
cp "$here/home_assistant.py" "$here/home-assistant.txt" "$root/opt/"
