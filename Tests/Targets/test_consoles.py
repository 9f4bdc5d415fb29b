"""faderctl consoles: finds consoles, writes one into the config, changes only what is new, and takes it out again."""

import json
import os
import socket
import threading
import time

import native
import testing
from desks import encode
from testing import check, equal, test, wait_until
from x32_desk import Desk, grid

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTED = f"{HERE}/x32-32.yaml"
CHANNELS = ("Kick,Snare,HiHat,Tom 1,Tom 2,Floor,OH L,OH R,Bass,Git Anna,Git Ben,Keys L,Keys R,Sax,Trompete,Lead Vox,Björk,Choir 1,Choir 2,Choir 2,Pastor,"
            "Lectern,,Ch 24,Video L,Video R,MC 1,MC 2,Click,Talkback,BAND,Playback").split(",")
BUSES = "Anna,Ben,Cleo,Drums,,,,,Bus 9,MixBus 10,,,Hall,Plate,Delay,Chorus".split(",")
DCAS = "Drums,Band,Vox,Speech,,,DCA 7,".split(",")


def names(channels=CHANNELS, buses=BUSES, dcas=DCAS, digits=2):
    return ({f"/ch/{n:02}/config/name": name for n, name in enumerate(channels, 1)}
            | {f"/bus/{n:0{digits}}/config/name": name for n, name in enumerate(buses, 1)}
            | {f"/dca/{n}/config/name": name for n, name in enumerate(dcas, 1)})


def started(config="version: 1\n", surface=True):
    """A daemon with a virtual X-Touch, which belongs to a surface."""
    faderd = native.Daemon(config, virtual=False, profiles=native.shipped("x-touch"), arguments=["--virtual=x-touch"]).start()
    if surface:
        equal(faderd.ctl("surfaces", "add", "x-touch").exit, 0, "surfaces add")
    return faderd


def add(faderd, desk, *more):
    done = faderd.ctl("consoles", "add", f"127.0.0.1:{desk.port}", *more)
    equal(done.exit, 0, f"consoles add: {done.err}")
    return done


def changed(diff):
    """The lines that a difference adds and removes."""
    return [line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def motor(faderd, fader):
    return next(one for one in faderd.get("/v1/virtual-surface")["controls"] if one["control"] == f"fader.{fader}")["position"]


@test("consoles are found by broadcast and by address; where nobody answers, it says what to do, and does not hang")
def found():
    faderd = started(surface=False)
    x32, xair = Desk(host="0.0.0.0"), Desk(xair=True)
    done = faderd.ctl("consoles", "--json", f"127.255.255.255:{x32.port}")
    equal(json.loads(done.out), [{"family": "x32", "name": "Stand-in", "model": "X32", "firmware": "4.06", "address": f"127.0.0.1:{x32.port}", "strips": []}])
    lines = faderd.ctl("consoles", f"127.0.0.1:{xair.port}").out.splitlines()
    equal(lines[0].split(), ["FAMILY", "NAME", "MODEL", "ADDRESS", "FIRMWARE"])
    equal(lines[1].split(), ["xair", "Stand-in", "XR18", f"127.0.0.1:{xair.port}", "1.17"])
    check(f"faderctl consoles add 127.0.0.1:{xair.port}" in lines[2], lines)
    xair.silent = True
    begun = time.monotonic()
    for arguments in (["consoles"], ["consoles", f"127.0.0.1:{xair.port}"], ["consoles", "add", f"127.0.0.1:{xair.port}"], ["consoles", "add", "no host"]):
        done = faderd.ctl(*arguments)
        check(done.exit == 69 and ("is it on" in done.err or "is no address" in done.err), lambda: f"{arguments}: {done}")  # noqa: B023 (is called at once)
    check(time.monotonic() - begun < 12, "it takes long to find nobody")
    check("consoles add" not in faderd.config(), "the config")


@test("who answers with nonsense and by the thousand is bounded, shown without control characters, and asked nothing")
def hostile():
    faderd = started(surface=False)
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.bind(("127.0.0.1", 0))
    others = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(200)]
    asked = []

    def answer():
        while True:
            try:
                packet, sender = link.recvfrom(65536)
            except OSError:
                return
            asked.append(packet)
            bad = (encode("/xinfo", 1, 2, 3, 4), encode("/xinfo"), b"/xinfo", b"\xff" * 2000, encode("/xinfo", "a", "b", "Toaster", "1"), encode("/meters/0", b""),
                   encode("/xinfo", "10.0.0.1", "\x1b[2Jdesk\n" + "x" * 5000, "X32", "4.06"))
            for each in bad:
                link.sendto(each, sender)
            for n, other in enumerate(others):
                other.sendto(encode("/xinfo", "10.0.0.1", f"forged {n}", "X32", "4.06"), sender)
    threading.Thread(target=answer, daemon=True).start()
    testing.defer(link.close)
    begun = time.monotonic()
    done = faderd.ctl("consoles", f"127.0.0.1:{link.getsockname()[1]}")
    check(time.monotonic() - begun < 8, "it ends")
    check(done.exit == 0 and "\x1b" not in done.out and len(done.out.splitlines()) <= 2 * 64 + 1, lambda: done)
    check("xxxx" in done.out and "x" * 60 not in done.out, lambda: f"a long name is cut: {done.out}")
    check(len(asked) < 600, f"{len(asked)} questions")
    # None of those who were not asked is asked for names.
    for other in others:
        other.setblocking(False)
        check(not _heard(other), "somebody who was not asked got a question")


