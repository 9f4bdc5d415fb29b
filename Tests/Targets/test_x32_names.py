"""X32 and X-Air: the names, colors and scenes of the console on the displays, lamps and lists of faderd."""

import time

import native
from desks import encode
from recipes import control, kept, look, looks, prepared, touch
from testing import check, equal, test, wait_until
from test_x32 import has, known, shown, state, to
from x32_desk import Desk

CONFIG = """\
version: 1
lists: {ch: [%s]}
targets: {foh: {x32: "127.0.0.1:%d"}}
parameters:
  "{ch}.fader": {label: "{label}", target: {x32: foh, ch: "{n}"}}
  "{ch}.mute": {target: {x32: foh, ch: "{n}", property: mute}}
  "{ch}.mon": {target: {x32: foh, ch: "{n}", bus: 1}}
  mine: {label: Mine, color: red, target: {x32: foh, ch: 1, bus: 2}}
  main: {target: {x32: foh, main: st}}
  band: {target: {x32: foh, dca: 1}}
surfaces:
  desk: {profile: x-touch, strips: {each: ch, fader: "{}.fader", mute: "{}.mute", encoder: "{}.mon"}, map: {fader.9: main}}
"""


def config(desk, channels=8):
    return CONFIG % (", ".join(f"c{n}" for n in range(1, channels + 1)), desk.port)


def display(faderd):
    """The upper row of the virtual desk, and the colors of its strips."""
    answer = faderd.get("/v1/virtual-surface")
    return [answer["display"][0][at:at + 7].strip() for at in range(0, 56, 7)], answer["colors"]


@test("the strips of an X-Touch are called and colored as the console's channels are, and follow; what the config says stays")
def strips():
    desk = Desk(values={"/ch/01/config/name": "Vox", "/ch/01/config/color": 1, "/ch/02/config/name": "", "/ch/02/config/color": 0, "/ch/03/config/color": 12,
                        "/main/st/config/name": "Hall", "/main/st/config/color": 6, "/dca/1/config/name": "Band", "/dca/1/config/color": 10})
    faderd = prepared(config(desk)).start()
    looks(faderd, c1__fader=("Vox", "#ff0000"), c1__mon=("Vox", "#ff0000"), c1__mute=("c1.mute", "#ff0000"), c2__fader=("c2", None),
          c3__fader=("Ch 3", "#0000ff"), mine=("Mine", "#ff0000"), main=("Hall", "#00ffff"), band=("Band", "#008000"))
    wait_until(lambda: display(faderd) == (["Vox", "c2", "Ch 3", "Ch 4", "Ch 5", "Ch 6", "Ch 7", "Ch 8"],
                                           ["red", "white", "blue", "blue", "magenta", "cyan", "white", "white"]), lambda: f"{display(faderd)}")
    desk.tablet("/ch/01/config/name", "Anna")
    desk.tablet("/ch/01/config/color", 11)
    desk.tablet("/ch/02/config/name", "Bert")
    looks(faderd, c1__fader=("Anna", "#ffff00"), c1__mon=("Anna", "#ffff00"), c2__fader=("Bert", None), mine=("Mine", "#ff0000"))
    wait_until(lambda: display(faderd)[0][:2] == ["Anna", "Bert"] and display(faderd)[1][0] == "yellow", lambda: f"{display(faderd)}")
    check("Anna" in faderd.ctl("list").out, faderd.ctl("list").out)
    equal(desk.sets(), [], "what was written")


