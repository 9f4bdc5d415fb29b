"""A daemon with the virtual surface, on this machine: no sequencer, no virtual machine.

`daemon.py` has what all tests of a daemon need; this file has what only tests without a sequencer need.
"""

import functools
import os
import shutil
import socket
import subprocess
import tempfile
import threading

import daemon
import testing
from daemon import Session, read_text, shipped, write

BINARIES = daemon.BINARIES
FADERD = f"{BINARIES}/faderd"
FADERCTL = f"{BINARIES}/faderctl"


def desk(faders):
    """The config text of the virtual surface. faders: {number: parameter id}."""
    controls = "".join(
        f"      fader.{n}: {{input: \"pitchbend ch {n}\", motor: true, touch: \"note {103 + n} ch 1\"}}\n" for n in faders)
    mapped = "".join(f"      fader.{n}: {parameter}\n" for n, parameter in faders.items())
    return f"surfaces:\n  desk:\n    match: \"faderd virtual\"\n    controls:\n{controls}    map:\n{mapped}"


def parameters(ids, what="min: 0, max: 1000, decimals: 3"):
    """The config text of parameters that are all alike."""
    return "version: 1\nparameters:\n" + "".join(f"  {name}: {{{what}}}\n" for name in ids)


# Eight faders on eight parameters.
EIGHT = parameters([f"p.{n}" for n in range(1, 9)]) + desk({n: f"p.{n}" for n in range(1, 9)})
# One parameter with a unit, on two faders: a move of one is seen on the other.
MASTER = """\
version: 1
parameters:
  master: {label: Master, min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  other: {min: 0, max: 10, step: 1, out-of-range: reject}
""" + desk({1: "master", 2: "master", 3: "other"})


class Daemon(daemon.Daemon):
    """One faderd --virtual in its own directory."""

    def __init__(self, config=MASTER, virtual=True, **more):
        super().__init__(config, directory=os.path.realpath(tempfile.mkdtemp(prefix="faderd.")), **more)
        if virtual:
            self.arguments.append("--virtual")

    def move(self, fader, position):
        """A hand moves a virtual fader."""
        answer = self.request("PUT", f"/v1/virtual/fader.{fader}", {"position": position})
        testing.equal(answer.status, 200, f"status of a move of fader.{fader} ({answer.body})")

    def touch(self, fader, touched):
        answer = self.request("PUT", f"/v1/virtual/fader.{fader}", {"touched": touched})
        testing.equal(answer.status, 200, f"status of a touch of fader.{fader} ({answer.body})")

    def motor(self, fader):
        """Where a virtual fader stands, 0…1."""
        return self.get("/v1/virtual")[fader - 1]["position"]

    def put(self, parameter, **body):
        """PUT of a parameter; returns the whole answer."""
        return self.request("PUT", f"/v1/parameters/{parameter}", body)

    def put_durably(self, parameter, value):
        """PUT of a value, which must be answered with 200: the value is durable."""
        answer = self.put(parameter, value=value)
        testing.equal(answer.status, 200, f"status of PUT {parameter} {value} ({answer.body})")
        return answer.json

    def file_value(self, parameter):
        """The value of a parameter in the state file; None if the file has none."""
        return self.saved()["parameters"].get(parameter, {}).get("value")

    def saving(self):
        return self.status()["saving"]

    def strace(self, *options):
        """The command prefix that traces faderd. With -D strace runs as a grandchild of faderd, so that Popen's child is faderd itself."""
        self.trace_file = f"{self.directory}/trace"
        return ("strace", "-D", "-f", "-y", "-o", self.trace_file, "--seccomp-bpf", *options)

    def trace(self):
        return read_text(self.trace_file)

    def temporaries(self, most=80):
        """-P options for the temporary files of the state: strace needs their names in advance."""
        return [word for n in range(1, most) for word in ("-P", f"{self.state_file}.tmp-{n}")]


class Threads:
    """Threads of a test; if one of them fails, the test fails."""

    def __init__(self):
        self._threads, self._errors = [], []

    def run(self, function, *arguments):
        thread = threading.Thread(target=self._guarded, args=(function, *arguments), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _guarded(self, function, *arguments):
        try:
            function(*arguments)
        except BaseException as error:  # Raised again by `join`, on the test's own thread.
            self._errors.append(error)

    def join(self, timeout=testing.PATIENCE):
        for thread in self._threads:
            thread.join(timeout)
            testing.check(not thread.is_alive(), "a thread of the test did not end")
        if self._errors:
            raise self._errors[0]


@functools.cache
def _can_trace():
    if not shutil.which("strace"):
        return "there is no strace"
    probe = subprocess.run(
        ["strace", "-D", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"], capture_output=True, text=True)
    return None if probe.returncode == 0 else f"strace is not allowed: {probe.stderr.strip()}"


def need_strace():
    if reason := _can_trace():
        testing.skip(reason)


def need_root():
    if os.geteuid() != 0:
        testing.skip("needs root")


def need_own_mounts():
    """For a test whose daemon has mounts of its own, which must not reach anybody else's."""
    need_root()
    done = subprocess.run(["unshare", "-m", "--propagation", "private", "true"], capture_output=True, text=True)
    if done.returncode != 0:
        testing.skip(f"no mounts of its own ({done.stderr.strip()}); in a chroot, / must be a mount point: mount --bind ROOT ROOT")


def mount(directory, options):
    """Mounts a tmpfs, and unmounts it at the end of the test; skips the test where that is not allowed."""
    need_root()
    os.makedirs(directory, exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory], capture_output=True, text=True)
    if done.returncode != 0:
        testing.skip(f"no file system may be mounted: {done.stderr.strip()}")
    testing.defer(lambda: subprocess.run(["umount", "-l", directory], check=True))


def make_read_only(directory):
    """Makes a directory read-only, like a remounted file system, until the end of the test. Returns a function that undoes it earlier."""
    need_root()
    # A bind mount over itself: the file system as a whole cannot be remounted while the daemon holds its lock file open in it.
    done = subprocess.run(["mount", "--bind", directory, directory], capture_output=True, text=True)
    if done.returncode != 0:
        testing.skip(f"no file system may be mounted: {done.stderr.strip()}")
    subprocess.run(["mount", "-o", "remount,bind,ro", directory], check=True)

    @functools.cache
    def undo():
        subprocess.run(["umount", "-l", directory], check=True)
    testing.defer(undo)
    return undo


def faderd(*arguments, environment=None, timeout=testing.PATIENCE):
    """Runs faderd to its end; returns Result(exit, out, err)."""
    done = subprocess.run(
        [FADERD, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"} | (environment or {}))
    return daemon.Result(done.returncode, done.stdout, done.stderr)


def free_port():
    """A port that nobody listens at now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def scratch():
    """An empty directory, removed at the end of the test."""
    directory = os.path.realpath(tempfile.mkdtemp(prefix="faderd."))
    testing.defer(lambda: shutil.rmtree(directory))
    return directory


def read(path):
    with open(path, "rb") as file:
        return file.read()
