"""Lights: sACN and Art-Net, with PyPI's sacn, OLA and plain sockets as receivers, on a network of their own."""

import itertools
import os
import time

import lights
import native
import testing
from sound import bound, note, target
from testing import check, equal, test, wait_until

LEVEL = "{type: percent, decimals: 1, target: {sacn: stage, channel: 1}}"


def config(parameters, universes=None):
    universes = universes or {"stage": "{sacn: {universe: 1}}"}
    lines = lambda rows: "".join(f"  {name}: {what}\n" for name, what in rows.items())
    return f"version: 1\ntargets:\n{lines(universes)}parameters:\n{lines(parameters)}"


@test("a universe is silent until somebody changes one of its parameters, has all of them, is kept alive, and ends with three packets")
def life():
    network = lights.Network()
    ear, judge = network.hear(1, 64214), lights.Judge(network, 1)
    faderd = lights.daemon(network, config({
        "a": LEVEL,
        "b": "{max: 1000, decimals: 0, target: {sacn: stage, channel: 3, bits: 16}}",
        "c": "{kind: toggle, target: {sacn: stage, channel: 5}}",
        "d": "{kind: choice, options: [x, y, z], target: {sacn: stage, channel: 6, range: [0, 100]}}",
        "e": "{kind: color, target: {sacn: stage, channel: 7}}",
        "f": "{kind: color, target: {sacn: stage, channel: 10, white: true}}",
        "g": "{kind: color, parts: {lightness: {target: {sacn: stage, channel: 14}}}}",
    })).start()
    bound(faderd, "a", "f")
    check("nothing is sent to 239.255.0.1:5568 before" in note(faderd, "a"), f"the note: {target(faderd, 'a')}")
    testing.stays(lambda: not ear.frames, lambda: f"silence: {ear.frames}", 1.1)
    faderd.set("b", "500")
    ear.await_levels(1, 1, 0, 0, 0x80, 0)
    check("sent to 239.255.0.1:5568" in faderd.ctl("targets").out, faderd.ctl("targets").out)
    for name, text in {"a": "50 %", "c": "on", "d": "y", "e": "#ff8040", "f": "#ff8040", "g.lightness": "100"}.items():
        faderd.set(name, text)
    wanted = [128, 0, 0x80, 0, 255, 50, 255, 128, 64, 191, 64, 0, 64, 255]
    ear.await_levels(1, 1, *wanted)
    faderd.set("a", "100 %")
    equal(faderd.ctl("undo").exit, 0, "exit of undo")
    ear.await_levels(1, 1, *wanted)
    wait_until(lambda: judge.levels and list(judge.levels[:14]) == wanted, lambda: f"what sacn has: {judge.levels and judge.levels[:14]}")
    # Nothing changes: the same once in less than a second, which lights need.
    time.sleep(0.2)
    start = len(ear.of(1))
    wait_until(lambda: len(ear.of(1)) >= start + 4, "frames that keep it alive")
    rest = lights.gaps(ear.of(1)[start:])
    check(all(0.5 < gap < 2 for gap in rest), f"seconds between frames: {rest}")
    frames = ear.of(1)
    equal({(frame.priority, frame.name.split()[0]) for frame in frames}, {(100, "faderd")}, "priority and name")
    check(all((later.sequence - earlier.sequence) % 256 == 1 for earlier, later in zip(frames[2:], frames[3:])), "the sequence numbers")
    wait_until(lambda: ear.of(64214, "discovery"), "a packet for discovery")
    equal(ear.of(64214, "discovery")[0].levels, (1,), "the universes in it")
    # The newest value is sent before the end.
    faderd.set("a", "25 %")
    equal(faderd.stop(), 0, "the exit code")
    wait_until(lambda: len(ear.of(1, "end")) == 3, lambda: f"three last packets: {ear.of(1, 'end')}")
    ear.await_levels(1, 1, 64, *wanted[1:])
    wait_until(lambda: judge.news[-1:] == ["timeout"], lambda: f"the end, as sacn knows it: {judge.news}")
    # Again: what is remembered is not sent before somebody changes something, and then all of it; it is the same source.
    count = len(ear.frames)
    faderd.start()
    bound(faderd, "a")
    testing.stays(lambda: len(ear.frames) == count, "silence after a start", 0.5)
    faderd.set("c", "off")
    ear.await_levels(1, 1, 64, 0, 0x80, 0, 0, *wanted[5:])
    equal(len({frame.source for frame in ear.frames}), 1, "sources")


