"""Programs as targets."""

import os
import shutil
import signal
import tempfile
import time

import native
import testing
from testing import check, equal, test, wait_until


def started(parameters):
    return native.Daemon("version: 1\nparameters:\n" + parameters + native.desk({1: "fan"})).start()


def state(faderd):
    return faderd.get("/v1/targets")["targets"][0]


def folder():
    path = tempfile.mkdtemp(prefix="exec.")
    testing.defer(lambda: shutil.rmtree(path, ignore_errors=True))
    return path


def script(directory, name, text):
    path = f"{directory}/{name}"
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    return path


def lines(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


@test("a program is run one at a time with the newest value, and without a shell")
def newest():
    directory = folder()
    program = script(directory, "fanctl", f"echo begin \"$@\" >> {directory}/out; sleep 0.1; echo end >> {directory}/out\n")
    faderd = started(f"  fan: {{kind: integer, max: 100, target: {{exec: [{program}, \"{{value}}\", \"{{text}};$(id)\"]}}}}\n")
    wait_until(lambda: state(faderd)["state"] == "bound", "the target")
    equal(lines(f"{directory}/out"), [], "runs before a value was ever set")
    for step in range(100):
        faderd.move(1, step / 99)
        time.sleep(0.005)
    wait_until(lambda: lines(f"{directory}/out")[-2:] == ["begin 100 100;$(id)", "end"], lambda: f"the last value: {lines(f'{directory}/out')[-3:]}")
    out = lines(f"{directory}/out")
    equal([line.split()[0] for line in out], ["begin", "end"] * (len(out) // 2), "one at a time")
    check(len(out) < 40, f"{len(out) // 2} runs")


@test("a program that a reload adds is run with a value that was set to its default, and not for one that nobody has set")
def added():
    directory = folder()
    program = script(directory, "ran", f"echo \"$@\" >> {directory}/out\n")
    fans = "  fan: {kind: integer, max: 10, default: 5%s}\n  other: {kind: integer, max: 10, default: 5%s}\n"
    faderd = started(fans % ("", ""))
    faderd.put_durably("fan", 5)
    more = [f", target: {{exec: [{program}, {name}, \"{{value}}\"]}}" for name in ("fan", "other")]
    faderd.configure("version: 1\nparameters:\n" + fans % tuple(more) + native.desk({1: "fan"}))
    equal(faderd.request("POST", "/v1/reload").status, 200, "status of the reload")
    wait_until(lambda: lines(f"{directory}/out"), "the program to be run")
    faderd.put_durably("other", 6)
    wait_until(lambda: "other 6" in lines(f"{directory}/out"), "the other program to be run")
    equal(lines(f"{directory}/out"), ["fan 5", "other 6"], "what the programs were run with")


@test("read gives the value at the start; what it prints may be no value")
def read():
    faderd = started("  fan: {kind: integer, max: 5, target: {exec: [\"true\"], read: [echo, 3]}}\n")
    wait_until(lambda: faderd.value("fan") == 3, "the value that was read")
    faderd.set("fan", "4")
    time.sleep(0.3)
    equal(faderd.value("fan"), 4, "the value after a set")
    faderd.configure("version: 1\nparameters:\n  fan: {kind: integer, max: 5, target: {exec: [\"true\"], read: [echo, much]}}\n")
    equal(faderd.ctl("reload").exit, 0, "exit of reload")
    wait_until(lambda: "which is no value" in (state(faderd).get("lastError") or ""), lambda: f"the error: {state(faderd)}")


@test("a program that hangs is ended with all that it has started, and one that fails or is missing is told")
def limits():
    directory = folder()
    program = script(directory, "hang", f"sleep 1000 & echo $! > {directory}/child; wait\n")
    faderd = started(f"  fan: {{kind: integer, max: 5, target: {{exec: [{program}], limit: 300 ms}}}}\n")
    faderd.set("fan", "1")
    wait_until(lambda: lines(f"{directory}/child"), "the child")
    child = lines(f"{directory}/child")[0]
    wait_until(lambda: "took longer" in (state(faderd).get("lastError") or ""), "the limit")
    wait_until(lambda: not os.path.exists(f"/proc/{child}") or "Z" in open(f"/proc/{child}/stat").read().split(")")[1].split()[0],
               "the end of what it had started")
    for arguments, text in (("[\"false\"]", "exited with status 1"), ("[/no/such/program]", "cannot be run: No such file"), ("[sh, -c, \"kill -9 $$\"]", "signal 9")):
        faderd.configure(f"version: 1\nparameters:\n  fan: {{kind: integer, max: 5, target: {{exec: {arguments}}}}}\n")
        equal(faderd.ctl("reload").exit, 0, "exit of reload")
        wait_until(lambda: text in (state(faderd).get("lastError") or ""), lambda: f"{text}: {state(faderd)}")
        equal(state(faderd)["state"], "failing", "state")


@test("a program whose child keeps its output open, in a session of its own, is given up after its limit")
def outlived():
    directory = folder()
    program = script(directory, "show", f"setsid sleep 1000 & echo $! > {directory}/child; echo 3\n")
    faderd = started(f"  fan: {{kind: integer, max: 5, target: {{exec: [\"true\"], read: [{program}], limit: 300 ms}}}}\n")
    wait_until(lambda: lines(f"{directory}/child"), "the child")
    testing.defer(lambda: os.kill(int(lines(f"{directory}/child")[0]), signal.SIGKILL))
    wait_until(lambda: "took longer" in (state(faderd).get("lastError") or ""), lambda: f"the limit: {state(faderd)}")
    tasks = f"/proc/{faderd.process.pid}/task"

    def names():
        return [open(f"{tasks}/{task}/comm").read().strip() for task in os.listdir(tasks)]
    wait_until(lambda: "faderd-exec" not in names(), "the thread that waited to end")
    faderd.set("fan", "2")
    wait_until(lambda: state(faderd).get("written") == "2" and not state(faderd).get("lastError"), lambda: f"a set afterwards: {state(faderd)}")


@test("a running program does not keep the daemon from stopping")
def stopping():
    faderd = started("  fan: {kind: integer, max: 5, target: {exec: [sleep, 1000]}}\n")
    faderd.set("fan", "1")
    time.sleep(0.2)
    since = time.monotonic()
    equal(faderd.stop(), 0, "exit code")
    check(time.monotonic() - since < 2, f"it took {time.monotonic() - since:.1f} s")
