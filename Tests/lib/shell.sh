# shellcheck shell=bash
# Sourced by the scripts that set up, run and measure: error messages, installation of missing packages, and the runner of the Python tests.
lib=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)

die() {
    echo "${0##*/}: $*" >&2
    exit 70
}

# Runs a command directly if this is root, else through sudo, which may ask for a password.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# install_packages NAME… : installs the missing ones together. Several scripts may call it at the same time.
install_packages() {
    (
        flock 9
        missing=()
        for name in "$@"; do
            [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
        done
        [ ${#missing[@]} -eq 0 ] && exit 0
        [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || die "there is no sudo; as root, run: apt-get install ${missing[*]}"
        echo "installing: ${missing[*]}"
        as_root apt-get update -qq 9>&-
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" 9>&-
    ) 9>"${TMPDIR:-/tmp}/faderd-packages.$(id -u)"
}

# python_packages DIRECTORY REQUIREMENTS : makes a virtual environment with exactly the packages that the file REQUIREMENTS names; one that has them stays.
python_packages() {
    install_packages python3 python3-pip
    cmp -s "$2" "$1/requirements.txt" && return 0
    rm -rf "$1"
    # With Debian's pip: one of its own takes a virtual environment three seconds.
    /usr/bin/python3 -m venv --without-pip "$1"
    /usr/bin/python3 -m pip --python "$1" install --quiet --disable-pip-version-check --no-deps --requirement "$2"
    cp "$2" "$1/requirements.txt"
}

# debian_mirror : prints the mirror of Debian from which this machine's apt fetches packages.
debian_mirror() {
    local mirror
    mirror=$(apt-get indextargets --format '$(SITE) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
        awk '$2 == "main" && $3 ~ /\/debian\/$/ { print $3; exit }')
    [ -n "$mirror" ] || die "apt on this machine has no mirror of Debian"
    echo "$mirror"
}

# minimal_debian SUITE DIRECTORY [OPTION…] : makes a minimal Debian in a directory, anew, with options of mmdebstrap; what it says is in DIRECTORY.log.
# The mirror, and what is set for it, are those of this machine's apt. Needs root.
minimal_debian() {
    local suite=$1 root=$2 mirror
    shift 2
    install_packages mmdebstrap
    mirror=$(debian_mirror)
    rm -rf "$root"
    mkdir -p "$root"
    apt-config dump --format '%f "%v";%n' Acquire | grep -E '^Acquire::(Check-|https?::)' >"$root.apt" || true
    # In half of debootstrap's time.
    mmdebstrap --mode=root --variant=minbase --aptopt="$root.apt" "$@" "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
        tail -n 20 "$root.log" >&2
        die "mmdebstrap failed; all of it is in $root.log"
    }
}

# swift_toolchain : prints the directory of the Swift toolchain's programs, among them clang and lld. The `swift` in PATH may only lead to it.
swift_toolchain() {
    local programs
    programs=$(swiftc -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin|p')
    [ -x "$programs/clang" ] || die "\"swiftc -print-target-info\" names no toolchain with clang in it: \"$programs\""
    echo "$programs"
}

# lanes : prints how many tests may run side by side here. Of the seconds that a test takes, it keeps a processor busy for about one in six, but
# much else runs beside the tests.
lanes() {
    local processors
    processors=$(nproc)
    echo $((processors < 4 ? processors + 1 : 4))
}

# run_tests DIRECTORY [OPTION…] : execs testing.py with the test_*.py of DIRECTORY, which test the programs in FADERD_BIN.
run_tests() {
    local directory=$1
    shift
    FADERD_BIN=${FADERD_BIN:-$lib/../../.build/release}
    [ ! -d "$FADERD_BIN" ] || FADERD_BIN=$(cd "$FADERD_BIN" && pwd -P)
    export FADERD_BIN PYTHONPATH=$lib PYTHONDONTWRITEBYTECODE=1
    exec "${PYTHON:-python3}" "$lib/testing.py" "$@" "$directory"/test_*.py
}
