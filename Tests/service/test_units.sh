#!/usr/bin/env bash
# Checks of the systemd units that do not start them.
set -uo pipefail
. "$(dirname "$0")/promise.sh"

# Replaces the units' commands with one that exists here: systemd does not verify units without it.
for kind in system user; do
    mkdir -p "$work/$kind"
    sed 's|/usr/local/bin/faderd|/bin/true|; s|/usr/local/bin/faderctl|/bin/true|' "$checkout/systemd/$kind/faderd.service" >"$work/$kind/faderd.service"
    for unit in faderd-web.socket faderd-web.service; do sed 's|/usr/local/bin/faderctl|/bin/true|' "$checkout/systemd/$kind/$unit" >"$work/$kind/$unit"; done
done
mkdir -m 0700 "$work/runtime"

# systemd reports an unknown key only as a warning and exits 0, so any output is a failure.
verify() {
    local said options=(--man=no)
    [ "$1" = system ] || options+=(--user)
    said=$(XDG_RUNTIME_DIR=$work/runtime systemd-analyze "${options[@]}" verify "$2" 2>&1) || { echo "$said"; return 1; }
    [ -z "$said" ] || { echo "$said"; return 1; }
}

notices_a_typo() {
    mkdir -p "$work/typo"
    sed 's/^WatchdogSec=/WatchdogSecs=/' "$work/system/faderd.service" >"$work/typo/faderd.service"
    ! verify system "$work/typo/faderd.service"
}

exposure_below_two() {
    systemd-analyze security --offline=true --threshold=20 --no-pager "$work/system/faderd.service" >"$work/exposure"
    local code=$?
    grep 'Overall exposure' "$work/exposure"
    # systemd-analyze fails above the threshold; the line must be there, too.
    [ "$code" -eq 0 ] && grep -q 'Overall exposure level' "$work/exposure"
}

an_open_unit_is_above_two() {
    printf '[Service]\nExecStart=/bin/true\n' >"$work/open.service"
    ! systemd-analyze security --offline=true --threshold=20 --no-pager "$work/open.service" >/dev/null
}

# Settings that must be equal in both units, so that a change does not forget one of them.
alike='^(Type|NotifyAccess|ExecStart|ExecReload|Restart.*|WatchdogSec|Timeout.*|StartLimit.*|Limit.*|SystemCall.*|Environment|RuntimeDirectory)='
same_policy() {
    diff <(grep -E "$alike" "$checkout/systemd/system/faderd.service") <(grep -E "$alike" "$checkout/systemd/user/faderd.service")
}

only_the_sequencer() {
    [ "$(grep -c '^DeviceAllow=' "$checkout/systemd/system/faderd.service")" -eq 1 ] &&
        grep -qx 'DeviceAllow=/dev/snd/seq rw' "$checkout/systemd/system/faderd.service" &&
        grep -qx 'DevicePolicy=closed' "$checkout/systemd/system/faderd.service"
}

if command -v systemd-analyze >/dev/null; then
    promise "systemd finds nothing to say about the system unit" verify system "$work/system/faderd.service"
    promise "systemd finds nothing to say about the user unit" verify user "$work/user/faderd.service"
    for kind in system user; do
        promise "systemd finds nothing to say about the $kind unit of the page, and its port" verify "$kind" "$work/$kind/faderd-web.service"
    done
    promise "the exposure of the system unit of the page is below 2.0" systemd-analyze security --offline=true --threshold=20 --no-pager "$work/system/faderd-web.service"
    sed 's|/usr/bin/rtpmidid|/bin/true|' "$checkout/Examples/rtp-midi/faderd-rtpmidid.service" >"$work/system/faderd-rtpmidid.service"
    promise "systemd finds nothing to say about the unit of rtpmidid" verify system "$work/system/faderd-rtpmidid.service"
    promise "a misspelt key would be noticed" notices_a_typo
    promise "the system unit's exposure is below 2.0" exposure_below_two
    promise "a unit without a sandbox would not be" an_open_unit_is_above_two
    grep -h 'Overall exposure' "$work/exposure" | sed 's/^[^A-Za-z]*//; s/[^ -~]*$//'
else
    skip "systemd-analyze is not installed" "systemd finds nothing to say about the units" "the system unit's exposure is below 2.0"
fi
# The port is one that only faderctl names, and "faderctl key add" prints it.
one_port() {
    local port
    port=$(sed -n 's/^    static let lasting: UInt16 = \([0-9]*\)$/\1/p' "$checkout/Sources/FaderCLI/Commands/Web/ActivatedSocket.swift")
    grep -qx "ListenStream=$port" "$checkout/systemd/system/faderd-web.socket" && grep -qx "ListenStream=$port" "$checkout/systemd/user/faderd-web.socket"
}
promise "the port of the page is the one that faderctl prints" one_port
promise "both units restart, reload and limit alike" same_policy
promise "the sequencer is the only device of the system unit" only_the_sequencer
tell
