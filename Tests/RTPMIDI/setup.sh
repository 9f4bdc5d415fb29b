#!/usr/bin/env bash
# Builds rtpmidid, which Debian does not have, in .build/rtpmidid. It is safe to run again: it keeps what is there. Needs root and the network.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

build=$(cd "$here/../../.build" && pwd -P)/rtpmidid
# The commit that was tried.
commit=7f552d2
[ ! -x "$build/build/src/rtpmidid" ] || exit 0
install_packages ca-certificates cmake git g++ libasound2-dev libavahi-client-dev libfmt-dev make
git clone --quiet https://github.com/davidmoreno/rtpmidid "$build"
git -C "$build" checkout --quiet "$commit"
cmake -S "$build" -B "$build/build" -DENABLE_TESTS=OFF -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build/build" --target rtpmidid2-daemon
