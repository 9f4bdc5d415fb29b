"""Motors with manners: they glide where they go, and stay where they are while they are switched off."""

import json

import native
import testing
from test_virtual import control, use
from testing import check, equal, stays, test, wait_until

CONFIG = """\
version: 1
parameters:
  kick: {min: 0, max: 100, decimals: 0}
  snare: {min: 0, max: 100, decimals: 0, default: 60}
  mute: {kind: toggle}
  quiet: {kind: toggle, default: on}
surfaces:
  desk:
    match: "faderd virtual"
    profile: x-touch
    MANNERS
    map: {fader.1: kick, fader.2: snare, mute.1: mute, f1: quiet}
    pages: {fx: {map: {fader.1: snare, fader.2: kick}}}
"""
SLOW = "motor-time: 2 s"
OFF = "motors: quiet"


def desk(manners, **more):
    return native.Daemon(CONFIG.replace("MANNERS", manners), profiles=native.shipped("x-touch"), **more).start()


def at(faderd, fader, percent):
    return abs(control(faderd, fader)["position"] - percent / 100) < 0.002


def arrives(faderd, fader, percent):
    wait_until(lambda: at(faderd, fader, percent), lambda: f"{fader} at {percent} %: {control(faderd, fader)}")


def positions(faderd, fader, last, act):
    """What the fader's motor is sent from `act` until it is sent `last`."""
    monitor = faderd.ctl_running("monitor", "desk", "--json")
    lines = testing.lines_of(monitor)

    def listens():
        use(faderd, "f8", {"clicks": 1})
        return any('"f8"' in line for line in list(lines))

    def sent():
        told = [json.loads(line) for line in list(lines)]
        return [one["raw"] for one in told if one.get("control") == fader and one["direction"] == "out"]
    wait_until(listens, "the monitor")
    act()
    wait_until(lambda: sent()[-1:] == [last], lambda: f"the motor to be sent {last}: {sent()}")
    return sent()


@test("a value that is set lets the motor glide: many positions, each farther than the one before, and the last one exact; explain says so")
def glides():
    faderd = desk(SLOW)
    arrives(faderd, "fader.2", 60)

    seen = positions(faderd, "fader.1", 16380, lambda: faderd.set("kick", "100"))
    check(len(seen) >= 5 and seen == sorted(set(seen)), f"what the motor was sent: {seen}")
    check(len(seen) <= 110, f"no more than fifty a second: {len(seen)}")
    said = faderd.ctl("explain", "kick").out
    check("gliding" in said and "sent" in said, said)


@test("motors off: none moves, lamps do, a hand counts; surfaces says so, and identify and a borrower are refused in words; over kill -9; an undo brings them back")
def off():
    faderd = desk(OFF)
    arrives(faderd, "fader.2", 60)
    faderd.set("quiet", "off")
    faderd.set("snare", "20")
    faderd.set("mute", "on")
    wait_until(lambda: control(faderd, "mute.1")["lamp"] == "on", "the lamp")
    equal(faderd.ctl("page", "desk", "fx").exit, 0)
    stays(lambda: at(faderd, "fader.2", 60) and at(faderd, "fader.1", 0), "both motors where they were", 0.5)
    equal(faderd.ctl("page", "desk", "main").exit, 0)
    use(faderd, "fader.1", {"touched": True})
    use(faderd, "fader.1", {"position": 0.4})
    use(faderd, "fader.1", {"touched": False})
    wait_until(lambda: abs(faderd.value("kick") - 40) <= 1, lambda: f"the hand's value: {faderd.value('kick')}")
    equal(faderd.get("/v1/surfaces")[0]["motorsOff"], "quiet")
    check("its motors are off (quiet)" in faderd.ctl("surfaces").out, faderd.ctl("surfaces").out)
    check("held: the motors are off" in faderd.ctl("explain", "snare").out, faderd.ctl("explain", "snare").out)
    said = faderd.ctl("identify", "snare")
    check(said.exit == 65 and said.err.startswith("faderctl: the motors of desk are off; \"faderctl set quiet on\""), f"{said}")
    link = faderd.session()
    status, answer = link.ask("POST", "/v1/surfaces/desk/borrow", {"control": "fader.2", "position": 0.5})
    check(status == 409 and "the motors of desk are off" in f"{answer}", f"{status} {answer}")
    wait_until(lambda: faderd.saved().get("surfaces", {}).get("desk", {}).get("page") == "main", "the page to be saved")
    faderd.restart(kill=True)
    wait_until(lambda: control(faderd, "mute.1")["lamp"] == "on", "the lamp after the crash")
    stays(lambda: at(faderd, "fader.2", 0), "the motor of a new virtual surface, at its bottom", 0.5)
    faderd.set("quiet", "on")
    arrives(faderd, "fader.2", 20)
    check("motorsOff" not in faderd.get("/v1/surfaces")[0], "nothing is off")
    faderd.set("quiet", "off")
    faderd.set("snare", "90")
    equal(faderd.ctl("undo").exit, 0)
    equal(faderd.ctl("undo").exit, 0)
    equal(faderd.text("quiet"), "on")
    faderd.set("snare", "70")
    arrives(faderd, "fader.2", 70)
