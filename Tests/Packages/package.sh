#!/usr/bin/env bash
# package.sh : makes what the tests of the package need, of the programs in FADERD_BIN (default: .build/release): the package in .build/deb, and
# in .build/deb/older the same as a lower version, for upgrades. Several tests may call it at the same time; the first one makes it.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$checkout/Tests/lib/shell.sh"
cd "$checkout"
FADERD_BIN=$(cd "${FADERD_BIN:-.build/release}" && pwd -P)
export FADERD_BIN
made=.build/deb/made

# Of everything that the package is made of.
fingerprint() {
    sha256sum "$FADERD_BIN/faderd" "$FADERD_BIN/faderctl" LICENSE ./*.md ./*.xml Tests/Packages/package.sh
    find debian systemd scripts man docs config Clients Examples -type f -not -name "*.pyc" -print0 | sort -z | xargs -0 sha256sum
}

exec 8>"${TMPDIR:-/tmp}/faderd-package.$(id -u)"
flock 8
now=$(fingerprint | sha256sum)
[ "$(cat "$made" 2>/dev/null)" != "$now" ] || exit 0
scripts/deb.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dpkg-deb -R .build/deb/faderd_*.deb "$work"
sed -i 's/^Version: .*/Version: 0.1.0/' "$work/DEBIAN/control"
mkdir .build/deb/older
dpkg-deb --root-owner-group -Znone -b "$work" .build/deb/older >/dev/null
echo "$now" >"$made"