@test("32 channels that are renamed at once move no value, drop no finger and cause no swap; the last names are there at the next start", limit=60)
def renamed():
    desk = Desk(values={f"/ch/{n:02}/mix/fader": to(0.5) for n in range(1, 33)})
    faderd = prepared(config(desk, 32), "--log-level", "debug").start()
    looks(faderd, c31__fader=("Ch 31", "#ffffff"), c32__fader=("Ch 32", None))
    known(faderd, "c1.fader", "c32.fader", "c32.mon")
    swaps, values = faderd.log().count("is in force"), {each["id"]: each["text"] for each in faderd.get("/v1/parameters")}
    touch(faderd, "fader.1", touched=True)
    touch(faderd, "fader.1", position=0.6)
    for turn in range(3):
        for n in range(1, 33):
            desk.tablet(f"/ch/{n:02}/config/name", f"New {turn} {n}")
            desk.tablet(f"/ch/{n:02}/config/color", (n + turn) % 7 + 1)
    touch(faderd, "fader.1", position=0.7)
    looks(faderd, c1__fader=("New 2 1", "#0000ff"), c32__fader=("New 2 32", "#ffffff"))
    check(control(faderd, "fader.1")["touched"], "the finger is gone")
    touch(faderd, "fader.1", position=0.75)
    touch(faderd, "fader.1", touched=False)
    has(desk, "/ch/01/mix/fader", to(0.75))
    equal(faderd.log().count("is in force") - swaps, 0, "swaps")
    now = {each["id"]: each["text"] for each in faderd.get("/v1/parameters")}
    equal({id for id in now if now[id] != values[id]}, {"c1.fader"}, "the values that moved")
    # Nobody answers at the next start.
    wait_until(lambda: b"New 2 32" in kept(faderd), "the names in the state file")
    # Another parameter is one.
    faderd.reload(faderd.config().replace("mine:", "other:"))
    equal(faderd.log().count("is in force") - swaps, 1, "swaps after a reload")
    faderd.stop()
    desk.silent = True
    faderd.start()
    looks(faderd, c1__fader=("New 2 1", "#0000ff"), c1__mon=("New 2 1", "#0000ff"))
    wait_until(lambda: display(faderd)[0][0] == "New 2 1", lambda: f"{display(faderd)}")


@test("names of 200 bytes, in Latin-1 and with control characters: short, without escapes, and memory stays flat; numbers that are no color change nothing", limit=60)
def odd():
    desk = Desk(values={"/ch/01/config/name": "Vox", "/ch/01/config/color": 1})
    faderd = prepared(config(desk)).start()
    looks(faderd, c1__fader=("Vox", "#ff0000"))
    for packet in (encode("/ch/01/config/name", 5), encode("/ch/01/config/color", 99), encode("/ch/01/config/color", -1), encode("/ch/01/config/color", "red"),
                   encode("/ch/01/config/color", float("nan")), encode("/ch/01/config/name", b"\1\2"), encode("/ch/01/config/name")):
        desk.raw(packet)
    time.sleep(0.6)
    equal(look(faderd, "c1.fader"), ("Vox", "#ff0000"))
    desk.raw(encode("/ch/01/config/name", "J\udcf6rg"))
    looks(faderd, c1__fader=("Jörg", "#ff0000"))
    desk.raw(encode("/ch/01/config/name", "\x1b[31mRed\x07\r\nx\u202e"))
    wait_until(lambda: "Red" in look(faderd, "c1.fader")[0], lambda: f"{look(faderd, 'c1.fader')}")
    wait_until(lambda: b"Red" in kept(faderd), "the name in the state file")
    for text in (look(faderd, "c1.fader")[0], faderd.ctl("list").out, faderd.log(), kept(faderd).decode()):
        check(not {"\x1b", "\x07", "\r"} & set(text) and "\\u001b" not in text.lower(), f"{text!r}")
    check("\u202e" not in faderd.ctl("list").out + faderd.ctl("targets").out + faderd.log(), "a command for a terminal")
    desk.raw(encode("/ch/01/config/name", "x" * 200))
    looks(faderd, c1__fader=("x" * 64, "#ff0000"))
    before = faderd.rss()
    for n in range(20000):
        desk.raw(encode("/ch/01/config/name", f"{n:05}" * 40))
        if n % 100 == 0:
            time.sleep(0.02)
    def ended():
        # What comes too fast is lost.
        desk.raw(encode("/ch/01/config/name", "End"))
        return look(faderd, "c1.fader") == ("End", "#ff0000")
    wait_until(ended, lambda: f"{look(faderd, 'c1.fader')}")
    check(faderd.rss() - before < 12000, f"memory grew by {faderd.rss() - before} KiB")


