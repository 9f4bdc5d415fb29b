"""Strips, banks and wide surfaces on Mackie hardware: a bank switch repaints the visible strips, motors first, in time."""

import random
import time

import midi
import testing
from daemon import Daemon, shipped
from gadget import Fader, Gadget
from lcd import is_motor
from mackie import MackieSurface
from testing import check, equal, stays, test, wait_until

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


@test("a fader under a finger keeps its strip through a switch in motion, and goes to the new one when it is released")
def held():
    gadgets, surfaces, daemon = started()
    fader = Fader(gadgets[0], "pitchbend", touch=0x68)
    fader.touch()
    for raw in range(2000, 2400, 16):
        fader.move(raw)
        if raw == 2192:
            press(gadgets[0], BANK_RIGHT)
    wait_until(lambda: daemon.value("ch1") == 2384, lambda: f"the strip that it began with; {daemon.value('ch1')}", 30)
    equal(daemon.value("ch17"), level(17), "the strip of the new bank")
    check(all(2000 <= raw < 2400 for raw in fader.motor if raw != level(1)), f"the motor fought the finger: {fader.motor}")
    gadgets[0].settle()
    equal(surfaces[0].shown(0xE0)[1], level(18), "the fader beside it")
    fader.release()
    fader.wait_at(level(17), 30)
    wait_until(lambda: labels(surfaces[0])[0] == "Ch 17", lambda: f"its label; {labels(surfaces[0])}", 30)
    # After the digits have stopped showing the bank's number, a hidden strip changes without a message.
    gadgets[0].settle(quiet=1.5)
    before = len(gadgets[0].since(0))
    daemon.set("ch1", "0")
    stays(lambda: len(gadgets[0].since(before)) == 0, "a hidden strip is not sent", 0.5)
    equal(daemon.ctl("bank", "desk", "1").exit, 0, "exit of faderctl bank")
    fader.wait_at(0, 30)


@test("48 strips on 8: hundreds of random switches, moves and sets; everything visible is right, and no hidden strip was ever sent", limit=600)
def random_switches():
    # A value modulo 64 tells its source: a set for the channel of that number, or 63 for a hand on whatever strip was shown.
    parameters = "".join(
        f"  ch{number}: {{label: Ch {number}, min: 0, max: 16383, decimals: 0, default: {number}}}\n"
        f"  ch{number}.pan: {{label: Pan {number}, min: -50, max: 50, step: 1, decimals: 0, default: 0}}\n"
        f"  ch{number}.mute: {{kind: toggle}}\n" for number in channels())
    config = f"""
version: 1
parameters:
{parameters}
surfaces:
  desk:
    match: "Left*"
    profile: mackie-control
    strips:
      each: [{", ".join(f"ch{number}" for number in channels())}]
      fader: "{{}}"
      encoder: "{{}}.pan"
      mute: "{{}}.mute"
    map:
      bank-right: {{action: bank, by: 8}}
      bank-left: {{action: bank, by: -8}}
"""
    gadget = Gadget("Left").plug()
    surface = MackieSurface(gadget, 0x14)
    daemon = Daemon(config, profiles=shipped("mackie-control")).start()
    wait_until(lambda: surface.greeted, "the surface to be greeted", 30)
    gadget.settle()
    session, chance = daemon.session(), random.Random(20261122)
    for _ in range(3):
        sets = chance.sample(channels(), 40)
        for channel in sets:
            session.send("PUT", *random_set(channel, chance))
        gadget.write(b"".join(random_act(chance) for _ in range(100)))
        for _ in sets:
            equal(session.receive()[0], 200, "status of a set")
        check_visible(gadget, surface, daemon, session, chance)


def channels():
    return range(1, STRIPS + 1)


def random_set(channel, chance):
    """The path and body of a request that sets the level, pan or mute of a channel."""
    what, value = chance.choice((
        ("", chance.randrange(255) * 64 + channel), (".pan", chance.randrange(-50, 51)), (".mute", chance.random() < 0.5)))
    return f"/v1/parameters/ch{channel}{what}", {"value": value}


def random_act(chance):
    """A random act of a hand: a bank switch, or an act on one of the visible strips."""
    place = chance.randrange(8)
    raw = chance.randrange(255) * 64 + 63
    return chance.choice((
        press_of(BANK_LEFT), press_of(BANK_RIGHT), press_of(0x10 + place), midi.cc(0x10 + place, chance.choice((1, 0x41))),
        midi.note(0x68 + place, 127) + midi.pitchbend(raw, ch=place + 1) + midi.note(0x68 + place, 0)))


