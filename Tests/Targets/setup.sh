#!/usr/bin/env bash
# Installs the programs that Tests/Targets drives, what they want from PyPI into a virtual environment under .build, and Home Assistant into a Debian
# there. It is safe to run again: it keeps what is there. Needs root (or sudo).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

install_packages iproute2 pulseaudio pulseaudio-utils pipewire pipewire-pulse wireplumber dbus-daemon liblo-tools \
    mosquitto mosquitto-clients openssl ola curl mpv mpv-mpris playerctl python3-dbusmock obs-studio xvfb openbox x11-utils libgl1-mesa-dri \
    gcc libc6-dev libasound2-dev
python_packages "$here/../../.build/targets" "$here/requirements.txt"
as_root "$here/home-assistant.sh"