def _heard(link):
    try:
        return link.recv(1000)
    except BlockingIOError:
        return None


@test("surfaces add x-touch, then consoles add: the whole console is on the desk, both ways, as a person would write it")
def two_commands():
    desk = Desk(values=names() | {"/ch/01/mix/fader": grid("/fader", 0.75)})
    faderd = started()
    done = add(faderd, desk, "--sends", "mon=1-4")
    equal(faderd.config().rstrip() + "\n", native.read(EXPECTED).decode().replace("PORT", f"{desk.port}"), "the config")
    check("+  ch: [kick" in done.out, "the difference")
    # The console moves the motors, a hand moves the console.
    wait_until(lambda: abs(motor(faderd, 1) - 0.75) < 0.01, lambda: f"the motor: {motor(faderd, 1)}")
    equal(desk.sets(), [], "what was written at the start")
    desk.tablet("/ch/02/mix/fader", 0.5)
    wait_until(lambda: abs(motor(faderd, 2) - 0.5) < 0.01, lambda: f"the motor: {motor(faderd, 2)}")
    faderd.ctl("virtual", "move", "fader.3", "0.6")
    wait_until(lambda: abs(desk.values["/ch/03/mix/fader"] - 0.6) < 0.01, lambda: f"the console: {desk.values['/ch/03/mix/fader']}")
    faderd.ctl("virtual", "move", "fader.9", "0.5")
    wait_until(lambda: abs(desk.values["/main/st/mix/fader"] - 0.5) < 0.01, lambda: f"the main: {desk.values['/main/st/mix/fader']}")
    faderd.ctl("virtual", "press", "mute.1")
    wait_until(lambda: desk.values["/ch/01/mix/on"] == 0, "the mute")
    faderd.ctl("virtual", "press", "select.5")
    wait_until(lambda: desk.values["/-stat/selidx"] == 4, lambda: f"the selected channel: {desk.values['/-stat/selidx']}")
    # The third button shows Anna's mix: the same channels, with the bus on the main fader.
    faderd.ctl("virtual", "press", "f3")
    faderd.ctl("virtual", "move", "fader.2", "0.5")
    wait_until(lambda: desk.values["/ch/02/mix/01/level"] == grid("/level", 0.5), lambda: f"the send: {desk.values['/ch/02/mix/01/level']}")
    faderd.ctl("virtual", "move", "fader.9", "0.25")
    wait_until(lambda: abs(desk.values["/bus/01/mix/fader"] - 0.25) < 0.01, lambda: f"the bus: {desk.values['/bus/01/mix/fader']}")
    faderd.ctl("virtual", "press", "f2")
    desk.tablet("/dca/4/fader", 0.5)
    wait_until(lambda: abs(motor(faderd, 4) - 0.5) < 0.01, lambda: f"the DCA's motor: {motor(faderd, 4)}")
    equal(faderd.ctl("web", "--help").exit, 0)
    equal([page["name"] for page in faderd.get("/v1/pages")], ["anna", "ben", "cleo", "drums"], "the pages in the browser")


