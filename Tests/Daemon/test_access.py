"""Which users may use the socket, and the modes of the daemon's files."""

import grp
import os
import shutil
import subprocess
import sys

import native
from testing import check, defer, equal, skip, test

NOBODY = 65534
# Tries the socket as another user and prints the result.
PROBE = """\
import os, socket, sys
os.setgroups([]); os.setgid(int(sys.argv[3])); os.setuid(int(sys.argv[2]))
link = socket.socket(socket.AF_UNIX)
link.settimeout(3)
try:
    link.connect(sys.argv[1])
    link.sendall(b"GET /v1/status HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n")
    answer = b""
    while data := link.recv(4096):
        answer += data
    print(answer[:12].decode() or "closed")
except PermissionError:
    print("not permitted")
except ConnectionError:
    print("closed")
"""


def probe(path, user=NOBODY, group=NOBODY):
    done = subprocess.run([sys.executable, "-c", PROBE, path, str(user), str(group)], capture_output=True, text=True, timeout=30)
    equal(done.returncode, 0, f"exit code of the probe ({done.stderr})")
    return done.stdout.strip()


def mode(path):
    return os.stat(path).st_mode & 0o7777


# Switches to the user nobody, then runs the given program.
BECOME = "import os, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534); os.execv(sys.argv[1], [sys.argv[1], *sys.argv[3:]])"


@test("an ordinary user's daemon accepts that user and root, and no other user")
def unprivileged():
    native.need_root()
    faderd = native.Daemon()
    for path in (faderd.directory, faderd.state_directory, os.path.dirname(faderd.socket), faderd.config_file):
        os.chown(path, NOBODY, NOBODY)
    # A copy or link that this user may run, wherever the binary was built.
    binary = f"{faderd.directory}/faderd"
    os.symlink(native.FADERD, binary) if is_open(native.FADERD) else shutil.copy(native.FADERD, binary)
    os.chmod(faderd.directory, 0o755)
    before = os.umask(0)
    try:
        faderd.start(wrap=(sys.executable, "-c", BECOME, binary))
    finally:
        os.umask(before)
    equal(faderd.put("master", value=-20).status, 200, "status of root's set")
    equal(probe(faderd.socket), "HTTP/1.1 200", "the connection of its own user")
    realtime = faderd.status()["realtime"]
    check(realtime["granted"] or "LimitRTPRIO" in realtime["reason"], f"status does not say how to get realtime priority: {realtime}")
    os.chmod(os.path.dirname(faderd.socket), 0o755)
    os.chmod(faderd.socket, 0o666)
    equal(probe(faderd.socket, user=1), "closed", "the connection of another user")


def is_open(path):
    """Whether any user may run the program at this path."""
    while path != "/":
        if not mode(path) & 0o001:
            return False
        path = os.path.dirname(path)
    return True


@test("as a system service the socket belongs to the group audio, 0660, and its members may use it")
def service_socket():
    native.need_root()
    try:
        audio = grp.getgrnam("audio").gr_gid
    except KeyError:
        skip("there is no group audio")
    runtime = f"/run/faderd-test-{os.getpid()}"
    os.mkdir(runtime, 0o755)
    defer(lambda: shutil.rmtree(runtime))
    # The second has a parent that is missing, too: members have to get through it.
    for place in (runtime, f"{runtime}/deep/deeper"):
        faderd = native.Daemon(environment={"RUNTIME_DIRECTORY": place})
        at = faderd.arguments.index("--socket")
        del faderd.arguments[at:at + 2]
        faderd.socket = f"{place}/faderd.sock"
        faderd.start()
        found = os.stat(faderd.socket)
        equal((oct(found.st_mode & 0o7777), found.st_gid), ("0o660", audio), "mode and group of the socket")
        equal(probe(faderd.socket, group=audio), "HTTP/1.1 200", "the connection of a member of audio")
        equal(probe(faderd.socket), "not permitted", "the connection of another user")


@test("the config is never written, and the daemon leaves nothing behind but its state")
def leaves_nothing():
    faderd = native.Daemon().start()
    before = os.stat(faderd.config_file)
    faderd.put_durably("master", -20)
    faderd.hang_up()
    equal(faderd.stop(), 0, "exit code")
    after = os.stat(faderd.config_file)
    equal((after.st_ino, after.st_mtime_ns, after.st_mode), (before.st_ino, before.st_mtime_ns, before.st_mode), "the config file")
    equal(sorted(os.listdir(faderd.state_directory)), ["state.json", "state.json.lock"], "files of the state")
    check(set(os.listdir(os.path.dirname(faderd.socket))) <= {"faderd.sock.lock"}, "files beside the socket are left")


@test("where nobody named a place for the socket and the user may not make one, the error says what to set")
def no_place():
    native.need_root()
    if os.path.exists(f"/run/user/{NOBODY}"):
        skip("the user nobody has a runtime directory")
    directory = native.scratch()
    os.chown(directory, NOBODY, NOBODY)
    binary = f"{directory}/faderd"
    os.symlink(native.FADERD, binary) if is_open(native.FADERD) else shutil.copy(native.FADERD, binary)
    done = subprocess.run(
        [sys.executable, "-c", BECOME, binary, "", "--virtual", "--state", f"{directory}/state.json"],
        env={"PATH": os.environ["PATH"], "HOME": directory}, capture_output=True, text=True, timeout=30)
    equal(done.returncode, 74, f"exit code ({done.stderr})")
    check("set XDG_RUNTIME_DIR, or give --socket PATH" in done.stderr, f"what it said: {done.stderr}")
