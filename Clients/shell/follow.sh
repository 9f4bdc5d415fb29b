#!/usr/bin/env bash
# follow.sh [PATTERN…] : says each value of these parameters in a sentence, from now on; waits for faderd where it is not running. Needs jq.
set -euo pipefail

faderctl watch --now --wait --json "$@" |
    jq --unbuffered --raw-output 'select(.text) | "\(.id) \(.text) \(.origin)"' |
    while read -r id text; do
        echo "$id is ${text% *}, set by ${text##* }"
    done
