"""A second machine is killed at each point where a promotion writes: afterwards one of the two leads, and the other one follows it."""

import json
import subprocess
import threading

import native
from door import role
from machines import Pair
from testing import check, defer, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  count: {min: 0, max: 100000, default: 0, decimals: 0}
""" + native.desk({1: "count"})
# The calls that write; some of them have another name on another processor.
CALLS = ("unlink", "unlinkat", "openat", "write", "fchmod", "fsync", "fdatasync", "rename", "renameat", "renameat2")


def killing(faderd, paths, call):
    """Kills the daemon when it begins its next call of this name on one of these paths."""
    process = subprocess.Popen(
        ["strace", "-f", "-y", "-o", f"{faderd.directory}/trace", "-p", str(faderd.process.pid), *(word for path in paths for word in ("-P", path)),
         "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL"], stderr=subprocess.PIPE, text=True)
    defer(lambda: (process.kill(), process.communicate()))
    wait_until(lambda: "attached" in process.stderr.readline(), "strace to be there")
    return process


def lead_file(faderd):
    return [f"{faderd.state_directory}/lead", f"{faderd.state_directory}/lead.new"]


def kept_lead(faderd):
    """Whether the disk says that a daemon leads; None if it says nothing."""
    try:
        return json.loads(native.read(f"{faderd.state_directory}/lead")).get("leads")
    except FileNotFoundError:
        return None


class Changes:
    """Somebody moves a fader of the leader all the time: the value only grows."""

    def __init__(self, faderd, number):
        self.number, self._isOver = number, threading.Event()
        self._faderd, self._thread = faderd, threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        defer(self.stop)

    def _run(self):
        while not self._isOver.wait(0.02):
            if self._faderd.request("PATCH", "/v1/parameters", {"count": {"value": self.number + 1}}).status == 200:
                self.number += 1

    def stop(self):
        self._isOver.set()
        self._thread.join()
        return self.number


def point(pair, paths, call):
    """Promotes the second machine and kills it at a call; returns whether it was killed. Leaves the pair as it was: the first one leads."""
    one, two = pair.one, pair.two
    before = one.value("count")
    changes = Changes(one, before)
    wait_until(lambda: two.value("count") > before, "the follower to keep up")
    tracer = killing(two, paths, call)
    had = two.value("count")
    said = two.ctl("promote")
    isKilled = said.exit != 0
    if isKilled:
        equal(two.wait(), -9, f"exit code after {call} ({said.err})")
    else:
        tracer.terminate()
        tracer.wait()
        two.kill()
    wanted = "leader" if kept_lead(two) else "follower"
    check(isKilled or wanted == "leader", "a promotion that was answered is on the disk")
    two.start()
    equal(role(two), wanted, f"role after {call}")
    pair.are("follower" if wanted == "leader" else "leader", wanted)
    last = changes.stop()
    if wanted == "leader":
        check(two.value("count") >= had, f"{call}: {two.value('count')} after {had}")
    else:
        equal(one.value("count"), last, f"the leader's value after {call}")
    pair.synced("count")
    if wanted == "leader":
        equal(one.ctl("promote").exit, 0, "exit code of the promotion back")
        pair.are("leader", "follower")
    return isKilled


@test("a follower that is killed at any point of writing that it leads, follows or leads after its start, with all that it had; the other one agrees", limit=240)
def promoting():
    native.need_strace()
    pair = Pair(CONFIG)
    found = [call for call in CALLS if point(pair, lead_file(pair.two), call)]
    print(f"     killed at {', '.join(found)}")
    check(len(found) >= 6, f"killed at {found}")
    # It is on the disk, and nobody has heard of it. Nothing else is saved meanwhile.
    one, two = pair.one, pair.two
    wait_until(lambda: not two.saving()["unsaved"], "the follower to have saved everything")
    killing(two, [two.state_directory], "openat")
    check(two.ctl("promote").exit != 0 and kept_lead(two), "a follower that is killed after it has written that it leads")
    equal((two.wait(), role(one)), (-9, "leader"), "what the former leader knows of it")
    two.start()
    pair.are("follower", "leader")
    pair.synced("count")


@test("a follower that is killed at any point of saving what it has before it leads, follows; nothing is lost", limit=240)
def saving():
    native.need_strace()
    pair = Pair(CONFIG)
    paths = [word for word in pair.two.temporaries() if word != "-P"]
    found = [call for call in CALLS if point(pair, paths, call)]
    print(f"     killed at {', '.join(found)}")
    check(len(found) >= 5, f"killed at {found}")


@test("a leader that is killed at any point of writing that it stands down follows after its start", limit=240)
def standing_down():
    native.need_strace()
    pair = Pair(CONFIG)
    one, two = pair.one, pair.two
    found = []
    for number, call in enumerate(CALLS):
        equal(one.ctl("set", "count", str(1000 + number)).exit, 0, "exit code of a set")
        wait_until(lambda: two.value("count") == 1000 + number, "the follower to have the value")
        tracer = killing(one, lead_file(one), call)
        equal(two.ctl("promote").exit, 0, "exit code of promote")
        # Nothing more is written there once the disk says that it follows.
        wait_until(lambda: not one.running() or kept_lead(one) is False, "the leader to die or to stand down")
        if one.running():
            tracer.terminate()
            tracer.wait()
        else:
            found.append(call)
            one.start()
        pair.are("follower", "leader")
        equal(two.ctl("set", "count", str(number + 1)).exit, 0, "exit code of a set at the new leader")
        pair.synced("count")
        equal(one.ctl("promote").exit, 0, "exit code of the promotion back")
        pair.are("leader", "follower")
    print(f"     killed at {', '.join(found)}")
    check(len(found) >= 6, f"killed at {found}")
