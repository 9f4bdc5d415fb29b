"""On the machine itself: time to start, memory, sizes, requests. Uses the virtual faders, so that no sequencer is needed."""

import http.client
import json
import mmap
import os
import platform
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import configs
from consoles import consoles
from daemon import BINARIES, Daemon
from followers import followers
from rows import row
from targets import targets

STARTS, REQUESTS = 15, 100_000
ROUNDS, READS, WRITES = 5, 10_000, 500


class Link(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=10)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(self.path)


def run(config, environment=None, profiles=()):
    # A socket's path must be short, so the directory is not in the checkout.
    directory = tempfile.mkdtemp(prefix="faderd-bench.")
    folder = os.path.dirname(sys.argv[1])
    texts = {f"{name}.yaml": open(f"{folder}/{name}.yaml", encoding="utf-8").read() for name in ("virtual", *profiles)}
    return Daemon(config, profiles=texts, arguments=["--virtual"], directory=directory, environment=environment)


def starts():
    daemon, times = run(configs.eight_faders(1000)), []
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
        row(f"static release binary {name}", f"{size / 1e6:.1f} MB", "< 28 MB", size < 28e6)


def requests(link, count):
    """Four of five requests read, one moves a fader; every answer is read to its end."""
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


def mixed(link, count):
    """Requests of all kinds, including some that are refused."""
    kinds = [("GET", "parameters", None), ("GET", "status", None), ("GET", "surfaces", None), ("GET", "openapi.json", None), ("GET", "virtual", None),
             ("PUT", "parameters/p1", {"position": 0.3}), ("PUT", "parameters/p2", {"text": "nonsense"}), ("POST", "parameters/p3/check", {"text": "0.5"}),
             ("POST", "parameters/p4/step", {"by": 1}), ("GET", "parameters/p1/explain", None), ("GET", "parameters/nobody", None),
             ("PUT", "virtual/fader.2", {"position": 0.7}), ("GET", "history", None), ("GET", "snapshots", None), ("GET", "export", None)]
    rare = [("PUT", "snapshots/a", {}), ("POST", "snapshots/a/recall", {}), ("POST", "undo", {}), ("POST", "redo", {}), ("PUT", "parameters/p5", {"value": 1}),
            ("DELETE", "snapshots/a", None)]
    for index in range(count):
        # One of a hundred is durable, and so waits for the disk.
        method, path, body = rare[index // 100 % len(rare)] if index % 100 == 0 else kinds[index % len(kinds)]
        link.request(method, f"/v1/{path}", None if body is None else json.dumps(body), {} if body is None else {"Content-Type": "application/json"})
        answer = link.getresponse()
        answer.read()
        if answer.status >= 500:
            raise SystemExit(f"{method} {path}: {answer.status}")


def memory():
    daemon = run(configs.eight_faders(8)).start(timeout=10)
    try:
        time.sleep(3)
        idle = daemon.memory()
        row("private memory, idle, virtual faders", f"{idle / 1024:.1f} MiB, of {daemon.rss() / 1024:.1f} resident", "at most 10 MiB", idle <= 10 * 1024)
        link = Link(daemon.socket)
        requests(link, 10_000)
        time.sleep(2)
        before, files = daemon.memory(), daemon.fds()
        started = time.monotonic()
        requests(link, REQUESTS)
        took = time.monotonic() - started
        time.sleep(2)
        grown = daemon.memory() - before
        row(f"growth over {REQUESTS:,} API requests", f"{grown} KiB, {daemon.fds() - files} descriptors", "none",
            grown <= 256 and daemon.fds() == files)
        row("… one after the other, on one connection, with what Python's http.client takes for each", f"{took / REQUESTS * 1e6:.0f} µs each")
        mixed(link, REQUESTS)
        used = daemon.memory()
        row(f"private memory after {REQUESTS:,} requests of all kinds", f"{used / 1024:.1f} MiB, of {daemon.rss() / 1024:.1f} resident", "at most 10 MiB",
            used <= 10 * 1024)
    finally:
        daemon.destroy()


def reader():
    """The cost of one reader of batches while 200 parameters change 50 times a second, compared with no reader."""
    # Without steps, so that a glide changes each of them at every tick.
    daemon, seconds, ends = run(configs.eight_faders(200).replace("step: 0.5, ", "")).start(timeout=10), 10, ["low", "high"]
    try:
        link = Link(daemon.socket)

        def ask(method, path, body):
            link.request(method, f"/v1/{path}", json.dumps(body), {"Content-Type": "application/json"})
            answer = link.getresponse()
            answer.read()
            if answer.status != 200:
                raise SystemExit(f"{method} {path}: {answer.status}")
        for position, name in enumerate(ends):
            for index in range(200):
                ask("PUT", f"parameters/p{index}", {"position": position})
            ask("PUT", f"snapshots/{name}", {})

        def glide():
            ends.reverse()
            ask("POST", f"snapshots/{ends[1]}/recall", {"over": seconds + 2})
            time.sleep(0.5)
            before, started = daemon.cpu(), time.monotonic()
            while time.monotonic() < started + seconds:
                if stream is None:
                    time.sleep(started + seconds - time.monotonic())
                elif not stream.recv(1 << 20):
                    raise SystemExit("the stream ended")
            share = (daemon.cpu() - before) / (time.monotonic() - started)
            time.sleep(2)
            return share
        shares = []
        for query in (None, "?form=batch", ""):
            stream = None
            if query is not None:
                stream = socket.socket(socket.AF_UNIX)
                stream.connect(daemon.socket)
                stream.sendall(f"GET /v1/events{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            shares.append(glide())
            if stream:
                stream.close()
        alone, batch, long = shares
        row("one reader of batches, 200 parameters changing 50 times a second", f"{100 * (batch - alone):.1f} % of a core, beside {100 * alone:.1f} % without it",
            "at most 3 %", batch - alone <= 0.03)
        row("… one that gets every change", f"{100 * (long - alone):.1f} % of a core")
    finally:
        daemon.destroy()


def program(name, *words):
    """Runs exchange or save; returns the JSON it prints: p50 and p99 in nanoseconds, and for exchange the size of an answer."""
    done = subprocess.run([f"{sys.argv[2]}/{name}", *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{name} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def exchanges():
    """Times a C program's requests on one connection, one after the other, beside the smallest C server and a save in C.

    All are measured in turn, so that other work of the machine slows them equally. The promises are for one processor: waking a sleeping
    one up is the machine's share, and on a virtual machine takes several times as long as faderd's work for a GET. It is shown, too.
    """
    daemon = run(configs.eight_faders(8)).start(timeout=10)
    texts = ['{"text": "0.25"}', '{"text": "0.75"}']
    processors = os.sched_getaffinity(0)
    least = None

    def on(allowed):
        for process in (0, daemon.pid, least.pid):
            for thread in os.listdir(f"/proc/{process or 'self'}/task"):
                os.sched_setaffinity(int(thread), allowed)

    try:
        # Fills the history, which is part of every save, as in a daemon in use.
        program("exchange", daemon.socket, WRITES, "PUT", "/v1/parameters/p0", *texts)
        size = program("exchange", daemon.socket, 100, "GET", "/v1/parameters/p0")["answer"]
        path = f"{daemon.directory}/least.sock"
        least = subprocess.Popen([f"{sys.argv[2]}/exchange", "--least", path, str(size)])
        while not os.path.exists(path):
            time.sleep(0.01)
        figures = {}
        for where, allowed in (("one processor", {min(processors)}), ("all processors", processors)):
            on(allowed)
            taken = figures[where] = {"least": [], "get": [], "disk": [], "put": []}
            for _ in range(ROUNDS):
                taken["least"].append(program("exchange", path, READS, "GET", "/v1/parameters/p0")["p50"])
                taken["get"].append(program("exchange", daemon.socket, READS, "GET", "/v1/parameters/p0")["p50"])
                bytes_saved = os.stat(daemon.state_file).st_size
                taken["disk"].append(program("save", daemon.state_directory, bytes_saved, WRITES)["p50"])
                taken["put"].append(program("exchange", daemon.socket, WRITES, "PUT", "/v1/parameters/p0", *texts)["p50"])
        print("exchanges", figures, flush=True)
        for where, taken in figures.items():
            least_get, get, disk, put = (statistics.median(taken[name]) / 1000 for name in taken)
            promised = where == "one processor"
            row(f"{where}: GET on a kept connection, the smallest C server, p50", f"{least_get:.0f} µs")
            row(f"{where}: GET of a parameter on a kept connection, p50", f"{get:.0f} µs", *(("≤ 60 µs", get <= 60) if promised else ()))
            row(f"{where}: a save of {bytes_saved / 1024:.0f} KiB in C, p50", f"{disk:.0f} µs")
            row(
                f"{where}: PUT of a text, durable, p50", f"{put:.0f} µs",
                *((f"≤ {disk + 250:.0f} µs (the disk and 250 µs)", put <= disk + 250) if promised else ()))
    finally:
        if least:
            least.kill()
            least.wait()
        daemon.destroy()


class Steps:
    """The steps of the daemon's main thread, each from one wait of its event loop to the next; see requests/steps.c."""

    def __init__(self):
        self.file = tempfile.NamedTemporaryFile(prefix="faderd-bench.")
        self.environment = {"LD_PRELOAD": f"{sys.argv[2]}/steps.so", "STEPS": self.file.name}
        self.figures = None

    def longest(self):
        """The processor time of the longest step since the last call, in milliseconds."""
        if self.figures is None:
            self.figures = mmap.mmap(self.file.fileno(), 16)
        # The last step is counted when it is over.
        time.sleep(0.05)
        longest, count = struct.unpack("QQ", self.figures[:16])
        if count == 0:
            raise SystemExit("no step of the owner's loop was counted")
        self.figures[:8] = bytes(8)
        return longest / 1e6


def ask(link, method, path, body=None):
    link.request(method, f"/v1/{path}", None if body is None else json.dumps(body), {} if body is None else {"Content-Type": "application/json"})


def answer(link):
    got = link.getresponse()
    text = got.read()
    if got.status >= 300:
        raise SystemExit(f"{got.status}: {text[:200]}")
    return json.loads(text)


def reload(daemon, link, text):
    daemon.configure(text)
    ask(link, "POST", "reload")
    answer(link)


def declare(links, count, keep):
    """Each of the links declares so many parameters, all links at the same time."""
    for number in range(count):
        for place, each in enumerate(links):
            ask(each, "POST", "declarations", {"id": f"more.{place}.{number}", "keep": keep, "by": "bench"})
        for each in links:
            answer(each)


def take_back(links):
    for place in range(len(links)):
        ask(links[0], "DELETE", f"declarations/more.{place}.0")
        answer(links[0])


def longest_steps(steps, what, works):
    """Does the works in turn, ROUNDS times, and prints the longest step during each; those without a name are not printed."""
    taken = {}
    # Those of the start do not count.
    steps.longest()
    for _ in range(ROUNDS):
        for name, work in works:
            work()
            longest = steps.longest()
            if name:
                taken.setdefault(name, []).append(longest)
    print("owner", {name: [f"{each:.2f}" for each in times] for name, times in taken.items()}, flush=True)
    # Other work on the machine makes a step longer, because it takes the caches, too.
    for name, times in taken.items():
        row(f"longest step of the owner's loop, processor time, {what}, the best of {ROUNDS}: {name}",
            f"{min(times):.2f} ms, {statistics.median(times):.2f} in the middle", "at most 10 ms", min(times) <= 10)


def owner():
    """The longest step of the loop that owns the daemon's state while configurations change: for so long nobody else is answered."""
    faders()
    displays()


def faders():
    steps, whole = Steps(), configs.bridge(1000, 16)
    daemon = run(whole, steps.environment).start(timeout=20)

    def begin():
        # A connection that ends takes back what it has declared.
        nonlocal session
        session = Link(daemon.socket)

    def end():
        session.close()
        for _ in range(200):
            ask(link, "GET", "declarations")
            if not answer(link):
                return
        raise SystemExit("what an ended session has declared is still there")

    one = whole.replace("p1: {min: -70, max: 6,", "p1: {min: -70, max: 7,")
    surface = whole.replace('fader.3: {input: "cc 2 ch 1"', 'fader.3: {input: "cc 110 ch 1"', 1)
    everything = whole.replace("version: 1\n", "version: 1\nlocale: de-DE\n").replace("max: 6,", "max: 7,").replace("max: 127", "max: 126")
    try:
        session, link, links = None, Link(daemon.socket), [Link(daemon.socket) for _ in range(10)]
        restore = (None, lambda: reload(daemon, link, whole))
        longest_steps(steps, "1,000 parameters, 16 surfaces", (
            ("a reload that changes one parameter", lambda: reload(daemon, link, one)), restore,
            ("a reload that changes a surface", lambda: reload(daemon, link, surface)), restore,
            ("a reload that changes the locale and every parameter", lambda: reload(daemon, link, everything)), restore,
            ("ten parameters declared at once", lambda: declare(links, 1, True)), (None, lambda: take_back(links)), (None, begin),
            ("100 parameters declared one after the other", lambda: declare([session], 100, False)),
            ("a session with 100 declarations ends", end)))
    finally:
        daemon.destroy()


def displays():
    steps, whole = Steps(), configs.desks(1000, 16)
    daemon = run(whole, steps.environment, ("mackie-control",)).start(timeout=20)

    def show(page):
        ask(link, "POST", "surfaces/s3/page", {"page": page})
        answer(link)

    def settle():
        """A panel is composed a little later, and the answer waits for it."""
        ask(link, "GET", "surfaces")
        answer(link)

    one = whole.replace("p1: {label: Channel 1, min: -70, max: 6,", "p1: {label: Channel 1, min: -70, max: 7,")
    try:
        link = Link(daemon.socket)
        longest_steps(steps, "1,000 parameters, 16 surfaces with displays and pages", (
            ("a reload that changes one parameter", lambda: (reload(daemon, link, one), settle())), (None, lambda: reload(daemon, link, whole)),
            (None, settle),
            ("a parameter is declared", lambda: (declare([link], 1, True), settle())), (None, lambda: take_back([link])), (None, settle),
            ("a surface shows another page", lambda: (show("other"), settle())), (None, lambda: show("main")), (None, settle)))
    finally:
        daemon.destroy()


print(f"machine: {platform.machine()}, {os.cpu_count()} processors, Linux {platform.release()}", flush=True)
PARTS = {"starts": starts, "sizes": sizes, "exchanges": exchanges, "memory": memory, "owner": owner, "reader": reader, "targets": targets,
         "consoles": consoles, "followers": followers}
for part_name, part in PARTS.items():
    if sys.argv[3] in ("", part_name):
        part()
