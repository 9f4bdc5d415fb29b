"""Labels that a target tells (`label: {osc: …}`), and lamps in the color that one supplies."""

import re
import threading
import time

import mqtt
import native
from recipes import kept, looks
from testing import check, equal, test, wait_until
from x32_desk import Desk

CONFIG = """\
version: 1
lists: {ch: [kick, snare]}
targets:
  foh: {osc: "127.0.0.1:%d", queries: true, keepalive: {send: /xremote, every: 4 s}}
  house: {mqtt: "%s"}
  x: {x32: "127.0.0.1:%d"}
parameters:
  "{ch}.level": {label: {osc: foh, address: "/ch/{nn}/config/name"}, type: percent, target: {osc: foh, address: "/ch/{nn}/mix/fader"}}
  free: {label: {osc: foh, address: /ch/01/config/name}}
  lamp: {label: {mqtt: house, topic: lamp, path: name}, color: red}
  vox: {label: {osc: foh, address: /ch/05/config/name}, target: {x32: x, ch: 4}}
  given: {label: Mine, target: {x32: x, ch: 5}}
"""


@test("a label comes from an address of a console or a topic of a broker, beside the color of the parameter's own target, and is kept", limit=60)
def told():
    desk, console, server = Desk(values={"/ch/01/config/name": "Kick in"}), Desk(), mqtt.Broker()
    server.retain("lamp", '{"name": "Desk lamp"}')
    config = CONFIG % (desk.port, server.url(), console.port)
    faderd = native.Daemon(config).start()
    looks(faderd, kick__level=("Kick in", None), snare__level=("Ch 2", None), free=("Kick in", None), lamp=("Desk lamp", "#ff0000"), vox=("Ch 5", "#0000ff"),
          given=("Mine", "#ff00ff"))
    desk.tablet("/ch/01/config/name", "Kick out")
    server.publish("lamp", '{"name": "Floor \\u001b[31mlamp"}')
    server.publish("lamp", '{"name": "Floor lamp"}')
    console.tablet("/ch/04/config/color", 1)
    looks(faderd, kick__level=("Kick out", None), free=("Kick out", None), lamp=("Floor lamp", "#ff0000"), vox=("Ch 5", "#ff0000"))
    equal(desk.sets() + console.sets(), [], "what was written")
    # Without that label it is called as its own target says, with another one as that says, and the others stay as they are.
    faderd.configure(config.replace("vox: {label: {osc: foh, address: /ch/05/config/name}, ", "vox: {"))
    reloaded = faderd.ctl("reload")
    equal(reloaded.exit, 0, reloaded.err)
    check("vox" in reloaded.out, reloaded.out)
    looks(faderd, vox=("Ch 4", "#ff0000"), free=("Kick out", None), lamp=("Floor lamp", "#ff0000"))
    faderd.reload(config.replace("/ch/05/config/name", "/ch/06/config/name"))
    looks(faderd, vox=("Ch 6", "#ff0000"))
    wait_until(lambda: b"Ch 6" in kept(faderd), "the label in the state file")
    faderd.stop()
    desk.silent = console.silent = True
    server.stop()
    faderd.start()
    looks(faderd, vox=("Ch 6", "#ff0000"), kick__level=("Kick out", None), lamp=("Floor lamp", "#ff0000"))


LAMPS = """\
version: 1
targets: {foh: {x32: "127.0.0.1:%d"}}
parameters:
  vox.mute: {target: {x32: foh, ch: 1, property: mute}}
  drum.mute: {target: {x32: foh, ch: 2, property: mute}}
  bass.mute: {color: red, target: {x32: foh, ch: 3, property: mute}}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      mute.1: {input: "note 16 ch 1", motor: "note 16 ch 1", lamp: {off: 0, on: 127, colors: {red: 5, lime: 21, blue: 45, white: 127}}}
      mute.2: {input: "note 17 ch 1", motor: "note 17 ch 1", lamp: {off: 0, on: 127, colors: {red: 5, lime: 21, blue: 45, white: 127}}}
      mute.3: {input: "note 18 ch 1", motor: "note 18 ch 1", lamp: {off: 0, on: 127, colors: {red: 5, lime: 21, blue: 45, white: 127}}}
      pad.1: {input: "note 19 ch 1", motor: "note 19 ch 1", lamp: {off: 0, on: 127, colors: {red: 5, lime: 21, blue: 45, white: 127}}}
    strips: {each: [vox, drum, bass], mute: "{}.mute"}
    map: {pad.1: {parameter: vox.mute, lamp: {muted: white}}}
"""


@test("the lamps of mutes are lit in the console's colors, and follow without a swap; a lamp whose look the config says stays", limit=60)
def lamps():
    desk = Desk(values={f"/ch/{n:02}/mix/on": 0 for n in (1, 2, 3)} | {"/ch/01/config/color": 4, "/ch/02/config/color": 0})
    desk.silent = True
    faderd = native.Daemon(LAMPS % desk.port, arguments=["--log-level", "debug"]).start()
    monitor, lit = faderd.ctl_running("monitor", "desk"), {}

    def hear():
        for line in monitor.stdout:
            if found := re.match(r"desk out note (\d+) ch 1 = (\d+)", line):
                lit[int(found[1])] = int(found[2])
    threading.Thread(target=hear, daemon=True).start()
    # Until it is heard, the mutes may be lit in no color.
    time.sleep(0.5)
    desk.silent = False
    looks(faderd, vox__mute=("vox.mute", "#0000ff"))
    wait_until(lambda: lit == {16: 45, 17: 127, 18: 5, 19: 127}, lambda: f"the lamps: {lit}")
    swaps = faderd.log().count("is in force")
    desk.tablet("/ch/01/config/color", 9)
    desk.tablet("/ch/02/config/color", 2)
    desk.tablet("/ch/03/config/color", 2)
    wait_until(lambda: lit == {16: 5, 17: 21, 18: 5, 19: 127}, lambda: f"the lamps: {lit}")
    equal(faderd.log().count("is in force"), swaps, "swaps")
    desk.tablet("/ch/01/mix/on", 1)
    wait_until(lambda: lit[16] == 0 and lit[19] == 0, lambda: f"the lamps: {lit}")
