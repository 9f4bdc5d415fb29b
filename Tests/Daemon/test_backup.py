"""faderctl backup and restore: one file with config, profiles, values and snapshots, which comes back as a whole or not at all."""

import json
import os
import shutil
import signal
import stat
import subprocess

import native
from testing import check, equal, test, wait_until

CONFIG = """\
# My desk.
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  mode: {kind: choice, options: [left, right]}
surfaces:
  desk: {match: "faderd virtual", profile: mine, map: {fader.1: master}}
"""
MINE = 'version: 1\nname: Mine\ncontrols:\n  fader.1: {input: "pitchbend ch 1", motor: true}\n'
OTHER = MINE.replace("Mine", "Other")


def read(path):
    return native.read(path).decode()


def started(config=CONFIG, **profiles):
    return native.Daemon(config, profiles={f"{name}.yaml": text for name, text in (profiles or {"mine": MINE}).items()}).start()


def saved(faderd):
    """A daemon's backup, as a path and decoded."""
    file = f"{faderd.directory}/desk.backup"
    faderd.must("backup", file, "--force")
    return file, json.loads(read(file))


def restore_altered(faderd, document, keys):
    """Restores a backup with other keys; None removes one."""
    document = {key: value for key, value in (document | keys).items() if value is not None}
    return faderd.ctl("restore", "-", input=json.dumps(document))


def changed(faderd):
    """Changes the config and a value after a backup: the path of that, and the backup."""
    faderd.set("master", "-3")
    backup = saved(faderd)
    faderd.reload(CONFIG.replace("max: 6", "max: 0"))
    faderd.set("master", "-50")
    return backup


def injected(fault):
    """A daemon that is as after `changed`, with a fault in each write of its state, and the path of the backup."""
    native.need_strace()
    faderd = started()
    file, _ = changed(faderd)
    faderd.stop()
    faderd.start(wrap=faderd.strace(*faderd.temporaries(), "-e", "trace=fdatasync", "-e", f"inject=fdatasync:{fault}"))
    return faderd, file


def everything(faderd):
    """What a restore could change: files with their modes, values, snapshots, and what the daemon says of its config."""
    files = {}
    for folder, _, names in os.walk(faderd.directory):
        for name in names:
            path = os.path.join(folder, name)
            if path.endswith(".yaml") or ".new-" in path:
                files[path] = (read(path), stat.S_IMODE(os.stat(path).st_mode))
    parameters = [(p["id"], p["value"], p["min"], p["max"]) for p in faderd.get("/v1/parameters") if p["kind"] == "number"]
    return files, sorted(os.listdir(faderd.directory)), parameters, faderd.text("master"), faderd.get("/v1/snapshots")


@test("a backup holds config, profiles, values and snapshots, and neither token nor password; it is 0600, and replaces nothing by accident")
def backup():
    faderd = native.Daemon(CONFIG, profiles={"mine.yaml": MINE, "not a profile.yaml": "x"}, arguments=["--listen", "127.0.0.1:0"])
    native.write(f"{faderd.directory}/studio.password", "sesame-7163")
    faderd.start()
    faderd.set("master", "-3")
    faderd.must("snapshot", "save", "verse", "--over", "2s")
    file = f"{faderd.directory}/desk.backup"
    before = os.umask(0)
    try:
        equal(faderd.must("backup", file), f"{file}: the config, 1 profile, 2 values and 1 snapshot\n", "what it prints")
    finally:
        os.umask(before)
    equal(stat.S_IMODE(os.stat(file).st_mode), 0o600, "mode")
    document = json.loads(read(file))
    equal(document["config"], CONFIG, "the config")
    equal(document["profiles"], {"mine": MINE}, "the profiles")
    equal(document["state"], json.loads(faderd.must("export")), "the state")
    token = json.loads(faderd.must("token", "show", "--json"))["token"]
    for secret in (token, "sesame-7163"):
        check(secret not in read(file), "a secret is in the backup")
    text = read(file)
    faderd.set("master", "-5")
    done = faderd.ctl("backup", file)
    check(done.exit == 74 and "is there already" in done.err and "--force" in done.err, f"a second backup: {done}")
    equal(read(file), text, "the file after the second backup")
    faderd.must("backup", file, "--force")
    equal(json.loads(read(file))["state"]["parameters"]["master"]["value"], -5.0, "master in the new file")
    equal(json.loads(faderd.must("backup", "-"))["config"], CONFIG, "the config on standard output")
    equal(sorted(name for name in os.listdir(faderd.directory) if "backup" in name), ["desk.backup"], "files left")


