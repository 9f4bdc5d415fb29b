"""X32: what it costs when nothing happens, and when a program in C sends as much as it can in the console's name."""

import os
import random
import shutil
import statistics
import struct
import subprocess
import time

import native
import testing
from desks import encode
from floods import HAND, MOST, Hand
from test_x32 import config, known
from testing import check, test, wait_until
from x32_desk import Desk

SOURCE = f"{os.path.dirname(os.path.abspath(native.__file__))}/udpflood.c"
STRIPS = "".join(f"  c{n}: {{target: {{x32: foh, ch: {n}}}}}\n  c{n}.mute: {{target: {{x32: foh, ch: {n}, property: mute}}}}\n" for n in range(1, 33))


def switches(faderd):
    """The voluntary context switches of each thread: every wake-up ends in one."""
    return {f"{name} {thread}": int(faderd._field(f"task/{thread}/status", "voluntary_ctxt_switches")) for thread, name in faderd.threads().items()}


@test("while the console is silent, only the thread that keeps the connection wakes up, for the greeting, its answers and the timer", limit=120, alone=True)
def idle():
    desk = Desk()
    faderd = native.Daemon(config(desk, STRIPS + "  scene: {target: {x32: foh, scene: current}}\n", faders={1: "c1", 2: "c2"})).start()
    known(faderd, "c1", "c32.mute")
    # What was begun at the start ends, such as saving the names that were heard.
    time.sleep(15)
    before, heard = switches(faderd), len(desk.heard)
    time.sleep(20)
    after = switches(faderd)
    woken = {name: after[name] - count for name, count in before.items() if after.get(name) != count}
    sent = len(desk.heard) - heard
    print(f"     {sent} messages in 20 s of silence, which woke {woken}")
    check(before.keys() == after.keys(), f"threads came or went: {before} {after}")
    check(12 <= sent <= 18, f"{sent} messages in 20 s")
    check(len(woken) == 1, f"threads that woke up: {woken}")
    # A greeting is a timer, three messages, and an answer to each at most. Another one may fall between the count of messages and that of wake-ups.
    check(max(woken.values()) <= (sent // 3 + 1) * 4, f"wake-ups for {sent} messages: {woken}")


def flooder(desk, faderd, packets):
    """Begins a flood in the name of the console. Returns what ends it, and tells how many packets were sent."""
    compiler = shutil.which("cc") or shutil.which("clang") or testing.skip("there is no C compiler for the flood")
    folder = native.scratch()
    done = subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", f"{folder}/udpflood", SOURCE], capture_output=True, text=True)
    testing.equal(done.returncode, 0, f"exit code of {compiler} ({done.stderr})")
    with open(f"{folder}/packets", "wb") as file:
        for packet in packets:
            file.write(struct.pack(">I", len(packet)) + packet)
    port = desk.subscribers()[0][1]
    process = subprocess.Popen([f"{folder}/udpflood", str(desk.link.fileno()), str(port), f"{folder}/packets"], pass_fds=[desk.link.fileno()], stdout=subprocess.PIPE, text=True)
    testing.defer(process.kill)

    def end():
        process.terminate()
        return int(process.communicate(timeout=10)[0])
    return end


@test("a program in C sends changes, names, levels and nonsense as fast as it can: motors follow a hand and the console within 100 ms, and the memory stays", limit=120, alone=True)
def flood():
    desk, chance = Desk(), random.Random(7)
    faderd = native.Daemon(config(desk, STRIPS + "  vox.name: {target: {x32: foh, ch: 3, property: name}}\n" + HAND, faders=None)).start()
    faderd.configure(faderd.config().replace("fader.2: hand", "fader.2: hand\n      fader.3: c1").replace(
        "      fader.2: {input", "      fader.3: {input: \"pitchbend ch 3\", motor: true, touch: \"note 106 ch 1\"}\n      fader.2: {input", 1))
    testing.equal(faderd.ctl("reload").exit, 0)
    known(faderd, "c1", "c32.mute")
    hand = Hand(faderd)
    # One in ten is of the fader that a motor shows, always with another value.
    packets = [encode("/ch/01/mix/fader", n % 50 / 50) for n in range(100)] + [encode(f"/ch/{chance.randrange(2, 33):02}/mix/fader", chance.random()) for _ in range(600)]
    packets += [encode(f"/ch/{chance.randrange(2, 33):02}/mix/on", chance.randrange(2)) for _ in range(200)]
    packets += [encode("/ch/03/config/name", f"Name {n}") for n in range(50)]
    packets += [encode("/meters/0", struct.pack("<i", 70) + bytes(280)), encode(f"/{'y' * 3_000}", 0.5), encode("/-show/prepos/current", 3), chance.randbytes(1_000)] * 12
    chance.shuffle(packets)
    end = flooder(desk, faderd, packets)
    time.sleep(1)
    before = faderd.memory()
    hand.work(3)
    gaps, place, since = [], None, time.monotonic()
    finish = since + 3
    while (now := time.monotonic()) < finish:
        if (at := faderd.motor(3)) != place:
            gaps.append(now - since)
            place, since = at, now
    gaps.append(now - since)
    used, sent = faderd.memory() - before, end()
    gaps.sort()
    print(f"     {sent} packets; the motor moved every {statistics.median(gaps) * 1000:.0f} ms, at worst after {gaps[-1] * 1000:.0f} ms; {used} KiB more")
    check(sent > 100_000, f"a flood of only {sent} packets")
    check(gaps[int(len(gaps) * 0.95)] < 0.1, f"the motor moved after {[round(one * 1000) for one in gaps][-20:]} ms")
    check(used < MOST, f"{used} KiB more")
    # Afterwards everything is as the console has it.
    wait_until(lambda: all(abs(faderd.parameter(f"c{n}")["position"] - desk.values[f"/ch/{n:02}/mix/fader"]) < 0.001 for n in range(1, 33)), "the console's values")
