"""`faderctl profile import` and `profiles --from`: whole programs, on small files of each format."""

import json
import os
import shutil
import stat
import subprocess

import native
from testing import check, equal, test

FILES = {
    "box.qxi": "<InputProfile><Manufacturer>Acme</Manufacturer><Model>Box</Model><Type>MIDI</Type><Channel Number=\"7\"><Name>Fader 1</Name>"
               "<Type>Slider</Type></Channel><Channel Number=\"600\"/></InputProfile>",
    "box.map": "<ArdourMIDIBindings name=\"Box\" manufacturer=\"Acme\"><Binding channel=\"2\" ctl=\"7\" uri=\"/route/gain B1\"/></ArdourMIDIBindings>",
    "desk.device": "<MackieProtocolDevice><Name value=\"Desk\"/><JogWheel value=\"no\"/></MackieProtocolDevice>",
    "Pads.json": "{\"groups\": [{\"rows\": 1, \"cols\": 1, \"position\": [0, 0], \"dimensions\": [9, 9], \"controls\": [36,], // pad\n"
                 "\"messageType\": \"note\", \"drawType\": \"button\", \"colors\": [0, 5]}]}",
    "mixer.midi.xml": "<MixxxControllerPreset><info><name>Mixer</name></info><controller id=\"Mix; $(touch x)\"><controls><control><group>[Channel1]</group>"
                      "<key>volume</key><status>0xB0</status><midino>1</midino></control></controls></controller></MixxxControllerPreset>",
    "osc.qxi": "<InputProfile><Model>Phone</Model><Type>OSC</Type></InputProfile>",
}


def written(faderd, folder="files"):
    """Writes the files; returns their paths, in order."""
    directory = f"{faderd.directory}/{folder}"
    os.makedirs(directory, exist_ok=True)
    for name, text in FILES.items():
        native.write(f"{directory}/{name}", text)
    return [f"{directory}/{name}" for name in FILES]


@test("each format becomes a profile beside the config that surfaces can name; a file that cannot be used does not keep the others")
def imported():
    faderd = native.Daemon("version: 1\n").start()
    files = written(faderd)
    done = faderd.ctl("profile", "import", *files)
    equal(done.exit, 65, f"exit code with one bad file: {done.err}")
    check("osc.qxi is for OSC, not for MIDI" in done.err and "left out: 1 × a channel with a number that is no message" in done.err, f"told: {done.err}")
    known = {one["name"]: one for one in faderd.get("/v1/profiles")}
    # Two files are for the device of one name.
    wanted = {"acme-box": "cc 7 ch 1", "acme-box-2": "cc 7 ch 2", "pads": "note 36 ch 1", "mixer": "cc 1 ch 1"}
    equal({name: known[name]["controls"][0]["input"] for name in wanted}, wanted, "the first control of each")
    equal((known["desk"]["valid"], len(known["desk"]["controls"]) > 100), (True, True), "the controls of the protocol")
    faderd.must("surfaces", "add", "acme-box", "--match", "Box*")
    again = faderd.ctl("profile", "import", files[0])
    equal((again.exit, again.out), (74, ""), "a profile that is there")
    check("acme-box.yaml is there already; name another file, or replace it with --force" in again.err, f"told: {again.err}")
    place = f"{faderd.directory}/profiles/acme-box.yaml"
    before = open(place, encoding="utf-8").read()
    with open(place, "a", encoding="utf-8") as file:
        file.write("# mine\n")
    equal(faderd.ctl("profile", "import", "--force", files[0]).exit, 0, "exit code with --force")
    equal(open(place, encoding="utf-8").read(), before, "the profile after that")
    hint = faderd.ctl("profile", "import", "--force", files[4])
    check("surfaces add mixer --match 'Mix; $(touch x)'" in hint.err, f"a name that a shell would run: {hint.err}")


