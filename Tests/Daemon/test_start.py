"""How fast faderctl starts, and how its check finds faderd."""

import os
import shutil
import statistics
import subprocess
import tempfile
import time

import native
from testing import check, equal, skip, test


def milliseconds(*command):
    """The time that one run of a program takes."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1000


@test("faderctl get takes at most 1.3 times as long as curl --version, run side by side", alone=True)
def start():
    if not shutil.which("curl"):
        skip("there is no curl to compare with")
    if "/debug" in native.BINARIES:
        skip("a debug build starts more slowly")
    faderd = native.Daemon().start()
    ours, theirs = [], []
    for _ in range(100):
        theirs.append(milliseconds("curl", "--version"))
        ours.append(milliseconds(native.FADERCTL, "--socket", faderd.socket, "get", "master"))
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(f"     {statistics.median(ours):.1f} ms beside {statistics.median(theirs):.1f}: {ratio:.2f} times")
    check(ratio <= 1.3, f"{ratio:.2f} times as long as curl")


@test("check finds faderd beside faderctl or in PATH; without faderd it says what to do and exits with 69")
def no_faderd():
    directory = tempfile.mkdtemp()
    shutil.copy(native.FADERCTL, directory)
    config = f"{directory}/faderd.yaml"
    native.write(config, "version: 1\nparameters:\n  master: {min: 0, max: 1}\n")

    def run(path, *arguments):
        return subprocess.run(
            [f"{directory}/faderctl", "check", config, *arguments], env={"PATH": path}, capture_output=True, text=True, check=False)

    alone = run("/nowhere")
    equal(alone.returncode, 69, "exit code without faderd")
    check(directory in alone.stderr and "install it" in alone.stderr, alone.stderr)
    found = run(f"/nowhere:{native.BINARIES}")
    equal((found.returncode, found.stdout), (0, f"{config}: ok\n"), "with faderd in PATH")
    os.symlink(native.FADERD, f"{directory}/faderd")
    equal(run("/nowhere").returncode, 0, "with faderd beside it")
    os.remove(f"{directory}/faderd")
    native.write(f"{directory}/faderd", "#!/bin/sh\necho nonsense; exit 3\n")
    os.chmod(f"{directory}/faderd", 0o755)
    odd = run("/nowhere")
    check(odd.returncode == 70 and "ended with 3" in odd.stderr, f"{odd.returncode} {odd.stderr}")
    shutil.rmtree(directory)
