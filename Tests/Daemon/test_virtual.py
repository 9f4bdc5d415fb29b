"""The virtual surface: everything that a Mackie Control shows and sends, without the hardware."""

import json
import time

import native
import terminal
import testing
from testing import check, equal, stays, test, wait_until

CONFIG = """\
version: 1
parameters:
  master: {type: decibel, default: -6}
  kick.level: {label: Kick, color: red, min: 0, max: 100, decimals: 0, default: 25}
  kick.pan: {label: Kick pan, type: pan}
  kick.mute: {kind: toggle}
  snare.level: {label: Snare, color: blue, min: 0, max: 100, decimals: 0, default: 75}
  snare.pan: {label: Snare pan, type: pan}
  snare.mute: {kind: toggle, default: on}
  hats.level: {label: Hats, min: 0, max: 100, decimals: 0, default: 50}
  hats.pan: {label: Hats pan, type: pan}
  hats.mute: {kind: toggle}
  song: {kind: text, default: "1.02.03"}
surfaces:
  desk:
    match: "faderd virtual"
    profile: x-touch
    strips:
      each: [kick, snare, hats]
      fader: "{}.level"
      encoder: "{}.pan"
      mute: "{}.mute"
    display: {timecode: song}
    map:
      fader.9: master
      bank-right: {action: bank, by: 1}
      bank-left: {action: bank, by: -1}
      f1: {action: page, page: fx}
      shift: {action: modifier}
      meter.1: kick.level
    pages:
      fx: {map: {fader.1: master}}
"""


def desk(config=CONFIG, **more):
    return native.Daemon(config, profiles=native.shipped("x-touch", "virtual", "mackie-control"), **more).start()


def surface(faderd):
    return faderd.get("/v1/virtual-surface")


def control(faderd, name):
    return next(one for one in surface(faderd)["controls"] if one["control"] == name)


def cells(faderd, row):
    text = surface(faderd)["display"][row]
    return [text[place:place + 7].strip() for place in range(0, 56, 7)]


def use(faderd, name, body, status=200):
    answer = faderd.request("PUT", f"/v1/virtual/{name}", body)
    equal(answer.status, status, f"status of {body} with {name} ({answer.body})")
    return answer


@test("values set over the API reach motor, ring, lamp, display and meter; acts of hands reach the parameters")
def whole():
    faderd = desk()
    wait_until(lambda: cells(faderd, 0)[:3] == ["Kick", "Snare", "Hats"], lambda: cells(faderd, 0))
    shown = surface(faderd)
    equal(shown["surface"], "desk", "surface")
    equal(shown["colors"][:4], ["red", "blue", "white", "black"], "colors")
    equal(shown["timecode"].strip(), "1.02.03", "timecode")
    equal(control(faderd, "mute.2")["lamp"], "on", "the lamp of a mute that is on")
    equal(control(faderd, "mute.1")["lamp"], "off", "the lamp of one that is not")
    equal(sum(control(faderd, "encoder.1")["ring"]), 1, "the lamps of a pan in the middle")
    equal(control(faderd, "encoder.1")["middle"], True, "its middle lamp")
    faderd.set("kick.level", "80")
    faderd.set("kick.pan", "R100")
    wait_until(lambda: abs(control(faderd, "fader.1")["position"] - 0.8) < 0.001, "the motor")
    wait_until(lambda: control(faderd, "encoder.1")["ring"] == [False] * 5 + [True] * 6, lambda: control(faderd, "encoder.1"))
    wait_until(lambda: surface(faderd)["meters"][0]["level"] > 0, "the meter")

    def set_again():
        faderd.set("kick.level", "79")
        faderd.set("kick.level", "80")
        return cells(faderd, 1)[0] == "80"
    # The value is shown for a second.
    wait_until(set_again, lambda: cells(faderd, 1))
    # A pan needs no label: its value is shown at rest.
    wait_until(lambda: cells(faderd, 1)[0] == "R100", lambda: cells(faderd, 1))
    told = faderd.ctl("virtual", "show").out
    for text in ("Kick", "Snare", "80 %", "[MUTE]", "time: 1.02.03", "R100"):
        check(text in told, f"{text} is not shown:\n{told}")
    equal(use(faderd, "mute.1", {"clicks": 1}).json["parameter"], "kick.mute", "what mute.1 drives")
    wait_until(lambda: faderd.text("kick.mute") == "on", "the mute")
    wait_until(lambda: control(faderd, "mute.1")["lamp"] == "on", "its lamp")
    equal(faderd.ctl("virtual", "press", "mute.1").out, "mute.1 kick.mute\n", "press")
    wait_until(lambda: faderd.text("kick.mute") == "off", "the mute again")
    before = faderd.value("snare.pan")
    equal(faderd.ctl("virtual", "turn", "encoder.2", "-3").exit, 0, "turn")
    wait_until(lambda: faderd.value("snare.pan") < before, "the pan")
    equal(faderd.ctl("virtual", "move", "fader.9", "1").out, "fader.9 100 % master\n", "the master")
    wait_until(lambda: faderd.parameter("master")["position"] == 1, "the master")


