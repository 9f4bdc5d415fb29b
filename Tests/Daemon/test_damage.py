"""A state file that is damaged, has another version, or is no file."""

import glob
import json
import os

import native
from testing import check, equal, test

GOOD = b'{"version":1,"parameters":{"master":{"value":-20}},"snapshots":{}}'
OLDER = b'{"version":1,"parameters":{"master":{"value":-33}},"snapshots":{}}'
DAMAGES = {
    "cut in half": GOOD[:len(GOOD) // 2],
    "cut by one byte": GOOD[:-1],
    "empty": b"",
    "zeroed": bytes(len(GOOD)),
    "half NULs": GOOD[:30] + bytes(len(GOOD) - 30),
    "not JSON": b"master = -20\n",
    "not UTF-8": GOOD.replace(b"master", b"m\xff\xfeter"),
    "a list": b"[1, 2, 3]",
    "no version": b'{"parameters":{}}',
    "a text for a version": GOOD.replace(b"1", b'"one"', 1),
    "doubled": GOOD + GOOD,
    "100,000 brackets": b"[" * 100_000,
    "parameters that are a number": b'{"version":1,"parameters":5,"snapshots":{}}',
    "random bytes": bytes((n * 7919 + n * n) % 256 for n in range(4096)),
}


@test("a damaged state file is moved aside unchanged, the previous generation is loaded, and status says so")
def damaged():
    for name, junk in DAMAGES.items():
        faderd = native.Daemon()
        native.write(faderd.state_file, junk)
        native.write(faderd.state_file + ".previous", OLDER)
        faderd.start()
        equal(faderd.value("master"), -33.0, f"{name}: the value")
        aside = glob.glob(faderd.state_file + ".damaged-*")
        equal([native.read(path) for path in aside], [junk], f"{name}: what was moved aside")
        told = " ".join(faderd.saving()["warnings"])
        check("damaged" in told and aside[0] in told, f"{name}: status does not say where it is: {told}")
        check(aside[0] in faderd.log(), f"{name}: the log does not tell")
        faderd.put_durably("master", -34)
        faderd.kill()
        equal(faderd.start().value("master"), -34.0, f"{name}: the value after the next start")
        equal(faderd.saving()["warnings"], [], f"{name}: warnings after the next start")
        faderd.destroy()


@test("with both generations damaged every parameter has its default, and both files are kept")
def both_damaged():
    faderd = native.Daemon()
    native.write(faderd.state_file, b"junk")
    native.write(faderd.state_file + ".previous", b"other junk")
    faderd.start()
    equal(faderd.value("master"), -12.0, "the value")
    kept = sorted(native.read(path) for path in glob.glob(faderd.state_directory + "/*damaged-*"))
    equal(kept, [b"junk", b"other junk"], "what was kept")
    faderd.put_durably("master", -34)


@test("an invalid value loses only that value: the others are loaded, and the invalid one stays in the file")
def odd_values():
    faderd = native.Daemon()
    native.write(faderd.state_file, b'{"version":1,"parameters":{"master":{"value":-20},"other":{"value":"x"},"third":7},"snapshots":{}}')
    faderd.start()
    equal((faderd.value("master"), faderd.value("other")), (-20.0, 0.0), "the values")
    check("other: the value in the state file does not fit its kind" in faderd.log(), f"the log: {faderd.log()}")
    check(faderd.saving()["warnings"], "status says nothing")
    faderd.put_durably("master", -21)
    saved = faderd.saved()["parameters"]
    equal((saved["other"], saved["third"]), ({"value": "x"}, 7), "the odd entries in the file")


@test("a number in the state file that no double can hold is never loaded")
def huge_numbers():
    for text in ("1e999", "-1e999", "NaN", "Infinity", "0x10"):
        faderd = native.Daemon()
        native.write(faderd.state_file, GOOD.replace(b"-20", text.encode()))
        value = faderd.start().value("master")
        check(-70 <= value <= 6, f"{text}: the value is {value}")
        faderd.put_durably("master", -21)
        faderd.destroy()


@test("state of a newer version is not written, and that is explained")
def newer_version():
    faderd = native.Daemon()
    newer = json.dumps({"version": 2, "parameters": {"master": {"value": -20, "curve": "x"}}, "scenes": []}).encode()
    native.write(faderd.state_file, newer)
    faderd.start()
    saving = faderd.saving()
    equal(saving["state"], "disabled", "saving in status")
    check("version" in saving["reason"], f"the reason does not speak of the version: {saving['reason']}")
    check("version" in faderd.log(), "the log does not explain")
    answer = faderd.put("master", value=-30)
    equal((answer.status, answer.json["parameter"]["value"]), (503, -30.0), "answer of a set")
    check("version" in answer.json["detail"], f"the answer does not explain: {answer.json['detail']}")
    equal(faderd.stop(), 0, "exit code")
    equal(native.read(faderd.state_file), newer, "the state file")
    equal(sorted(os.listdir(faderd.state_directory)), ["state.json", "state.json.lock"], "files")


@test("a directory, FIFO or device in place of the state file does not hang the daemon and is left alone")
def no_file():
    for name, make in (("directory", os.mkdir), ("FIFO", os.mkfifo), ("device", lambda path: os.symlink("/dev/full", path))):
        faderd = native.Daemon()
        make(faderd.state_file)
        faderd.start()
        equal(faderd.saving()["state"], "disabled", f"{name}: saving in status")
        equal(faderd.put("master", value=-30).status, 503, f"{name}: status of a set")
        equal(faderd.stop(), 0, f"{name}: exit code")
        check(not os.path.isfile(faderd.state_file), f"{name}: it was replaced")


@test("a state file that is a symbolic link stays one, and its target is saved")
def linked():
    faderd = native.Daemon()
    os.makedirs(faderd.directory + "/elsewhere", mode=0o700)
    target = faderd.directory + "/elsewhere/mine.json"
    native.write(target, GOOD)
    os.symlink(target, faderd.state_file)
    equal(faderd.start().value("master"), -20.0, "the value loaded")
    faderd.put_durably("master", -21)
    check(os.path.islink(faderd.state_file), "the link was replaced by a file")
    equal(json.loads(native.read(target))["parameters"]["master"]["value"], -21, "the value in the target")


@test("a missing state directory is made, with mode 0700")
def missing_directory():
    faderd = native.Daemon()
    faderd.arguments[faderd.arguments.index("--state") + 1] = faderd.directory + "/a/b/state.json"
    faderd.start()
    faderd.put_durably("master", -21)
    equal(os.stat(faderd.directory + "/a/b").st_mode & 0o777, 0o700, "mode of the directory")