@test("an X-Air's names and colors, and one console that does not tell a color")
def xair():
    desk = Desk(xair=True, values={"/ch/01/config/name": "Vox", "/ch/01/config/color": 9, "/lr/config/name": "Main", "/rtn/1/config/name": "Hall", "/rtn/1/config/color": 4, "/-snap/index": 2})
    del desk.values["/lr/config/color"]
    faderd = native.Daemon(f"""\
version: 1
targets: {{foh: {{xair: "127.0.0.1:{desk.port}"}}}}
parameters:
  vox: {{target: {{xair: foh, ch: 1}}}}
  hall: {{target: {{xair: foh, fx: 1}}}}
  main: {{target: {{xair: foh, main: st}}}}
  scene: {{options: [One, Two], target: {{xair: foh, scene: current}}}}
""").start()
    looks(faderd, vox=("Vox", "#ff0000"), hall=("Hall", "#0000ff"), main=("Main", None))
    shown(faderd, main="−∞ dB", scene="Two")


SCENES = """\
version: 1
targets: {foh: {x32: "127.0.0.1:%d"}}
parameters:
  scene: {target: {x32: foh, scene: current}}
  vox: {target: {x32: foh, ch: 1}}
"""


def options(faderd):
    return [each["label"] for each in faderd.parameter("scene")["options"]]


@test("the scenes are the console's by their names; a recall at the console is a line of the log and of explain, and no entry of the history", limit=60)
def scenes():
    desk = Desk()
    desk.scenes = {5: {"/ch/01/mix/fader": to(0.75)}}
    faderd = native.Daemon(SCENES % desk.port).start()
    shown(faderd, scene="Soundcheck")
    wait_until(lambda: options(faderd) == ["Soundcheck", "Intro", "Chorus", "Verse"], lambda: f"{options(faderd)}")
    desk.recall(5)
    shown(faderd, scene="Chorus", vox="0.0 dB")
    wait_until(lambda: faderd.log().count("has recalled scene 5") == 1, lambda: faderd.log()[-2000:])
    check("Chorus" in faderd.ctl("explain", "scene").out, faderd.ctl("explain", "scene").out)
    equal(faderd.get("/v1/history"), [], "entries")
    faderd.set("scene", "verse")
    wait_until(lambda: ("/-action/goscene", 7) in desk.sets(), lambda: f"{desk.sets()}")
    shown(faderd, scene="Verse")
    # A scene is renamed, one is made, one with a name that there is, and one removed, by a tablet.
    for number, name in ((7, "Bridge"), (9, "Intro"), (20, "Finale"), (0, "")):
        desk.tablet(f"/-show/showfile/scene/{number:03}/name", name)
    wait_until(lambda: options(faderd) == ["Intro", "Chorus", "Bridge", "Intro (9)", "Finale"], lambda: f"{options(faderd)}")
    shown(faderd, scene="Bridge")
    faderd.set("scene", "Intro (9)")
    wait_until(lambda: ("/-action/goscene", 9) in desk.sets(), lambda: f"{desk.sets()}")
    # A scene without a name is shown by its number.
    desk.recall(42)
    shown(faderd, scene="Scene 42")
    equal(desk.sets(), [("/-action/goscene", 7), ("/-action/goscene", 9)])


@test("a console that does not tell names of scenes: they are called by their numbers", limit=60)
def nameless():
    desk = Desk(values={"/-show/prepos/current": 3})
    for number in range(100):
        del desk.values[f"/-show/showfile/scene/{number:03}/name"]
    faderd = native.Daemon(SCENES % desk.port).start()
    shown(faderd, vox="−∞ dB")
    wait_until(lambda: state(faderd, "scene")["state"] == "bound", lambda: f"{state(faderd, 'scene')}", 15)
    shown(faderd, scene="Scene 3")
    wait_until(lambda: len(options(faderd)) == 100, lambda: f"{options(faderd)}")
    faderd.set("scene", "Scene 12")
    wait_until(lambda: ("/-action/goscene", 12) in desk.sets(), lambda: f"{desk.sets()}")
