#!/bin/sh
# Tells faderd which program is in front, on Hyprland: "exec-once = ~/bin/hyprland.sh" in its config. Needs jq and socat.
socat -U - "UNIX-CONNECT:$XDG_RUNTIME_DIR/hypr/$HYPRLAND_INSTANCE_SIGNATURE/.socket2.sock" | while read -r line; do
    case $line in "activewindowv2>>"*) ;; *) continue ;; esac
    pid=$(hyprctl activewindow -j | jq -r '.pid // empty')
    if [ -n "$pid" ]; then faderctl focus "$pid"; else faderctl focus --none; fi >/dev/null
done
