"""Circles: what is written to a target makes somebody change the parameter again."""

import os
import signal
import subprocess
import time

import native
import testing
from programs import folder, lines, script
from sound import both
from testing import check, equal, test, wait_until


def calling(directory, name, text):
    """A program that is run, writes down its arguments, and calls faderctl as $ctl."""
    return script(directory, name, f"ctl={native.FADERCTL}\necho \"$@\" >> {directory}/out\n{text}")


def begun(directory, parameters):
    """A daemon whose programs find its socket."""
    faderd = native.Daemon("version: 1\nparameters:\n" + parameters)
    faderd.environment["FADERD_SOCKET"] = faderd.socket
    faderd.start()
    wait_until(lambda: all(each["state"] == "bound" for each in faderd.get("/v1/targets")["targets"]), "the targets")
    return faderd


WORDS = "this seems to be a circle"


def slowed(faderd, counted, what):
    """Waits until a circle is told; checks that it has become slow, and that it is told once. `counted`: how many rounds there were."""
    wait_until(lambda: WORDS in faderd.log(), lambda: f"a circle to be told; {what()}")
    before, start = counted(), time.monotonic()
    time.sleep(3)
    rounds = counted() - before
    check(rounds <= 2 + (time.monotonic() - start) / 2, f"it goes on quickly: {rounds} rounds; {what()}")
    equal(faderd.log().count(WORDS), 1, "times that it was told")


def runs(directory):
    return lines(f"{directory}/out") if os.path.exists(f"{directory}/out") else []


@test("a choice whose program recalls a snapshot that contains the choice is slowed down, told, and does not fill the history", limit=120)
def recalled():
    directory = folder()
    program = calling(directory, "scene", f"[ ! -e {directory}/on ] || $ctl snapshot recall $1\n")
    faderd = begun(directory, f"  fan: {{kind: choice, options: [a, b], target: {{exec: [{program}, \"{{value}}\"]}}}}\n  other: {{}}\n")
    # The snapshot "a" has b, and the other way round.
    for value, name in (("a", "b"), ("b", "a")):
        faderd.set("fan", value)
        equal(faderd.ctl("snapshot", "save", name).exit, 0, "exit of save")
    wait_until(lambda: len(runs(directory)) == 2, "the first runs")
    before = len(faderd.get("/v1/history"))
    open(f"{directory}/on", "w", encoding="utf-8").close()
    faderd.set("fan", "a")
    slowed(faderd, lambda: len(runs(directory)), lambda: runs(directory))
    check(WORDS in faderd.ctl("explain", "fan").out, f"explain does not tell: {faderd.ctl('explain', 'fan').out}")
    check(len(faderd.get("/v1/history")) - before <= 20, f"history: {faderd.get('/v1/history')}")
    # Whoever sets it does not wait.
    os.unlink(f"{directory}/on")
    time.sleep(0.3)
    count = len(runs(directory))
    faderd.set("fan", "b" if faderd.text("fan") == "a" else "a")
    wait_until(lambda: len(runs(directory)) > count, "the run after another set", timeout=2)
    check(WORDS not in faderd.ctl("explain", "fan").out, "explain tells of a circle that is over")


@test("a program that steps its own parameter is slowed down, even from the background, and one that comes to rest is not", limit=120)
def stepped():
    for text in ("$ctl step fan 1\n", "(setsid sh -c \"$ctl step fan 1\" &)\n"):
        directory = folder()
        faderd = begun(directory, f"  fan: {{kind: integer, max: 1000, target: {{exec: [{calling(directory, 'step', text)}, \"{{value}}\"]}}}}\n")
        faderd.set("fan", "10")
        slowed(faderd, lambda: len(runs(directory)), lambda: f"runs of {text}: {runs(directory)}")
        faderd.stop()
    directory = folder()
    program = calling(directory, "halve", "[ $1 -le 1 ] || $ctl set fan $(($1 / 2))\n")
    faderd = begun(directory, f"  fan: {{kind: integer, max: 1000, target: {{exec: [{program}, \"{{value}}\"]}}}}\n")
    faderd.set("fan", "10")
    wait_until(lambda: runs(directory) == ["10", "5", "2", "1"], lambda: f"runs: {runs(directory)}")


@both("a script that changes a parameter whenever its sink's volume changes is slowed down, and told")
def sounding(server):
    directory = folder()
    faderd = native.Daemon("version: 1\nparameters:\n  second: {type: percent, max: 100, target: {pulse: {sink: two}}}\n", environment=server.place)
    faderd.start()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "bound", "the target")
    program = calling(directory, "follow", f"""
pactl --server unix:{server.socket} subscribe | while read -r _ event _ what _; do
    [ "$event $what" = "'change' sink" ] || continue
    echo $((count = count + 1)) >> {directory}/answers
    $ctl set second $((30 + count % 2 * 40))
done
""")
    follower = subprocess.Popen([program], env=server.environment | {"FADERD_SOCKET": faderd.socket}, stdout=subprocess.DEVNULL, start_new_session=True)
    testing.defer(lambda: (os.killpg(follower.pid, signal.SIGKILL), follower.wait()))
    time.sleep(0.5)
    faderd.set("second", "50")
    slowed(faderd, lambda: len(lines(f"{directory}/answers")), lambda: f"answers: {lines(f'{directory}/answers')}")
