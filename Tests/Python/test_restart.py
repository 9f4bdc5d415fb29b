"""Daemons that come late, stop, restart and hang: the program goes on."""

import asyncio
import random
import threading
import time

import client
import native
from client import faderd, refusal
from testing import check, equal, test, wait_until

PERCENT = {"max": 100, "unit": "%", "decimals": 3}
# So that there is something to move before anything is declared again.
CONFIG = "version: 1\nparameters:\n  still: {}\n  master: {max: 1000, decimals: 3}\n" + native.desk({1: "master", 2: "lamp.level"}).replace(
    "fader.2: lamp.level\n", "").replace("    controls:", "    auto: true\n    controls:")
RESTARTS = 50


class Motion:
    """A hand on both faders, and a daemon that is not always there."""

    def __init__(self, daemon):
        self.daemon, self.random = daemon, random.Random(3)
        self.moves, self.is_over = 0, threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while not self.is_over.is_set():
            try:
                session = self.daemon.session(timeout=2)
                while not self.is_over.is_set():
                    for fader in (1, 2):
                        session.ask("PUT", f"/v1/virtual/fader.{fader}", {"position": self.random.random()})
                        self.moves += 1
                    time.sleep(0.002)
            except (OSError, ValueError):
                time.sleep(0.01)

    def end(self):
        self.is_over.set()
        self.thread.join()


class Follower:
    """A program that keeps the last change of each parameter that it was told of."""

    def __init__(self, changes):
        self.last = {}
        threading.Thread(target=self._run, args=(changes,), daemon=True).start()

    def _run(self, changes):
        for change in changes:
            self.last[change.id] = change.value


def aio_follower(daemon, last, ready, over):
    """The same with asyncio, in a thread of its own."""
    async def main():
        async with faderd.aio.connect(daemon.socket, by="aio") as f:
            await f.declare("aio.level", value=20, **PERCENT)
            ready.set()

            @f.on_change(("master", "lamp.level"), rate=None)
            def _(change):
                last[change.id] = change.value
            while not over.is_set():
                await asyncio.sleep(0.05)
    asyncio.run(main())


@test(f"{RESTARTS} restarts under motion: declared again within 1 s, the newest value right, no last event lost", limit=300, alone=True)
def restarts():
    daemon = native.Daemon(CONFIG).start()
    made = random.Random(4)
    f = client.connect(daemon, by="lamp")
    level = f.declare("lamp.level", value=10, **PERCENT)
    quick, slow = Follower(f.watch(rate=None)), Follower(f.watch(rate=30))
    last, ready, over = {}, threading.Event(), threading.Event()
    threads = native.Threads()
    threads.run(aio_follower, daemon, last, ready, over)
    check(ready.wait(30), "the asyncio program did not begin")
    took, sets = [], 0
    for number in range(RESTARTS):
        motion = Motion(daemon)
        wait_until(lambda: motion.moves > 20, "the hand to move")
        if number % 2:
            daemon.kill()
        else:
            daemon.stop()
        # Set while nobody is there: it counts, because it is the newest.
        if number % 5 == 0:
            level.value = number
            sets += 1
        daemon.start()
        began = time.monotonic()
        line = daemon.session()
        wait_until(lambda: {"lamp.level", "aio.level"} <= {one["id"] for one in line.ask("GET", "/v1/declarations")[1]}, "both to be declared again")
        took.append(time.monotonic() - began)
        motion.end()
        line.ask("PUT", "/v1/virtual/fader.1", {"position": made.random()})
        if number % 5 == 0:
            wait_until(lambda: f.connected, "the connection")
            level.value = number + 0.5
        else:
            line.ask("PUT", "/v1/virtual/fader.2", {"position": made.random()})
        for name in ("master", "lamp.level"):
            for who in (quick.last, slow.last, last):
                wait_until(lambda: abs(who.get(name, -1) - line.value(name)) < 1e-9,
                           lambda: f"the newest value of {name} after restart {number}: {who.get(name)}, {line.value(name)}", 5)
        equal(level.value, line.value("lamp.level"), "the value of the handle")
        line.close()
    over.set()
    threads.join()
    took.sort()
    print(f"     declared again after READY: half within {took[len(took) // 2]:.3f} s, all within {took[-1]:.3f} s; {sets} values set meanwhile")
    check(took[-1] < 1, f"declared again only after {took[-1]:.3f} s")
    equal((f.connected, f.problems), (True, ()), "the connection at the end")


