"""Every kind of value through config, CLI, API and faders, with a daemon on the virtual surface."""

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


def put(faderd, parameter, **body):
    answer = faderd.put(parameter, **body)
    equal(answer.status, 200, f"status of PUT {parameter} {body} ({answer.body})")
    return answer.json


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


@test("faders move values of every kind")
def moved():
    faderd = started()
    for fader, position, parameter, text in (
            (1, 0, "vol", "−∞ dB"), (1, 1, "vol", "10.0 dB"), (2, 0.5, "hour", "12:00h"), (3, 0.8, "mute", "muted"),
            (4, 0.9, "side", "Tails up"), (8, 0.5, "pan", "C"), (7, 0.0, "tint.hue", None)):
        faderd.touch(fader, True)
        faderd.move(fader, position)
        faderd.touch(fader, False)
        if text is not None:
            wait_until(lambda: faderd.text(parameter) == text, lambda: f"{parameter} to be {text}; it is {faderd.text(parameter)}")
    check(faderd.text("tint").startswith("#ff00"), f"the color after its hue went to 0: {faderd.text('tint')}")


@test("a refusal names what fits this parameter, and changes nothing")
def refused():
    faderd = started()
    for parameter, text, words in (
            ("hour", "24", "0:00h…23:00h"), ("hour", "2.5", "whole"), ("mute", "perhaps", "muted"), ("side", "edge", "heads"),
            ("name", "ANNA", "[a-z]+"), ("name", "abcdefghi", "8"), ("price", "900..100", "100…900"), ("tint", "orangish", "#ff8800"),
            ("vol", "1/0", "∞"), ("vol", "nan", "dB"), ("vol", "(1", "dB")):
        before = faderd.text(parameter)
        done = faderd.ctl("set", parameter, text)
        equal(done.exit, 65, f"exit code of set {parameter} {text} ({done.out}{done.err})")
        check(words in done.err, f"set {parameter} {text} says {done.err!r}, without {words}")
        equal(faderd.text(parameter), before, f"{parameter} after a refusal")


@test("the ends of a range stop at each other, moved and typed, and their motors stand at the values")
def ends():
    faderd = started()
    faderd.touch(5, True)
    faderd.move(5, 0.95)
    faderd.touch(5, False)
    wait_until(lambda: faderd.text("price") == "890…900", lambda: f"the low end to stop; {faderd.text('price')}")
    wait_until(lambda: abs(faderd.motor(5) - 0.89) < 0.001, "its motor to go back to where it stopped")
    done = faderd.ctl("set", "price.high", "0")
    equal((done.exit, done.out.strip()), (0, "900"), "set price.high 0")
    check("price.low is at 890" in done.err, f"the clamp is told as {done.err!r}")


@test("values that are set together are reported together: no event shows half a change of a range or a color")
def together():
    faderd = started()
    ranges, colors = faderd.ctl_running("watch", "price"), faderd.ctl_running("watch", "tint")
    wait_until(lambda: faderd.status()["connections"]["streams"] == 2, "the streams")
    for low in range(0, 500, 50):
        faderd.set("price", f"{low}..{low + 400}")
        faderd.set("tint", f"#{low % 256:02x}{low // 4:02x}80")
        line = ""
        while not line.startswith("price "):
            line = ranges.stdout.readline().strip()
        equal(line, f"price {low}…{low + 400}", "what watch prints of the range")
        while not line.startswith("tint "):
            line = colors.stdout.readline().strip()
        equal(line, f"tint #{low % 256:02x}{low // 4:02x}80", "what watch prints of the color")


@test("a JSON value of the wrong type is refused with an example of the right type")
def wrong_sorts():
    faderd = started()
    for parameter, value, words in (("mute", "muted", "true or false"), ("hour", "7:00h", '{"value": 0}'), ("price", 5, "[100, 900]")):
        answer = faderd.put(parameter, value=value)
        equal(answer.status, 422, f"status of {parameter} {value}")
        check(words in answer.json["detail"], f"{parameter} {value}: {answer.json['detail']}")


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


@test("steps of every size; from between two steps a step goes to the next one in its direction")
def steps():
    faderd = started()
    faderd.set("price.low", "105")
    equal(faderd.ctl("step", "price.low", "1").out, "110\n", "up from between")
    equal(faderd.ctl("step", "price.low", "--big", "1").out, "210\n", "a big step")
    equal(faderd.ctl("step", "price.low", "--fine", "-1").out, "209\n", "a fine step down")
    equal(faderd.ctl("step", "mute", "1").out, "muted\n", "a toggle")
    done = faderd.ctl("step", "name", "1")
    check(done.exit == 65 and "text" in done.err, f"a text has no steps: {done}")


@test("values of every kind survive kill -9")
def remembered():
    faderd = started()
    wanted = {"vol": "−∞ dB", "hour": "5:00h", "mute": "muted", "side": "Tails up", "name": "anna", "price": "200…800", "tint": "#102030"}
    for parameter, text in {**wanted, "vol": "-inf", "hour": "5", "side": "tails", "price": "200..800"}.items():
        faderd.set(parameter, text)
    faderd.kill()
    faderd.start()
    for parameter, text in wanted.items():
        equal(faderd.text(parameter), text, parameter)
    saved = json.load(open(faderd.state_file, encoding="utf-8"))["parameters"]
    equal([saved[name]["value"] for name in ("vol", "hour", "mute", "side", "name", "price.low")],
          ["-inf", 5, True, "tails", "anna", 200], "values in the state file")


@test("every parameter matches the description of the API, and watch prints a range and its changed end")
def described():
    faderd = started()
    watch = faderd.ctl_running("watch", "price")
    wait_until(lambda: faderd.status()["connections"]["streams"] == 1, "the stream")
    schema = faderd.get("/v1/openapi.json")["components"]["schemas"]["Parameter"]
    for parameter in faderd.get("/v1/parameters"):
        unknown = parameter.keys() - schema["properties"].keys()
        missing = set(schema["required"]) - parameter.keys()
        check(not unknown and not missing, f"{parameter['id']}: unknown {unknown}, missing {missing}")
    equal([p["id"] for p in faderd.get("/v1/parameters?prefix=price")], ["price", "price.low", "price.high"], "ids")
    faderd.set("price.low", "300")
    lines = {watch.stdout.readline().strip() for _ in range(2)}
    equal(lines, {"price.low 300", "price 300…900"}, "what watch prints")


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
