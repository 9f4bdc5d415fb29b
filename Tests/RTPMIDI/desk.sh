#!/usr/bin/env bash
# desk.sh [FILTER]
#
# Tests a surface over RTP-MIDI with two rtpmidid, one for this machine and one for the desk, in the virtual machine of Tests/VM.
# RTPMIDID: the program (default: built in .build/rtpmidid). FADERD_BIN: the directory of faderd and faderctl (default: .build/release).
#
# `make test` runs every Tests/NAME/run.sh. Not this: it fetches and builds a program that Debian does not have.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
"$here/../VM/setup.sh"
install_packages iproute2
if [ -z "${RTPMIDID-}" ]; then
    "$here/setup.sh"
    RTPMIDID=$here/../../.build/rtpmidid/build/src/rtpmidid
fi
ip=$(PATH=$PATH:/usr/sbin:/sbin command -v ip)
export FADERD_VM_TESTS=$here FADERD_VM_TOOLS="$RTPMIDID $ip" FADERD_VM_MODULES=veth
export FADERD_VM_FILES="$here/../../Examples/rtp-midi/rtpmidid.ini $here/../../docs/midi-programs.md"
exec "$here/../VM/run.sh" "$@"
