#!/bin/sh
# Tells faderd which program is in front, on sway: "exec ~/bin/sway.sh" in its config. Needs jq.
{
    swaymsg -t get_tree | jq -r '.. | objects | select(.focused == true) | .pid // empty'
    swaymsg -t subscribe -m '["window"]' | jq --unbuffered -r 'select(.change == "focus") | .container.pid // empty'
} | while read -r pid; do
    faderctl focus "$pid" >/dev/null
done