@test("without a daemon it works beside the user's config; --dry-run writes nothing; --output names a file or a folder")
def places():
    faderd = native.Daemon("version: 1\n")
    files = written(faderd)
    home = f"{faderd.directory}/home"
    os.makedirs(f"{home}/.config/faderd")
    environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": f"{home}/.config", "XDG_RUNTIME_DIR": home, "FADERD_SOCKET": f"{home}/none"}

    def run(*words):
        return subprocess.run([native.FADERCTL, "profile", "import", *words], env=environment, capture_output=True, text=True)
    none = run(files[0])
    equal((none.returncode, none.stdout), (78, ""), "exit code without a config")
    check("name a file or a folder with --output" in none.stderr, f"told: {none.stderr}")
    shown = run("--dry-run", files[0])
    check(shown.returncode == 0 and "fader.1" in shown.stdout, f"what is only shown needs no config: {shown}")
    equal(run("").returncode, 64, "exit code of an empty name")
    native.write(f"{home}/.config/faderd/faderd.yaml", "version: 1\n")
    dry = run("--dry-run", files[0])
    check(dry.returncode == 0 and 'fader.1: {input: "cc 7 ch {channel}"}' in dry.stdout, f"shown: {dry}")
    check(not os.path.exists(f"{home}/.config/faderd/profiles"), "something was written")
    equal(run(files[0]).returncode, 0, "exit code beside the user's config")
    equal(os.listdir(f"{home}/.config/faderd/profiles"), ["acme-box.yaml"], "what was written there")
    many = run("--output", f"{home}/x", *files[:2])
    equal(many.returncode, 64, f"exit code of two profiles for one file: {many.stderr}")
    os.mkdir(f"{home}/x")
    listed = run("--json", "--output", f"{home}/x", *files[:5])
    equal(sorted(os.listdir(f"{home}/x")), ["acme-box-2.yaml", "acme-box.yaml", "desk.yaml", "mixer.yaml", "pads.yaml"], "the folder")
    reports = json.loads(listed.stdout)
    equal([one["program"] for one in reports], ["QLC+", "Ardour", "Ardour", "BespokeSynth", "Mixxx"], "the programs")
    equal([one["controls"] for one in reports], [1, 1, 0, 1, 1], "the controls")
    equal(stat.S_IMODE(os.stat(f"{home}/x/desk.yaml").st_mode) & 0o600, 0o600, "the mode")
    # A link is neither replaced nor followed, whether its file is there or not.
    os.symlink("real.yaml", f"{home}/x/link.yaml")
    for options in ((), ("--force",)):
        equal(run(*options, "--output", f"{home}/x/link.yaml", files[0]).returncode, 74, "exit code where a link leads nowhere")
        check(os.path.islink(f"{home}/x/link.yaml") and not os.path.exists(f"{home}/x/real.yaml"), "what the link leads to is written")
    native.write(f"{home}/x/real.yaml", "mine")
    linked = run("--force", "--output", f"{home}/x/link.yaml", files[0])
    check(linked.returncode == 74 and "not an ordinary file" in linked.stderr, f"through a link: {linked}")
    equal(native.read_text(f"{home}/x/real.yaml"), "mine", "what the link leads to")
    os.remove(f"{home}/x/real.yaml")
    os.symlink("circle.yaml", f"{home}/x/circle.yaml")
    circle = run("--force", "--output", f"{home}/x/circle.yaml", files[0])
    check(circle.returncode == 74 and os.path.islink(f"{home}/x/circle.yaml"), f"a link to itself: {circle}")
    # Beside a profile of that name that came with faderd, it gets another one.
    for folder in ("usr/bin", "usr/share/faderd/profiles"):
        os.makedirs(f"{home}/{folder}")
    shutil.copy(native.FADERCTL, f"{home}/usr/bin")
    shutil.copy(f"{home}/x/pads.yaml", f"{home}/usr/share/faderd/profiles")
    environment["PATH"] = f"{os.path.dirname(native.FADERD)}:{os.environ['PATH']}"
    beside = subprocess.run([f"{home}/usr/bin/faderctl", "profile", "import", files[3]], env=environment, capture_output=True, text=True)
    equal((beside.returncode, beside.stdout.split(":")[0]), (0, f"{home}/.config/faderd/profiles/pads-2.yaml"), f"beside an installed one: {beside.stderr}")
    check("faderd has a profile pads of its own, so this one is pads-2" in beside.stderr, f"told: {beside.stderr}")
    for bad, code in ((home, 74), ("/nowhere", 74), ("/proc/self/mem", 74), (native.FADERCTL, 65)):
        done = run(bad)
        equal((done.returncode, done.stderr.count("\n")), (code, 1), f"{bad}: {done.stderr}")


@test("profiles --from lists what a program has on this machine, the user's own first")
def listed():
    faderd = native.Daemon("version: 1\n")
    files = written(faderd)
    home, data = f"{faderd.directory}/home", f"{faderd.directory}/data"
    for folder, number in ((f"{home}/.qlcplus/inputprofiles", 0), (f"{data}/qlcplus/inputprofiles", 5), (f"{data}/ardour8/midi_maps", 1),
                           (f"{data}/ardour8/mcp", 2), (f"{data}/mixxx/controllers", 4)):
        os.makedirs(folder)
        os.link(files[number], f"{folder}/{os.path.basename(files[number])}")

    def run(*words):
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": f"{home}/.config", "XDG_DATA_DIRS": data}
        return subprocess.run([native.FADERCTL, "profiles", "--from", *words], env=environment, capture_output=True, text=True)
    lines = run("qlcplus").stdout.splitlines()
    equal([line.split("  ")[0] for line in lines], ["DEVICE", "Acme Box", "(cannot be used)"], "the devices of QLC+")
    equal([(one["title"], one.get("controls")) for one in json.loads(run("ardour", "--json").stdout)], [("Desk", None), ("Acme Box", 1)], "those of Ardour")
    equal(json.loads(run("mixxx", "--json").stdout)[0]["file"], f"{data}/mixxx/controllers/mixer.midi.xml", "that of Mixxx")
    nothing = run("bespokesynth")
    check(nothing.returncode == 0 and "there are no such files; looked in " in nothing.stderr, f"nothing there: {nothing}")
    equal(run("gimp").returncode, 64, "exit code of an unknown program")
