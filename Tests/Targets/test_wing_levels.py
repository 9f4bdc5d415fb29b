"""The levels of a Wing, with a stand-in for the console: they come on a connection of their own, which is open only while somebody looks, and which can fail by itself."""

import contextlib
import os
import random
import socket
import struct
import time

import native
from desks import shown, state
from levels import Reader
from test_levels import STRIPS, config, level, started
from testing import check, defer, equal, test, wait_until
from wing_desk import Desk, grid

FADERS = """\
  vox: {target: {wing: foh, ch: 1}}
  drum: {target: {wing: foh, ch: 40}}
  send: {target: {wing: foh, ch: 40, matrix: 2}}
  tape: {target: {wing: foh, aux: 8}}
  mon: {target: {wing: foh, bus: 16}}
  rec: {target: {wing: foh, matrix: 8}}
  main: {target: {wing: foh, main: 4}}
  band: {target: {wing: foh, dca: 1}}
  mute: {target: {wing: foh, ch: 1, property: mute}}
"""


def faders(desk, more="", parameters=FADERS):
    return f"version: 1\ntargets:\n  foh: {{wing: \"127.0.0.1:{desk.port}\"{more}}}\nparameters:\n{parameters}"


def looked_at(desk, *ids, text=None, **more):
    """A daemon that knows the console's values, and a stream that looks at levels."""
    faderd = native.Daemon(text or faders(desk)).start()
    shown(faderd, vox="−∞ dB")
    return faderd, Reader(faderd, *ids, **more)


def note(faderd, name="vox"):
    return state(faderd, name).get("note") or ""


def port():
    """A UDP port that is free, and that the system gives to nobody who asks for any."""
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link, contextlib.suppress(OSError):
            link.bind(("127.0.0.1", random.randrange(10_000, 30_000)))
            return link.getsockname()[1]


@test("strips of a Wing show the levels of their faders, and those of the channels beside sends; nobody is connected for levels that nobody sees", limit=60)
def strips():
    desk = Desk()
    desk.meters.levels = {("ch", 1): (-6,), ("ch", 2): (-20,)}
    faderd = started(config(desk, family="wing"))
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (10, 6), lambda: f"the levels of the faders: {level(faderd, 1)}, {level(faderd, 2)}")
    equal(desk.meters.wanted(), [[("ch", 1), ("ch", 2)]], "what is asked for")
    desk.meters.levels = {("ch", 1): (-20,), ("ch", 2): (-6,)}
    equal(faderd.ctl("page", "desk", "mon").exit, 0)
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (6, 10), lambda: f"the levels beside the sends: {level(faderd, 1)}, {level(faderd, 2)}")
    equal((desk.meters.connections, len(desk.meters.questions)), (1, 1), "connections and questions, of which one is enough for the same channels")
    equal(faderd.ctl("page", "desk", "dark").exit, 0)
    wait_until(lambda: not desk.meters.clients, "nobody to be connected")
    equal(faderd.ctl("page", "desk", "main").exit, 0)
    wait_until(lambda: level(faderd, 2) == 10, lambda: f"the levels are back: {level(faderd, 2)}")
    equal((desk.meters.connections, note(faderd, "vox.fader")), (2, ""), "connections, and what is wrong")
    desk.meters.levels = {("ch", 2): (-6,), ("main", 1): (-3, -3, -20, -6)}
    native.write(f"{faderd.directory}/faderd.yaml", config(desk, STRIPS + "\n    map: {meter.8: {wing: foh, main: 1}}", "wing"))
    equal(faderd.ctl("reload").exit, 0)
    wait_until(lambda: (level(faderd, 2), level(faderd, 8)) == (10, 10), lambda: f"a row of the map: {level(faderd, 2)}, {level(faderd, 8)}")


