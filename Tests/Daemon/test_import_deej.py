"""faderctl import-deej: what the sliders of a deej config move, as parameters and on the faders of a surface."""

import native
from mqtt import read
from testing import check, equal, test

SURFACE = "surfaces:\n  desk:\n    match: \"faderd virtual\"\n    controls:\n" + "".join(
    f"      fader.{n}: {{input: \"pitchbend ch {n}\", motor: true}}\n" for n in range(1, 9)) + "    map: {fader.1: mine}\n"
CONFIG = "version: 1\nparameters:\n  mine: {max: 1}  # mine\n" + SURFACE
DEEJ = """# a comment of deej
slider_mapping:
  0: master
  1: chrome.exe
  2:
    - pathofexile_x64.exe
    - rocketleague.exe
    - master
  3: mic
  4: deej.unmapped
  5: deej.current
  6: Speakers (Realtek High Definition Audio)
  7: "it's: a # name.exe"
  20: spotify.exe
invert_sliders: true
com_port: COM4
baud_rate: 9600
noise_reduction: default
"""
WRITTEN = {
    "master": "{type: percent, target: {pulse: default-sink}}",
    "chrome": '{type: percent, target: {pulse: {app: "*chrome*"}}}',
    "pathofexile": '{type: percent, target: {pulse: {app: ["*pathofexile*", "*rocketleague*"]}}}',
    "mic": "{type: percent, target: {pulse: default-source}}",
    "others": "{type: percent, target: {pulse: {rest: true}}}",
    "front": "{type: percent, target: {pulse: {focused: true}}}",
    "spotify": '{type: percent, target: {pulse: {app: "*spotify*"}}}',
}


def started(deej=DEEJ, config=CONFIG):
    faderd = native.Daemon(config).start()
    native.write(f"{faderd.directory}/deej.yaml", deej)
    return faderd, f"{faderd.directory}/deej.yaml"


@test("sliders become parameters and mappings; what is there stays, what has no counterpart is named, a second run writes nothing, and undo takes all back")
def whole():
    faderd, file = started()
    before = read(faderd.config_file)
    dry = faderd.ctl("import-deej", "--dry-run", file)
    equal(dry.exit, 0, f"exit of --dry-run: {dry.err}")
    equal(read(faderd.config_file), before, "the config after --dry-run")
    done = faderd.ctl("import-deej", file)
    equal(done.exit, 0, f"exit: {done.err}")
    equal(done.out, dry.out, "the diff")
    text = read(faderd.config_file)
    for id, parameter in WRITTEN.items():
        check(f"  {id}: {parameter}\n" in text, f"{id}: {text}")
        equal(faderd.parameter(id)["kind"], "number", id)
    check("mine: {max: 1}  # mine" in text, text)
    for words in ("fader.1 of desk drives mine already", "slider 2: slider 0 moves one of its volumes already", "slider 5: the desktop has to report which program is in front", "slider 6: a device of Windows has no counterpart",
                  "has no fader.21", "invert: true"):
        check(words in done.err, f"{words}: {done.err}")
    desk = next(each for each in faderd.get("/v1/surfaces") if each["name"] == "desk")
    drives = {control["id"]: control.get("parameter") for control in desk["controls"]}
    equal([drives[f"fader.{number}"] for number in range(1, 9)], ["mine", "chrome", "pathofexile", "mic", "others", "front", None, "it-s-a-name"])
    again = faderd.must("import-deej", file)
    check("has all of it already" in again, again)
    equal(read(faderd.config_file), text, "the config after a second run")
    faderd.must("import-deej", "--undo")
    equal(read(faderd.config_file), before, "the config after undo")
    equal(faderd.request("GET", "/v1/parameters/chrome").status, 404, "status of a parameter that is gone")
    check(faderd.ctl("import-deej", "--undo").exit == 65, "nothing to undo")


@test("a parameter of that name, another surface and one without faders are left alone")
def beside():
    faderd, file = started("slider_mapping: {0: [mic, Spotify.exe], 1: master}\n", CONFIG.replace("mine: {max: 1}", "mine: {max: 1}\n  loud: {target: {pulse: default-sink}}"))
    equal(faderd.ctl("import-deej", file).exit, 0, "exit")
    text = read(faderd.config_file)
    check('mic: {type: percent, target: [{pulse: default-source}, {pulse: {app: "*spotify*"}}]}' in text, text)
    check("fader.2: loud" in text and "  master:" not in text, f"the parameter that moves it already: {text}")
    faderd.stop()
    faderd, file = started("slider_mapping: {0: master, 1: firefox}\n", CONFIG.replace("mine: {max: 1}", "mine: {max: 1}\n  master: {max: 5}"))
    faderd.fails(65, "desk", "import-deej", "--surface", "dsk", file)
    done = faderd.ctl("import-deej", "--surface", "desk", file)
    equal(done.exit, 0, done.err)
    check("master is in the config already, and stays as it is" in done.err, done.err)
    check("master: {max: 5}" in read(faderd.config_file), "the parameter that was there")
    check('firefox: {type: percent, target: {pulse: {app: firefox}}}' in read(faderd.config_file), read(faderd.config_file))


@test("a file that is no config of deej, is damaged, huge or hostile is refused with the reason, and nothing is written")
def hostile():
    faderd, file = started()
    before = read(faderd.config_file)
    for text, words in (("", "empty"), ("slider_mapping: [", "cannot be read"), ("- master\n", "slider_mapping"), ("version: 1\n", "slider_mapping"),
                        ("slider_mapping: master\n", "no sliders"), ("slider_mapping: {0: master, 0: mic}\n", "0"), ("slider_mapping: {0: }\n", "no slider"),
                        ("slider_mapping: {0: &a [*a]}\n", "cannot be read"), ("\x00\x01", "cannot be read"), ("x" * 5_000_000, ""),
                        ("slider_mapping: {0: " + "[" * 5000 + "]" * 5000 + "}\n", "cannot be read")):
        native.write(file, text)
        done = faderd.ctl("import-deej", file)
        check(done.exit in (65, 74) and words in done.err, f"{text[:60]!r}: {done.exit} {done.err[:400]}")
        check(len(done.err) < 20_000 and "\x1b" not in done.err, f"{text[:60]!r}: {len(done.err)} characters")
        equal(read(faderd.config_file), before, f"the config after {text[:60]!r}")
    equal(faderd.ctl("import-deej", f"{faderd.directory}/missing").exit, 74, "exit without a file")
    equal(faderd.ctl("import-deej").exit, 64, "exit without a name")
    native.write(file, "slider_mapping:\n" + "".join(f"  {number}: program{number}.exe\n" for number in range(10_000)))
    done = faderd.ctl("import-deej", "--dry-run", file)
    check(done.exit == 0 and len(done.err) < 20_000, f"{done.exit} {len(done.err)}")
