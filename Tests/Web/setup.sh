#!/usr/bin/env bash
# Installs the browsers that Tests/Web drives, and the Python packages that drive them into a virtual environment under .build. It is safe
# to run again: it keeps what is there. Needs root (or sudo) for packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

install_packages chromium-headless-shell firefox-esr iproute2 util-linux fonts-dejavu-core caddy pulseaudio pulseaudio-utils libqrencode4 zbar-tools
python_packages "$here/../../.build/web" "$here/requirements.txt"

# How names such as studio.local are found. Only unpacked: installed, it would run, and change how this machine looks up names.
names=$here/../../.build/mdns
if [ ! -x "$names/usr/sbin/avahi-daemon" ]; then
    rm -rf "$names"
    mkdir -p "$names/deb"
    fetch() {
        (cd "$names/deb" && apt-get download -qq -o APT::Sandbox::User=root avahi-daemon libavahi-core7 libavahi-common3 libdaemon0 libexpat1 libdbus-1-3 libnss-mdns)
    }
    # An outdated list may name a package that the mirror has already replaced: then it is refreshed once.
    fetch || { as_root apt-get update -qq && fetch; }
    for package in "$names"/deb/*.deb; do dpkg -x "$package" "$names"; done
    rm -rf "$names/deb"
fi
