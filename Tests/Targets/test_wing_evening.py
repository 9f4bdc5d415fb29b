"""A Wing's whole evening, with a stand-in for the console: it is added by its names, played, recalls scenes of its own, is cut off and comes back."""

import random
import time

import native
from desks import state
from levels import Reader
from testing import equal, test, wait_until
from wing_desk import SILENCE, Desk, grid

WORDS = ("kick", "snare", "hat", "tom", "ride", "bass", "git", "banjo", "keys", "organ", "horn", "sax", "vox", "alto", "tenor", "choir")
COUNT = len(WORDS)


def band():
    names = {f"/ch/{n}/name": word.title() for n, word in enumerate(WORDS, 1)} | {"/bus/1/name": "Anna", "/bus/2/name": "Ben", "/dca/1/name": "Drums"}
    return names | {f"/ch/{n}/col": n for n in range(1, 9)} | {f"/ch/{n}/fdr": grid(-10) for n in range(1, COUNT + 1)}


def started():
    text = "version: 1\nsurfaces:\n  desk: {match: \"faderd virtual\", profile: mackie-control}\n"
    return native.Daemon(text, virtual=False, profiles=native.shipped("mackie-control"), arguments=["--virtual=mackie-control"]).start()


def agrees(faderd, desk):
    """Whether every fader, mute and send is as the console has it."""
    shown = {each["id"]: each["text"] for each in faderd.get("/v1/parameters")}
    for n, word in enumerate(WORDS, 1):
        pairs = [(f"{word}.fader", f"/ch/{n}/fdr"), (f"{word}.anna", f"/ch/{n}/send/1/lvl"), (f"{word}.ben", f"/ch/{n}/send/2/lvl")]
        for name, address in pairs:
            value = desk.values[address]
            text = "−∞ dB" if value == SILENCE else f"{value:.1f} dB".replace("-0.0", "0.0")
            if shown[name] != text:
                return f"{name} is {shown[name]}, and the console has {text}"
        if shown[f"{word}.mute"] != ("muted" if desk.values[f"/ch/{n}/mute"] else "open"):
            return f"{word}.mute is {shown[f'{word}.mute']}"
    return None


def follows(faderd, desk):
    wait_until(lambda: not agrees(faderd, desk), lambda: agrees(faderd, desk))


def scene(desk, chance):
    """The console recalls a scene of its own, in which everything is another. It does not say that it was a recall."""
    for n in range(1, COUNT + 1):
        for address in (f"/ch/{n}/fdr", f"/ch/{n}/send/1/lvl", f"/ch/{n}/send/2/lvl"):
            desk.tablet(address, chance.choice([one for one in (SILENCE, -30, -20, -10, 0, 5) if grid(one) != desk.values[address]]))
        desk.tablet(f"/ch/{n}/mute", 1 - desk.values[f"/ch/{n}/mute"])


def look(faderd, id):
    parameter = faderd.parameter(id)
    return parameter["label"], parameter.get("color")


def add(faderd, desk):
    done = faderd.ctl("consoles", "add", f"127.0.0.1:{desk.port}", "--sends", "mon=1-2", "--surface", "desk")
    equal(done.exit, 0, done.err)
    wait_until(lambda: faderd.parameter(f"{WORDS[0]}.fader").get("known", True), "the console's values")


@test("an evening with a Wing: added by its names, names, colors and levels on desk and page, two recalls while a third of the answers is lost, cut off and back, and nothing is written that nobody moved",
      limit=120)
def evening():
    desk, chance = Desk(values=band()), random.Random(11)
    desk.meters.levels = {("ch", n): (-3 * n,) for n in range(1, COUNT + 1)}
    faderd = started()
    add(faderd, desk)
    follows(faderd, desk)
    reader = Reader(faderd, *(f"{word}.fader" for word in WORDS))

    def levels(by):
        wait_until(lambda: all(reader.levels.get(f"{word}.fader") == -3 * n - by for n, word in enumerate(WORDS, 1)), lambda: f"{by} dB less: {reader.levels}")
    levels(0)
    wait_until(lambda: look(faderd, "kick.fader") == ("Kick", "#708090"), lambda: f"{look(faderd, 'kick.fader')}")
    desk.tablet("/ch/1/name", "Kick in")
    desk.tablet("/ch/1/col", 9)
    wait_until(lambda: look(faderd, "kick.fader") == ("Kick in", "#ff0000"), lambda: f"{look(faderd, 'kick.fader')}")
    since = time.monotonic()
    faderd.ctl("virtual", "move", "fader.2", "0.75")
    wait_until(lambda: desk.values["/ch/2/fdr"] == grid(0), lambda: f"a hand: {desk.values['/ch/2/fdr']}")
    wait_until(lambda: desk.asked("/ch/2/fdr", since), "the question whether it has arrived")
    wrote = len(desk.sets())
    # Two recalls, one after the other, on a bad network.
    desk.lose = 3
    scene(desk, chance)
    time.sleep(0.2)
    scene(desk, chance)
    follows(faderd, desk)
    desk.lose = 0
    desk.meters.levels = {("ch", n): (-3 * n - 1,) for n in range(1, COUNT + 1)}
    levels(1)
    # Somebody pulls the cable, and plays on meanwhile.
    desk.silent = desk.meters.silent = True
    desk.meters.turned = True
    desk.meters.drop()
    reader.wait(kick_fader=None, choir_fader=None)
    wait_until(lambda: state(faderd, "kick.fader")["state"] == "absent", "the console to be missed", 20)
    scene(desk, chance)
    desk.silent = desk.meters.silent = desk.meters.turned = False
    follows(faderd, desk)
    desk.meters.levels = {("ch", n): (-3 * n - 2,) for n in range(1, COUNT + 1)}
    levels(2)
    equal(desk.sets()[wrote:], [], "what was written that nobody moved")
    equal([line for line in faderd.log().splitlines() if "error" in line.lower()], [], "errors in the log")
