"""What a second machine costs its leader, and how soon it drives. Both run on this machine, beside each other."""

import os
import statistics
import threading
import time

import native
from daemon import Session
from machines import Pair
from rows import row
from testing import clean_up, wait_until

SECONDS, PROMOTIONS, RATE = 20, 9, 50
CLOCK = os.sysconf("SC_CLK_TCK")


def used(pid):
    """(seconds of processor time, wake-ups) of a process until now."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    ups = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/status", encoding="ascii", errors="replace") as file:
            ups += next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt_switches"))
    return (int(fields[11]) + int(fields[12])) / CLOCK, ups


def spent(pids, changing):
    """(share of a core, wake-ups in a second) of processes; `changing`: a function that is called 50 times a second meanwhile."""
    before, started = [used(pid) for pid in pids], time.monotonic()
    for turn in range(SECONDS * RATE):
        if changing:
            changing(turn)
        time.sleep(max(0, started + (turn + 1) / RATE - time.monotonic()))
    took, after = time.monotonic() - started, [used(pid) for pid in pids]
    return sum(a[0] - b[0] for a, b in zip(after, before)) / took, sum(a[1] - b[1] for a, b in zip(after, before)) / took


def followers():
    pair = Pair(native.parameters([f"p.{number}" for number in range(1000)]) + native.desk({number: f"p.{number}" for number in range(1, 9)}))
    one, two = pair.one, pair.two
    link = Session(one.socket)

    def change(turn):
        link.ask("PUT", f"/v1/virtual/fader.{turn % 8 + 1}", {"position": turn % 97 / 97})

    def settle():
        wait_until(lambda: not any(faderd.saving()["unsaved"] for faderd in (one, two) if faderd.running()), "both to have saved")
        time.sleep(6)
    pids = [one.process.pid, pair.door.pid]
    try:
        wait_until(lambda: "behind" in two.status()["follow"], "the follower to have everything")
        settle()
        withIdle, ups = spent(pids, None)
        withChanges, _ = spent(pids, change)
        two.stop()
        settle()
        idle, noUps = spent(pids, None)
        changes, _ = spent(pids, change)
        print("idle", withIdle, ups, idle, noUps, "changes", withChanges, changes, flush=True)
        cost = withChanges - changes
        row("a follower, 50 changes a second, 1,000 parameters: faderd and faderctl web of the leader", f"{100 * cost:.2f} % of a core, beside {100 * changes:.1f} % without it",
            "at most 1 %", cost <= 0.01)
        row("… with no changes", f"{100 * (withIdle - idle):.2f} % of a core, {ups - noUps:.1f} wake-ups a second of all threads of both")
        times = []
        two.start()
        for turn in range(PROMOTIONS):
            goal = 0.2 + 0.6 * (turn % 2)
            one.move(1, goal)
            wait_until(lambda: abs(two.parameter("p.1")["position"] - goal) < 1e-3, "the follower to keep up")
            session, promotion = Session(two.socket), threading.Thread(target=lambda: two.request("POST", "/v1/promote", {}))
            started = time.monotonic()
            promotion.start()
            while abs(session.ask("GET", "/v1/virtual")[1][0]["position"] - goal) > 1e-3:
                time.sleep(0.002)
            times.append(time.monotonic() - started)
            promotion.join()
            one.request("POST", "/v1/promote", {})
            pair.are("leader", "follower")
        print("promotions", [f"{1000 * took:.0f}" for took in times], flush=True)
        middle = statistics.median(times)
        row(f"from promote to the first motor, 1,000 parameters, median and longest of {PROMOTIONS}", f"{1000 * middle:.0f} · {1000 * max(times):.0f} ms", "at most 1 s", max(times) <= 1)
    finally:
        clean_up()