@test("a second run writes only what is new: nothing for a renamed channel, a word for a new one, new sends; what was taken out stays out")
def again():
    desk = Desk(values=names())
    faderd = started("# The band's desk.\nversion: 1\n\n# ours\nparameters: {}\n")
    add(faderd, desk)
    first = faderd.config()
    check(first.startswith("# The band's desk.\nversion: 1\n\n# ours\nparameters:\n  \"{ch}.fader\": {target"), lambda: first)
    desk.tablet("/ch/03/config/name", "Hats")
    done = add(faderd, desk)
    check("has all of it already" in done.out and faderd.config() == first, "nothing for a renamed channel")
    done = add(faderd, desk, "--dry-run", "--sends", "fx=13-14")
    check("+  fx: {hall: {number: 13}, plate: {number: 14}}" in done.out and faderd.config() == first, lambda: f"a dry run: {done.out}")
    done = add(faderd, desk, "--sends", "fx=13-14")
    lines = changed(done.out)
    check(all(line[0] == "+" and ("hall" in line or "fx" in line or "web" in line or "pages" in line or line == "+" or "plate" in line) for line in lines), lines)
    check(len(lines) == 10 and "+      f4: {page: fx.plate}" in lines and '+      "fx.{fx}": {strips: {each: ch, fader: "{}.{fx}"}, map: {fader.9: "bus.{fx}.fader"}}' in lines, lines)
    faderd.set("kick.plate", "-10")
    wait_until(lambda: desk.values["/ch/01/mix/14/level"] == 0.5, "the send to bus 14")
    # Somebody takes solo out, and the console gets a DCA with a name.
    faderd.reload("".join(line for line in faderd.config().splitlines(True) if "solo" not in line or "strips" in line).replace(', solo: "bus.{}.solo"', "")
          .replace(', solo: "dca.{}.solo"', ""))
    desk.tablet("/dca/5/config/name", "Choir")
    done = add(faderd, desk)
    equal(changed(done.out), ["-  dca: [drums, band, vox, speech]", "+  dca: [drums, band, vox, speech, choir]"], "a new DCA")
    faderd.fails(65, "buses 1 to 16", "consoles", "add", f"127.0.0.1:{desk.port}", "--sends", "mon=17")
    faderd.fails(65, "other buses already", "consoles", "add", f"127.0.0.1:{desk.port}", "--sends", "fx=1-2")
    equal(faderd.ctl("consoles", "add", f"127.0.0.1:{desk.port}", "--sends", "fx").exit, 64)


@test("undo takes an addition back as one change; after a hand edit it is refused, with the difference")
def undo():
    desk = Desk(values=names())
    faderd = started()
    before = faderd.config()
    add(faderd, desk, "--sends", "mon=1-4")
    after = faderd.config()
    faderd.reload(after.replace("mon: [anna,", "mon: [annette,").replace(" anna", " annette").replace(".anna", ".annette").replace("[anna,", "[annette,"))
    done = faderd.ctl("consoles", "undo")
    check(done.exit == 65 and "was changed since" in done.err and "+  mon: [annette, ben, cleo, drums]" in done.err, done)
    faderd.reload(after)
    done = faderd.ctl("consoles", "undo")
    check(done.exit == 0 and "-  mon: [anna, ben, cleo, drums]" in done.out, done)
    equal(faderd.config(), before, "the config")
    equal(faderd.get("/v1/parameters"), [], "what is in force")
    faderd.fails(65, "nothing to undo", "consoles", "undo")
    equal([name for name in os.listdir(faderd.directory) if "undo" in name], [], "the file for undo")


