#!/bin/sh
# Tells faderd which program is in front, on KDE Plasma 6. Start it with the desktop. Needs gdbus and dbus-monitor (libglib2.0-bin, dbus-bin).
script=$(mktemp) && trap 'rm -f "$script"' EXIT
echo 'function tell(w) { callDBus("faderd.focus", "/", "faderd.focus", "front", w ? w.pid : 0); }
workspace.windowActivated.connect(tell); tell(workspace.activeWindow);' >"$script"
(sleep 1 && gdbus call --session -d org.kde.KWin -o /Scripting -m org.kde.kwin.Scripting.loadScript "$script" faderd-focus &&
    gdbus call --session -d org.kde.KWin -o /Scripting -m org.kde.kwin.Scripting.start) >/dev/null &
dbus-monitor --session "interface='faderd.focus'" | sed -u -n 's/^ *int32 //p' | while read -r pid; do
    if [ "$pid" -gt 0 ]; then faderctl focus "$pid"; else faderctl focus --none; fi >/dev/null
done
