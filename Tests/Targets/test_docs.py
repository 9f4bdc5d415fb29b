"""docs/targets.md and docs/mqtt.md: their examples are valid configs."""

import os
import re
import subprocess
import tempfile

import native
import testing
from testing import check, equal, test

# The environment of a user's session.
USER = {**os.environ, "XDG_RUNTIME_DIR": "/run/user/1000"}
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@test("every config in docs/targets.md and docs/mqtt.md has no errors and no warnings, and the first has at most ten lines")
def shown():
    with open(f"{ROOT}/docs/targets.md", encoding="utf-8") as file:
        blocks = re.findall(r"```yaml\n(.*?)```", file.read(), re.DOTALL)
    check(len(blocks) >= 5, f"{len(blocks)} blocks")
    check(len(blocks[0].splitlines()) <= 10, "the first one is longer than ten lines")
    with open(f"{ROOT}/docs/mqtt.md", encoding="utf-8") as file:
        more = re.findall(r"```yaml\n(.*?)```", file.read(), re.DOTALL)
    check(len(more) == 3, f"{len(more)} blocks")
    for block in blocks + more:
        with tempfile.TemporaryDirectory(prefix="docs.") as folder:
            os.symlink(f"{ROOT}/config/profiles", f"{folder}/profiles")
            path = f"{folder}/faderd.yaml"
            with open(path, "w", encoding="utf-8") as file:
                file.write(block if block.startswith("version:") else f"version: 1\n{block}")
            done = subprocess.run([native.FADERD, "--check", path], capture_output=True, text=True, timeout=testing.PATIENCE, env=USER)
            equal(done.returncode, 0, f"exit of --check ({done.stderr})")
            equal(done.stderr, "", "warnings")
