"""Profiles: lists of them, and surfaces that are added to the config."""

import json
import os
import stat
import subprocess

import native
import testing
from testing import check, equal, test, wait_until

CONFIG = """\
# My desk.
version: 1

parameters:
  master: {min: -70, max: 6}   # dB

surfaces:
  # The only one so far.
  virtual:
    match: "faderd virtual"
    controls: {fader.1: {input: "pitchbend ch 1", motor: true}}
    map: {fader.1: master}

# The end.
"""
BOX = """\
version: 1
name: My Box
match: "My Box*"
controls:
  encoder.1: {input: "cc 16 ch 1", relative: sign-magnitude, fine: push.1, motor: {message: "cc 48 ch 1", raw: [1, 11]}}
  push.1: {input: "note 32 ch 1"}
"""


def desk(config=CONFIG, **files):
    return native.Daemon(config, profiles=files or {"my-box.yaml": BOX}).start()


@test("profiles are listed and shown without a daemon, as one that is started here would find them")
def without_daemon():
    folder = native.scratch()
    os.makedirs(f"{folder}/faderd/profiles")
    native.write(f"{folder}/faderd/profiles/my-box.yaml", BOX)
    native.write(f"{folder}/faderd/profiles/bad.yaml", "version: 1\nnmae: X\n")
    environment = {"XDG_CONFIG_HOME": folder, "HOME": folder, "FADERD_SOCKET": f"{folder}/none.sock"}

    def ctl(*arguments):
        return subprocess.run([native.FADERCTL, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=testing.PATIENCE)

    done = ctl("profiles")
    check(done.returncode == 0 and "my-box" in done.stdout and "My Box*" in done.stdout and "(has errors)" in done.stdout, f"the list: {done}")
    shown = json.loads(ctl("profile", "show", "my-box", "--json").stdout)
    equal([one["id"] for one in shown["controls"]], ["encoder.1", "push.1"], "its controls")
    done = ctl("profile", "show", "my-bxo")
    check(done.returncode == 65 and 'did you mean "my-box"?' in done.stderr, f"a profile that is not there: {done}")


@test("profiles are listed with their device and shown with their controls; one with errors is shown as such")
def listed():
    faderd = desk(**{"my-box.yaml": BOX, "bad.yaml": BOX.replace("cc 16 ch 1", "cc 16")})
    known = {one["name"]: one for one in faderd.get("/v1/profiles")}
    equal(known["my-box"]["match"], "My Box*", "match")
    equal([known["my-box"]["valid"], known["bad"]["valid"]], [True, False], "valid")
    equal(known["my-box"]["controls"][0],
          {"id": "encoder.1", "input": "cc 16 ch 1", "relative": "sign-magnitude", "motor": "cc 48 ch 1"}, "a control")
    equal([faderd.get(f"/v1/profiles?name={name}") for name in ("my-box", "nobody", "..%2Fmy-box")], [[known["my-box"]], [], []], "one by name")
    shown = faderd.ctl("profile", "show", "my-box")
    check("My Box" in shown.out and "encoder.1" in shown.out, f"shown: {shown.out}")
    faderd.fails(65, 'did you mean "my-box"?', "profile", "show", "my-bix")


@test("what a profile stands on is in the list, and is shown; what the device shows and which controls have lamps, too")
def evidence():
    known = BOX.replace("name: My Box", "name: My Box\nevidence: {sources: [\"manual, page 12\"], tested: []}\nprotocol: mackie")
    faderd = desk(**{"my-box.yaml": known, "bare.yaml": BOX.replace("name: My Box", "name: Bare\nevidence: {sources: []}")})
    profiles = {one["name"]: one for one in faderd.get("/v1/profiles")}
    equal(profiles["my-box"]["evidence"], {"sources": ["manual, page 12"], "tested": []}, "evidence")
    equal(profiles["my-box"]["panel"], {"texts": 16, "meters": 8, "digits": 12, "colors": 0}, "panel")
    check("panel" not in profiles["bare"], "a panel of a device that shows nothing")
    lamps = {one["id"]: one.get("lamp", False) for one in profiles["my-box"]["controls"]}
    equal((lamps["play"], lamps["fader.1"], lamps["push.1"]), (True, False, False), "lamps")
    shown = faderd.ctl("profile", "show", "my-box").out
    check("from: manual, page 12" in shown and "tested with the device: by nobody yet" in shown, f"shown: {shown}")
    check("from: no source on record" in faderd.ctl("profile", "show", "bare").out, "no source")


@test("surfaces add writes a block, keeps comments, mode and everything else, and the daemon loads it")
def added():
    faderd = desk()
    os.chmod(faderd.config_file, 0o640)
    dry = faderd.ctl("surfaces", "add", "--dry-run", "my-box")
    equal(dry.exit, 0, f"exit code: {dry.err}")
    check("+  my-box:\n+    profile: my-box\n" in dry.out, f"diff: {dry.out}")
    equal(open(faderd.config_file, encoding="utf-8").read(), CONFIG, "the config after a dry run")
    done = faderd.ctl("surfaces", "add", "my-box")
    equal((done.exit, done.out), (0, dry.out), f"what was printed: {done.err}")
    expected = CONFIG.replace("    map: {fader.1: master}\n", "    map: {fader.1: master}\n  my-box:\n    profile: my-box\n")
    equal(open(faderd.config_file, encoding="utf-8").read(), expected, "the config")
    equal(stat.S_IMODE(os.stat(faderd.config_file).st_mode), 0o640, "its mode")
    equal([one["name"] for one in faderd.get("/v1/surfaces")], ["virtual", "my-box"], "surfaces")
    faderd.fails(65, "my-box has the profile my-box already, and waits for its device: plug that in", "surfaces", "add", "my-box")
    equal(faderd.ctl("surfaces", "add", "my-box", "--match", "Another Box").exit, 0, "exit code of another one")
    equal([one["name"] for one in faderd.get("/v1/surfaces")], ["virtual", "my-box", "my-box-2"], "surfaces of two of them")
    equal([name for name in os.listdir(faderd.directory) if "new" in name or ".edit" in name], [], "what is left behind")


@test("a surface for a device that belongs to another one is told so, by surfaces add and as long as it waits")
def held():
    faderd = desk()
    added = faderd.ctl("surfaces", "add", "my-box", "--match", "faderd virtual")
    equal(added.exit, 0, f"exit code: {added.err}")
    check("faderd virtual belongs to the surface virtual; remove that from the config" in added.err, f"what is told: {added.err}")
    rows = faderd.ctl("surfaces").out
    check("looks for faderd virtual; faderd virtual belongs to the surface virtual" in rows, f"the surfaces: {rows}")
    another = faderd.ctl("surfaces", "add", "my-box", "--match", "faderd virtual", "--port", "2")
    equal((another.exit, "belongs" in another.err), (0, False), f"the exit code and what is told of another port: {another.err}")
    waiting = [one for one in faderd.get("/v1/surfaces") if one["match"].endswith("port 2")]
    equal([one.get("trouble") for one in waiting], [None], "why the surface of another port waits")
    equal(faderd.ctl("surfaces", "add", "my-box").err.count("belongs"), 0, "what is told without a name")


@test("while the config file is away, neither surfaces add nor learn writes a new one; the running configuration stays")
def config_away():
    faderd = desk()
    real = f"{faderd.directory}/elsewhere.yaml"
    os.rename(faderd.config_file, real)
    os.symlink(real, faderd.config_file)
    os.rename(real, f"{real}.away")
    for command in (("surfaces", "add", "my-box"), ("surfaces", "add", "--dry-run", "my-box"), ("learn", "master")):
        faderd.fails(74, "cannot be read: No such file", *command)
    check(not os.path.exists(real), "a new config was written")
    equal(faderd.ctl("get", "master").exit, 0, "exit code of get")


@test("a user who may not write the config: a dry run works, and learn says so before anybody has moved a control")
def read_only_config():
    faderd = desk()
    restore = native.make_read_only(faderd.directory)
    dry = faderd.must("surfaces", "add", "--dry-run", "my-box")
    check("+  my-box:\n" in dry, f"diff: {dry}")
    done = faderd.ctl("learn", "master")
    equal((done.exit, "move the control" in done.err), (74, False), f"what learn said: {done.err}")
    check("cannot be written" in done.err, f"what learn said: {done.err}")
    restore()


@test("surfaces add says why the daemon cannot load what was written")
def not_loaded():
    native.need_strace()
    faderd = native.Daemon(CONFIG, profiles={"my-box.yaml": BOX})
    faderd.start(wrap=faderd.strace("-P", f"{faderd.directory}/profiles/my-box.yaml", "-e", "trace=openat", "-e", "inject=openat:error=EACCES"))
    done = faderd.ctl("surfaces", "add", "my-box", "--match", "Some*")
    equal(done.exit, 78, f"exit code: {done.err}")
    check("permission denied" in done.err.lower() and "my-box" in done.err, f"what it said: {done.err}")


@test("two commands change the config at once: one may fail as too late, and nothing is lost; root keeps the file's owner")
def at_once():
    faderd = desk(**{"my-box.yaml": BOX, "other.yaml": BOX.replace("My Box", "Other")})
    if os.geteuid() == 0:
        os.chown(faderd.config_file, 12345, 54321)
    running = [faderd.ctl_running("surfaces", "add", name) for name in ("my-box", "other")]
    codes = [one.wait() for one in running]
    text = open(faderd.config_file, encoding="utf-8").read()
    for name, code in zip(("my-box", "other"), codes):
        equal(f"  {name}:\n" in text, code == 0, f"{name} is in the config, exit code {code}")
        check(code in (0, 65, 74), f"exit code {code}")
    check(0 in codes, f"exit codes {codes}")
    if os.geteuid() == 0:
        there = os.stat(faderd.config_file)
        equal((there.st_uid, there.st_gid), (12345, 54321), "its owner")


@test("surfaces add with --match: for a profile without a match, and for a port of an interface with any name")
def matched():
    faderd = desk(**{"my-box.yaml": BOX, "shy.yaml": BOX.replace('match: "My Box*"\n', "")})
    equal(faderd.ctl("surfaces", "add", "shy", "--match", "Some*").exit, 0, "exit code with a match")
    odd = 'UM "ONE" \\ \'2\''
    faderd.must("surfaces", "add", "my-box", "--match", odd, "--port", "3")
    equal([one["match"] for one in faderd.get("/v1/surfaces")][1:], ["Some*", f"{odd} port 3"], "matches")
    listed = faderd.ctl("surfaces", "--ask", "--json")
    equal((listed.exit, json.loads(listed.out)), (0, []), f"controllers without a sequencer: {listed.err}")


@test("a profile can be checked by itself; as a config, it is refused in one sentence")
def checked():
    faderd = desk(**{"my-box.yaml": BOX, "bad.yaml": BOX.replace("cc 16 ch 1", "cc 16")})
    good, bad = (f"{faderd.directory}/profiles/{name}.yaml" for name in ("my-box", "bad"))
    done = native.faderd("--check", good)
    equal((done.exit, done.out), (0, f"{good}: a profile: no errors\n"), f"--check of a profile: {done.err}")
    equal(faderd.ctl("check", good).exit, 0, "exit code of faderctl check")
    done = native.faderd("--check", bad)
    equal(done.exit, 78, "exit code of one with an error")
    check(f"{bad}:5:" in done.err and done.err.count(": error: ") == 1, f"told: {done.err}")
    faderd.configure(BOX)
    refused = faderd.ctl("reload")
    check(refused.exit == 78 and "this is a profile, not a config" in refused.err and refused.err.count(": error: ") == 1, f"{refused}")


@test("surfaces add writes nothing if that would be an error, or if the profile has no match")
def refused():
    faderd = desk(**{"my-box.yaml": BOX, "bad.yaml": BOX.replace("cc 16 ch 1", "cc 16"),
                     "shy.yaml": BOX.replace('match: "My Box*"\n', "")})
    for dry in ((), ("--dry-run",)):
        faderd.fails(78, "profiles/bad.yaml:5:", "surfaces", "add", *dry, "bad")
    for match, port in (("Foo*", "0"), ("Foo*", "255"), ("", "1")):
        equal(faderd.ctl("surfaces", "add", "my-box", "--match", match, "--port", port, "--dry-run").exit, 64, f"exit code of match {match!r}, port {port}")
    shy = faderd.ctl("surfaces", "add", "shy")
    equal(shy.exit, 65, "exit code where the profile has no match")
    check("--match" in shy.err and "faderctl surfaces" in shy.err, f"told: {shy.err}")
    equal(faderd.ctl("surfaces", "add", "my-box", "--port", "2").exit, 64, "exit code of a port without a match")
    equal(open(faderd.config_file, encoding="utf-8").read(), CONFIG, "the config")


LAMP = """\
version: 1
name: Lamp Box
match: "faderd virtual"
channel: 2
controls:
  mute.1: {input: "note 16 ch 1", motor: {message: "note 16 ch {channel}", raw: [0, 2]}}
"""


@test("the channel of a device: surfaces add takes it, or says how to find it; surfaces channel lights a lamp on each and writes the one that is seen")
def channel():
    faderd = native.Daemon("version: 1\nparameters: {cut: {kind: toggle}}\nsurfaces:\n  box: {profile: lamp, map: {mute.1: cut}}\n",
                           profiles={"lamp.yaml": LAMP, "my-box.yaml": BOX}).start()
    wait_until(lambda: faderd.get("/v1/surfaces")[0]["state"] == "connected", "the surface")
    known = {one["name"]: one for one in faderd.get("/v1/profiles")}
    equal((known["lamp"]["channel"], known["lamp"]["channelLamp"], known["my-box"].get("channel")), (2, "mute.1", None), "the profiles")
    equal(faderd.get("/v1/surfaces")[0]["channel"], 2, "the channel of the surface")
    lines = testing.lines_of(faderd.ctl_running("monitor", "box"))

    def watched():
        for word in ("on", "off"):
            faderd.set("cut", word)
        return lines
    wait_until(watched, "the monitor")
    lines.clear()
    asked = faderd.ctl("surfaces", "channel", "box", input="\n\ny\n")
    equal(asked.exit, 0, f"exit code: {asked.err}")
    check("channel: 3" in asked.out and asked.err.count("is it lit?") == 3, f"asked: {asked}")
    equal(faderd.get("/v1/surfaces")[0]["channel"], 3, "the channel of the surface after that")
    again = faderd.ctl("surfaces", "channel", "box", input="y\n")
    equal((again.exit, again.out), (0, "box has channel 3 already\n"), f"the same answer again: {again.err}")
    nowhere = faderd.ctl("surfaces", "channel", "box", input="\n" * 16)
    equal((nowhere.exit, faderd.get("/v1/surfaces")[0]["channel"]), (65, 3), f"a lamp that is not seen: {nowhere.err}")
    lit = [" ".join(line.split()[1:8]) for line in list(lines) if "= 2" in line]
    equal(lit[:3], [f"out note 16 ch {one} = 2" for one in (2, 1, 3)], "what was lit")
    added = faderd.ctl("surfaces", "add", "lamp", "--match", "Other*", "--channel", "16")
    check("profile: {name: lamp, channel: 16}" in added.out or "channel: 16" in added.out, f"added: {added}")
    told = faderd.ctl("surfaces", "add", "lamp", "--match", "Third*")
    check('has channel 2; if the device is set to another one, "faderctl surfaces channel' in told.err, f"told: {told.err}")
    equal(faderd.ctl("surfaces", "add", "my-box", "--channel", "3").exit, 65, "exit code where the profile has no channel")
    equal(faderd.ctl("surfaces", "channel", "lamp").exit, 65, "exit code of a surface that is not connected")


@test("a config that was changed since the daemon read it is not edited: the command says to reload first, and then works")
def not_reloaded():
    faderd = desk()
    for text in (f"{CONFIG}# more\n", f"bogus: 1\n{CONFIG}"):
        faderd.configure(text)
        for words in (("surfaces", "add", "my-box"), ("surfaces", "add", "--dry-run", "my-box"), ("learn", "master"), ("surfaces", "add", "--json", "my-box")):
            done = faderd.ctl(*words)
            equal((done.exit, done.out), (65, ""), f"{words}: {done.err}")
            check('was changed since the daemon read it; run \\"faderctl reload\\"' in done.err or 'run "faderctl reload", then' in done.err, f"{words}: {done.err}")
        equal(open(faderd.config_file, encoding="utf-8").read(), text, "the config")
    faderd.reload(f"{CONFIG}# more\n")
    equal(faderd.ctl("surfaces", "add", "my-box").exit, 0, "exit code after the reload")


@test("a start with errors in a profile: reported with line and caret, its surface waits, the others work; a reload after the fix adds it")
def broken():
    config = CONFIG.replace("# The end.", "  box: {profile: my-box, map: {push.1: master}, match: \"My Box*\"}\n# The end.")
    bad = BOX.replace("cc 16 ch 1", "cc 160 ch 1")
    faderd = native.Daemon(config, profiles={"my-box.yaml": bad})
    profile = f"{faderd.directory}/profiles/my-box.yaml"
    equal(faderd.ctl("check", faderd.config_file).exit, 78, "exit code of check")
    faderd.start()
    check(f"{profile}:5:" in faderd.log() and "^" in faderd.log(), f"told: {faderd.log()}")
    check("surface box waits: its profile my-box has errors" in faderd.log(), f"told: {faderd.log()}")
    virtual, box = faderd.get("/v1/surfaces")
    equal((virtual["state"], virtual.get("refused")), ("connected", None), "the other surface")
    equal((box["state"], box.get("refused"), box["mappings"]), ("waiting", True, []), "the surface of the profile")
    listed = faderd.ctl("surfaces").out
    check("its profile my-box has errors" in listed, f"listed: {listed}")
    faderd.move(1, 1)
    testing.wait_until(lambda: faderd.value("master") == 6, "the other surface to move its parameter")
    equal(faderd.ctl("reload").exit, 78, "exit code of a reload meanwhile")
    native.write(profile, BOX)
    faderd.must("reload")
    box = faderd.get("/v1/surfaces")[1]
    equal((box["state"], box.get("refused"), box["match"]), ("waiting", None, "My Box*"), "the surface then")
    equal(box["mappings"], [{"control": "push.1", "parameter": "master"}], "what it drives")
    equal(faderd.value("master"), 6, "the value")
