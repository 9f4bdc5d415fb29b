"""Programs as targets."""

import os
import signal
import time

import native
import testing
from programs import folder, lines, script, state
from testing import check, equal, test, wait_until


def started(parameters):
    return native.Daemon("version: 1\nparameters:\n" + parameters + native.desk({1: "fan"})).start()


@test("a program runs once at a time, with the newest value and without a shell")
def newest():
    directory = folder()
    program = script(directory, "fanctl", f"echo begin \"$@\" >> {directory}/out; sleep 0.1; echo end >> {directory}/out\n")
    faderd = started(f"  fan: {{kind: integer, max: 100, target: {{exec: [{program}, \"{{value}}\", \"{{text}};$(id)\"]}}}}\n")
    wait_until(lambda: state(faderd)["state"] == "bound", "the target")
    equal(lines(f"{directory}/out"), [], "runs before a value was ever set")
    since = time.monotonic()
    for step in range(100):
        faderd.move(1, step / 99)
    wait_until(lambda: lines(f"{directory}/out")[-2:] == ["begin 100 100;$(id)", "end"], lambda: f"the last value: {lines(f'{directory}/out')[-3:]}")
    out = lines(f"{directory}/out")
    equal([line.split()[0] for line in out], ["begin", "end"] * (len(out) // 2), "one at a time")
    # Each run takes 100 ms.
    check(len(out) // 2 <= 10 * (time.monotonic() - since) + 2, f"{len(out) // 2} runs in {time.monotonic() - since:.1f} s")
    check(len(out) // 2 < 100, "no value was skipped")


@test("a program that a reload adds is run with a value that was set to its default, and not for one that nobody has set")
def added():
    directory = folder()
    program = script(directory, "ran", f"echo \"$@\" >> {directory}/out\n")
    fans = "  fan: {kind: integer, max: 10, default: 5%s}\n  other: {kind: integer, max: 10, default: 5%s}\n"
    faderd = started(fans % ("", ""))
    faderd.put_durably("fan", 5)
    more = [f", target: {{exec: [{program}, {name}, \"{{value}}\"]}}" for name in ("fan", "other")]
    faderd.reload("version: 1\nparameters:\n" + fans % tuple(more) + native.desk({1: "fan"}))
    wait_until(lambda: lines(f"{directory}/out"), "the program to be run")
    faderd.put_durably("other", 6)
    wait_until(lambda: "other 6" in lines(f"{directory}/out"), "the other program to be run")
    equal(lines(f"{directory}/out"), ["fan 5", "other 6"], "what the programs were run with")


@test("read gives the value at the start, from the first line however its lines end; output that is no value is reported")
def read():
    faderd = started("  fan: {kind: integer, max: 5, target: {exec: [\"true\"], read: [printf, '3\\r\\nok\\r\\n']}}\n")
    wait_until(lambda: faderd.value("fan") == 3, lambda: f"the value that was read: {state(faderd)}")
    faderd.set("fan", "4")
    time.sleep(0.3)
    equal(faderd.value("fan"), 4, "the value after a set")
    faderd.reload("version: 1\nparameters:\n  fan: {kind: integer, max: 5, target: {exec: [\"true\"], read: [echo, much]}}\n")
    wait_until(lambda: "which is not a value" in (state(faderd).get("lastError") or ""), lambda: f"the error: {state(faderd)}")


@test("a value that is set while read still runs stays")
def slow_read():
    directory = folder()
    program = script(directory, "get", f"while [ ! -e {directory}/go ]; do sleep 0.02; done; echo 1; touch {directory}/done\n")
    faderd = started(f"  fan: {{kind: integer, max: 10, target: {{exec: [\"true\"], read: [{program}]}}}}\n")
    wait_until(lambda: state(faderd)["state"] == "bound", "the target")
    faderd.set("fan", "7")
    wait_until(lambda: "acknowledgedAgo" in state(faderd), lambda: f"the set: {state(faderd)}")
    open(f"{directory}/go", "w", encoding="utf-8").close()
    wait_until(lambda: os.path.exists(f"{directory}/done"), "the end of what reads")
    testing.stays(lambda: faderd.value("fan") == 7, "the value that was set", 0.5)


@test("a value on its way outlasts a reload: one of the label does not disturb the program, and after one of the range it is run again")
def reloaded():
    directory = folder()
    program = script(
        directory, "set", f"echo $1 >> {directory}/begun; while [ ! -e {directory}/go ]; do sleep 0.02; done; echo $1 > {directory}/fan\n")
    open(f"{directory}/go", "w", encoding="utf-8").close()
    native.write(f"{directory}/fan", "1\n")
    config = f"  fan: {{kind: integer, max: 10, target: {{exec: [{program}, \"{{value}}\"], read: [cat, {directory}/fan]}}}}\n"
    faderd = started(config)
    wait_until(lambda: faderd.value("fan") == 1, "the value that was read")

    def reload(config, value, runs):
        os.unlink(f"{directory}/go")
        faderd.set("fan", str(value))
        wait_until(lambda: lines(f"{directory}/begun")[-1:] == [str(value)], "the program")
        faderd.reload("version: 1\nparameters:\n" + config)
        wait_until(lambda: lines(f"{directory}/begun").count(str(value)) == runs, lambda: f"runs: {lines(f'{directory}/begun')}")
        open(f"{directory}/go", "w", encoding="utf-8").close()
        wait_until(lambda: lines(f"{directory}/fan") == [str(value)], lambda: f"{value}: {lines(f'{directory}/fan')}")
        testing.stays(lambda: faderd.value("fan") == value, "the value", 0.3)
        equal(lines(f"{directory}/begun").count(str(value)), runs, "runs")
    reload(config.replace("kind:", "label: Fan, kind:"), 7, 1)
    reload(config.replace("max: 10", "max: 20"), 8, 2)


@test("a program that hangs is killed with everything that it started, and one that fails or is missing is reported")
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
        faderd.reload(f"version: 1\nparameters:\n  fan: {{kind: integer, max: 5, target: {{exec: {arguments}}}}}\n")
        wait_until(lambda: text in (state(faderd).get("lastError") or ""), lambda: f"{text}: {state(faderd)}")
        equal(state(faderd)["state"], "failing", "state")


@test("if a program's child keeps its output open, the daemon waits only until the program has ended")
def outlived():
    directory = folder()
    program = script(directory, "show", f"setsid sleep 1000 & echo $! > {directory}/child; echo 3\n")
    faderd = started(f"  fan: {{kind: integer, max: 5, target: {{exec: [\"true\"], read: [{program}], limit: 300 ms}}}}\n")
    wait_until(lambda: lines(f"{directory}/child"), "the child")
    testing.defer(lambda: os.kill(int(lines(f"{directory}/child")[0]), signal.SIGKILL))
    wait_until(lambda: faderd.value("fan") == 3, lambda: f"the value that was read: {state(faderd)}")
    tasks = f"/proc/{faderd.process.pid}/task"

    def names():
        return [open(f"{tasks}/{task}/comm").read().strip() for task in os.listdir(tasks)]
    wait_until(lambda: "faderd-exec" not in names(), "the thread that waited to end")
    faderd.set("fan", "2")
    wait_until(lambda: state(faderd).get("written") == "2" and not state(faderd).get("lastError"), lambda: f"a set afterwards: {state(faderd)}")


@test("a read that fails is logged, and programs are not given the socket of the service manager")
def environment():
    directory = folder()
    faderd = started(f"  fan: {{kind: integer, max: 5, target: {{exec: [sh, -c, \"env > {directory}/out\"], read: [/no/such]}}}}\n")
    wait_until(lambda: "fails: \"/no/such\" cannot be run: No such file" in faderd.log(), lambda: f"the log: {faderd.log()}")
    faderd.set("fan", "2")
    wait_until(lambda: lines(f"{directory}/out"), "the environment")
    wait_until(lambda: "works again" in faderd.log(), lambda: f"the log: {faderd.log()}")
    check(not any("NOTIFY_SOCKET" in line for line in lines(f"{directory}/out")), "NOTIFY_SOCKET is there")


@test("a stop lets a running program finish, and runs it with the newest value")
def finished():
    directory = folder()
    program = script(directory, "set", f"sleep 0.15; echo $1 >> {directory}/out\n")
    faderd = started(f"  fan: {{kind: integer, max: 5, target: {{exec: [{program}, \"{{value}}\"], read: [echo, 1]}}}}\n")
    wait_until(lambda: faderd.value("fan") == 1, "the value that was read")
    faderd.set("fan", "3")
    faderd.set("fan", "4")
    equal(faderd.stop(), 0, "exit code")
    equal(lines(f"{directory}/out"), ["3", "4"], "what the program was run with")


@test("a running program does not keep the daemon from stopping")
def stopping():
    faderd = started("  fan: {kind: integer, max: 5, target: {exec: [sleep, 1000]}}\n")
    faderd.set("fan", "1")
    time.sleep(0.2)
    since = time.monotonic()
    equal(faderd.stop(), 0, "exit code")
    check(time.monotonic() - since < 2, f"it took {time.monotonic() - since:.1f} s")


@test("what was written and read is told in the numbers of the reader's locale, by targets and by explain")
def locale():
    faderd = started("  fan: {max: 100, unit: C, decimals: 1, target: {exec: [true]}}\n")
    faderd.set("fan", "40.5")
    wait_until(lambda: state(faderd).get("written") == "40.5 C", "the value to be written")
    for command in (["targets"], ["explain", "fan"]):
        check("written 40,5 C" in faderd.ctl(*command, "--locale", "sv_SE").out, f"{command[0]} in Swedish")
    equal(faderd.ctl("targets", "--locale", "xx_YY").exit, 65, "an unknown locale")


@test("a stream is told that a target fails, and that it works again")
def standing():
    directory = folder()
    program = script(directory, "fan", f"test ! -e {directory}/broken\n")
    faderd = started(f"  fan: {{max: 100, decimals: 0, target: {{exec: [{program}]}}}}\n")
    events = faderd.events("?form=batch")

    def told(claim):
        for name, data in events:
            if name == "targets" and claim(data[0]):
                return data[0]

    with open(f"{directory}/broken", "w", encoding="utf-8"):
        pass
    faderd.set("fan", "40")
    failing = told(lambda one: one["state"] == "failing")
    equal((failing["parameter"], "written" in failing), ("fan", False), "what is told")
    check(failing["lastError"], "the reason is told")
    check("failing" in faderd.ctl("targets").out, "targets")
    os.remove(f"{directory}/broken")
    faderd.set("fan", "50")
    told(lambda one: one["state"] == "bound")
