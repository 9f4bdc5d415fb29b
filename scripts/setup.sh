#!/usr/bin/env bash
# setup.sh build|lint : installs the Debian packages that are needed and missing; for build, checks that Swift is new enough.
set -euo pipefail
cd "$(dirname "$0")/.."
. Tests/lib/shell.sh

check_swift() {
    command -v swift >/dev/null || die "no swift in PATH; get Swift 6.2 or newer from https://www.swift.org/install/linux"
    local said version
    said=$(swift --version 2>&1) || die "swift does not start; it says: $said"
    version=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$said" | head -n 1)
    [ -n "$version" ] || die "\"swift --version\" names no version; it says: $said"
    [ "$(printf '%s\n' 6.2 "$version" | sort -V | head -n 1)" = 6.2 ] || die "Swift $version is too old; faderd needs 6.2 or newer"
}

# ICU is opened when needed, so only the tests and a configuration with a locale need it. Its package has the release in its name.
icu_package() { apt-cache pkgnames libicu 2>/dev/null | grep -xE 'libicu[0-9]+' | sort -V | tail -n 1 | grep . || echo libicu72; }

case ${1-} in
build)
    check_swift
    install_packages git ca-certificates binutils libc6-dev libstdc++-12-dev pkg-config libasound2-dev libyaml-dev "$(icu_package)"
    ;;
lint) install_packages mandoc shellcheck python3 ;;
*)
    sed -n '2s/^# //p' "$0" >&2
    exit 64
    ;;
esac
