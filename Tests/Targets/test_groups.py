"""Members of groups that have targets: not heard yet, rounded there, gone, and changed there."""

import native
from mqtt import Broker
from testing import check, equal, test, wait_until

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
    faderd.set("drums", "-10")
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