@test("after kill -9, lights obey the first frames of the next start, whatever number was the last")
def killed():
    network = lights.Network()
    ear, judge = network.hear(1), lights.Judge(network, 1)
    faderd = lights.daemon(network, config({"a": LEVEL}, {"stage": "{sacn: {universe: 1, at-start: true}}"})).start()
    wait_until(lambda: ear.of(1), "the first frame")
    first = ear.of(1)[0].sequence
    texts = itertools.cycle(("10 %", "20 %"))
    # Numbers that follow the first one closely make lights drop the most.
    wait_until(lambda: (faderd.set("a", next(texts)), 10 < ear.of(1)[-1].sequence - first < 20)[1], "a number a little above the first", 60)
    faderd.kill()
    count = len(ear.of(1))
    faderd.start()
    wait_until(lambda: len(ear.of(1)) >= count + 4, "the first frames")
    faderd.set("a", "90 %")
    wait_until(lambda: ear.levels(1, 1) == [230] and judge.levels[0] == 230, lambda: f"what sacn has: {judge.levels[0]}", 4)


def wakeups(faderd, seconds):
    """How often the thread of the targets wakes up in a time."""
    folder = f"/proc/{faderd.process.pid}/task"
    thread = next(each for each in os.listdir(folder) if native.read(f"{folder}/{each}/comm") == b"faderd-targets\n")
    count = lambda: int(native.read(f"{folder}/{thread}/status").split(b"\nvoluntary_ctxt_switches:")[1].split()[0])
    before = count()
    time.sleep(seconds)
    return count() - before


@test("two universes wake faderd up once a second together, and not at all before somebody changes something", alone=True)
def rest():
    network = lights.Network()
    ear = network.hear(1, 2)
    rows = {"a": LEVEL, "b": LEVEL.replace("stage", "hall")}
    faderd = lights.daemon(network, config(rows, {"stage": "{sacn: {universe: 1}}", "hall": "{sacn: {universe: 2}}"})).start()
    bound(faderd, "a", "b")
    time.sleep(0.3)
    equal(wakeups(faderd, 1), 0, "wake-ups before a change")
    for name in rows:
        faderd.set(name, "50 %")
        time.sleep(0.3)
    time.sleep(1)
    count = wakeups(faderd, 3)
    check(2 <= count <= 5, f"{count} wake-ups in three seconds")
    check(len(ear.of(1)) > 4 and len(ear.of(2)) > 4, "frames of both")


@test("lights obey the daemon with the higher priority, and the other one when that ends")
def priorities():
    network = lights.Network()
    judge = lights.Judge(network, 1)
    first, second = (
        lights.daemon(network, config({"a": LEVEL}, {"stage": f"{{sacn: {{universe: 1, priority: {priority}}}}}"})).start() for priority in (50, 120))
    first.set("a", "10 %")
    wait_until(lambda: judge.levels and judge.levels[0] == 26, "the first")
    second.set("a", "90 %")
    wait_until(lambda: judge.levels[0] == 230, "the second")
    first.set("a", "20 %")
    testing.stays(lambda: judge.levels[0] == 230, "the second", 0.5)
    second.stop()
    wait_until(lambda: judge.levels[0] == 51, lambda: f"the first again: {judge.levels[0]}")


@test("a reload keeps what is sent: another priority or another light makes no gap, and a universe that goes ends")
def reloads():
    network = lights.Network()
    ear = network.hear(1, 2)
    both = {"stage": "{sacn: {universe: 1}}", "hall": "{sacn: {universe: 2}}"}
    rows = {"a": LEVEL, "b": "{type: percent, target: {sacn: stage, channel: 2}}", "c": "{type: percent, target: {sacn: hall, channel: 1}}"}
    faderd = lights.daemon(network, config(rows, both)).start()
    for name in rows:
        faderd.set(name, "100 %")
    ear.await_levels(1, 1, 255, 255)
    ear.await_levels(2, 1, 255)
    faderd.reload(config(rows, both | {"stage": "{sacn: {universe: 1, priority: 150}}"}))
    wait_until(lambda: ear.of(1)[-1].priority == 150, "the priority")
    faderd.reload(config(rows | {"d": "{type: percent, default: 20, target: {sacn: stage, channel: 4}}"}, both))
    ear.await_levels(1, 1, 255, 255, 0, 51)
    check(all(list(frame.levels[:2]) == [255, 255] for frame in ear.of(1)[4:]), "no frame without the lights")
    faderd.reload(config({"a": rows["a"], "c": rows["c"]}, both))
    ear.await_levels(1, 1, 255, 0, 0, 0)
    equal((ear.of(1, "end"), ear.of(2, "end")), ([], []), "ends")
    count = len(ear.of(2))
    faderd.reload(config({"a": rows["a"]}, both))
    wait_until(lambda: len(ear.of(2, "end")) == 3, "the end of the second universe")
    time.sleep(0.3)
    check(len(ear.of(2)) <= count + 3 and not ear.of(1, "end"), "what is sent after the end")
    # A universe that comes back is silent until somebody changes it.
    count = len(ear.frames)
    faderd.reload(config({"c": rows["c"]}, both))
    wait_until(lambda: len(ear.of(1, "end")) == 3, "the end of the first universe")
    testing.stays(lambda: not any(frame.universe == 2 for frame in ear.frames[count:]), "silence", 0.5)


