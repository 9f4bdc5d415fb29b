"""ICU, which faderd opens when needed, and locked memory: after the lock, nothing can be mapped that exceeds a limit."""

from daemon import Daemon
from fakesound import FakeServer
from testing import check, equal, test, wait_until

CONFIG = "version: 1\nparameters:\n  master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}\n"
# Runs a program with a limit of memory that may be locked, in MiB, and without the capability (14, CAP_IPC_LOCK) that lifts it.
LIMITED = """\
import ctypes, os, resource, sys
size = int(sys.argv[1]) << 20
resource.setrlimit(resource.RLIMIT_MEMLOCK, (size, size))
if ctypes.CDLL(None).prctl(24, 14, 0, 0, 0) != 0:
    sys.exit("the capability cannot be dropped")
os.execv(sys.argv[2], sys.argv[2:])
"""


def process(faderd, field):
    """A size in /proc/PID/status, in MiB."""
    with open(f"/proc/{faderd.pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(field + ":")) >> 10


@test("a client's locale is served, though memory is locked under a limit that leaves no room for ICU afterwards")
def locked():
    faderd = Daemon(CONFIG).start()
    mapped = process(faderd, "VmSize")
    faderd.stop()
    for more in (16, 128):
        faderd = Daemon(CONFIG).start(wrap=("python3", "-c", LIMITED, str(mapped + more)))
        check(process(faderd, "VmLck") > 0, f"nothing is locked under a limit of {mapped + more} MiB")
        equal(faderd.get("/v1/parameters/master?locale=sv_SE")["text"], "−12,0 dB", f"the text under a limit of {mapped + more} MiB")
        faderd.stop()


@test("where memory is locked under a limit that leaves no room for libpulse, its targets say so, and the rest works")
def no_room():
    server = FakeServer()
    config = CONFIG.replace("decimals: 1}", "decimals: 1, target: {pulse: default-sink}}")
    place = {"PULSE_SERVER": f"unix:{server.path}"}
    faderd = Daemon(CONFIG, environment=place).start()
    mapped = process(faderd, "VmSize")
    faderd.stop()
    faderd = Daemon(CONFIG, environment=place).start(wrap=("python3", "-c", LIMITED, str(mapped + 72)))
    check(process(faderd, "VmLck") > 0, "nothing is locked")
    faderd.configure(config)
    answer = faderd.request("POST", "/v1/reload")
    equal(answer.status, 200, f"status of a reload ({answer.body[:300]})")
    note = lambda: faderd.get("/v1/targets")["targets"][0].get("note", "")
    wait_until(lambda: "libpulse" in note(), lambda: f"a sentence: {note()}")
    print(f"     {note()}")
    equal(faderd.set("master", "-20"), "-20.0 dB", "what is set")


@test("where libasound finds none of its configuration, the error says so, and not that the kernel has no sequencer")
def no_configuration():
    faderd = Daemon(CONFIG, environment={"ALSA_CONFIG_PATH": "/nonexistent"})
    faderd.start(ready=False)
    equal(faderd.process.wait(30), 69, "exit code")
    check("libasound2-data" in faderd.tail() and "modprobe" not in faderd.tail(), faderd.tail())
