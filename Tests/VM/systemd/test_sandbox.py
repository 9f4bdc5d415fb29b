"""The sandbox of the units, seen from inside a running service."""

import glob
import grp
import os
import shutil
import socket
import stat
import subprocess

from gadget import Gadget
from service import CONFIG, Unit, run
from testing import check, defer, equal, test, wait_until


# The process of the system's unit that the last test left running; 0 if it left none.
_running = 0


def started():
    """The system's unit with CONFIG. Tests that only look at it share one process; `Unit.fresh`, with which all others begin, ends it."""
    global _running
    unit = Unit()
    if not _running or not os.path.exists(f"/proc/{_running}"):
        unit.fresh(keeps=True).start()
        _running = unit.pid()
    return unit


def status(pid, field):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(line.split(":", 1)[1].strip() for line in file if line.startswith(field + ":"))


def inside(pid, *words):
    """Runs a command as root with the file systems that the service sees."""
    return subprocess.run(["nsenter", "-t", str(pid), "-m", "--", *words], capture_output=True, text=True, check=False)


def mode(path):
    return oct(stat.S_IMODE(os.stat(path).st_mode))


def opened_as_service(pid, path):
    """Opens a file under the service's device rules, but with root's other rights; returns 0 or the errno."""
    with open(f"/proc/{pid}/cgroup", encoding="utf-8") as file:
        group = "/sys/fs/cgroup" + file.read().strip().split("::", 1)[1]
    child = os.fork()
    if child == 0:
        answer = 255
        try:
            with open(f"{group}/cgroup.procs", "w", encoding="utf-8") as file:
                file.write("0")
            os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
            answer = 0
        except OSError as error:
            answer = error.errno
        finally:
            os._exit(answer)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@test("the service runs as its own user, in the group audio, without capabilities or a way to gain any")
def identity():
    pid = started().pid()
    uids, groups = set(status(pid, "Uid").split()), status(pid, "Groups").split()
    check(len(uids) == 1 and "0" not in uids, f"user ids {uids}")
    check(str(grp.getgrnam("audio").gr_gid) in groups + status(pid, "Gid").split(), f"groups {groups}")
    for field in ("CapPrm", "CapEff", "CapBnd", "CapAmb", "CapInh"):
        equal(int(status(pid, field), 16), 0, field)
    equal((status(pid, "NoNewPrivs"), status(pid, "Seccomp")), ("1", "2"), "NoNewPrivs and Seccomp")


@test("of the devices, the service may open only the sequencer and harmless ones")
def devices():
    pid = started().pid()
    equal(opened_as_service(pid, "/dev/snd/seq"), 0, "the sequencer")
    equal(opened_as_service(pid, "/dev/null"), 0, "/dev/null")
    for path in ("/dev/snd/timer", "/dev/ttyS1", "/dev/kmsg", "/dev/loop-control"):
        if os.path.exists(path):
            equal(opened_as_service(pid, path), 1, f"{path} (1: not permitted)")


@test("the service may not open a sound card, and may with the drop-in for mixers")
def mixer():
    Gadget("Desk").plug()
    card = wait_until(lambda: glob.glob("/dev/snd/controlC*"), "the control device of a card")[0]
    equal(opened_as_service(started().pid(), card), 1, f"{card} (1: not permitted)")
    unit = Unit()
    folder = "/run/systemd/system/faderd.service.d"
    os.makedirs(folder)
    shutil.copy("/usr/local/share/faderd/mixer.conf", folder)
    defer(lambda: (shutil.rmtree(folder), unit.systemctl("daemon-reload")))
    unit.systemctl("daemon-reload")
    equal(opened_as_service(unit.fresh().start().pid(), card), 0, f"{card} with the drop-in")


@test("homes are hidden, and everything but the service's own directories is read-only")
def files():
    unit = started()
    pid = unit.pid()
    with open("/home/rider/secret", "w", encoding="utf-8") as file:
        file.write("x")
    check(inside(pid, "cat", "/home/rider/secret").returncode != 0, "a file of a home can be read")
    for place in ("/etc", "/usr", "/var/log", "/opt"):
        done = inside(pid, "touch", f"{place}/written")
        check(done.returncode != 0 and "Read-only" in done.stderr, f"{place}: {done.stderr or 'was written to'}")
    for place in ("/var/lib/faderd", "/run/faderd"):
        equal(inside(pid, "touch", f"{place}/written").returncode, 0, f"writing in {place}")
    with open("/tmp/visible", "w", encoding="utf-8") as file:
        file.write("x")
    check(inside(pid, "ls", "/tmp/visible").returncode != 0, "it sees the /tmp of the others")


