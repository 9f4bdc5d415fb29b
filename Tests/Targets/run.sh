#!/usr/bin/env bash
# run.sh [FILTER]
#
# Tests targets with real programs: PulseAudio, PipeWire with WirePlumber, OSC programs, an MQTT broker, OBS, programs that are run. Each test has its own sound
# servers, without sound hardware. FADERD_BIN: the directory of faderd and faderctl (default: .build/release).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)
. "$here/../lib/shell.sh"

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
"$here/setup.sh"
venv=$(cd "$here/../../.build/targets/bin" && pwd -P)
PYTHON=$venv/python run_tests "$here" --side-by-side "$(lanes)" --filter "${1:-}"
