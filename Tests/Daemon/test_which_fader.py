"""Which fader is this: the motor wiggles and the lamp blinks, and nothing else changes."""

import json
import threading
import time

from test_virtual import control, desk, use
from testing import check, equal, test, wait_until


def watched(faderd, name, act):
    """Runs `act`; returns its answer, and what the control showed meanwhile: its positions, or the states of its lamp."""
    seen, ended = [], threading.Event()

    def look():
        while not ended.is_set():
            one = control(faderd, name)
            seen.append(one["position"] if one["kind"] == "fader" else one["ring"] if one["kind"] == "encoder" else one["lamp"])
            time.sleep(0.01)
    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    answer = act()
    time.sleep(0.8)
    ended.set()
    watcher.join()
    return answer, seen


@test("a fader wiggles to both sides and is back, and a mute blinks; the value stays, nothing is in the history, and a hand finds it as it was")
def shown():
    faderd = desk()
    wait_until(lambda: abs(control(faderd, "fader.1")["position"] - 0.25) < 0.002, "the motor")
    revision = faderd.parameter("kick.level")["revision"]
    said, seen = watched(faderd, "fader.1", lambda: faderd.ctl("identify", "kick.level"))
    equal((said.exit, said.out, said.err), (0, "desk fader.1\n", ""))
    check(max(seen) > 0.30 and min(seen) < 0.20 and max(seen) < 0.33 and min(seen) > 0.17, f"how far it went: {min(seen)}…{max(seen)}")
    check(abs(seen[-1] - 0.25) < 0.002, f"where it ends: {seen[-1]}")
    said, seen = watched(faderd, "mute.2", lambda: faderd.ctl("identify", "snare.mute", "--json"))
    equal((said.exit, json.loads(said.out)), (0, {"controls": ["desk mute.2"]}))
    check(sum(one != next for one, next in zip(seen, seen[1:])) >= 4 and seen[-1] == "on", f"the lamp: {seen}")
    equal((faderd.parameter("kick.level")["revision"], faderd.text("snare.mute")), (revision, "on"), "the values")
    equal(faderd.get("/v1/history"), [])
    use(faderd, "fader.1", {"position": 0.5})
    wait_until(lambda: abs(faderd.value("kick.level") - 50) < 0.1, lambda: f"a hand: {faderd.value('kick.level')}")
    use(faderd, "mute.2", {"clicks": 1})
    wait_until(lambda: faderd.text("snare.mute") == "off", "a press")


@test("the ring of an encoder goes from end to end and back to its value, and a turn goes on from there")
def ring():
    faderd = desk()
    faderd.set("kick.pan", "R50")
    wait_until(lambda: control(faderd, "encoder.1")["ring"].count(True) > 1, "the ring")
    before = control(faderd, "encoder.1")
    said, seen = watched(faderd, "encoder.1", lambda: faderd.ctl("identify", "kick.pan"))
    equal((said.exit, said.out), (0, "desk encoder.1\n"))
    left, right = [True] * 6 + [False] * 5, [False] * 5 + [True] * 6
    ends = [one == right for one in seen if one in (left, right)]
    check(sum(one != next for one, next in zip(ends, ends[1:])) >= 4, f"the ring: {seen}")
    equal((control(faderd, "encoder.1"), faderd.text("kick.pan")), (before, "R50"), "the ring and the value afterwards")
    use(faderd, "encoder.1", {"turn": 3})
    wait_until(lambda: faderd.text("kick.pan") not in ("R50", "C"), "a turn")


@test("at an end of its travel it goes one way; a fader in a finger, and one that no control shows, are refused in words")
def refused():
    faderd = desk()
    wait_until(lambda: abs(control(faderd, "fader.1")["position"] - 0.25) < 0.002, "the motor")
    faderd.set("kick.level", "100")
    wait_until(lambda: control(faderd, "fader.1")["position"] > 0.99, "the motor at its end")
    said, seen = watched(faderd, "fader.1", lambda: faderd.ctl("identify", "kick.level"))
    check(said.exit == 0 and min(seen) < 0.95 and seen[-1] > 0.99, f"{said} {min(seen)} {seen[-1]}")
    use(faderd, "fader.1", {"touched": True})
    wait_until(lambda: control(faderd, "fader.1")["touched"], "the finger")
    said, seen = watched(faderd, "fader.1", lambda: faderd.ctl("identify", "kick.level"))
    equal(said.exit, 65)
    check("a hand is on kick.level" in said.err and min(seen) > 0.99, f"{said.err} {min(seen)}")
    use(faderd, "fader.1", {"touched": False})
    faderd.fails(65, "no control that is there shows song", "identify", "song")
    faderd.fails(65, "kick.level", "identify", "kick.lvel")


def wiggling():
    """A daemon one of whose faders wiggles, and the program that asked for it."""
    faderd = desk()
    wait_until(lambda: abs(control(faderd, "fader.1")["position"] - 0.25) < 0.002, "the motor")
    running = faderd.ctl_running("identify", "kick.level")
    wait_until(lambda: control(faderd, "fader.1")["position"] > 0.28, "the wiggle")
    return faderd, running


@test("a finger that comes while it wiggles stops the motor, and goes on from there")
def taken():
    faderd, running = wiggling()
    use(faderd, "fader.1", {"touched": True})
    at = []
    for _ in range(60):
        at.append(control(faderd, "fader.1")["position"])
        time.sleep(0.01)
    equal(len(set(at[10:])), 1, f"where the motor was under the finger: {at}")
    running.wait()
    time.sleep(0.6)
    use(faderd, "fader.1", {"position": 0.7})
    wait_until(lambda: abs(faderd.value("kick.level") - 70) < 0.2, lambda: f"the hand: {faderd.value('kick.level')}")


@test("two who ask at once: one is shown, the other is told; a program that ends in between leaves the fader as it was")
def both():
    faderd, running = wiggling()
    equal(faderd.ctl("identify", "kick.level").exit, 65)
    running.kill()
    running.wait()
    wait_until(lambda: abs(control(faderd, "fader.1")["position"] - 0.25) < 0.002, "the motor to be back")
    time.sleep(1)
    equal(faderd.ctl("identify", "kick.level").exit, 0)