@test("profiles that cannot be read, which no config can use, are left out of a backup, which is told")
def stray_profiles():
    faderd = started()
    os.symlink("/nowhere", f"{faderd.directory}/profiles/gone.yaml")
    os.mkfifo(f"{faderd.directory}/profiles/pipe.yaml")
    native.write(f"{faderd.directory}/profiles/latin.yaml", b"name: M\xfcller")
    done = faderd.ctl("backup", "-")
    equal((done.exit, json.loads(done.out)["profiles"]), (0, {"mine": MINE}), f"the backup ({done.err})")
    for name in ("gone", "pipe", "latin"):
        check(f"/profiles/{name}.yaml" in done.err, f"it does not tell of {name}: {done.err}")


@test("what a backup cannot be written to, and a daemon that is not there, are errors that say what to do")
def refused_places():
    faderd = started()
    for file, options, code, sentence in (
            (faderd.directory, (), 74, "not an ordinary file"), (faderd.directory, ("--force",), 74, "not an ordinary file"), ("/dev/null", ("--force",), 74, "not an ordinary file"),
            (f"{faderd.directory}/nowhere/x", (), 74, "cannot be written")):
        done = faderd.ctl("backup", file, *options)
        check(done.exit == code and sentence in done.err, f"backup to {file} {options}: {done}")
    native.write(f"{faderd.directory}/real", b"mine")
    os.symlink(f"{faderd.directory}/real", f"{faderd.directory}/link")
    for options in ((), ("--force",)):
        equal(faderd.ctl("backup", f"{faderd.directory}/link", *options).exit, 74, f"exit code through a link, with {options}")
    equal((read(f"{faderd.directory}/real"), os.path.islink(f"{faderd.directory}/link")), ("mine", True), "what the link leads to")
    file, _ = saved(faderd)
    native.write(faderd.config_file, CONFIG.replace("min: -70", "min: seventy"))
    done = faderd.ctl("backup", f"{faderd.directory}/bad.backup")
    check(done.exit == 0 and "cannot be restored" in done.err, f"with errors in the config: {done}")
    faderd.stop()
    for command in (("backup", f"{faderd.directory}/x"), ("restore", file)):
        faderd.fails(69, "no daemon is running", *command)
    check(not os.path.exists(f"{faderd.directory}/x"), "a file is there")


@test("a restore brings all of it back, with order and fades, as one entry of the history; what the backup lacks stays")
def restored():
    faderd = started()
    faderd.set("master", "-3")
    for name in ("verse", "chorus"):
        faderd.must("snapshot", "save", name, "--over", "2s")
    file, _ = saved(faderd)
    os.chmod(faderd.config_file, 0o640)
    faderd.configure(CONFIG.replace("max: 6", "max: 0").replace("profile: mine", "profile: other"))
    native.write(f"{faderd.directory}/profiles/other.yaml", OTHER)
    os.unlink(f"{faderd.directory}/profiles/mine.yaml")
    faderd.must("reload")
    faderd.set("master", "-50")
    faderd.must("snapshot", "delete", "verse")
    faderd.must("snapshot", "save", "later")
    before = everything(faderd)
    done = faderd.must("restore", file, "--dry-run")
    for line in ("-  master: {min: -70, max: 0, unit: dB, default: -12, decimals: 1}", "+  master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}",
                 "+name: Mine", f"would write {faderd.config_file}", f"would write {faderd.directory}/profiles/mine.yaml",
                 "would restore 2 values and 2 snapshots", "master -50.0 dB → -3.0 dB"):
        check(line in done.splitlines(), f"the dry run does not say {line!r}: {done}")
    equal(everything(faderd), before, "after the dry run")
    entries = len(faderd.get("/v1/history"))
    out = faderd.must("restore", file)
    check("restored 2 values and 2 snapshots" in out, f"what it prints: {out}")
    equal((read(faderd.config_file), read(f"{faderd.directory}/profiles/mine.yaml")), (CONFIG, MINE), "files")
    equal(stat.S_IMODE(os.stat(faderd.config_file).st_mode), 0o640, "mode of the config")
    equal((faderd.text("master"), faderd.parameter("master")["max"]), ("-3.0 dB", 6), "master")
    equal([(s["name"], s.get("over")) for s in faderd.get("/v1/snapshots")], [("verse", 2), ("later", None), ("chorus", 2)], "snapshots")
    equal(read(f"{faderd.directory}/profiles/other.yaml"), OTHER, "a profile that the backup lacks")
    history = faderd.get("/v1/history")
    equal((len(history), history[-1]["by"]), (entries + 1, "faderctl"), "entries of the history")
    faderd.must("undo")
    equal(faderd.text("master"), "-50.0 dB", "after undo")
    equal(faderd.must("restore", file, "--dry-run").count("would write"), 0, "files that a second restore would write")
    faderd.restart(kill=True)
    equal(faderd.parameter("master")["max"], 6, "the config after kill -9")


