"""Every kind of value typed, shown for a viewer, and changed by a reload, with a daemon on the virtual surface."""

import json

import native
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  vol: {kind: number, min: -inf, max: 10, unit: dB, taper: audio, decimals: 1, default: 0}
  hour: {kind: integer, min: 0, max: 23, out-of-range: reject, format: {suffix: ":00h"}}
  mute: {kind: toggle, words: [open, muted]}
  side: {kind: choice, options: [heads, {id: tails, label: Tails up}]}
  name: {kind: text, pattern: "[a-z]+", max-length: 8, default: marcus}
  price: {kind: range, min: 0, max: 1000, decimals: 0, step: 10, gap: 10, meet: stop, default: [100, 900]}
  tint: {kind: color, default: "#ff8800"}
  pan: {type: pan}
""" + native.desk({1: "vol", 2: "hour", 3: "mute", 4: "side", 5: "price.low", 6: "price.high", 7: "tint.hue", 8: "pan"})


def started():
    return native.Daemon(CONFIG).start()


@test("a typed value of every kind has its text and its JSON, and moves its motor")
def typed():
    faderd = started()
    for parameter, text, shown, value in (
            ("vol", "-10", "-10.0 dB", -10.0), ("vol", "-inf", "−∞ dB", "-inf"), ("vol", "min", "−∞ dB", "-inf"),
            ("hour", "7", "7:00h", 7), ("hour", "(3+5)*2", "16:00h", 16), ("mute", "MUTED", "muted", True), ("mute", "off", "open", False),
            ("side", "tails", "Tails up", "tails"), ("name", "anna", "anna", "anna"), ("price", "200..800", "200…800", [200, 800]),
            ("price.low", "+=55", "255", 255), ("tint", "#00FF00", "#00ff00", "#00ff00"), ("pan", "-23", "L23", -23),
            ("pan", "R7", "R7", 7), ("pan", "c", "C", 0), ("vol", "-(3+2)", "-5.0 dB", -5.0), ("vol", "-=3", "-8.0 dB", -8.0),
            ("vol", "12 6 + 2 /", "9.0 dB", 9.0)):
        equal(faderd.set(parameter, text), shown, f"set {parameter} {text}")
        equal(faderd.get(f"/v1/parameters/{parameter}")["value"], value, f"value of {parameter}")
    wait_until(lambda: abs(faderd.motor(1) - 0.975) < 0.001, lambda: f"the motor of vol; it stands at {faderd.motor(1)}")
    wait_until(lambda: abs(faderd.motor(5) - 0.255) < 0.001, "the motor of price.low")
    wait_until(lambda: abs(faderd.motor(7) - 120 / 360) < 0.001, "the motor of tint.hue")
    wait_until(lambda: faderd.motor(3) == 0, "the motor of mute")


@test("a viewer's locale and decimals change how values are shown and read, not the parameter")
def viewers():
    faderd = started()
    faderd.set("vol", "-6.25")
    equal(faderd.ctl("--locale", "sv_SE", "get", "vol").out, "−6,2 dB\n", "in Swedish")
    equal(faderd.ctl("get", "--decimals", "4", "vol").out, "-6.2500 dB\n", "with four decimals")
    equal(faderd.ctl("set", "--locale", "de_DE", "vol", "-3,5").out, "-3,5 dB\n", "set in German")
    equal(faderd.text("vol"), "-3.5 dB", "afterwards, without a locale")
    answer = faderd.request("GET", "/v1/parameters/vol", headers={"Accept-Language": "tlh, sv;q=0.5"})
    equal(answer.json["text"], "−3,5 dB", "by Accept-Language")
    done = faderd.ctl("--locale", "sx_SE", "get", "vol")
    check(done.exit == 65 and "sx_SE" in done.err, f"an unknown locale: {done}")
    for arguments in (("list",), ("watch",)):
        done = faderd.ctl(*arguments, "--locale", "sx_SE")
        check(done.exit == 65 and "sx_SE" in done.err, f"an unknown locale at {arguments[0]}: {done}")
    equal(faderd.request("GET", "/v1/parameters/vol?decimals=16").status, 400, "sixteen decimals")
    equal(faderd.get("/v1/parameters/vol")["decimals"], 1, "decimals of the parameter")
    faderd.configure(CONFIG + "locale: sv_SE\n")
    equal(faderd.ctl("reload").exit, 0, "exit code of a reload with a locale")
    equal(faderd.text("vol"), "−3,5 dB", "by the config's locale")


@test("a reload that changes a parameter's kind, or the order of its options, keeps values that still fit")
def other_kinds():
    faderd = started()
    for parameter, text in (("side", "tails"), ("hour", "7"), ("mute", "muted"), ("name", "anna"), ("pan", "R7")):
        faderd.set(parameter, text)
    config = CONFIG.replace("options: [heads, {id: tails, label: Tails up}]", "options: [edge, tails, heads]")
    config = config.replace("kind: integer, min: 0, max: 23, out-of-range: reject, format: {suffix: \":00h\"}", "min: 0, max: 23")
    config = config.replace("kind: toggle, words: [open, muted]", "kind: integer, min: 3, max: 9")
    config = config.replace("{type: pan}", "{kind: text}")
    faderd.configure(config.replace("      fader.8: pan\n", ""))
    equal(faderd.ctl("reload").exit, 0, "exit code of the reload")
    for parameter, text in (("side", "tails"), ("hour", "7.00"), ("mute", "3"), ("name", "anna"), ("pan", "")):
        equal(faderd.text(parameter), text, f"{parameter} afterwards")
    equal(faderd.set("side", "edge"), "edge", "set side edge")
    wait_until(lambda: faderd.motor(4) == 0, "the motor of side")