@test("remove takes out what was made; what somebody has changed or added stays, with what it needs, and is named")
def remove():
    desk = Desk(values=names())
    faderd = started()
    before = faderd.config()
    add(faderd, desk, "--sends", "mon=1-4", "--sends", "fx=13-16")
    whole = faderd.config()
    done = faderd.ctl("consoles", "remove", "foh")
    check(done.exit == 0 and not done.err, done)
    equal(faderd.config(), before, "nothing is left")
    equal(faderd.ctl("consoles", "undo").exit, 0)
    equal(faderd.config(), whole, "a removal can be taken back")
    # A changed template, a parameter by hand.
    faderd.reload(whole.replace('"{ch}.solo": {target', '"{ch}.solo": {label: Solo, target').replace("parameters:", "parameters:\n  talk: {target: {x32: foh, ch: 31, property: gain}}"))
    done = faderd.ctl("consoles", "remove", "foh")
    check(done.exit == 0 and "so it stays with what it needs: {ch}.solo, talk, lists.ch, targets.foh" in done.err, done)
    check("{ch}.fader" not in faderd.config() and '"{ch}.solo": {label: Solo' in faderd.config() and "strips" not in faderd.config(), lambda: faderd.config())
    # A changed page needs all that it shows.
    faderd.reload(whole.replace('bus: {strips: {each: bus, fader: "bus.{}.fader",', 'bus: {strips: {each: bus, fader: "bus.{}.fader", rec: "bus.{}.mute",')
          .replace('mute: "bus.{}.mute", ', "").replace("map:\n", "map:\n", 1))
    done = faderd.ctl("consoles", "remove", "foh")
    check(done.exit == 0 and "surfaces.x-touch.pages.bus" in done.err, done)
    check("f1: {page: bus}" in faderd.config() and "f2:" not in faderd.config() and "each: ch\n" not in faderd.config(), lambda: faderd.config())
    faderd.fails(65, 'did you mean "foh"', "consoles", "remove", "fho")


@test("a second console, an X-Air, and a config that has the ids already: nothing collides")
def beside():
    x32 = Desk(values=names())
    xair = Desk(xair=True, values=names(CHANNELS[:16], BUSES[:6], ("", "", "", ""), digits=1))
    faderd = started("version: 1\nparameters:\n  main.mute: {kind: toggle}\n  kick: {max: 10}\n  dca.drums.fader: {max: 3}\n  selected: {}\n")
    add(faderd, x32)
    check("[kick-2, snare," in faderd.config() and "main-2.fader: {target: {x32: foh, main: st}}" in faderd.config(), lambda: faderd.config())
    faderd.fails(65, "x-touch has strips already", "consoles", "add", f"127.0.0.1:{xair.port}", "--name", "stage", "--surface", "x-touch")
    done = add(faderd, xair, "--name", "stage")
    check("no surface has room" in done.err, done)
    check('"stage.{stage-ch}.fader": {target: {xair: stage, ch: "{n}"}}' in done.out, done.out)
    check("stage-dca: [dca1, dca2, dca3, dca4]" in done.out, done.out)
    wait_until(lambda: faderd.parameter("stage.kick.fader").get("known", True) and faderd.parameter("kick-2.fader").get("known", True), "both consoles")
    faderd.fails(65, "foh is something else", "consoles", "add", f"127.0.0.1:{xair.port}", "--name", "foh")
    equal(faderd.ctl("consoles", "remove", "stage").exit, 0)
    check("stage" not in faderd.config() and "foh" in faderd.config(), lambda: faderd.config())