@test("OLA receives both protocols, and a universe with at-start is sent from the start on")
def ola():
    network = lights.Network()
    receiver = lights.OLA(network)
    receiver.patch("E1.31", 1)
    receiver.patch("ArtNet", 2)
    ear = network.hear(port=6454, address="10.77.0.255")
    universes = {"stage": "{sacn: {universe: 1, at-start: true}}", "node": f"{{artnet: {{host: {lights.STAGE}, universe: 2}}}}",
                 "all": "{artnet: {host: 10.77.0.255, universe: 32767}}"}
    rows = {"a": LEVEL.replace("percent", "percent, default: 40"), "b": "{kind: color, target: {artnet: node, channel: 510}}",
            "c": "{kind: toggle, target: {artnet: all, channel: 512}}"}
    faderd = lights.daemon(network, config(rows, universes)).start()
    wait_until(lambda: receiver.levels(1)[:2] == [102, 0], lambda: f"the default, at the start: {receiver.levels(1)[:2]}")
    check(not receiver.levels(2) and not ear.frames, "Art-Net before a change")
    faderd.set("b", "#102030")
    wait_until(lambda: receiver.levels(2)[509:] == [16, 32, 48], lambda: f"a color over Art-Net: {receiver.levels(2)[509:]}")
    faderd.set("c", "on")
    ear.await_levels(32767, 511, 0, 255)
    equal(faderd.ctl("targets").out.count("sent to 10.77.0.255:6454"), 1, "the targets")
    equal(faderd.stop(), 0, "the exit code")
    time.sleep(0.2)
    ear.await_levels(32767, 511, 0, 255)


@test("what is wrong is said: nobody listens, no such interface, no network; and all is well again by itself")
def trouble():
    network = lights.Network()
    universes = {"node": f"{{sacn: {{universe: 1, host: {lights.STAGE}}}}}", "plug": "{sacn: {universe: 2, interface: later0}}",
                 "name": "{artnet: {universe: 3, host: no-such-host.invalid}}", "ban": "{sacn: {universe: 4, host: 10.99.0.1}}"}
    network.do(network.desk, "ip", "route", "add", "prohibit", "10.99.0.1")
    rows = {"a": LEVEL.replace("stage", "node"), "b": LEVEL.replace("stage", "plug"), "c": LEVEL.replace("sacn: stage", "artnet: name"),
            "d": "{type: percent}", "e": LEVEL.replace("stage", "ban")}
    faderd = lights.daemon(network, config(rows, universes)).start()
    wait_until(lambda: "forbidden, by a firewall or by IPAddressAllow" in note(faderd, "e"), lambda: f"the firewall: {target(faderd, 'e')}")
    wait_until(lambda: "there is no network interface later0" in note(faderd, "b"), lambda: f"the interface: {target(faderd, 'b')}")
    wait_until(lambda: "there is no host no-such-host.invalid" in note(faderd, "c"), lambda: f"the host: {target(faderd, 'c')}")
    faderd.set("a", "40 %")
    wait_until(lambda: "nothing listens there at port 5568" in note(faderd, "a"), lambda: f"nobody listens: {target(faderd, 'a')}")
    equal(target(faderd, "a")["state"], "absent")
    faderd.set("a", "100 %")
    ear = network.hear(2)
    ear.await_levels(1, 1, 255)
    bound(faderd, "a")
    # What was moved before the interface was there is sent then.
    faderd.set("b", "100 %")
    network.do(network.desk, "ip", "link", "set", "desk", "down")
    network.do(network.desk, "ip", "link", "set", "desk", "name", "later0")
    network.do(network.desk, "ip", "link", "set", "later0", "up")
    ear.await_levels(2, 1, 255)
    bound(faderd, "a", "b")
    log = faderd.log()
    equal(log.count("sacn 10.77.0.2 is not there: nothing listens"), 1, "lines of the log")
    # The cable is pulled out: no route. Everything else works.
    network.do(network.desk, "ip", "link", "set", "later0", "down")
    faderd.set("a", "50 %")
    wait_until(lambda: target(faderd, "a")["state"] == "absent" and "no network leads to it" in note(faderd, "a"),
               lambda: f"no network: {target(faderd, 'a')}")
    faderd.set("d", "50 %")
    network.do(network.desk, "ip", "link", "set", "later0", "up")
    ear.await_levels(1, 1, 128)
    bound(faderd, "a")
