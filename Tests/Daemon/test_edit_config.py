"""faderd --edit, which changes config files."""

import hashlib
import json
import os
import stat
import subprocess

import native
from testing import check, equal, test

CONFIG = """\
# The desk.
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB}   # main
  pan: {}
surfaces:
  desk:
    match: "Desk*"
    controls: {fader.1: {input: "cc 1 ch 1"}}
    map:
      fader.1: master   # left
"""


def digest(path):
    return hashlib.sha256(native.read(path)).hexdigest()


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def config(text=CONFIG):
    path = f"{native.scratch()}/faderd.yaml"
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return path


def edit(path, *edits, of=None, words=()):
    request = json.dumps({"read": of or digest(path), "edits": list(edits)})
    return subprocess.run([native.FADERD, "--edit", *words, path], input=request, capture_output=True, text=True, check=False, timeout=60)


MAP = ["surfaces", "desk", "map", "fader.1"]


@test("faderd --edit changes one line, prints the difference and the new digest, and keeps the file: mode, links, attributes")
def in_place():
    path = config()
    os.chmod(path, 0o640)
    os.link(path, f"{path}.other")
    os.symlink("faderd.yaml", f"{os.path.dirname(path)}/link.yaml")
    marked = True
    try:
        os.setxattr(path, "user.note", b"mine")
    except OSError:
        marked = False
    before = os.stat(path)
    done = edit(f"{os.path.dirname(path)}/link.yaml", {"set": MAP, "to": "pan"})
    equal((done.returncode, done.stderr), (0, ""), "result")
    equal(read(path), CONFIG.replace("fader.1: master ", "fader.1: pan "), "file")
    check("-      fader.1: master   # left\n+      fader.1: pan   # left\n" in done.stdout, done.stdout)
    equal(done.stdout.splitlines()[-1], f"digest {digest(path)}", "digest")
    after = os.stat(path)
    equal((after.st_ino, stat.S_IMODE(after.st_mode), after.st_nlink), (before.st_ino, 0o640, 2), "the same file")
    if marked:
        equal(os.getxattr(path, "user.note"), b"mine", "attribute")
    equal(sorted(os.listdir(os.path.dirname(path))), ["faderd.yaml", "faderd.yaml.other", "link.yaml"], "names")


@test("--dry-run writes nothing, and tells the digest that the file would have")
def dry():
    path = config()
    done = edit(path, {"remove": ["parameters", "pan"]}, words=["--dry-run", "--json"])
    answer = json.loads(done.stdout)
    equal(read(path), CONFIG, "file")
    equal((done.returncode, answer["written"], answer["text"]), (0, False, CONFIG.replace("  pan: {}\n", "")), "answer")
    equal(answer["digest"], hashlib.sha256(answer["text"].encode()).hexdigest(), "digest")


@test("another file than the one that was read is refused with 65, a result with errors with 78 and all of them, what cannot be written with 74")
def refused():
    path = config()
    for words, code, said in [
        ((path, {"set": MAP, "to": "pan"}, "0" * 64), 65, f"its SHA-256 is {digest(path)}; read it again"),
        ((path, {"set": MAP, "to": "pam"}, None), 78, f'{path}:11:16: error: there is no parameter "pam"'),
        ((path, {"set": ["parameters", "pan", "minn"], "to": 1}, None), 78, 'did you mean "min"?'),
        ((path, {"remove": ["surfaces", "dsek"]}, None), 65, 'there is no surfaces.dsek in the file; did you mean "desk"?'),
        ((path, {"set": ["version", "x"], "to": 1}, None), 65, f"{path}:2:10: error: version is not a block of keys"),
        ((path, {"put": MAP}, None), 65, "an edit is {"),
        ((f"{path}.none", {"remove": MAP}, "0"), 74, "there is no such file"),
        (("/dev/null", {"remove": MAP}, "0"), 74, "it is a device"),
    ]:
        done = edit(words[0], words[1], of=words[2])
        equal(done.returncode, code, f"{words}: {done.stderr}")
        check(said in done.stderr and done.stdout == "", f"{words}: {done.stderr}")
        answer = json.loads(edit(words[0], words[1], of=words[2], words=["--json"]).stdout)
        check(not answer["written"] and answer["refusal"]["sentence"] and "text" not in answer, answer)
    equal(read(path), CONFIG, "file")


@test("status tells the digest of the config that is in force, and a changed file has another one until the reload")
def status():
    faderd = native.Daemon(CONFIG)
    faderd.start()
    first = digest(faderd.config_file)
    equal(faderd.status()["configDigest"], first, "digest at the start")
    equal(edit(faderd.config_file, {"set": MAP, "to": "pan"}).returncode, 0, "edit")
    equal(faderd.status()["configDigest"], first, "digest before the reload")
    faderd.ctl("reload")
    equal(faderd.status()["configDigest"], digest(faderd.config_file), "digest after the reload")
    check(["digest", digest(faderd.config_file)] in [line.split() for line in faderd.ctl("status").out.splitlines()], "faderctl status")
    with open(faderd.config_file, "a", encoding="utf-8") as file:
        file.write("bad: 1\n")
    faderd.ctl("reload")
    check(faderd.status()["configDigest"] != digest(faderd.config_file), "a refused config is not in force")


@test("a profile is checked as a profile")
def profile():
    path = config("version: 1\nname: X\ncontrols:\n  fader.1: {input: \"cc 1 ch 1\"}\n")
    equal(edit(path, {"set": ["controls", "fader.1", "noise"], "to": 3}).returncode, 0, "edit")
    check('{input: "cc 1 ch 1", noise: 3}' in read(path), read(path))
    done = edit(path, {"set": ["controls", "fader.1", "nois"], "to": 3})
    equal(done.returncode, 78, done.stderr)