@test("a console without any name: everything it has, by number; the console has another address: only that changes")
def nameless():
    desk = Desk(values=names([""] * 32, [f"Bus {n:02}" for n in range(1, 17)], [f"DCA {n}" for n in range(1, 9)]))
    faderd = started()
    done = add(faderd, desk, "--name", "main")
    check("ch: [ch1, ch2," in done.out and "ch32]" in done.out and "bus16]" in done.out and "dca8]" in done.out, lambda: done.out)
    other = Desk(values=desk.values)
    done = add(faderd, other, "--name", "main")
    equal(changed(done.out), [f'-  main: {{x32: "127.0.0.1:{desk.port}"}}', f'+  main: {{x32: "127.0.0.1:{other.port}"}}'], "another address")


@test("a list to which somebody gave labels gets a new word at its end, with its number; the words that it has keep theirs")
def labels():
    desk = Desk(values=names(CHANNELS[:4] + [""] * 28, BUSES, DCAS))
    faderd = started()
    add(faderd, desk, "--sends", "mon=1-4")
    faderd.reload(faderd.config().replace("ch: [kick, snare, hihat, tom-1]", "ch: {kick: Kick!, snare: {color: red}, hihat: Hats, tom-1: Tom}")
          .replace("mon: [anna, ben, cleo, drums]", "mon: {anna: Anna, ben: Ben, cleo: Cleo, drums: Drums}"))
    done = add(faderd, desk, "--sends", "mon=1-4")
    check("has all of it already" in done.out, lambda: done.out)
    desk.tablet("/ch/06/config/name", "Floor")
    done = add(faderd, desk)
    equal(changed(done.out)[1:], ["+  ch: {kick: Kick!, snare: {color: red}, hihat: Hats, tom-1: Tom, ch5: {number: 5}, floor: {number: 6}}"], "the new words")
    faderd.set("floor.fader", "0")
    wait_until(lambda: abs(desk.values["/ch/06/mix/fader"] - 0.75) < 0.01, "channel 6")
    # What was labelled is somebody's; the rest goes.
    done = faderd.ctl("consoles", "remove", "foh")
    check(done.exit == 0 and "foh" not in faderd.config(), lambda: f"{done} {faderd.config()}")


@test("names with commands for terminals, YAML and shells become words and labels of a config that is right")
def evil():
    evil = ("\x1b[31mRed", "a: {b: [c", "\u202eevil\u202c", "x" * 200, "../../etc", "'\"\\`$(id)`", "# no", "Kick\n- x", "\x00", "é" * 16)
    faderd = started()
    done = add(faderd, Desk(values=names(evil, (), ())))
    check(not {"\x1b", "\x00", "\u202e"} & set(done.out), lambda: done)
    equal(faderd.ctl("check").exit, 0, faderd.ctl("check").err)


WIDE = """version: 1
surfaces:
  left: {profile: x-touch-extender, wide: desk}
  main: {profile: x-touch, wide: desk}
"""


@test("a wide surface is one: its strips are written once, the banks go by all of them, and the main fader is where there is one")
def wide():
    desk = Desk(values=names())
    faderd = native.Daemon(WIDE, virtual=False, profiles=native.shipped("x-touch", "x-touch-extender"), arguments=["--virtual=x-touch"]).start()
    before = faderd.config()
    done = add(faderd, desk, "--sends", "mon=1-2")
    check(not done.err and "strips" in done.out, lambda: done)
    text = faderd.config()
    check("bank-left: {action: bank, by: -16}" in text and "fader.9: main.fader" in text and text.count("each: ch,") + text.count("each: ch\n") == 2, lambda: text)
    equal([(one["name"], one["width"], one["strips"]) for one in faderd.get("/v1/surfaces")], [("left", 16, 32), ("main", 16, 32)], "the strips")
    # The virtual device is the right half: its first fader is channel 9.
    desk.tablet("/ch/09/mix/fader", 0.5)
    wait_until(lambda: abs(motor(faderd, 1) - 0.5) < 0.01, lambda: f"the motor: {motor(faderd, 1)}")
    done = add(faderd, desk)
    check("has all of it already" in done.out, lambda: done.out)
    done = faderd.ctl("consoles", "remove", "foh")
    check(done.exit == 0 and not done.err, done)
    equal(faderd.config(), before, "nothing is left")
