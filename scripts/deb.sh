#!/usr/bin/env bash
# deb.sh [DIRECTORY] : makes the Debian packages in .build/deb, or in another directory; elsewhere than on Debian 12 in one below .build/deb.
#
# On Debian 12, so that the programs run with its libraries and all newer ones; elsewhere in a root of Debian 12 under .build/debian12, with this
# machine's Swift toolchain. The same path and the same toolchain give the same bytes. ARCH=arm64: for 64-bit
# ARM, in .build/arm64/deb, see scripts/arm64.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
. Tests/lib/shell.sh

package() {
    install_packages debhelper dpkg-dev dh-python python3
    SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -STimestamp)
    export SOURCE_DATE_EPOCH DEB_RULES_REQUIRES_ROOT=no DEB_DESTINATION=${1:-.build/deb}
    umask 022
    mkdir -p "$DEB_DESTINATION"
    rm -rf "${DEB_DESTINATION:?}"/*
    dpkg-architecture -a"${ARCH:-$(dpkg --print-architecture)}" -c debian/rules binary
    # What else debhelper leaves is of no use to anybody.
    rm -rf debian/.debhelper debian/debhelper-build-stamp debian/faderd debian/python3-faderd debian/files debian/*.debhelper* debian/*.substvars
    echo "made $(echo "$DEB_DESTINATION"/*.deb)"
}

case ${ARCH-} in
'' | amd64) ;;
# In the root that this makes, the script runs again, with programs that are built.
arm64) [ -n "${FADERD_BIN-}" ] || exec scripts/arm64.sh deb ;;
*) die "ARCH is arm64 or nothing, not $ARCH" ;;
esac
# shellcheck disable=SC1091
[ "$(. /etc/os-release && echo "$ID$VERSION_ID")" = debian12 ] || exec scripts/in-debian12.sh scripts/deb.sh "$@"
package "$@"
