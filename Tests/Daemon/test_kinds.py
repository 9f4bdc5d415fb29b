"""Every kind of value typed, with a daemon on the virtual surface."""


import native
from testing import equal, test, wait_until

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
