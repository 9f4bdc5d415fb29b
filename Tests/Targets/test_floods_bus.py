"""What programs on the session bus and the system bus send takes no more memory than its limit says, however much of it comes: docs/limits.md."""

import subprocess

import native
import testing
from floods import HAND, MOST, Hand, grown_meanwhile
from players import HERE, PYTHON, Bus, Player
from sound import bound, target
from test_brightness import SCREEN, Lights, Machine
from testing import check, test, wait_until


def flooded(faderd, bus, kind, hand):
    """Checks how much memory a flood of busflood.py takes."""
    flood = bus.run(PYTHON, f"{HERE}/busflood.py", kind, stdout=subprocess.PIPE, stderr=None, text=True)
    lines = testing.lines_of(flood)
    wait_until(lambda: "ready\n" in lines, kind)
    used = grown_meanwhile(faderd, hand=hand)
    check(flood.poll() is None, f"the flood of {kind} has ended")
    flood.kill()
    flood.wait()
    print(f"     {kind}: {used} KiB more")
    check(used < MOST, f"{used} KiB more by {kind}")


@test("players come and go without end, call, send signals and have endless lists: the memory stays, and motors follow", limit=180, alone=True)
def players():
    bus = Bus()
    good = Player(bus, "good")
    faderd = native.Daemon(
        "version: 1\nparameters:\n  good: {type: percent, target: {mpris: good}}\n  any: {type: percent, target: {mpris: \"flood*\"}}\n"
        "  song: {type: percent, target: {mpris: songs}}\n  place: {max: 300, unit: s, target: {mpris: songs, property: position}}\n" + HAND,
        environment={"DBUS_SESSION_BUS_ADDRESS": bus.address}).start()
    bound(faderd, "good")
    hand = Hand(faderd)
    for kind in ("names", "calls", "signals", "songs"):
        flooded(faderd, bus, kind, hand)
    good.obey("tell Volume 0.8")
    wait_until(lambda: faderd.text("good") == "80 %", lambda: f"80 %: {target(faderd, 'good')}")
    check(faderd.log().count("\n") < 60, "the log is flooded")


@test("everybody on the system bus calls the daemon and sends it signals: the memory stays, and motors follow", limit=120, alone=True)
def logind():
    lights = Lights().add("backlight/b", 1000, 500)
    machine = Machine(lights)
    faderd = machine.start({"b": SCREEN}, HAND)
    bound(faderd, "b")
    hand = Hand(faderd)
    for kind in ("calls", "signals"):
        flooded(faderd, machine.bus, kind, hand)
    faderd.set("b", "25")
    wait_until(lambda: lights.level("backlight/b") == 250, lambda: f"250: {target(faderd, 'b')}")
