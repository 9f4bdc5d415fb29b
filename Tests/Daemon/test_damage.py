"""A state file that is damaged or has another version, in the whole daemon; every kind of damage is in FaderStoreTests."""

import glob
import json
import os

import native
from testing import check, equal, test

GOOD = b'{"version":1,"parameters":{"master":{"value":-20}},"snapshots":{}}'
OLDER = b'{"version":1,"parameters":{"master":{"value":-33}},"snapshots":{}}'
DAMAGES = {"cut in half": GOOD[:len(GOOD) // 2], "half NULs": GOOD[:30] + bytes(len(GOOD) - 30), "100,000 brackets": b"[" * 100_000}


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