@test("without a daemon a program runs with its defaults; when one comes, it gets its faders, and what was set meanwhile counts")
def late():
    daemon = native.Daemon(CONFIG)
    f = client.connect(daemon, by="lamp")
    equal(f.connected, False, "connected")
    check("no daemon is running" in f.problems[0].detail and daemon.socket in f.problems[0].detail, f"the problem: {f.problems}")
    level = f.declare("lamp.level", value=30, **PERCENT)
    mute = f.declare("lamp.mute", kind="toggle", words=["open", "muted"])
    clash = f.declare("master", kind="toggle")
    bad = f.declare("lamp.bad", min=3, max=3)
    equal((level.value, level.text, mute.value, mute.text, bad.value), (30.0, "30.000 %", False, "open", 3.0), "the defaults")
    changes = level.watch(rate=None)
    equal(next(changes).value, 30.0, "the first value")
    level.value = 140
    equal((level.value, next(changes).value), (100.0, 100.0), "what was set, clamped")
    for act in (lambda: level.set("40"), lambda: f["price"].value, lambda: f.undo()):
        check("no daemon" in str(refusal(act, faderd.Gone)), "why not")
    equal(f.wait(0.05), False, "whether one came")
    daemon.start()
    check(f.wait(30), "it did not connect")
    equal((daemon.value("lamp.level"), daemon.value("lamp.mute"), level.text), (100, False, "100.000 %"), "the values in the daemon")
    equal([one.id for one in f.problems], ["lamp.bad", "master"], "what was refused later")
    check("min and max are both 3" in str(f.problems[0]) and "config" in str(f.problems[1]), f"why: {f.problems}")
    equal((clash.kind, bad.value), ("number", 3.0), "what became of the refused ones")
    # The next time, the daemon remembers.
    daemon.set("lamp.level", "55")
    f.close()
    daemon.stop()
    f = client.connect(daemon, by="lamp")
    level = f.declare("lamp.level", value=30, **PERCENT)
    changes = level.watch(rate=None)
    equal(next(changes).value, 30.0, "the value until a daemon comes")
    daemon.start()
    check(f.wait(30), "it did not connect again")
    equal((next(changes).value, level.value), (55.0, 55.0), "the value that is remembered")


@test("what changed while there was no connection is told, marked as such, and nothing else is")
def meanwhile():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon)
    f["master"].value = 500
    changes = f.watch(rate=None)
    equal(sorted((next(changes).id, next(changes).id)), ["master", "still"], "the first values")
    daemon.pause()
    f._link._disconnect()
    wait_until(lambda: not f.connected, "the connection to be lost")
    daemon.resume()
    check(f.wait(30), "it did not connect again")
    daemon.stop()
    wait_until(lambda: not f.connected, "the end to be noticed")
    text = native.read_text(daemon.state_file)
    native.write(daemon.state_file, text.replace("500", "400"))
    daemon.start()
    change = next(changes)
    equal((change.id, change.value, change.meanwhile), ("master", 400.0, True), "the change")
    equal(list(f.watch("still", timeout=0.01))[0].meanwhile, False, "that which did not change")
    f["master"].value = 300
    equal((next(changes).meanwhile), False, "a change of now")


@test("a daemon that hangs in the middle of a set counts as gone; what was set to an own parameter is sent when it goes on")
def hangs():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon, by="lamp", timeout=0.5)
    level = f.declare("lamp.level", value=30, **PERCENT)
    daemon.pause()
    try:
        error = refusal(lambda: level.set("40"), faderd.Gone)
        check("does not answer" in str(error), f"the sentence: {error}")
        wait_until(lambda: not f.connected, "the connection to count as lost")
        level.value = 60
        equal(level.value, 60.0, "the value meanwhile")
        check(refusal(lambda: f["master"].set("1"), faderd.Gone), "another parameter")
    finally:
        daemon.resume()
    check(f.wait(30), "it did not connect again")
    wait_until(lambda: daemon.value("lamp.level") == 60, "what was set last to arrive")
    equal((level.value, f.problems), (60.0, ()), "the value here")


