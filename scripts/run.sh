#!/usr/bin/env bash
# run.sh [OPTION…] : builds faderd and runs it on config/faderd.yaml; options go to faderd.
# State and socket are under .build/run, so that a faderd in use keeps its own.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh release
programs=.build/release
# Relative: the path of a socket has room for 107 bytes.
run=.build/run
mkdir -p "$run"
chmod 0700 "$run"

surface=()
if (: <>/dev/snd/seq) 2>/dev/null; then
    echo "faderd runs on the ALSA sequencer; write your controller into config/faderd.yaml, or: make run ARGS=--virtual"
else
    echo "/dev/snd/seq cannot be opened: faderd runs with eight virtual faders"
    surface=(--virtual)
fi
echo "In a second terminal:"
echo "  cd $(printf %q "$PWD") && export FADERD_SOCKET=$run/faderd.sock PATH=\$PWD/$programs:\$PATH"
echo "  faderctl web    # the page with all parameters, in your browser"
echo "  faderctl virtual show; faderctl set master -6; faderctl virtual move fader.1 0.7; faderctl watch"
exec "$programs/faderd" --config config/faderd.yaml --state "$run/state.json" --socket "$run/faderd.sock" "${surface[@]}" "$@"