@test("an act that a control cannot do is refused with a sentence; an unknown control gets a suggestion")
def refused():
    faderd = desk()
    for name, body, words in (
            ("fader.1", {"turn": 1}, "fader.1 is a fader and cannot be turned; move or touch it"),
            ("fader.1", {"clicks": 1}, "cannot be pressed"), ("mute.1", {"position": 0.5}, "mute.1 is a button and cannot be moved; press it"),
            ("jog", {"pressed": True}, "jog is a wheel and cannot be pressed; turn it"), ("relay", {"pressed": True}, "it only lights up"),
            ("encoder.1", {"touched": True}, "encoder.1 is an encoder and cannot be touched; turn or press it"),
            ("encoder.1", {"turn": 241}, "at most 240 detents"), ("mute.1", {"clicks": 0}, "1 to 16 times"), ("fader.1", {"position": 1.5}, "0 to 1")):
        check(words in use(faderd, name, body, 422).json["detail"], f"{name} {body}")
    use(faderd, "mute.1", {"pressed": True, "clicks": 1}, 400)
    use(faderd, "mute.1", {"turned": 1}, 400)
    equal(use(faderd, "mut.1", {"clicks": 1}, 404).json["suggestion"], "mute.1", "suggestion")
    told = faderd.ctl("virtual", "press", "fader.1")
    equal((told.exit, "cannot be pressed" in told.err), (65, True), f"press of a fader: {told.err}")
    equal(faderd.ctl("virtual", "turn", "encoder.1", "x").exit, 64, "a turn by x")


@test("show --watch draws again when something changes, and only then")
def watched():
    faderd = desk(CONFIG.replace("      meter.1: kick.level\n", ""))
    wait_until(lambda: cells(faderd, 0)[0] == "Kick", "the display")
    watch = faderd.ctl_running("virtual", "show", "--watch", "--json")
    lines = testing.lines_of(watch)
    wait_until(lambda: lines, "the first picture")
    time.sleep(1.5)  # It looks a few times when it starts.
    count = len(lines)
    requests = faderd.cpu()
    stays(lambda: len(lines) == count, "a picture of nothing new", 0.5)
    faderd.set("kick.level", "33")
    wait_until(lambda: any(abs(one["position"] - 0.33) < 0.001 for line in lines[count:] for one in json.loads(line)["controls"][:1]), "the change")
    use(faderd, "fader.2", {"touched": True})
    wait_until(lambda: json.loads(lines[-1])["controls"][1]["touched"], "the finger")
    check(faderd.cpu() - requests < 1.0, "it asks all the time")
    faderd.kill()
    wait_until(lambda: watch.poll() is not None, "its end")
    equal(watch.returncode, 69, "exit code when the daemon is gone")


@test("show draws in colors on a terminal, without colors elsewhere, in ASCII with --ascii, and within the width")
def drawn():
    faderd = desk()
    wait_until(lambda: cells(faderd, 0)[0] == "Kick", "the display")
    equal(control(faderd, "mute.1")["lamp"], "off", "the mute")
    screen = terminal.Terminal(faderd, "virtual", "show", "--watch", columns=120)

    def read(text):
        screen.read(0.05)
        return text in screen.output
    wait_until(lambda: read(b"\x1b[30;41mKick"), lambda: screen.output)
    faderd.set("kick.mute", "on")

    def lit():
        screen.read(0.05)
        return screen.screen.text.count("[MUTE]")
    wait_until(lambda: lit() == 2, lambda: screen.screen.text)
    plain = faderd.ctl("virtual", "show").out
    check("\x1b" not in plain, "colors without a terminal")
    check(max(map(len, plain.splitlines())) <= 80, plain)
    drawn = faderd.ctl("virtual", "show", "--ascii").out
    check(drawn.isascii() and "#####" in drawn and "[MUTE]" in drawn, drawn)
    check(not plain.isascii(), "Unicode in a locale of Unicode")


