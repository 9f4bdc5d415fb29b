"""Members of groups that have targets: not heard yet, rounded there, gone, and changed there."""

import native
from mqtt import Broker
from testing import check, equal, test, wait_until
from x32_desk import Desk, grid

CONFIG = """\
version: 1
targets: {house: {mqtt: "URL"}}
parameters:
  kick: {type: decibel, target: {mqtt: house, topic: z/kick, set: z/kick/set}}
  snare: {type: decibel, default: -3}
groups: {drums: {of: [kick, snare]}}
""" + native.desk({1: "drums", 2: "kick", 3: "snare"})


def are(faderd, *expected):
    wait_until(lambda: [faderd.value(name) for name in ("kick", "snare")] == list(expected),
               lambda: f"{expected}: {[faderd.value(name) for name in ('kick', 'snare')]}")


@test("a member that is not heard yet is passed over; its target's rounding is no hand, a change there is; one whose target is gone moves and is written when it is back")
def bound():
    broker = Broker()
    faderd = native.Daemon(CONFIG.replace("URL", broker.url())).start()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "bound", lambda: faderd.get("/v1/targets"))
    done = faderd.ctl("set", "drums", "-10")
    check("kick is not heard yet, so drums does not move it" in done.err, done.err)
    equal(faderd.parameter("kick").get("known"), False)
    are(faderd, 0, -13)
    check("not heard yet" in faderd.ctl("explain", "kick").out, "explain")
    broker.publish("z/kick", "-6")
    are(faderd, -6, -13)
    heard = broker.listen("z/kick/set")
    faderd.set("drums", "-20.3")
    are(faderd, -16.3, -23.3)
    wait_until(lambda: heard.last("z/kick/set") == "-16.3", lambda: heard.last("z/kick/set"))
    # The device rounds to whole and half decibels.
    broker.publish("z/kick", "-16.5")
    are(faderd, -16.5, -23.3)
    faderd.set("drums", "-10")
    are(faderd, -6, -13)
    broker.stop()
    faderd.set("drums", "0")
    are(faderd, 4, -3)


@test("a device with whole decibels and no −∞ is a member: all the way down and back it ends where it was, and so it does by undo")
def coarse():
    broker = Broker()
    heard = broker.listen("z/kick/set")
    faderd = native.Daemon(CONFIG.replace("URL", broker.url())).start()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "bound", lambda: faderd.get("/v1/targets"))
    broker.publish("z/kick", "-6")
    are(faderd, -6, -3)

    def moved(text):
        faderd.set("drums", text)
        sent = "-90" if faderd.value("kick") == "-inf" else faderd.text("kick").removesuffix(" dB")
        wait_until(lambda: heard.last("z/kick/set") == sent, lambda: f"{sent} on the topic, not {heard.last('z/kick/set')}")
        shown = max(round(float(sent)), -60)
        broker.publish("z/kick", str(shown))
        wait_until(lambda: faderd.value("kick") == shown, lambda: f"kick to be {shown}: {faderd.value('kick')}")

    for text in ("-10.4", "-33.6", "-inf", "3.5"):
        moved(text)
    faderd.set("drums", "0")
    are(faderd, -6, -3)
    moved("-10.4")
    equal(faderd.ctl("undo").exit, 0)
    are(faderd, -6, -3)
    faderd.set("drums", "-5")
    are(faderd, -11, -8)


@test("channels of a console are members without keys of their own; its steps are no hands, so all is where it was; a tablet's change sets a channel anew")
def console():
    begin = {1: grid("/fader", 0.6234), 2: grid("/fader", 0.31)}
    desk = Desk(values={f"/ch/{number:02}/mix/fader": value for number, value in begin.items()})
    faderd = native.Daemon(f"""\
version: 1
targets: {{foh: {{x32: "127.0.0.1:{desk.port}"}}}}
parameters:
  vox: {{target: {{x32: foh, ch: 1}}}}
  drum: {{target: {{x32: foh, ch: 2}}}}
groups: {{band: {{of: [vox, drum]}}}}
""" + native.desk({1: "band", 2: "vox", 3: "drum"})).start()
    wait_until(lambda: all(faderd.parameter(name).get("known", True) for name in ("vox", "drum")), "the console's values")
    shown = [faderd.text(name) for name in ("vox", "drum")]
    faders = lambda: {number: desk.values[f"/ch/{number:02}/mix/fader"] for number in begin}
    for text in ("-3.7", "-41", "-inf", "10", "-8.1"):
        faderd.set("band", text)
        before = faders()
        wait_until(lambda: faders() != begin, lambda: f"the console to follow {text}: {before}")
    wait_until(lambda: faderd.text("vox") != shown[0], lambda: faderd.text("vox"))
    faderd.set("band", "0")
    wait_until(lambda: faders() == begin, lambda: f"{faders()}, at first {begin}")
    equal([faderd.text(name) for name in ("vox", "drum")], shown)
    desk.tablet("/ch/02/mix/fader", grid("/fader", 0.75))
    wait_until(lambda: faderd.text("drum") == "0.0 dB", lambda: faderd.text("drum"))
    faderd.set("band", "-10")
    wait_until(lambda: faderd.text("drum") == "-10.0 dB", lambda: faderd.text("drum"))
    faderd.set("band", "0")
    wait_until(lambda: faders() == {1: begin[1], 2: grid("/fader", 0.75)}, lambda: f"{faders()}")


@test("a group over channels of a console with a DCA that is bound, too, is a warning; without the DCA, or with DCAs alone, there is none")
def dca():
    def said(groups, dcas="  dca: {target: {x32: foh, dca: 1}}\n"):
        faderd = native.Daemon("version: 1\ntargets: {foh: {x32: 127.0.0.1}}\nparameters:\n  vox: {target: {x32: foh, ch: 1}}\n"
                               f"  other: {{type: decibel}}\n{dcas}groups: {groups}\n")
        done = native.faderd("--check", faderd.config_file)
        equal(done.exit, 0, done.err)
        return done.out + done.err
    check("band moves faders of foh, and dca is its x32 127.0.0.1 /dca/1/fader" in said("{band: {of: [other, vox]}}"), said("{band: {of: [other, vox]}}"))
    check("band moves faders of foh" in said("{band: {of: [vox], target: {x32: foh, dca: 2}}}", ""), "the group is bound to a DCA itself")
    for groups, dcas in (("{band: {of: [other, vox]}}", ""), ("{band: {of: [other, dca]}}", "  dca: {target: {x32: foh, dca: 1}}\n")):
        equal([line for line in said(groups, dcas).splitlines() if "moves faders" in line], [])
