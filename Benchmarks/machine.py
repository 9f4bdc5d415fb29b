"""In the virtual machine, where one instruction is one nanosecond: the cost of an event, beside the smallest C program on libasound."""

import glob
import json
import statistics
import struct
import subprocess
import sys
import time

import configs
import testing
from daemon import Daemon, shipped
from rows import row

# Under ordinary scheduling the order in which the kernel runs the two programs settles only after 2,000 round trips.
SINGLE, BURST, ROUNDS, EVENTS = 20_000, 5000, 3, 1_000_000


def measure(client, single=SINGLE, burst=BURST, *kind):
    done = subprocess.run(["/test/bin/measure", client, "in", "out", str(single), str(burst), *kind], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"measure {client} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def rights(kind):
    """The command prefix that takes a program's realtime rights away ("plain"), or runs it with realtime scheduling ("realtime")."""
    return ["/test/bin/rights", kind]


def baseline(kind, *messages):
    process = subprocess.Popen([*rights(kind), "/test/bin/baseline"])
    try:
        testing.wait_until(lambda: testing.sequencer().port("baseline", "out"), "the C program", 5)
        return measure("baseline", SINGLE, BURST, *messages)
    finally:
        process.kill()
        process.wait()


def with_daemon(config, work, wrap=(), **options):
    daemon = Daemon(config, **options).start(timeout=60, wrap=wrap)
    try:
        return work(daemon)
    finally:
        daemon.destroy()


def ours(kind, config):
    # A daemon with the right to realtime scheduling sets it itself, for its MIDI thread only.
    return with_daemon(config, lambda _: measure("faderd"), rights(kind) if kind == "plain" else ())


def middle(figures, key):
    return statistics.median(figure[key] for figure in figures)


def round_trips(kind, name):
    """Measures both programs in turn, under the same scheduler, ROUNDS times. Returns the median of faderd's p50."""
    c, faderd = [], []
    for _ in range(ROUNDS):
        c.append(baseline(kind))
        faderd.append(ours(kind, configs.bridge()))
    print(name, "C", c, "faderd", faderd, flush=True)
    c50, p50, p99 = middle(c, "p50"), middle(faderd, "p50"), middle(faderd, "p99")
    row(f"{name}: round trip, the smallest C program, p50", f"{c50 / 1000:.2f} µs")
    row(f"{name}: round trip, faderd, p50", f"{p50 / 1000:.2f} µs", f"≤ {1.25 * c50 / 1000:.2f} µs (1.25 ×)", p50 <= 1.25 * c50)
    row(f"{name}: round trip, faderd, p99", f"{p99 / 1000:.2f} µs", f"≤ {1.3 * p50 / 1000:.2f} µs (1.30 × its p50)", p99 <= 1.3 * p50)
    rate, wanted = middle(faderd, "rate"), middle(c, "rate")
    row(f"{name}: 64 in flight, the smallest C program", f"{wanted:,.0f} events/s")
    # On one processor a realtime thread preempts the sender at every event, so that no two events are ever in flight: no promise there.
    promised = (f"≥ {wanted:,.0f}", rate >= wanted) if kind == "plain" else ()
    row(f"{name}: 64 in flight, faderd", f"{rate:,.0f} events/s", *promised)
    if middle(faderd, "answers") < BURST:
        row(f"{name}: … of {BURST:,} events answered one by one", f"{middle(faderd, 'answers'):,.0f}")
    return p50


def mackie():
    """A fader of one Mackie Control moves the motor of another, whose display shows the value."""
    c, faderd = [], []
    for _ in range(ROUNDS):
        c.append(baseline("realtime", "bend"))
        faderd.append(
            with_daemon(configs.MACKIE, lambda _: measure("faderd", SINGLE, BURST, "bend"), profiles=shipped("mackie-control")))
    print("mackie C", c, "faderd", faderd, flush=True)
    c50, p50 = middle(c, "p50"), middle(faderd, "p50")
    row("Mackie Control, realtime: round trip, the smallest C program, p50", f"{c50 / 1000:.2f} µs")
    row("Mackie Control, realtime: round trip, faderd, p50", f"{p50 / 1000:.2f} µs", f"≤ {1.3 * c50 / 1000:.2f} µs (1.30 ×)", p50 <= 1.3 * c50)


def console():
    """A console's fader moves a motor: from the packet to the message."""
    def run(client, follower):
        process = subprocess.Popen(["/test/bin/console", "measure", "10023", client, "1000"], stdout=subprocess.PIPE, text=True)
        try:
            return follower(lambda: json.loads(process.communicate()[0]))
        finally:
            process.kill()
            process.wait()

    def small(figures):
        relay = subprocess.Popen([*rights("plain"), "/test/bin/console", "relay", "10023"])
        try:
            return figures()
        finally:
            relay.kill()
            relay.wait()

    c, faderd = [], []
    for _ in range(ROUNDS):
        c.append(run("relay", small))
        faderd.append(run("faderd", lambda figures: with_daemon(configs.CONSOLE, lambda _: figures(), rights("plain"))))
    print("console C", c, "faderd", faderd, flush=True)
    c50, p50 = middle(c, "p50"), middle(faderd, "p50")
    row("an X32's fader to the motor: the smallest C program, p50", f"{c50 / 1000:.2f} µs")
    # No promise: the second thread alone takes it beyond what was wanted.
    row("an X32's fader to the motor: faderd, p50", f"{p50 / 1000:.2f} µs, {p50 / c50:.2f} times that", "wanted: 1.5 times")
    row("an X32's fader to the motor: faderd, p99", f"{middle(faderd, 'p99') / 1000:.2f} µs, C {middle(c, 'p99') / 1000:.2f}")


def size(small):
    big = [ours("plain", configs.bridge(10000, 64)) for _ in range(2)]
    print("big", big, flush=True)
    ratio = middle(big, "p50") / small
    row("the same with 10,000 parameters on 64 surfaces, p50", f"{(ratio - 1) * 100:+.1f} %", "within 5 %", ratio <= 1.05)


def paced(seconds, act):
    """Runs `measure paced`, from a thread with a higher priority than all others, and calls `act(number)` meanwhile, again and again.

    Returns the figures and the number of acts.
    """
    process = subprocess.Popen(["/test/bin/measure", "faderd", "in", "out", "paced", str(seconds)], stdout=subprocess.PIPE, text=True)
    try:
        acts = 0
        while process.poll() is None:
            act(acts)
            acts += 1
        figures = json.loads(process.stdout.read())
        print("paced", figures, acts, "acts", flush=True)
        return figures, acts
    finally:
        process.kill()
        process.wait()


def declarations():
    """The longest delay of an event while programs declare parameters and take them back: each time another console comes into force."""
    def work(daemon):
        session = daemon.session(timeout=30)

        def act(number):
            kinds = [{"max": 100}, {"kind": "toggle"}, {"kind": "range", "max": 500, "gap": 10}, {"kind": "color"}]
            name = f"app.{number // 2 % 40}"
            if number % 2 == 0:
                status, answer = session.ask("POST", "/v1/declarations", {"id": name, "parameter": kinds[number // 2 % 4], "by": "bench"})
            else:
                status, answer = session.ask("DELETE", f"/v1/declarations/{name}")
            testing.check(status in (200, 201), f"{status}: {answer}")

        figures, acts = paced(20, act)
        testing.check(acts > 20, f"only {acts} acts went by")
        delay = figures["max"] - figures["p50"]
        row("1,000 parameters, 16 surfaces: p50 while parameters are declared and taken back", f"{figures['p50'] / 1000:.2f} µs")
        row(
            f"… worst of {figures['count']:,} events, {acts} declarations, above the p50", f"{delay / 1000:.1f} µs", "≤ 1 ms",
            delay <= 1_000_000)

    with_daemon(configs.bridge(1000, 16, auto=True), work)


def reloads():
    """The longest time between two answers while the configuration is reloaded again and again, with other limits each time."""
    def work(daemon):
        text = configs.bridge(1000, 16)

        def act(number):
            daemon.configure(text.replace("max: 6", f"max: {7 + number % 5}"))
            done = daemon.request("POST", "/v1/reload", timeout=30)
            testing.equal(done.status, 200, f"the reload ({done.json})")

        figures, acts = paced(10, act)
        testing.check(acts > 3, f"only {acts} reloads went by")
        row(
            f"1,000 parameters, 16 surfaces: longest time between two answers in {acts} reloads", f"{figures['gap'] / 1e6:.2f} ms", "≤ 2 ms",
            figures["gap"] <= 2_000_000)

    with_daemon(configs.bridge(1000, 16), work)


def rest():
    """The first event after 40 s of rest, in which only five requests came."""
    def work(daemon):
        process = subprocess.Popen(["/test/bin/measure", "faderd", "in", "out", "rested", "40"], stdout=subprocess.PIPE, text=True)
        try:
            time.sleep(5)
            for _ in range(5):
                time.sleep(5)
                daemon.get("/v1/parameters")
            figures = json.loads(process.stdout.read())
        finally:
            process.kill()
            process.wait()
        print("rest", figures, flush=True)
        row("first event after 40 s of rest with five requests, realtime", f"{figures['first'] / 1000:.2f} µs, {figures['p50'] / 1000:.2f} before the rest",
            "≤ 20 µs", figures["first"] <= 20_000)

    with_daemon(configs.bridge(), work)


def allocations():
    """The allocations of the MIDI thread, counted by a preloaded library."""
    counts = "/run/mallocs"
    daemon = Daemon(configs.bridge(), environment={"LD_PRELOAD": "/test/bin/mallocs.so", "MALLOCS": counts}).start(timeout=20)

    def of_thread(number):
        with open(counts, "rb") as file:
            return dict(struct.iter_unpack("=QQ", file.read())).get(number, 0)

    try:
        midi = next(number for number, name in daemon.threads().items() if name == "faderd-midi")
        measure("faderd")
        before = of_thread(midi), of_thread(daemon.pid)
        measure("faderd")
        daemon.status()
        after = of_thread(midi), of_thread(daemon.pid)
        others = sum(of_thread(number) for number in daemon.threads() if number != midi)
        # If no other thread had allocated either, the counting would not work.
        testing.check(others > 100, f"only {others} allocations were seen in the whole program")
        row(f"allocations of the MIDI thread in {SINGLE + BURST + 200:,} events and a connection", f"{after[0] - before[0]}", "0", after[0] == before[0])
    finally:
        daemon.destroy()


def switches(daemon):
    """{name and number of a thread: the sum of its context switches}"""
    counts = {}
    for path in glob.glob(f"/proc/{daemon.pid}/task/*/status"):
        with open(path, encoding="utf-8") as file:
            name = file.readline().split()[1]
            counts[f"{name} {path.split('/')[4]}"] = sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)
    return counts


def idle_and_growth():
    def work(daemon):
        # An announcement on the sequencer wakes the daemon up. If one comes, the daemon was not idle.
        news = testing.sequencer()
        news.announcements(news.create_port("news"))
        # The runtime's worker threads end after some seconds without work.
        time.sleep(15)
        row("private memory, idle, on the sequencer", f"{daemon.memory() / 1024:.1f} MiB", "at most 10 MiB", daemon.memory() <= 10 * 1024)
        news.receive_all()
        before = switches(daemon)
        time.sleep(30)
        after = switches(daemon)
        # A thread that ended meanwhile must have woken up to end.
        woken = sum(count - before.get(thread, 0) for thread, count in after.items()) + len(before.keys() - after.keys())
        print("idle, before and after:", before, after, "news:", news.receive_all(), flush=True)
        row("wake-ups in 30 idle seconds, all threads", f"{woken}", "0", woken == 0)
        # Two runs, as long as the measured one: they load all code that is needed, and the heap grows to the size that it keeps.
        for _ in range(2):
            measure("faderd", 10, EVENTS)
            time.sleep(6)
        before, files = daemon.rss(), daemon.fds()
        measure("faderd", 10, EVENTS)
        time.sleep(6)
        grown = daemon.rss() - before
        row(f"growth over {EVENTS:,} events", f"{grown} KiB, {daemon.fds() - files} descriptors", "none", grown <= 64 and daemon.fds() == files)

    with_daemon(configs.bridge(), work)


PARTS = {
    "idle": idle_and_growth,
    "plain": lambda: size(round_trips("plain", "without realtime")),
    "realtime": lambda: round_trips("realtime", "realtime"),
    "mackie": mackie,
    "console": console,
    "declarations": declarations,
    "reloads": reloads,
    "rest": rest,
    "allocations": allocations,
}

for name, part in PARTS.items():
    if sys.argv[1] in ("", name):
        part()
