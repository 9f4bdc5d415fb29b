"""The recipes for consoles of docs/consoles.md, with a stand-in for the console: from the text of the document to moving faders, names and colors."""

from recipes import configs, control, drag, looks, prepared, recipes, shows, touch
from testing import check, equal, wait_until
from x32_desk import Desk, grid

NAMES = ["Pastor", "Lead", "Alto", "Tenor", "Piano", "Organ", "Guitar", "Bass", "Kick", "OH"]
COLORS = [1, 2, 10, 2, 3, 3, 4, 4, 13, 0]
SHOWN = ["red", "green", "green", "green", "yellow", "yellow", "blue", "blue", "magenta", "white"]
KEY = {"name": "phone", "key": "b" * 32, "page": "singers"}
PHONE = {"Authorization": f"Bearer {KEY['key']}"}


def to(position):
    """A position of a fader as an X32 keeps it."""
    return grid("/fader", position)


def has(desk, address, value):
    wait_until(lambda: desk.values[address] == value, lambda: f"{address} to be {value}; it is {desk.values[address]}")


def strips(faderd):
    """What the displays of the desk show in their upper row, and their colors."""
    answer = faderd.get("/v1/virtual-surface")
    return [answer["display"][0][at:at + 7].strip() for at in range(0, 56, 7)], answer["colors"]


def stands(faderd, fader, position):
    wait_until(lambda: abs(control(faderd, fader)["position"] - position) < 0.004, lambda: f"{fader} at {position}: {control(faderd, fader)}")


@recipes("the recipe for a church: names and colors on the displays of an X-Touch, faders, mutes and sends both ways, monitors on its pages and on a phone", "console", limit=90)
def church():
    found = [text for _, text in configs("console") if "\nweb:" in text]
    equal(len(found), 1, "recipes with phones")
    desk = Desk(values={f"/ch/{n:02}/config/name": name for n, name in enumerate(NAMES, 1)} | {f"/ch/{n:02}/config/color": color for n, color in enumerate(COLORS, 1)}
                | {"/ch/01/mix/fader": to(0.75), "/main/st/mix/fader": to(0.5), "/ch/01/mix/01/level": grid("/level", 0.5)})
    desk.scenes = {5: {"/ch/01/mix/fader": to(0.5), "/ch/02/mix/on": 0}}
    faderd = prepared(found[0].replace("192.168.1.10", f'"127.0.0.1:{desk.port}"')).start()
    wait_until(lambda: strips(faderd) == (NAMES[:8], SHOWN[:8]), lambda: f"the displays: {strips(faderd)}")
    looks(faderd, pastor__fader=("Pastor", "#ff0000"), pastor__singers=("Pastor", "#ff0000"), overhead__fader=("OH", None))
    stands(faderd, "fader.1", 0.75)
    stands(faderd, "fader.9", 0.5)
    equal(desk.sets(), [], "what was written before somebody moved something")
    # From the desk to the console, and from a tablet to the desk.
    drag(faderd, "fader.2", 0.3, 0.4)
    has(desk, "/ch/02/mix/fader", to(0.4))
    touch(faderd, "mute.1", clicks=1)
    has(desk, "/ch/01/mix/on", 0)
    wait_until(lambda: control(faderd, "mute.1")["lamp"] == "on", "the lamp of a mute")
    desk.tablet("/ch/01/mix/on", 1)
    desk.tablet("/ch/03/mix/fader", 0.6)
    stands(faderd, "fader.3", to(0.6))
    wait_until(lambda: control(faderd, "mute.1")["lamp"] == "off", "the lamp of an open channel")
    # The bank with the last channels.
    touch(faderd, "bank-right", clicks=1)
    wait_until(lambda: strips(faderd)[0] == NAMES[8:] + [""] * 6 and strips(faderd)[1][:2] == SHOWN[8:], lambda: f"the displays of the last bank: {strips(faderd)}")
    touch(faderd, "bank-left", clicks=1)
    # A monitor on the desk: the same names, and the sends.
    touch(faderd, "f1", clicks=1)
    stands(faderd, "fader.1", 0.5)
    wait_until(lambda: strips(faderd) == (NAMES[:8], SHOWN[:8]), lambda: f"the displays of a monitor: {strips(faderd)}")
    drag(faderd, "fader.2", 0.2, 0.25)
    has(desk, "/ch/02/mix/01/level", 0.25)
    # A singer's phone moves the sends to its monitor, and nothing else.
    session = faderd.session()
    equal(session.ask("POST", "/v1/keys", KEY)[0], 201, "status of a key for the page")
    equal(faderd.request("PUT", "/v1/parameters/alto.singers", {"text": "-10 dB"}, PHONE).status, 200, "status of a send")
    has(desk, "/ch/03/mix/01/level", 0.5)
    stands(faderd, "fader.3", 0.5)
    check(faderd.request("PUT", "/v1/parameters/alto.band", {"text": "-10 dB"}, PHONE).status in (403, 404), "a send of others")
    equal(faderd.request("GET", "/v1/parameters/alto.singers", headers=PHONE).json["label"], "Alto", "what the phone shows")
    touch(faderd, "f1", clicks=1)
    stands(faderd, "fader.1", 0.75)
    # The preacher is renamed; a song begins at the console.
    desk.tablet("/ch/01/config/name", "Anna")
    desk.tablet("/ch/01/config/color", 6)
    wait_until(lambda: (strips(faderd)[0][0], strips(faderd)[1][0]) == ("Anna", "cyan"), lambda: f"the displays: {strips(faderd)}")
    shows(faderd, scene="Soundcheck")
    desk.recall(5)
    shows(faderd, scene="Chorus")
    stands(faderd, "fader.1", 0.5)
    wait_until(lambda: control(faderd, "mute.2")["lamp"] == "on", "the mute of the scene")
    before = desk.sets()
    said = faderd.ctl("identify", "pastor.fader")
    equal((said.exit, said.out), (0, "desk fader.1\n"), f"identify ({said.err})")
    stands(faderd, "fader.1", 0.5)
    equal(desk.sets(), before, "what identify wrote")