@test("a daemon that is killed in the middle of sets: each one that was answered is there, and the others raise Gone")
def killed():
    daemon = native.Daemon(CONFIG).start()
    # It is not back within this time.
    f = client.connect(daemon, timeout=0.3)
    master, answered, errors = f["master"], [], []
    over = threading.Event()

    def write():
        number = 0
        while not over.is_set():
            number += 1
            try:
                answered.append(master.set(value=number % 1000).value)
            except faderd.Gone as error:
                errors.append(error)
                return
    threads = native.Threads()
    threads.run(write)
    wait_until(lambda: len(answered) > 50, "sets to be answered")
    daemon.kill()
    threads.join()
    equal(len(errors), 1, "errors")
    daemon.start()
    check(daemon.value("master") in (answered[-1], answered[-1] + 1), f"{daemon.value('master')} is neither the last answered {answered[-1]} nor the next")


@test("sets wait for a daemon that restarts, also those that it was asked in its last moment; what is of the moment does not wait")
def waits():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon, by="lamp", timeout=60)
    level, flash = f.declare("lamp.level", value=30, **PERCENT), f.declare("lamp.flash", kind="trigger")
    over, answered = threading.Event(), []

    def write():
        while not over.is_set():
            answered.append(f["master"].set(value=len(answered) % 1000).value)

    def stop(how):
        how()
        wait_until(lambda: not f.connected, "the loss to be noticed")
    threads = native.Threads()
    threads.run(write)
    for how in (daemon.stop, daemon.kill, daemon.kill):
        count = len(answered)
        wait_until(lambda: len(answered) > count + 20, "sets to be answered")
        stop(how)
        check(refusal(flash.press, faderd.Gone), "a press")
        threads.run(lambda: equal(level.set("44").value, 44.0, "a text"))
        threads.run(lambda: f.set({"still": 0.5, "lamp.level": 44}))
        threads.run(lambda: equal(f["still"].reset().value, 0.0, "a reset"))
        daemon.start()
        count = len(answered)
        wait_until(lambda: len(answered) > count, "a set after the restart")
    over.set()
    threads.join()
    equal((daemon.value("master"), daemon.value("lamp.level")), (answered[-1], 44), "what was set last")
    equal(f.problems, (), "problems")


@test("what a program sets while a set waits is newer and counts, with asyncio too; a set whose daemon stays away raises Gone and is not done later")
def newer():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon, by="lamp", timeout=60)
    short = client.connect(daemon, by="short", timeout=0.3)
    level = f.declare("lamp.level", value=30, **PERCENT)

    async def main():
        async with faderd.aio.connect(daemon.socket, by="aio", timeout=60) as other:
            own = await other.declare("aio.level", value=20, **PERCENT)
            await asyncio.to_thread(daemon.stop)
            while other.connected or f.connected or short.connected:
                await asyncio.sleep(0.005)
            older = [asyncio.to_thread(level.set, value=40), own.set(value=40), own.set("41"), other["still"].set(value=0.25)]
            tasks = [asyncio.ensure_future(one) for one in older]
            while not f._link.turn._waiters:  # Until the set in the other thread waits, too.
                await asyncio.sleep(0.005)
            level.value = own.value = 60
            error = refusal(lambda: short["master"].set(value=999), faderd.Gone)
            check("no daemon is running" in str(error), f"the sentence: {error}")
            equal([one.done() for one in tasks], [False] * 4, "sets that have ended while no daemon was there")
            await asyncio.to_thread(daemon.start)
            equal([state.value for state in await asyncio.gather(*tasks)], [60.0, 60.0, 60.0, 0.25], "what the sets return")
    asyncio.run(main())
    equal([daemon.value(name) for name in ("lamp.level", "master", "still")], [60, 0, 0.25], "the values in the daemon")


@test("a session that the daemon ended meanwhile is replaced by another one, with everything that was declared")
def session():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon, by="lamp")
    level = f.declare("lamp.level", value=30, **PERCENT)
    with f._link.turn:
        f._core.session = "0" * 32
    equal(level.set("44").value, 44.0, "a set in a session that is unknown")
    wait_until(lambda: f.connected, "the connection")
    equal([one["id"] for one in daemon.get("/v1/declarations")], ["lamp.level"], "what is declared")
