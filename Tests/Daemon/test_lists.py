"""Lists and templates of the config, as commands and clients see their results."""

import hashlib
import json
import subprocess

import native
import testing
from testing import check, equal, test
from test_learn import learn

CONFIG = """\
version: 1
lists:
  ch: {kick: Kick, snare: Snare T, hat: HiHat}   # the drums
parameters:
  master: {max: 10, decimals: 0}
  "{ch}.level": {max: 100, decimals: 0, label: "{label} {nn}"}
  "{ch}.mute": {kind: toggle}
  snare.level: {max: 50}
surfaces:
  virtual:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
    strips: {each: ch, fader: "{}.level"}
    map: {}
web: {pages: {drums: ["{ch}.level", master, snare.*]}}
"""


@test("learn maps a result and leaves the template as it is; a strip that each: makes is told")
def learned():
    faderd = native.Daemon(CONFIG).start()
    _, err, code = learn(faderd, 2, "hat.level")
    equal(code, 0, f"exit code: {err}")
    check("fader.2 is one of the strips, and drives snare.level in this bank" in err, f"the strip: {err}")
    equal(faderd.config(), CONFIG.replace("map: {}", "map: {fader.2: hat.level}"), "the config")
    faderd.move(2, 0.5)
    testing.wait_until(lambda: faderd.text("hat.level") == "50", "the fader to drive it")


@test("surfaces add beside templates changes nothing else, and faderd --edit refuses a result with the place of its template")
def edited():
    box = 'version: 1\nname: Box\nmatch: "Box*"\ncontrols: {knob.1: {input: "cc 1 ch 1"}}\n'
    faderd = native.Daemon(CONFIG, profiles={"box.yaml": box}).start()
    faderd.must("surfaces", "add", "box")
    text = faderd.config()
    equal(text.replace("  box:\n    profile: box\n", ""), CONFIG, "everything else")
    check(text != CONFIG, "the surface is there")
    request = {"read": hashlib.sha256(text.encode()).hexdigest(), "edits": [{"set": ["parameters", "hat.level", "max"], "to": 1}]}
    done = subprocess.run([native.FADERD, "--edit", faderd.config_file], input=json.dumps(request), capture_output=True, text=True,
                          check=False, timeout=testing.PATIENCE)
    equal(done.returncode, 65, "exit of --edit")
    check(f"{faderd.config_file}:6:3: error: hat.level is made by this template" in done.stderr, done.stderr)
    equal(faderd.config(), text, "the config")


@test("what surfaces add has written is in force even if nobody reads its output")
def unread():
    faderd = native.Daemon(profiles={"box.yaml": 'version: 1\nname: Box\nmatch: "Box*"\ncontrols: {knob.1: {input: "cc 1 ch 1"}}\n'}).start()
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([native.FADERCTL, "--socket", faderd.socket, "surfaces", "add", "box", "--json"], stdout=full, stderr=subprocess.PIPE,
                              check=False, timeout=testing.PATIENCE)
    equal((done.returncode, b"the output cannot be written" in done.stderr), (74, True), f"exit code and {done.stderr}")
    check("profile: box" in faderd.config(), "it wrote nothing")
    check("box" in [surface["name"] for surface in faderd.get("/v1/surfaces")], "it is not in force")