@test("--virtual=mackie without a config is a mixer of sixteen strips on a whole Mackie Control")
def built_in():
    faderd = native.Daemon(own_flags=False, virtual=False)
    faderd.arguments.append("--virtual=mackie")
    faderd.at_home()
    faderd.start()
    wait_until(lambda: cells(faderd, 0)[:2] == ["Kick", "Snare"], lambda: cells(faderd, 0))
    use(faderd, "bank-right", {"clicks": 1})
    wait_until(lambda: cells(faderd, 0)[0] == "Strings"[:7], lambda: cells(faderd, 0))
    use(faderd, "solo.1", {"clicks": 1})
    wait_until(lambda: faderd.text("strings.solo") == "on", "the solo")
    told = faderd.ctl("virtual", "show").out
    check("Strings" in told and "[SOLO]" in told, told)


@test("the profile virtual has eight strips, and a surface that changes its profile is shown correctly after a reload")
def strips():
    config = CONFIG.replace("profile: x-touch", "profile: virtual")
    for key in ("fader.9: master", "bank-right: {action: bank, by: 1}", "bank-left: {action: bank, by: -1}", "f1: {action: page, page: fx}",
                "shift: {action: modifier}"):
        config = config.replace(f"      {key}\n", "")
    faderd = desk(config)
    wait_until(lambda: cells(faderd, 0)[:3] == ["Kick", "Snare", "Hats"], lambda: cells(faderd, 0))
    use(faderd, "mute.3", {"clicks": 1})
    wait_until(lambda: faderd.text("hats.mute") == "on", "the mute")
    equal(control(faderd, "play").get("parameter"), None, "what is right of the strips")
    faderd.reload(CONFIG.replace("Kick", "Tom").replace("  desk:", "  table:"))
    wait_until(lambda: cells(faderd, 0)[:3] == ["Tom", "Snare", "Hats"] and surface(faderd)["surface"] == "table", lambda: cells(faderd, 0))
    wait_until(lambda: control(faderd, "fader.9")["position"] > 0, "the master")


@test("displays name the group for a second while it moves members, and the lamp of a member that its group has muted flashes")
def groups():
    config = CONFIG.replace("min: 0, max: 100, decimals: 0", "type: decibel").replace("25}", "-20}").replace("75}", "-10}").replace("50}", "0}")
    faderd = desk(config + "groups: {drums: {of: [kick.level, snare.level], label: Drums, mute: [kick.mute, snare.mute]}}\n")
    wait_until(lambda: cells(faderd, 0)[:3] == ["Kick", "Snare", "Hats"], "the display")
    faderd.set("kick.level", "-21")
    equal(cells(faderd, 0)[:3], ["Kick", "Snare", "Hats"], "a member moved by itself")
    faderd.set("drums", "-5")
    wait_until(lambda: cells(faderd, 0)[:3] == ["Drums", "Drums", "Hats"], lambda: f"the group's name: {cells(faderd, 0)}")
    wait_until(lambda: cells(faderd, 0)[:3] == ["Kick", "Snare", "Hats"], lambda: f"their own names again: {cells(faderd, 0)}")
    lamps = lambda: [control(faderd, f"mute.{number}")["lamp"] for number in (1, 2)]
    equal(lamps(), ["off", "on"], "the lamps")
    faderd.set("drums.mute", "on")
    wait_until(lambda: lamps() == ["flashing", "on"], lambda: f"{lamps()}")
    faderd.restart(kill=True)
    wait_until(lambda: lamps() == ["flashing", "on"], lambda: f"after kill -9: {lamps()}")
    # Muted by hand, too.
    faderd.set("kick.mute", "on")
    wait_until(lambda: lamps() == ["on", "on"], lambda: f"{lamps()}")
    faderd.ctl("virtual", "press", "mute.2")
    wait_until(lambda: lamps() == ["on", "off"], lambda: f"{lamps()}")
    faderd.set("drums.mute", "off")
    wait_until(lambda: lamps() == ["on", "off"], lambda: f"{lamps()}")
