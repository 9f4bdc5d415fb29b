"""Strips, banks and wide surfaces on Mackie hardware: a bank switch repaints the visible strips, motors first, in time."""

import time

import midi
import testing
from daemon import Daemon, shipped
from gadget import Gadget
from lcd import is_motor
from mackie import MackieSurface
from testing import check, equal, test, wait_until

STRIPS = 48
# The speed of a MIDI cable in bytes per second.
DIN = 3125


def level(number):
    """The value of each channel at the beginning."""
    return number * 100


PARAMETERS = "".join(
    f"  ch{number}: {{label: Ch {number}, min: 0, max: 16383, decimals: 0, default: {level(number)}}}\n" for number in range(1, STRIPS + 1))

CONFIG = f"""
version: 1
parameters:
{PARAMETERS}
surfaces:
  left:
    match: "Left*"
    profile: mackie-control
    wide: desk
    strips: {{each: [{", ".join(f"ch{number}" for number in range(1, STRIPS + 1))}], fader: "{{}}", meter: "{{}}"}}
    map:
      bank-right: {{action: bank, by: 16}}
      bank-left: {{action: bank, by: -16}}
  right: {{match: "Right*", profile: mackie-xt, wide: desk}}
"""

BANK_LEFT, BANK_RIGHT = 0x2E, 0x2F


def press(gadget, note):
    gadget.write(press_of(note))


def press_of(note):
    return midi.note(note, 127) + midi.note(note, 0)


def labels(surface, row=0):
    """The cells of a display's row; the upper row is 0."""
    row = surface.texts()[row]
    return [row[place:place + 7].strip() for place in range(0, 56, 7)]


def started(config=CONFIG):
    gadgets = Gadget("Left").plug(), Gadget("Right", slot=1).plug()
    surfaces = MackieSurface(gadgets[0], 0x14), MackieSurface(gadgets[1], 0x15)
    daemon = Daemon(config, profiles=shipped("mackie-control", "mackie-xt")).start()
    wait_until(lambda: all(surface.greeted for surface in surfaces), "both to be greeted", 30)
    for gadget in gadgets:
        gadget.settle()
    return gadgets, surfaces, daemon


def is_shown(surfaces, first):
    """Whether both surfaces show the strips from `first` on, with motors and labels."""
    for surface, start in zip(surfaces, (first, first + 8)):
        wanted = {place: level(start + place) for place in range(8)}
        motors = {place: raw for place, raw in surface.shown(0xE0).items() if place < 8}
        if motors != wanted or labels(surface) != [f"Ch {start + place}" for place in range(8)]:
            return False
    return True


@test("two Mackie surfaces are one of 16 strips: a switch reaches every motor and cell within 50 ms, motors first, and writes nothing twice")
def wide():
    gadgets, surfaces, daemon = started()
    check(is_shown(surfaces, 1), f"at the beginning: {[(surface.shown(0xE0), labels(surface)) for surface in surfaces]}")
    check(surfaces[0].shown(0xE0).get(8) in (None, 0), "the master fader is no strip")
    for note, first in ((BANK_RIGHT, 17), (BANK_RIGHT, 33), (BANK_LEFT, 17)):
        seen = [len(gadget.since(0)) for gadget in gadgets]
        begin = time.monotonic()
        press(gadgets[0], note)
        wait_until(lambda: is_shown(surfaces, first), lambda: f"strips {first} to {first + 15}; {[labels(each) for each in surfaces]}", 30)
        for gadget, count in zip(gadgets, seen):
            gadget.settle()
            new = gadget.since(count)
            took = max(item.time for item in new) - begin
            check(took <= 0.05, f"the last message came after {took * 1000:.1f} ms")
            motors = [place for place, item in enumerate(new) if is_motor(item.message)]
            texts = [place for place, item in enumerate(new) if item.message[:1] == b"\xF0"]
            equal(len(motors), 8, "motor messages")
            check(max(motors) < min(texts), "a text came before a motor")
    surface = daemon.get("/v1/surfaces")[1]
    equal((surface["wide"], surface["bank"], surface["strips"]), ("desk", 17, STRIPS), "what the API says of it")