@test("the service sees no network but its own loopback, and no processes but its own")
def network():
    pid = started().pid()
    links = subprocess.run(["nsenter", "-t", str(pid), "-n", "--", "cat", "/proc/net/dev"], capture_output=True, text=True, check=True)
    names = [line.split(":")[0].strip() for line in links.stdout.splitlines() if ":" in line]
    equal(names, ["lo"], "network interfaces")
    check(os.stat(f"/proc/{pid}/ns/net").st_ino != os.stat("/proc/1/ns/net").st_ino, "it is in the network of the machine")
    options = inside(pid, "cat", "/proc/self/mounts").stdout
    proc = next(line for line in options.splitlines() if line.split()[1] == "/proc")
    check("hidepid=invisible" in proc and "subset=pid" in proc, proc)


def listener(group):
    """A socket that hears what is sent to lights on the machine's own interface."""
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    link.bind((group, 5568))
    if group.startswith("239."):
        link.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(group) + socket.inet_aton("127.0.0.1"))
    link.settimeout(10)
    defer(link.close)
    return link


@test("a target on the network works with the drop-in, and without it targets, check, doctor and the journal say what is missing")
def on_network():
    unit, session = Unit().fresh(), Unit("rider").fresh()
    lights = CONFIG.replace("parameters:", "targets: {one: {sacn: {universe: 1, host: 127.0.0.1}}, all: {sacn: {universe: 2, interface: lo}}}\nparameters:")
    lights = lights.replace("decimals: 0}", "decimals: 0, target: [{sacn: one, channel: 1}, {sacn: all, channel: 2}]}")
    for one in (unit, session):
        one.configure(lights)
        one.start()
        for words in (("targets",), ("check",), ("doctor",)):
            done = one.ctl(*words)
            check("allows no network" in done.stdout + done.stderr and "network.conf" in done.stdout + done.stderr, f"{words}: {done}")
        check("allows no network" in one.journal(100), "no warning in the journal")
    session.systemctl("stop", "faderd")
    folder = "/run/systemd/system/faderd.service.d"
    os.makedirs(folder)
    shutil.copy("/usr/local/share/faderd/network.conf", folder)
    defer(lambda: (shutil.rmtree(folder), unit.systemctl("daemon-reload")))
    unit.systemctl("daemon-reload")
    equal(unit.systemctl("restart", "faderd").returncode, 0, "exit code of the restart")
    one, group = listener("127.0.0.1"), listener("239.255.0.2")
    unit.set("100")
    equal((one.recv(2000)[126], group.recv(2000)[127]), (255, 255), "levels of both")
    told = unit.ctl("targets").stdout
    check(told.count("sent to") == 2 and "network.conf" not in told, told)
    done = unit.ctl("check")
    check("network" not in done.stdout + done.stderr, f"check with the drop-in: {done}")


@test("state, socket and runtime directory have the promised owners and modes")
def modes():
    unit = started()
    unit.set("20")
    equal(mode("/var/lib/faderd"), "0o700", "state directory")
    equal(mode("/var/lib/faderd/state.json"), "0o600", "state file")
    equal(mode("/run/faderd"), "0o750", "runtime directory")
    equal((mode(unit.socket), grp.getgrgid(os.stat(unit.socket).st_gid).gr_name), ("0o660", "audio"), "socket")
    check(os.stat("/var/lib/faderd/state.json").st_uid != 0, "the state file belongs to root")


@test("members of the group audio may use faderctl, other users may not")
def group():
    unit = started()
    unit.set("20")
    done = run("faderctl", "set", "master", "30", user="rider")
    equal((done.returncode, unit.text()), (0, "30"), f"exit code and master after a member ({done.stderr.strip()})")
    done = run("faderctl", "set", "master", "40", user="stranger")
    check(done.returncode != 0, "a stranger was let in")
    equal(unit.text(), "30", "master after a stranger")


@test("a thread runs in real time and memory is locked, through resource limits alone")
def realtime():
    pid = started().pid()
    policies = {os.sched_getscheduler(int(task)) for task in os.listdir(f"/proc/{pid}/task")}
    check(os.SCHED_FIFO in policies or os.SCHED_FIFO | os.SCHED_RESET_ON_FORK in policies, f"scheduling policies {policies}")
    check(int(status(pid, "VmLck").split()[0]) > 0, "no memory is locked")


@test("only their user may use the session's socket and state")
def session():
    unit = Unit("rider").fresh().start()
    unit.set("20")
    equal((mode(os.path.dirname(unit.socket)), mode(unit.socket)), ("0o700", "0o600"), "runtime directory and socket")
    equal(mode(f"{unit.state_directory}/state.json"), "0o600", "state file")
    pid = unit.pid()
    equal((status(pid, "NoNewPrivs"), status(pid, "Seccomp")), ("1", "2"), "NoNewPrivs and Seccomp")
    done = run("env", f"FADERD_SOCKET={unit.socket}", "faderctl", "set", "master", "40", user="stranger")
    check(done.returncode != 0, "a stranger was let in")
    equal(unit.text(), "20", "master after a stranger")
