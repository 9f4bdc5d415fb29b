#!/usr/bin/env bash
# house.sh [FILTER]
#
# Tests targets with a real Home Assistant and the devices of its integration `demo`, in a network of its own that leads nowhere. FADERD_BIN: the directory
# of faderd and faderctl (default: .build/release).
#
# `make test` runs every Tests/NAME/run.sh. Not this: it fetches Home Assistant, which takes minutes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
if [ -z "${HOUSE_ROOT-}" ]; then
    "$here/setup.sh"
    python_packages "$here/../../.build/targets" "$here/../Targets/requirements.txt"
    HOUSE_ROOT=$(cd "$here/../../.build/roots/house" && pwd -P) exec unshare --net --mount --propagation private "$0" "$@"
fi
ip link set lo up
# Home Assistant looks for others by multicast in any case.
ip route add 224.0.0.0/4 dev lo
mount --bind /dev "$HOUSE_ROOT/dev"
mount -t proc proc "$HOUSE_ROOT/proc"
PYTHON=$(cd "$here/../../.build/targets/bin" && pwd -P)/python run_tests "$here" --filter "${1:-}"
