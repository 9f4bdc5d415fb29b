#!/usr/bin/env bash
# debian-root.sh SUITE DIRECTORY [PACKAGE…] : makes a minimal Debian in a directory; the packages are fetched into its cache, not installed.
#
# The mirror and what is set for it are those of this machine's apt. Keeps what is there if it was made of the same. Needs root.
set -euo pipefail
. "$(dirname "$0")/../Tests/lib/shell.sh"

[ $# -ge 2 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 64; }
suite=$1 root=$2
shift 2
[ "$(id -u)" -eq 0 ] || die "the files of a Debian belong to several users: run this as root"
stamp="$suite $*"
if [ "$(cat "$root.stamp" 2>/dev/null)" = "$stamp" ]; then
    echo "ready: Debian $suite in $root"
    exit 0
fi

install_packages mmdebstrap
mirror=$(apt-get indextargets --format '$(SITE) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
    awk '$2 == "main" && $3 ~ /\/debian\/$/ { print $3; exit }')
[ -n "$mirror" ] || die "apt on this machine has no mirror of Debian, from which $suite could come"
echo "building Debian $suite in $root"
rm -rf "$root" "$root.stamp"
mkdir -p "$root"
settings=$root.apt
apt-config dump --format '%f "%v";%n' Acquire | grep -E '^Acquire::(Check-|https?::)' >"$settings" || true
# In half of debootstrap's time. Its apt keeps those settings, and what it knows about packages, for what is fetched below.
mmdebstrap --mode=root --variant=minbase --aptopt="$settings" --skip=cleanup/apt/lists "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
    tail -n 20 "$root.log" >&2
    die "mmdebstrap failed; all of it is in $root.log"
}
rm "$settings"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
# Kept in the cache: the tests install packages many times, from one network access.
echo 'Binary::apt::APT::Keep-Downloaded-Packages "true";' >"$root/etc/apt/apt.conf.d/90keep"
[ $# -eq 0 ] || chroot "$root" apt-get install -y -qq --download-only "$@" >>"$root.log" 2>&1 || {
    tail -n 20 "$root.log" >&2
    die "Debian $suite has not all of these: $*"
}
echo "$stamp" >"$root.stamp"
echo "ready: Debian $suite in $root"
