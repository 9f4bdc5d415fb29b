#!/usr/bin/env bash
# run.sh [OPTION…] : builds faderd and runs it on config/faderd.yaml; options go to faderd.
# State and socket are under .build/run, so a faderd already in use keeps its own.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh programs
programs=.build/debug
# Relative, because the path of a socket may have at most 107 bytes.
run=.build/run
mkdir -p "$run"
chmod 0700 "$run"

surface=()
if (: <>/dev/snd/seq) 2>/dev/null; then
    echo "faderd runs on the ALSA sequencer; write your controller into config/faderd.yaml, or: make run ARGS=--virtual"
else
    why="there is no /dev/snd/seq"
    [ ! -e /dev/snd/seq ] || why="/dev/snd/seq cannot be opened (add this user to the group audio and log in again)"
    echo "$why: faderd runs on the virtual surface, a Mackie Control of its own"
    surface=(--virtual)
fi
echo "It is a debug build, quickly made but slower to react; make release, or make deb, makes what gets installed"
echo "In a second terminal:"
echo "  cd $(printf %q "$PWD") && export FADERD_SOCKET=$run/faderd.sock PATH=\$PWD/$programs:\$PATH"
echo "  faderctl web    # the page with all parameters, in your browser"
if [[ " ${surface[*]} $* " == *" --virtual"* ]]; then
    echo "  faderctl virtual show --watch    # its display, rings, lamps, faders: drawn, live; then, in a third terminal:"
    echo "  faderctl virtual move fader.1 0.7; faderctl virtual turn encoder.1 -5; faderctl virtual press mute.1"
fi
echo "  faderctl set master -6; faderctl list; faderctl watch"
exec "$programs/faderd" --config config/faderd.yaml --state "$run/state.json" --socket "$run/faderd.sock" "${surface[@]}" "$@"
