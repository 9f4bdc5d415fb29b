#!/usr/bin/env bash
# run.sh [FILTER]
#
# Installs the package of this build with apt in minimal Debians and uses it as people do: 12 and 13, without systemd, which has tests of its own
# (Tests/VM/systemd). Needs root (or sudo). Runs the tests of test_*.py whose file name or sentence has FILTER in it.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). The exit code is 0 when every test passed or was skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
if [ "${FADERD_ROOM:-}" != own ]; then
    install_packages python3 util-linux mount lintian appstream
    "$here/package.sh" >&2
    # Whatever is mounted and started in there ends with it.
    export FADERD_ROOM=own
    exec_as_root=()
    [ "$(id -u)" -eq 0 ] || exec_as_root=(sudo "--preserve-env=FADERD_ROOM,FADERD_BIN")
    "${exec_as_root[@]}" "$here/setup.sh" >&2
    if ! why=$("${exec_as_root[@]}" unshare --mount true 2>&1); then
        echo "skipped: all of them: no mounts of their own ($why); in a chroot, / must be a mount point: mount --bind ROOT ROOT"
        echo "0 passed, 0 failed, 1 skipped"
        exit
    fi
    exec "${exec_as_root[@]}" unshare --mount --pid --fork --kill-child --mount-proc -- "$0" "$@"
fi
run_tests "$here" --side-by-side "$(lanes)" --filter "${1:-}"
