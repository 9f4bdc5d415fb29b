"""The cost of an idle daemon, and of one that has done a lot."""

import os
import time

import native
from testing import check, equal, test, wait_until

CLOCK = os.sysconf("SC_CLK_TCK")


def wake_ups(faderd):
    """{thread: the number of its voluntary context switches}"""
    found = {}
    for thread, name in faderd.threads().items():
        fields = dict(line.split(":\t", 1) for line in native.read(f"/proc/{faderd.pid}/task/{thread}/status").decode().splitlines() if ":\t" in line)
        found[f"{thread} {name}"] = int(fields["voluntary_ctxt_switches"])
    return found


def check_sleeps(faderd, seconds, most=0):
    """Checks that no thread wakes up more than `most` times and that none starts. Threads may end."""
    before, cpu = wake_ups(faderd), faderd.cpu()
    time.sleep(seconds)
    after = wake_ups(faderd)
    woken = {name: count - before.get(name, 0) for name, count in after.items() if count > before.get(name, 0) + most}
    check(not woken, f"woken up in {seconds} s: {woken}")
    check(after.keys() <= before.keys(), f"threads {list(before)} became {list(after)}")
    # A thread of Swift's pool, or of libdispatch, would have the program's name, too.
    names = sorted(faderd.threads().values())
    check(len(set(names)) == len(names) and set(names) <= {"faderd", "faderd-midi", "faderd-sleep", "faderd-state"}, f"threads: {names}")
    check(faderd.cpu() - cpu < 1.5 / CLOCK, f"used {faderd.cpu() - cpu} s of processor time")


@test("eight seconds after the start no thread wakes up in 10 s")
def idle():
    faderd = native.Daemon().start()
    # Library threads of the start wait 5 s for more work, then end.
    time.sleep(8)
    check_sleeps(faderd, 10)
    print(f"     {len(faderd.threads())} threads, {faderd.fds()} descriptors, {faderd.memory()} KiB of private memory")


@test("after sets, moves, a reload and a signal, with open event streams and a touched fader, no thread keeps waking up")
def idle_after_work():
    faderd = native.Daemon().start()
    faderd.put_durably("master", -20)
    faderd.move(1, 0.5)
    faderd.touch(3, True)
    equal(faderd.request("POST", "/v1/reload").status, 200, "status of a reload")
    faderd.hang_up()
    streams = [faderd.events() for _ in range(5)]
    for stream in streams:
        equal(next(stream)[0], "state", "the first event")
    session = faderd.session()
    session.send("GET", "/v1/monitor")
    wait_until(lambda: not faderd.saving()["unsaved"], "the motion to be saved")
    # The motion is reported a little later, and saved when it has rested; a slow disk takes longer.
    time.sleep(2.5)
    # At most one wake-up: the timer of a request that was answered long before the timer expires.
    check_sleeps(faderd, 6, most=1)
    faderd.put_durably("master", -21)
    for name, data in streams[0]:
        if name == "parameter" and data["value"] == -21.0:
            return


@test("a state file that must not or cannot be written causes no more wake-ups than its retries")
def idle_with_trouble():
    disabled, failing = native.Daemon(), native.Daemon()
    native.write(disabled.state_file, '{"version": 2}')
    disabled.start()
    disabled.put("master", value=-30)
    undo = native.make_read_only(failing.state_directory)
    failing.start()
    failing.put("master", value=-30)
    before = wake_ups(failing)
    time.sleep(0.7)
    check_sleeps(disabled, 4, most=1)
    # Saving is tried again after 1, 2, 4 … s.
    woken = {name: count - before.get(name, 0) for name, count in wake_ups(failing).items()}
    check(all(count <= 12 for count in woken.values()), f"woken up in 5 s while saving fails: {woken}")
    undo()


@test("private memory is small, and flat over thousands of requests of every kind", limit=300)
def flat():
    faderd = native.Daemon(native.EIGHT).start()
    idle = faderd.memory()
    session = faderd.session()

    def requests(count):
        for number in range(0, count, 20):
            batch = [("PUT", f"/v1/parameters/p.{number // 20 % 8 + 1}", {"position": number % 777 / 777}), ("GET", "/v1/parameters", None),
                     ("PUT", "/v1/virtual/fader.2", {"position": number % 999 / 999}), ("GET", "/v1/status", None),
                     ("POST", "/v1/parameters/p.3/check", {"text": f"{number} x"}), ("GET", "/v1/parameters/p.1/explain", None),
                     ("GET", "/v1/parameters/nobody", None), ("GET", "/v1/openapi.json", None), ("GET", "/v1/virtual", None),
                     ("PUT", "/v1/parameters/p.4", {"text": "nonsense"})] * 2
            for one in batch:
                session.send(*one)
            for method, path, _ in batch:
                status, answer = session.receive()
                check(status in (200, 404, 422), f"{method} {path}: {status} {answer}")
    requests(3000)
    warm, descriptors = faderd.memory(), faderd.fds()
    requests(5000)
    end = faderd.memory()
    print(f"     {idle} KiB of private memory at the start, {warm} after 3,000 requests, {end} after 8,000")
    check(idle <= 10 * 1024, f"{idle} KiB of private memory at the start")
    check(end <= 10 * 1024, f"{end} KiB of private memory after 8,000 requests")
    check(end - warm < 384, f"private memory grew by {end - warm} KiB over 5,000 requests")
    wait_until(lambda: faderd.fds() <= descriptors, lambda: f"descriptors to be {descriptors}; they are {faderd.descriptors()}")


@test("declared parameters cause no wake-ups while nothing moves, neither while they exist nor afterwards")
def declared():
    faderd = native.Daemon(native.MASTER + "    auto: true\n").start()
    line = faderd.session()
    for name in ("a", "b", "c"):
        equal(line.ask("POST", "/v1/declarations", {"id": name, "value": 0.5})[0], 201, "status")
    time.sleep(3)
    check_sleeps(faderd, 5)
    line.close()
    wait_until(lambda: faderd.request("GET", "/v1/parameters/c").status == 404, "them to go")
    time.sleep(3)
    check_sleeps(faderd, 5)