@test("levels of a Wing are those before the fader, of what goes out those after it, and the louder side; DCAs and mutes have none")
def sorts():
    desk = Desk()
    desk.meters.levels = {("ch", 1): (-6, -9, -50, -50), ("ch", 40): (-128, -12.5, -1, -1), ("aux", 8): (-30, -18, -2, -2), ("bus", 16): (-3, -3, -21, -24),
                          ("mtx", 8): (-3, -3, -128, -40), ("main", 4): (-3, -3, -9, -127.5)}
    faderd, reader = looked_at(desk, "vox", "drum", "send", "tape", "mon", "rec", "main")
    equal([faderd.parameter(id).get("hasLevel") for id in ("vox", "send", "main", "band", "mute")], [True, True, True, None, None], "what has a level")
    reader.wait(0.01, vox=-6, drum=-12.5, send=-12.5, tape=-18, mon=-21, rec=-40, main=-9)
    # A channel that two parameters are bound to is asked for once.
    equal(desk.meters.wanted(), [[("ch", 1), ("ch", 40), ("aux", 8), ("bus", 16), ("main", 4), ("mtx", 8)]], "what is asked for")
    desk.meters.levels = {("ch", 1): (0,), ("main", 4): (-126.9,)}
    reader.wait(0.1, vox=0, drum=None, tape=None, mon=None, rec=None, main=-126.9)


@test("a console ends what is not renewed: the levels of a Wing go on for longer than it waits, on the same connection; read-only does not matter", limit=60)
def kept():
    desk = Desk()
    desk.meters.levels = {("ch", 1): (-6,)}
    faderd, reader = looked_at(desk, "vox", text=faders(desk, ", read-only: true"))
    reader.wait(vox=-6)
    time.sleep(11)
    desk.meters.levels = {("ch", 1): (-12,)}
    reader.wait(vox=-12)
    equal((desk.meters.connections, len(desk.meters.questions)), (1, 1), "connections and questions")
    reader.close()
    wait_until(lambda: not desk.meters.clients, "nobody to be connected")


@test("the second connection to a Wing is refused, or cut, or its port is closed: faders go on, targets says why there are no levels, and they are back with it", limit=90)
def refused():
    desk = Desk()
    desk.meters.levels = {("ch", 1): (-6,)}
    desk.meters.turned = True
    faderd, reader = looked_at(desk, "vox", "mon")
    tcp = desk.port - 1
    wait_until(lambda: note(faderd) == f"its levels do not come: TCP port {tcp}: the connection was closed", lambda: f"the reason: {note(faderd)}")
    equal((note(faderd, "mute"), note(faderd, "band")), ("", ""), "what has no level has no such note")
    equal(state(faderd, "vox")["state"], "bound", "the fader is not concerned")
    desk.meters.turned = False
    reader.wait(vox=-6)
    wait_until(lambda: not note(faderd), lambda: f"no reason any more: {note(faderd)}")
    desk.meters.drop()
    wait_until(lambda: desk.meters.levels.update({("ch", 1): (-12,)}) or len(desk.meters.clients) == 1, "it to be connected again")
    reader.wait(vox=-12)
    desk.meters.close()
    reader.wait(vox=None)
    desk.tablet("/ch/1/fdr", grid(-10))
    shown(faderd, vox="-10.0 dB")
    wait_until(lambda: note(faderd) == f"its levels do not come: TCP port {tcp}: Connection refused", lambda: f"the reason: {note(faderd)}")
    check("127.0.0.1" in faderd.ctl("targets").out and "Connection refused" in faderd.ctl("targets").out, faderd.ctl("targets").out)


