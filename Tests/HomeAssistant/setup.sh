#!/usr/bin/env bash
# Makes a Debian 13 with a whole Home Assistant in .build/roots/house, from Tests/Packages' minimal one: 1.6 GB, some minutes. It is safe to run again: it
# keeps what is there. Needs root and the network.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

build=$(cd "$here/../../.build" && pwd -P)
root=$build/roots/house
[ "$(id -u)" -eq 0 ] || die "the files of a Debian belong to several users: run this as root"
cmp -s "$here/requirements.txt" "$root/srv/requirements.txt" && exit 0
"$here/../Packages/setup.sh"
rm -rf "$root"
cp -a "$build/roots/trixie" "$root"
log=$root.log

# Python's programs in it have the network, the certificates and pip's settings of this machine. It has /dev and /proc as long as this takes.
fill() {
    mount --bind /dev "$root/dev" && mount -t proc proc "$root/proc" || return
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    [ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
    mkdir -p "$root/etc/ssl/certs"
    cp -a /etc/ssl/certs/. "$root/etc/ssl/certs/"
    # lru-dict, pymicro-vad and pyspeex-noise have no wheels for this Python.
    DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get install -yqq --no-install-recommends \
        python3 python3-venv ca-certificates gcc g++ libc6-dev python3-dev tzdata || return
    chroot "$root" python3 -m venv /srv/ha || return
    local pip=(chroot "$root" /srv/ha/bin/pip install --quiet --disable-pip-version-check --prefer-binary)
    cp "$here/requirements.txt" "$root/tmp/" && "${pip[@]}" --requirement /tmp/requirements.txt || return
    # Home Assistant fetches what its integrations want at their first start, unless that is there.
    chroot "$root" /srv/ha/bin/python - <"$here/integrations.py" >"$root/tmp/integrations.txt" || return
    "${pip[@]}" --requirement /tmp/integrations.txt || return
    mkdir -p "$root/srv/config/.storage" && cp "$here/configuration.yaml" "$root/srv/config/" || return
    chroot "$root" /srv/ha/bin/hass --script auth -c /srv/config add owner owner-pw || return
    echo '{"version": 4, "minor_version": 1, "key": "onboarding", "data": {"done": ["user", "core_config", "analytics", "integration"]}}' \
        >"$root/srv/config/.storage/onboarding"
}
export -f fill
export here root
unshare --mount --propagation private bash -c fill >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    die "Home Assistant could not be installed; all of it is in $log"
}
cp "$here/requirements.txt" "$root/srv/"