@test("a restore makes the folder of the profiles, writes through a link of the config, and gives its result as JSON")
def folder_and_link():
    faderd = started()
    file, _ = saved(faderd)
    shutil.rmtree(f"{faderd.directory}/profiles")
    real = f"{faderd.directory}/real.yaml"
    os.rename(faderd.config_file, real)
    os.symlink(real, faderd.config_file)
    native.write(real, "version: 1\n")
    faderd.must("reload")
    result = json.loads(faderd.must("restore", file, "--json"))
    equal((result["dryRun"], len(result["files"]), result["imported"]["parameters"]), (False, 2, ["master", "mode"]), "the result")
    check(os.path.islink(faderd.config_file) and read(real) == CONFIG, "the link, or what it leads to")
    equal(read(f"{faderd.directory}/profiles/mine.yaml"), MINE, "the profile")


@test("whatever is wrong with a backup, everything stays as it was, and the error says what is wrong")
def all_or_nothing():
    faderd = started()
    faderd.must("snapshot", "save", "verse")
    file, document = changed(faderd)
    before = everything(faderd)
    narrow = CONFIG.replace("min: -70", "min: -40")
    wrong_value = document["state"] | {"parameters": {"master": {"value": True}}}
    cases = [
        (dict(config=CONFIG.replace("min: -70", "min: seventy")), 78, "expected a number for min"),
        (dict(profiles={"mine": "version: 1\nname: Mine\ncontrols: 5\n"}), 78, "/profiles/mine.yaml:"),
        (dict(profiles={"../../evil": "x"}), 65, "cannot be the name of a profile"),
        (dict(profiles={"new": OTHER}, config=CONFIG.replace("profile: mine", "profile: nwe")), 78, 'did you mean "new"'),
        (dict(state=wrong_value), 65, "everything is as it was: nothing was imported: parameters.master.value"),
        # This config clamps master before the values are refused.
        (dict(state=wrong_value, config=narrow, profiles={"mine": OTHER, "new": OTHER}), 65, "everything is as it was"),
        (dict(state={"faderd-export": 2}), 65, "a newer faderd wrote it"),
        ({"faderd-backup": 2}, 65, "a newer faderd wrote it"),
        (dict(config=None), 65, '"config" must be'),
        (dict(config=["x"], more=1), 65, "is unknown"),
    ]
    for number, (keys, code, sentence) in enumerate(cases):
        done = restore_altered(faderd, document, keys)
        check(done.exit == code and sentence in done.err, f"case {number}: {done}")
        equal(everything(faderd), before, f"everything after case {number}")


@test("a folder that may not be written to is named, with what to do, and nothing changes")
def unwritable():
    native.need_root()
    faderd = started()
    file, _ = saved(faderd)
    faderd.reload("version: 1\n")
    shutil.copy(file, "/tmp/faderd-test.backup")
    os.chmod("/tmp/faderd-test.backup", 0o644)
    try:
        # Root may write anywhere, so the folder cannot be changed at all.
        for path in (faderd.directory, f"{faderd.directory}/profiles"):
            subprocess.run(["mount", "--bind", path, path], check=True)
            subprocess.run(["mount", "-o", "remount,bind,ro", path], check=True)
        done = faderd.ctl("restore", "/tmp/faderd-test.backup")
        check(done.exit == 74 and "cannot be written" in done.err and faderd.config_file in done.err, f"a read-only folder: {done}")
    finally:
        for path in (f"{faderd.directory}/profiles", faderd.directory):
            subprocess.run(["umount", path], check=False)
        os.unlink("/tmp/faderd-test.backup")
    equal(read(faderd.config_file), "version: 1\n", "the config")


@test("a restore that is interrupted goes on to its end")
def interrupted():
    # Each write of the state takes a while, so that the import does too.
    faderd, file = injected("delay_enter=2000000")
    process = faderd.ctl_running("restore", file)
    wait_until(lambda: read(faderd.config_file) == CONFIG, "the config")
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    equal(process.returncode, 0, f"exit code ({err})")
    check("restored 2 values" in out, f"what it prints: {out}")
    equal((faderd.text("master"), faderd.parameter("master")["max"]), ("-3.0 dB", 6), "master")


@test("if the state cannot be saved, a restore is taken back")
def not_saved():
    faderd, file = injected("error=ENOSPC")
    done = faderd.ctl("restore", file, timeout=60)
    check(done.exit != 0 and "could not be saved" in done.err, f"a restore on a full disk: {done}")
    equal((faderd.text("master"), faderd.parameter("master")["max"]), ("-50.0 dB", 0), "master")
    equal(read(faderd.config_file), CONFIG.replace("max: 6", "max: 0"), "the config")
