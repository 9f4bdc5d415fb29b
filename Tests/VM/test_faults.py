"""Memory pressure: what the MIDI thread needs stays in memory, even with libpulse in the process."""

import os
import subprocess

import midi
import testing
from daemon import Daemon
from device import Device
from fakesound import FakeServer
from sound import FULL
from testing import check, equal, test, wait_until

CONFIG = """
version: 1
parameters:
  master: {type: percent, target: {pulse: default-sink}}
  other: {min: 0, max: 127, decimals: 0}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc 1 ch 1", motor: true}
      fader.2: {input: "cc 2 ch 1", motor: true}
    map: {fader.1: master, fader.2: other}
"""
SWAP = "/dev/zram0"
MIB = 1 << 20
# Touches so many MiB, and again for each line of input, with its page faults that had to wait for the swap as the answer.
WITNESS = """\
import mmap, resource, sys
size = int(sys.argv[1]) << 20
memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
def touch():
    for place in range(0, size, 4096):
        memory[place] = 1
touch()
print("ready", flush=True)
for line in sys.stdin:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
    touch()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_majflt - before, flush=True)
"""
# Locks memory, 16 MiB for each line of input.
HOG = """\
import ctypes, mmap, sys
libc = ctypes.CDLL(None, use_errno=True)
held = []
for line in sys.stdin:
    memory = mmap.mmap(-1, 16 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if libc.mlock(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(memory))), ctypes.c_size_t(16 << 20)) != 0:
        sys.exit(f"mlock: {ctypes.get_errno()}")
    held.append(memory)
    print(len(held), flush=True)
"""


class Program:
    """A program in Python that answers each line of its input with one."""

    def __init__(self, text, *arguments):
        self.process = subprocess.Popen(
            ["python3", "-c", text, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        testing.defer(lambda: (self.process.kill(), self.process.communicate()))

    def ask(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.answer()

    def answer(self):
        line = self.process.stdout.readline().strip()
        check(line, f"it ended: {self.process.poll()}")
        return line


def field(pid, name):
    """A size in /proc/PID/status, in bytes."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name + ":")) << 10


def faults(faderd):
    """The page faults of the MIDI thread for which it had to wait (majflt)."""
    for thread in os.listdir(f"/proc/{faderd.pid}/task"):
        with open(f"/proc/{faderd.pid}/task/{thread}/stat", encoding="utf-8") as file:
            name, fields = file.read().partition("(")[2].rsplit(") ", 1)
        if name == "faderd-midi":
            return int(fields.split()[9])
    raise testing.Failure("there is no MIDI thread")


def swap():
    def write(name, text):
        with open(f"/sys/block/zram0/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    testing.defer(lambda: write("reset", "1"))
    write("disksize", str(512 * MIB))
    subprocess.run(["mkswap", SWAP], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["swapon", SWAP], check=True)
    testing.defer(lambda: subprocess.run(["swapoff", SWAP], check=True))


def press():
    """Takes so much memory that the rest of the machine is swapped out."""
    witness, hog = Program(WITNESS, "32"), Program(HOG)
    equal(witness.answer(), "ready", "the witness")
    while field(witness.process.pid, "VmSwap") < 30 * MIB:
        hog.ask()
    missed = int(witness.ask())
    check(missed > 1000, f"the witness had only {missed} faults: nothing was pressed")


def play(desk, faderd, server):
    """Moves faders in both directions."""
    # What comes while a motor moves is its own doing.
    desk.settle()
    for raw in (20, 127, 40, 90):
        desk.write(midi.cc(1, raw) + midi.cc(2, raw))
        wait_until(lambda: faderd.shown("other") == str(raw), lambda: f"{raw}; it is {faderd.shown('other')}")
        wait_until(lambda: abs(server.volume - FULL * raw / 127) < 2, lambda: f"the volume {raw}; it is {server.volume}")
    desk.settle()
    desk.clear()
    faderd.request("PUT", "/v1/parameters/other", {"value": 11})
    desk.wait_for(midi.cc(2, 11))


@test("under memory pressure the MIDI thread waits for no page, with libpulse connected, nor after a reload", limit=600)
def pressure():
    swap()
    server, desk = FakeServer(), Device("Desk").plug()
    faderd = Daemon(CONFIG, environment={"PULSE_SERVER": f"unix:{server.path}"}).start()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "bound", lambda: f"{faderd.get('/v1/targets')}")
    with open(f"/proc/{faderd.pid}/maps", encoding="utf-8") as file:
        check("/libpulse.so" in file.read(), "libpulse is not there")
    equal(faderd.request("POST", "/v1/reload").status, 200, "status of a reload")
    play(desk, faderd, server)
    before = faults(faderd)
    press()
    play(desk, faderd, server)
    equal(faults(faderd) - before, 0, "faults after everything idle was swapped out")
    faderd.reload(CONFIG.replace("max: 127", "max: 127, label: Another"))
    press()
    play(desk, faderd, server)
    equal(faults(faderd) - before, 0, "faults after a reload, and everything idle was swapped out again")
    print(f"     locked {field(faderd.pid, 'VmLck') // MIB} MiB, swapped {field(faderd.pid, 'VmSwap') // MIB} MiB of faderd")
