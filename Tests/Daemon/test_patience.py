"""How long faderctl waits: as long as the daemon is not silent for two seconds."""

import errno
import os
import signal
import socket
import subprocess
import threading
import time

import native
from daemon import BINARIES
from testing import check, defer, equal, test, wait_until

CONFIG = """\
version: 1
parameters: {master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}}
"""
SILENT = "does not answer, and may still do later what it was asked"


def run(*arguments, path):
    """Runs faderctl on a socket; returns its exit code, what it printed, and its seconds."""
    started = time.monotonic()
    done = subprocess.run([f"{BINARIES}/faderctl", "--socket", path, *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr, time.monotonic() - started


class Between:
    """Stands between faderctl and a daemon, and passes what they say, but answers to some requests late."""

    def __init__(self, faderd, late, seconds):
        self.path = f"{faderd.directory}/between"
        self._to, self._late, self._seconds = faderd.socket, late, seconds
        self.asked = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen(64)
        # An `accept` under way goes on after a close.
        defer(lambda: self._listener.shutdown(socket.SHUT_RDWR))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client = self._listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        with client, socket.socket(socket.AF_UNIX) as daemon:
            daemon.connect(self._to)
            try:
                request = client.recv(1 << 16)
                self.asked.append(request.split(b"\r\n")[0].decode())
                if self.asked[-1].split(" ")[1].split("?")[0] in self._late:
                    time.sleep(self._seconds)
                daemon.sendall(request)
                while answer := daemon.recv(1 << 16):
                    client.sendall(answer)
            except OSError:
                # faderctl has given up.
                return


@test("an answer that takes four seconds is waited for while the daemon answers others: get, set, surfaces, watch")
def long_answers():
    faderd = native.Daemon(CONFIG).start()
    late = {"/v1/parameters/master", "/v1/parameters", "/v1/surfaces", "/v1/controllers", "/v1/events"}
    between = Between(faderd, late, 4)
    watching = subprocess.Popen([f"{BINARIES}/faderctl", "--socket", between.path, "watch"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    defer(lambda: (watching.kill(), watching.communicate()))
    results = {}
    commands = [("get", "master"), ("set", "master", "-6"), ("list",), ("surfaces",)]
    threads = [threading.Thread(target=lambda c=c: results.update({c: run(*c, path=between.path)})) for c in commands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for command in commands:
        code, said, seconds = results[command]
        equal(code, 0, f"{command}: {said}")
        check(seconds >= 4, f"{command} took {seconds} s")
    seen = []
    threading.Thread(target=lambda: seen.append(watching.stdout.readline()), daemon=True).start()

    def is_told():
        faderd.ctl("step", "master", "1")
        return seen
    wait_until(is_told, "a line of watch")
    check(seen[0].startswith("master "), lambda: f"watch says {seen}")
    check(any("/v1/status" in line for line in between.asked), lambda: f"the daemon was asked for its status meanwhile: {between.asked}")


@test("a daemon that stands still for a second answers afterwards; one that stays silent is given up after two, by get, surfaces and watch")
def standing_still():
    faderd = native.Daemon(CONFIG).start()
    faderd.pause()
    threading.Timer(1, faderd.resume).start()
    code, said, seconds = run("get", "master", path=faderd.socket)
    equal((code, said), (0, "-12.0 dB\n"), f"get, after {seconds} s")
    faderd.pause()
    defer(faderd.resume)
    for command in (["get", "master"], ["surfaces"], ["watch"]):
        code, said, seconds = run(*command, path=faderd.socket)
        equal(code, 69, f"{command}: {said}")
        check(SILENT in said, said)
        check(seconds >= 1.9, f"{command}: {seconds} s")


def full(faderd):
    """Fills the queue of connections of a daemon that stands still, until the kernel takes no more."""
    waiting = []
    defer(lambda: [link.close() for link in waiting])
    while True:
        link = socket.socket(socket.AF_UNIX)
        link.setblocking(False)
        waiting.append(link)
        try:
            link.connect(faderd.socket)
        except BlockingIOError as error:
            equal(error.errno, errno.EAGAIN, "the error of a full queue")
            return waiting


@test("a full queue of connections is waited for as any answer: two seconds, and no longer than until there is room")
def full_queue():
    faderd = native.Daemon(CONFIG).start()
    faderd.pause()
    waiting = full(faderd)
    code, said, seconds = run("get", "master", path=faderd.socket)
    equal(code, 69, said)
    check(SILENT in said, said)
    check(seconds >= 1.9, f"it gave up after {seconds} s")
    def make_room():
        for link in waiting:
            link.close()
        os.kill(faderd.process.pid, signal.SIGCONT)
    threading.Timer(1, make_room).start()
    code, said, seconds = run("get", "master", path=faderd.socket)
    equal((code, said), (0, "-12.0 dB\n"), f"get, after {seconds} s")
    check(seconds >= 0.9, f"it took {seconds} s")
