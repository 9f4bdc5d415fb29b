#!/usr/bin/env bash
# debian-root.sh SUITE DIRECTORY [PACKAGE…] : makes a minimal Debian in a directory; the packages are fetched into its cache, not installed.
#
# Its apt keeps what it knows about packages, for what is fetched here. Keeps what is there if it was made of the same. Needs root.
set -euo pipefail
. "$(dirname "$0")/../Tests/lib/shell.sh"

[ $# -ge 2 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 64; }
suite=$1 root=$2
shift 2
[ "$(id -u)" -eq 0 ] || die "the files of a Debian belong to several users: run this as root"
stamp="$suite $*"
if [ -x "$root/usr/bin/apt-get" ] && [ "$(cat "$root.stamp" 2>/dev/null)" = "$stamp" ]; then
    echo "ready: Debian $suite in $root"
    exit 0
fi

echo "building Debian $suite in $root"
rm -f "$root.stamp"
minimal_debian "$suite" "$root" --skip=cleanup/apt/lists
cp /etc/resolv.conf /etc/hosts "$root/etc/"
# Kept in the cache: the tests install packages many times, from one network access.
echo 'Binary::apt::APT::Keep-Downloaded-Packages "true";' >"$root/etc/apt/apt.conf.d/90keep"
[ $# -eq 0 ] || chroot "$root" apt-get install -y -qq --download-only "$@" >>"$root.log" 2>&1 || {
    tail -n 20 "$root.log" >&2
    die "Debian $suite has not all of these: $*"
}
echo "$stamp" >"$root.stamp"
echo "ready: Debian $suite in $root"