def check_visible(gadget, surface, daemon, session, chance):
    """Checks that the visible strips show their values, that hidden ones are set without a message, and that since the last check no fader
    was sent a value of a strip that is never on it."""
    sent = gadget.settle(quiet=1.5)
    gadget.clear()
    for message in sent:
        if message[0] & 0xF0 == 0xE0 and message[0] & 0x0F < 8:
            whose = (message[1] | message[2] << 7) % 64
            check(whose == 63 or (whose - 1) % 8 == message[0] & 0x0F, f"{midi.words(message)} is the value of ch{whose}")
    first = daemon.get("/v1/surfaces")[0]["bank"]
    motors, lamps, rings = (surface.shown(kind) for kind in (0xE0, 0x90, 0xB0))
    for place in range(8):
        name = f"ch{first + place}"
        equal(motors[place], session.value(name), f"the motor of {name}")
        equal(lamps[0x10 + place], 127 if session.value(f"{name}.mute") else 0, f"the lamp of {name}.mute")
        pan, ring = session.value(f"{name}.pan"), rings[0x30 + place]
        equal((ring & 0x30, bool(ring & 0x40)), (0x10, pan == 0), f"how the ring of {name}.pan is lit")
        check(abs((ring & 0x0F) - (1 + (pan + 50) / 10)) <= 0.5, f"the ring of {name}.pan, at {pan}, shows {ring & 0x0F}")
    equal(labels(surface), [f"Ch {first + place}" for place in range(8)], "labels")
    equal(labels(surface, row=1), [f"Pan {first + place}" for place in range(8)], "labels of the encoders")
    for channel in (number for number in channels() if not first <= number < first + 8):
        equal(session.ask("PUT", *random_set(channel, chance))[0], 200, "status of a set")
    equal(gadget.settle(quiet=0.5), [], "messages while what is hidden was set")


@test("holding one mute and pressing another switches all between them, even across both surfaces; one undo takes them all back")
def span():
    names = [f"ch{number}" for number in range(1, 25)]
    mutes = "".join(f"  {name}.mute: {{kind: toggle}}\n  {name}.solo: {{kind: toggle}}\n" for name in names)
    config = f"""
version: 1
parameters:
{mutes}
surfaces:
  left:
    match: "Left*"
    profile: mackie-control
    wide: desk
    strips: {{each: [{", ".join(names)}], mute: {{parameter: "{{}}.mute", span: true}}, solo: "{{}}.solo"}}
    map: {{bank-right: {{action: bank, by: 16}}}}
  right: {{match: "Right*", profile: mackie-xt, wide: desk}}
"""
    gadgets, surfaces, daemon = started(config)
    left, right = gadgets

    def muted():
        return [number for number, name in enumerate(names, 1) if daemon.value(f"{name}.mute")]

    def lit(first_note):
        return [place + 1 for place in range(16) if surfaces[place // 8].shown(0x90).get(first_note + place % 8) == 127]

    daemon.set("ch5.mute", "on")
    left.write(midi.note(0x12, 127))
    wait_until(lambda: muted() == [3, 5], lambda: f"the third channel to be muted; {muted()}", 30)
    right.write(press_of(0x12))
    wait_until(lambda: muted() == list(range(3, 12)), lambda: f"3 to 11 to be muted; {muted()}", 30)
    wait_until(lambda: lit(0x10) == list(range(3, 12)), lambda: f"their lamps; {lit(0x10)}", 30)
    left.write(midi.note(0x12, 0))
    equal(daemon.ctl("undo").exit, 0, "exit of faderctl undo")
    wait_until(lambda: muted() == [3, 5] == lit(0x10), lambda: f"the span to be undone; {muted()}, lamps {lit(0x10)}", 30)

    # The lamp that shows any solo, as Ardour sends it: it is also lit while the soloed strip is in another bank.
    equal(surfaces[0].shown(0x90).get(0x73), 0, "the lamp rude-solo")
    right.write(press_of(0x08))
    wait_until(lambda: surfaces[0].shown(0x90).get(0x73) == 127, "the lamp rude-solo to be lit", 30)
    left.write(press_of(BANK_RIGHT))
    wait_until(lambda: daemon.get("/v1/surfaces")[0]["bank"] > 1, "another bank", 30)
    equal(surfaces[0].shown(0x90).get(0x73), 127, "the lamp rude-solo in another bank")
    before = len(left.since(0))
    left.replug()
    wait_until(lambda: midi.note(0x73, 127) in [item.message for item in left.since(before)], "the lamp to be painted again", 30)
    daemon.set("ch9.solo", "off")
    wait_until(lambda: surfaces[0].shown(0x90).get(0x73) == 0, "the lamp rude-solo to go out", 30)
    # With a configuration without solos it goes out.
    daemon.set("ch9.solo", "on")
    wait_until(lambda: surfaces[0].shown(0x90).get(0x73) == 127, "the lamp rude-solo to be lit again", 30)
    daemon.configure(config.replace(', solo: "{}.solo"', ""))
    equal(daemon.ctl("reload").exit, 0, "exit of faderctl reload")
    wait_until(lambda: surfaces[0].shown(0x90).get(0x73) == 0, "the lamp rude-solo to go out without solos", 30)
