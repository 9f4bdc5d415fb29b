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

# require_libraries : the toolchain is made for one Debian and may miss shared libraries in another; its programs would then fail one by one.
require_libraries() {
    local missing programs
    programs=$(readlink -f "$toolchain"/{swift-build,swift-frontend,clang,lld})
    # What is no dynamic program is not its concern.
    missing=$(xargs -d '\n' ldd <<<"$programs" 2>/dev/null | awk '/not found/ { print $1 }' | sort -u | paste -sd ' ') || true
    [ -z "$missing" ] || die "the Swift toolchain in $toolchain needs libraries that are not here: $missing; install their packages, or a toolchain for this system"
}

# Clang takes the newest GCC that has crtbegin.o, and looks for libstdc++ there alone. Without any, the release's own g++ tells its number.
gcc_release() {
    find /usr/lib/gcc/*/ -maxdepth 2 -name crtbegin.o 2>/dev/null | sed -nE 's|.*/([0-9]+)/crtbegin.o$|\1|p' | sort -n | tail -n 1 | grep . ||
        apt-cache depends g++ 2>/dev/null | sed -nE 's/.*Depends: g\+\+-([0-9]+).*/\1/p' | tail -n 1 | grep .
}

# ICU is opened when needed, so only the tests and a configuration with a locale need it. Its package has the release in its name.
icu_package() {
    dpkg-query -W -f '${db:Status-Status} ${Package}\n' 'libicu[0-9]*' 2>/dev/null | sed -nE 's/^installed (libicu[0-9]+)$/\1/p' | tail -n 1 | grep . ||
        apt-cache pkgnames libicu 2>/dev/null | grep -xE 'libicu[0-9]+' | sort -V | tail -n 1 | grep .
}

# Links what every program here is linked with. A link that fails at the end of a build has cost minutes, and names no package.
try_link() {
    local said trial
    trial=$(mktemp)
    said=$(printf '%s\n' '#include <alsa/asoundlib.h>' '#include <yaml.h>' 'int main(void) { return snd_asoundlib_version() == yaml_get_version_string(); }' |
        "$toolchain/clang" -x c - -o "$trial" -fuse-ld=lld -lstdc++ -lm -lasound -lyaml 2>&1) ||
        die "a trial program cannot be linked, so a build would fail at its end: $(grep -m 1 error <<<"$said" || head -n 1 <<<"$said")"
    rm -f "$trial"
}

install_for_build() {
    local gcc icu
    # A machine whose lists of packages are empty, such as a new container, knows no names that have a number in them.
    { gcc_release && icu_package; } >/dev/null || as_root apt-get update -qq
    gcc=$(gcc_release) || die "apt knows no g++, so it is not known which libstdc++ to install; is this Debian with its main packages?"
    icu=$(icu_package) || die "apt knows no package libicu and a number; is this Debian with its main packages?"
    install_packages git ca-certificates binutils libc6-dev "libstdc++-$gcc-dev" pkg-config libasound2-dev libyaml-dev "$icu"
}

setup_build() {
    local toolchain
    check_swift
    toolchain=$(swift_toolchain)
    require_libraries
    # On other distributions their own packages say what a build needs (packaging/).
    if command -v apt-get >/dev/null; then install_for_build; fi
    try_link
}

case ${1-} in
build) setup_build ;;
lint) install_packages mandoc shellcheck python3 ;;
*)
    sed -n '2s/^# //p' "$0" >&2
    exit 64
    ;;
esac
