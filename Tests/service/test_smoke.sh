#!/usr/bin/env bash
# debian/tests/smoke, which packages run on what they have built, passes on these programs, and fails on some that do not work.
set -uo pipefail
. "$(dirname "$0")/promise.sh"
binaries=$(cd "${FADERD_BIN:-$checkout/.build/release}" 2>/dev/null && pwd)

smoke() { FADERD_BIN=$1 "$checkout/debian/tests/smoke"; }

# instead PROGRAM ARGUMENTS COMMAND : in $work/bin, a program that runs a command where its arguments begin like this, and is otherwise the real one.
instead() {
    rm -rf "${work:?}/bin"
    mkdir "$work/bin"
    ln -s "$binaries/faderd" "$binaries/faderctl" "$work/bin"
    rm "$work/bin/$1"
    printf '%s\n' '#!/bin/sh' "case \"\$*\" in \"$2\"*) $3 ;; *) exec \"$binaries/$1\" \"\$@\" ;; esac" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# says WORDS : smoke fails and says this.
says() {
    ! smoke "$work/bin" >"$work/said" 2>&1 && grep -qF "$1" "$work/said" || { cat "$work/said"; return 1; }
}

notices_the_motor() { instead faderctl "virtual show" "echo '[{\"control\": \"fader.1\", \"position\": 0.1}]'" && says "the motor"; }
notices_the_end() { instead faderd --virtual "exit 69" && says "faderd does not answer"; }
notices_the_undo() { instead faderctl undo "echo nothing to undo" && says "an undo"; }
notices_the_versions() { instead faderctl --version "echo 0.0.1" && says "faderctl 0.0.1"; }

sentences=("the check that packages run passes" "it notices a motor that stands still" "it notices a daemon that ends" "it notices an undo that does nothing"
    "it notices programs of two versions")
if [ -x "$binaries/faderd" ] && [ -x "$binaries/faderctl" ]; then
    promise "${sentences[0]}" smoke "$binaries"
    promise "${sentences[1]}" notices_the_motor
    promise "${sentences[2]}" notices_the_end
    promise "${sentences[3]}" notices_the_undo
    promise "${sentences[4]}" notices_the_versions
else
    skip "no programs in ${FADERD_BIN:-.build/release}; run make release" "${sentences[@]}"
fi
tell
