#!/bin/sh
# Tells faderd which program is in front, on X11 with any window manager that says it. Start it with the desktop. Needs xprop (x11-utils).
xprop -root -spy _NET_ACTIVE_WINDOW | while read -r line; do
    window=${line##*# }
    pid=$(xprop -id "${window%%,*}" _NET_WM_PID 2>/dev/null | sed -n 's/.* = //p')
    if [ -n "$pid" ]; then faderctl focus "$pid"; else faderctl focus --none; fi >/dev/null
done
