"""A Wing's whole evening, with a stand-in for the console: it is added by its names, played, recalls scenes of its own, is cut off and comes back; and then with one that is hostile."""

import random
import time

import native
from desks import encode, state
from levels import Reader
from testing import check, equal, test, wait_until
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


@test("a hostile Wing: names with commands for terminals and YAML, numbers that are none, floods on both connections; afterwards faderd is as the console is", limit=120)
def hostile():
    chance = random.Random(5)
    names = ("\x1b[31mRed", "a: {b: [c", "\u202eevil\u202c", "x" * 200, "../../etc", "'\"\\`$(id)`", "# no", "Kick\n- x", "\x00", "é" * 16)
    desk = Desk(values=band())
    faderd = started()
    add(faderd, desk)
    reader = Reader(faderd, *(f"{word}.fader" for word in WORDS))
    desk.meters.levels = {("ch", n): (-20,) for n in range(1, COUNT + 1)}
    reader.wait(kick_fader=-20, choir_fader=-20)
    memory = faderd.memory()
    for turn in range(400):
        n = chance.randrange(1, 41)
        desk.raw(chance.choice((
            encode(f"/ch/{n}/name", chance.choice(names)), encode(f"/ch/{n}/col", chance.choice(("0", "19", "-1", "9" * 40)), 9.9, chance.randrange(-2**31, 2**31)),
            encode(f"/ch/{n}/fdr", chance.choice((float("nan"), float("inf"), -1e30, 1e30))), encode(f"/ch/{n}/fdr", 2**31 - 1), encode(f"/ch/{n}/mute", chance.choice((-1, 7, "x", 0.5))),
            encode("/?", "WING," * 500), encode(f"/{'y' * 3000}", 1), chance.randbytes(chance.randrange(1, 1500)))))
        desk.meters.send(chance.randbytes(2000))
        number = desk.meters.questions[-1][0]
        for port in desk.meters.ports():
            desk.meters.out.sendto(number[:chance.randrange(5)] + chance.randbytes(chance.randrange(1500)), ("127.0.0.1", port))
        if turn % 100 == 99:
            desk.meters.drop()
        # Not more than the kernel keeps for the socket.
        if turn % 20 == 0:
            time.sleep(0.02)
    out = faderd.ctl("list").out + faderd.ctl("targets").out + faderd.ctl("status").out + faderd.log()
    check(not {"\x1b", "\x00", "\u202e"} & set(out), "commands for a terminal in what people see")
    check(faderd.memory() - memory < 8192, f"{faderd.memory() - memory} KiB more")
    # The console is itself again.
    for n in range(1, COUNT + 1):
        desk.tablet(f"/ch/{n}/name", "")
        desk.tablet(f"/ch/{n}/name", f"Voice {n}")
        desk.tablet(f"/ch/{n}/mute", 1 - desk.values[f"/ch/{n}/mute"])
        desk.tablet(f"/ch/{n}/fdr", SILENCE)
        desk.tablet(f"/ch/{n}/fdr", grid(-20))
    follows(faderd, desk)
    wait_until(lambda: [look(faderd, f"{word}.fader")[0] for word in WORDS] == [f"Voice {n}" for n in range(1, COUNT + 1)], lambda: f"{[look(faderd, f'{word}.fader') for word in WORDS]}")
    desk.meters.levels = {("ch", n): (-12,) for n in range(1, COUNT + 1)}
    reader.wait(kick_fader=-12, choir_fader=-12)
    # A console with such names can be added, too.
    evil = Desk(values={f"/ch/{n}/name": name for n, name in enumerate(names, 1)})
    done = faderd.ctl("consoles", "add", f"127.0.0.1:{evil.port}", "--name", "evil")
    check(done.exit == 0 and "\x1b" not in done.out, lambda: done)
    equal(faderd.ctl("check").exit, 0, faderd.ctl("check").err)
