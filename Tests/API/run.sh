#!/usr/bin/env bash
# run.sh [FILTER]
#
# Holds whole daemons against suites written elsewhere: schemathesis, openapi-spec-validator, a client that openapi-python-client
# generates, and the cases of JSONTestSuite. Runs the tests of test_*.py whose file name or sentence has FILTER in it.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). The exit code is 0 when every test passed or was skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd -P)

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
FADERD_BIN=${FADERD_BIN:-$here/../../.build/release}
[ ! -d "$FADERD_BIN" ] || FADERD_BIN=$(cd "$FADERD_BIN" && pwd -P)
"$here/setup.sh"
API_TOOLS=$(cd "$here/../../.build/api/bin" && pwd -P)
export FADERD_BIN API_TOOLS PYTHONPATH="$here/../Daemon/lib" PYTHONDONTWRITEBYTECODE=1
exec "$API_TOOLS/python" "$here/../VM/lib/testing.py" --filter "${1:-}" "$here"/test_*.py
