"""On the machine itself: how long a start takes, how much memory, how big. Plays on the virtual faders, so that no sequencer is needed."""

import http.client
import os
import platform
import socket
import statistics
import sys
import tempfile
import time

import configs
from daemon import BINARIES, Daemon
from rows import row

STARTS, REQUESTS = 15, 100_000


class Link(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=10)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(self.path)


def run(parameters):
    # The path of a socket is short, so not below the checkout.
    directory = tempfile.mkdtemp(prefix="faderd-bench.")
    profile = {"virtual.yaml": open(sys.argv[1], encoding="utf-8").read()}
    return Daemon(configs.eight_faders(parameters), profiles=profile, arguments=["--virtual"], directory=directory)


def starts():
    daemon, times = run(1000), []
    for _ in range(STARTS):
        times.append(daemon.start(timeout=10).ready_after * 1000)
        daemon.stop()
    daemon.destroy()
    print("starts", [f"{time:.1f}" for time in times], flush=True)
    middle = statistics.median(times)
    row(f"start to READY with 1,000 parameters, median of {STARTS}", f"{middle:.0f} ms", "< 100 ms", middle < 100)


def sizes():
    for name in ("faderd", "faderctl"):
        size = os.stat(f"{BINARIES}/{name}").st_size
        row(f"static release binary {name}", f"{size / 1e6:.1f} MB", "< 25 MB", size < 25e6)


def requests(link, count):
    """Four of five read, one moves a fader; every answer is read to its end."""
    body = [b'{"position": 0.25}', b'{"position": 0.75}']
    for index in range(count):
        if index % 5 == 0:
            link.request("PUT", f"/v1/parameters/p{index % 8}", body[index // 5 % 2], {"Content-Type": "application/json"})
        else:
            link.request("GET", f"/v1/parameters/p{index % 8}")
        answer = link.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"request {index}: {answer.status}")


def memory():
    daemon = run(8).start(timeout=10)
    try:
        time.sleep(3)
        row("resident, idle, virtual faders", f"{daemon.rss() / 1024:.1f} MiB", "< 15 MiB", daemon.rss() < 15 * 1024)
        link = Link(daemon.socket)
        requests(link, 10_000)
        time.sleep(2)
        before, files = daemon.rss(), daemon.fds()
        started = time.monotonic()
        requests(link, REQUESTS)
        took = time.monotonic() - started
        time.sleep(2)
        grown = daemon.rss() - before
        row(f"growth over {REQUESTS:,} API requests", f"{grown} KiB, {daemon.fds() - files} descriptors", "none",
            grown <= 256 and daemon.fds() == files)
        row("… one after the other, on one connection", f"{took / REQUESTS * 1e6:.0f} µs each")
    finally:
        daemon.destroy()


print(f"machine: {platform.machine()}, {os.cpu_count()} processors, Linux {platform.release()}", flush=True)
starts()
sizes()
memory()
