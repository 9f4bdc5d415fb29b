"""Strips, banks and wide surfaces on Mackie hardware: a bank switch repaints the visible strips, motors first, in time."""

import time

import midi
from daemon import Daemon, shipped
from gadget import Gadget
from mackie import MackieSurface
from testing import check, equal, test, wait_until

STRIPS = 48


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


def is_motor(message):
    return message[0] & 0xF0 == 0xE0


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
