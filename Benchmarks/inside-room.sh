#!/usr/bin/env bash
# Runs in the guest's own memory: Tests/VM/inside.sh starts it there in place of the tests.
set -euo pipefail
export PATH=/usr/bin:/bin:/usr/local/bin
busybox --install -s /usr/local/bin
export FADERD_BIN=/test/bin PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/test/lib:/test
cd /test
exec python3 machine.py "$1"