@test("meters follow the bank: a hidden strip's level is not sent, and a switch clears the meter of a strip that is no longer shown")
def meters():
    gadgets, _, daemon = started()
    monitored = testing.lines_of(daemon.ctl_running("monitor", "desk"))
    wait_until(lambda: daemon.status()["connections"]["streams"] == 1, "the monitor to listen", 30)

    def levels(gadget, seen):
        # 14 and 15 set and clear the overload mark.
        told = [item.message[1] for item in gadget.since(seen) if item.message[0] == 0xD0]
        return [(each >> 4, each & 0x0F) for each in told if each & 0x0F < 14]

    seen = [len(gadget.since(0)) for gadget in gadgets]
    daemon.set("ch3", "16383")
    daemon.set("ch10", "16383")
    wait_until(lambda: (2, 13) in levels(gadgets[0], seen[0]), lambda: f"the third meter; {levels(gadgets[0], seen[0])}", 30)
    wait_until(lambda: (1, 13) in levels(gadgets[1], seen[1]), lambda: f"the tenth meter; {levels(gadgets[1], seen[1])}", 30)
    press(gadgets[0], BANK_RIGHT)
    wait_until(lambda: levels(gadgets[0], seen[0])[-1] == (2, 0), lambda: f"the third meter to go out; {levels(gadgets[0], seen[0])}", 30)
    for gadget in gadgets:
        gadget.settle(quiet=1.5)
    seen = [len(gadget.since(0)) for gadget in gadgets]
    daemon.set("ch3", "0")
    daemon.set("ch19", "16383")
    wait_until(lambda: levels(gadgets[0], seen[0]) == [(2, 13)], lambda: f"the third meter once; {levels(gadgets[0], seen[0])}", 30)
    equal(levels(gadgets[1], seen[1]), [], "what the meters of the second surface were sent")
    panel = daemon.get("/v1/surfaces")[0]["panel"]
    # `monitor desk` shows both surfaces of the wide one.
    for surface in ("left", "right"):
        wait_until(lambda: any(line.startswith(f"{surface} out") for line in monitored), f"a message of {surface} in the monitor", 30)
    equal([meter["parameter"] for meter in panel["meters"]], [f"ch{number}" for number in range(17, 25)], "what the API says is on them")


@test("at the speed of a MIDI cable a switch takes as long as its bytes take, and every motor moves before the first text")
def cable():
    paced = CONFIG.replace("profile: mackie-control", f"profile: mackie-control\n    pacing: {DIN}").replace(
        "profile: mackie-xt", f"profile: mackie-xt, pacing: {DIN}")
    gadgets, surfaces, _ = started(paced)
    wait_until(lambda: is_shown(surfaces, 1), "the first bank", 30)
    for note, first in ((BANK_RIGHT, 17), (BANK_RIGHT, 33)):
        for gadget in gadgets:
            gadget.settle(quiet=1.0)
        seen = [len(gadget.since(0)) for gadget in gadgets]
        begin = time.monotonic()
        press(gadgets[0], note)
        wait_until(lambda: is_shown(surfaces, first), lambda: f"strips {first} to {first + 15}; {[labels(each) for each in surfaces]}", 30)
        for gadget, count in zip(gadgets, seen):
            gadget.settle()
            new = [item for item in gadget.since(count) if item.time <= begin + 1]
            total = sum(len(item.message) for item in new)
            took = max(item.time for item in new) - begin
            check(took <= total / DIN + 0.05, f"{total} bytes took {took * 1000:.0f} ms")
            # The last message goes out as soon as the cable has carried those before it.
            check(took >= (total - 64) / DIN, f"{total} bytes in {took * 1000:.0f} ms are more than the cable takes")
            motors = [item.time - begin for item in new if is_motor(item.message)]
            texts = [item.time - begin for item in new if item.message[:1] == b"\xF0"]
            equal(len(motors), 8, "motor messages")
            check(max(motors) < min(texts), "a text came before a motor")
            check(max(motors) <= 0.02, f"the last motor was told after {max(motors) * 1000:.1f} ms")
