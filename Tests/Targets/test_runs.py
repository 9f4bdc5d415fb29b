"""When programs are run, and how many at a time, and what others see of them."""

import os

import native
import testing
from programs import folder, lines, script, state
from testing import check, equal, test, wait_until


def started(parameters):
    return native.Daemon("version: 1\nparameters:\n" + parameters + native.desk({1: "fan"})).start()


def recorder(directory, name="ran", more=""):
    """A program that writes down what it is run with."""
    return script(directory, name, f"echo \"$@\" >> {directory}/out\n{more}")


def integer(program, more="", name="fan"):
    return f"  {name}: {{kind: integer, max: 100, target: {{exec: [{program}, \"{{value}}\"]{more}}}}}\n"


def settled(directory, wanted):
    """The programs have been run with this, and with nothing else."""
    wait_until(lambda: lines(f"{directory}/out") == wanted, lambda: f"{wanted}: {lines(f'{directory}/out')}")
    testing.stays(lambda: lines(f"{directory}/out") == wanted, lambda: f"{wanted}: {lines(f'{directory}/out')}", 0.4)


def saved_run(faderd):
    return faderd.saved().get("runs", {}).get("fan")


@test("at a start, recall, undo and reload a program is run only if it did not last succeed with the value")
def only_news():
    directory = folder()
    config = integer(recorder(directory))
    faderd = started(config)
    faderd.set("fan", "3")
    settled(directory, ["3"])
    equal(faderd.ctl("snapshot", "save", "scene").exit, 0, "exit of save")
    equal(faderd.ctl("snapshot", "recall", "scene").exit, 0, "exit of recall")
    settled(directory, ["3"])
    faderd.set("fan", "4")
    equal(faderd.ctl("undo").exit, 0, "exit of undo")
    settled(directory, ["3", "4", "3"])
    # A change that ends where it began: undo finds nothing for the program to do.
    wait_until(lambda: saved_run(faderd), "the run in the state file")
    equal(faderd.stop(), 0, "exit code")
    faderd.start()
    wait_until(lambda: state(faderd)["state"] == "bound", "the target")
    settled(directory, ["3", "4", "3"])
    faderd.restart(kill=True)
    wait_until(lambda: state(faderd)["state"] == "bound", "the target")
    settled(directory, ["3", "4", "3"])
    # A change of the range makes another binding, and the same command.
    faderd.reload("version: 1\nparameters:\n" + config.replace("max: 100", "max: 50") + native.desk({1: "fan"}))
    settled(directory, ["3", "4", "3"])
    # Somebody who sets the same value wants it to be written.
    faderd.set("fan", "3")
    settled(directory, ["3", "4", "3", "3"])


@test("a program that failed is run again at the next start, and one with at-start: true at every start")
def starts():
    directory = folder()
    program = recorder(directory, more=f"[ ! -e {directory}/broken ]\n")
    faderd = started(integer(program))
    faderd.set("fan", "3")
    settled(directory, ["3"])
    open(f"{directory}/broken", "w", encoding="utf-8").close()
    faderd.set("fan", "4")
    wait_until(lambda: "status 1" in (state(faderd).get("lastError") or ""), "the failure")
    equal(faderd.stop(), 0, "exit code")
    os.unlink(f"{directory}/broken")
    faderd.start()
    settled(directory, ["3", "4", "4"])
    equal(faderd.stop(), 0, "exit code")
    faderd.configure("version: 1\nparameters:\n" + integer(program, ", at-start: true") + integer(program, "", "other").replace("{value}", "other"))
    faderd.start()
    settled(directory, ["3", "4", "4", "4"])
    equal(faderd.ctl("reload").exit, 0, "exit of reload")
    settled(directory, ["3", "4", "4", "4"])


@test("another program, or another unit, does not show the value")
def others():
    directory = folder()
    program = recorder(directory)
    faderd = started(integer(program))
    faderd.set("fan", "3")
    settled(directory, ["3"])
    faderd.reload("version: 1\nparameters:\n" + integer(f"{program}, --fast"))
    settled(directory, ["3", "--fast 3"])


@test("at most eight programs run at the same time, and the last value of every parameter arrives")
def eight():
    directory = folder()
    os.mkdir(f"{directory}/now")
    program = script(
        directory, "set", f"touch {directory}/now/$1; ls {directory}/now | wc -l >> {directory}/counts; sleep 0.1; rm {directory}/now/$1; echo $2 > {directory}/$1\n")
    names = [f"p{n}" for n in range(100)]
    faderd = started("".join(f"  {name}: {{kind: integer, max: 100, target: {{exec: [{program}, {name}, \"{{value}}\"]}}}}\n" for name in names + ["fan"]))
    for value in (1, 2, 3):
        for name in names:
            equal(faderd.put(name, position=value / 100).status, 200, "status")
    wait_until(lambda: all(lines(f"{directory}/{name}") == ["3"] for name in names), "the last values")
    check(max(int(count) for count in lines(f"{directory}/counts")) <= 8, f"at the same time: {max(lines(f'{directory}/counts'), key=int)}")


@test("a secret that others can read, or that is missing, is an error that says what to do, and the program is not run")
def secret_files():
    directory = folder()
    program = recorder(directory)
    config = integer(program, ", env: {TOKEN: {file: fan.token}}")
    faderd = native.Daemon("version: 1\nparameters:\n" + config, environment={"CREDENTIALS_DIRECTORY": f"{directory}/credentials"}).start()
    wait_until(lambda: "fan.token; make it, with mode 0600" in faderd.log().replace(" and no \"fan.token\" in " + f"{directory}/credentials", ""),
               lambda: f"the log: {faderd.log()}")
    faderd.set("fan", "1")
    secret = f"{faderd.directory}/fan.token"
    native.write(secret, "s3cret")
    os.chmod(secret, 0o644)
    faderd.set("fan", "2")
    wait_until(lambda: f"chmod 600 {secret}" in (state(faderd).get("lastError") or ""), lambda: f"the error: {state(faderd)}")
    # The error may be that of 1, which was still being tried.
    wait_until(lambda: state(faderd).get("written") == "2", lambda: f"the second value: {state(faderd)}")
    testing.stays(lambda: not lines(f"{directory}/out"), lambda: f"runs: {lines(f'{directory}/out')}", 0.4)
    os.chmod(secret, 0o600)
    faderd.set("fan", "3")
    settled(directory, ["3"])
    # What systemd gives comes first; its access lists show as a permission of the group.
    os.mkdir(f"{directory}/credentials")
    native.write(f"{directory}/credentials/fan.token", "other")
    os.chmod(f"{directory}/credentials/fan.token", 0o440)
    os.unlink(secret)
    faderd.set("fan", "4")
    settled(directory, ["3", "4"])


@test("a long target does not widen the table of all targets")
def table():
    long = "/" + "a" * 90
    faderd = native.Daemon(f"version: 1\nparameters:\n  fan: {{target: {{osc: \"127.0.0.1:9\", address: {long}}}}}\n  b: {{target: {{exec: [\"true\"]}}}}\n").start()
    wait_until(lambda: state(faderd)["state"] == "bound", "the target")
    head = faderd.ctl("targets").out.splitlines()[0]
    check(head.index("DETAILS") < 80, f"the table: {head}")