@test("a firewall keeps the levels of a Wing out: targets names the port, connections are replaced seldom, and what is open in the end counts", limit=90)
def walled():
    desk, own = Desk(), port()
    desk.meters.levels = {("ch", 1): (-6,)}
    desk.meters.deaf = True
    faderd, reader = looked_at(desk, "vox", text=faders(desk, f", listen: {own}"))
    wait_until(lambda: f"none reach UDP port {own} of this machine; a firewall" in note(faderd), lambda: f"the reason: {note(faderd)}", 30)
    equal(desk.meters.connections, 1)
    desk.meters.deaf = False
    reader.wait(vox=-6)
    wait_until(lambda: not note(faderd), lambda: f"no reason any more: {note(faderd)}")
    equal(desk.meters.ports(), [own], "the port to which levels go")
    # Another program has the port. Both consoles of a config cannot have it.
    other, second = native.Daemon(faders(desk, f", listen: {own}")).start(), None
    shown(other, vox="−∞ dB")
    second = Reader(other, "vox")
    wait_until(lambda: f"UDP port {own}: Address already in use" in note(other), lambda: f"the reason: {note(other)}")
    reader.close()
    second.wait(vox=-6)


@test("levels that a Wing did not send are not shown: another question's, another host's, half ones; and a flood of them changes nothing", limit=60)
def forged():
    desk, own = Desk(), port()
    desk.meters.levels = {("ch", 1): (-6,), ("bus", 16): (-30,)}
    faderd, reader = looked_at(desk, "vox", "mon", text=faders(desk, f", listen: {own}"))
    reader.wait(vox=-6, mon=-30)
    number, strips = desk.meters.questions[-1]
    loud = number + struct.pack(">h", 0) * 11 * len(strips)
    stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    defer(stranger.close)
    stranger.bind(("127.0.0.2", 0))
    others = [bytes(4) + loud[4:], bytes(reversed(number)) + loud[4:], loud[:-1], loud + b"\0", loud[:4], b"", number[:2], loud * 40]
    highest = []
    for turn in range(300):
        stranger.sendto(loud, ("127.0.0.1", own))
        for packet in others:
            desk.meters.out.sendto(packet, ("127.0.0.1", own))
        if turn % 10 == 0:
            highest += [level for level in reader.levels.values() if level != "-inf"]
            time.sleep(0.01)
    check(max(highest) < -5, f"the loudest: {max(highest)}")
    # It tells as much nonsense on TCP as it can.
    memory = faderd.memory()
    for _ in range(50):
        desk.meters.send(os.urandom(65536))
    desk.meters.levels = {("ch", 1): (-12,), ("bus", 16): (-3,)}
    reader.wait(vox=-12, mon=-3)
    check(faderd.memory() - memory < 8192, f"{faderd.memory() - memory} KiB more")
    equal(desk.meters.connections, 1, "connections")


@test("two daemons look at one Wing: each has its levels, and a reload or the end of one is nothing to the other; another port is another question", limit=60)
def two():
    desk, own = Desk(), port()
    desk.meters.levels = {("ch", 1): (-6,), ("ch", 40): (-20,)}
    (first, vox), (second, drum) = looked_at(desk, "vox"), looked_at(desk, "drum")
    vox.wait(vox=-6)
    drum.wait(drum=-20)
    equal(sorted(desk.meters.wanted()), [[("ch", 1)], [("ch", 40)]], "what is asked for")
    native.write(f"{first.directory}/faderd.yaml", faders(desk, f", listen: {own}"))
    equal(first.ctl("reload").exit, 0)
    wait_until(lambda: own in desk.meters.ports() and len(desk.meters.clients) == 2, lambda: f"the port: {desk.meters.ports()}")
    vox.wait(vox=-6)
    second.kill()
    wait_until(lambda: desk.meters.ports() == [own], lambda: f"one is gone: {desk.meters.ports()}")
    desk.meters.levels = {("ch", 1): (-12,)}
    vox.wait(vox=-12)
    # Without the fader there is no level to look at.
    native.write(f"{first.directory}/faderd.yaml", faders(desk, parameters="  vox: {max: 10}\n"))
    equal(first.ctl("reload").exit, 0)
    wait_until(lambda: not desk.meters.clients, "nobody to be connected")
