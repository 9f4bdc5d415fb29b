#!/usr/bin/env bash
# inside-room.sh FILTER: runs the tests for run.sh, in the guest's own memory.
set -euo pipefail
export PATH=/usr/bin:/bin:/usr/local/bin
busybox --install -s /usr/local/bin
export FADERD_BIN=/test/bin PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/test/lib
cd /test
# Plugs a controller in once, so that the kernel loads all modules for it before the first test.
python3 -c 'from gadget import Gadget; Gadget("Warm up", ports=2).plug().destroy()'
exec python3 lib/testing.py --filter "$1" test_*.py
