"""Many clients at once."""

import collections
import statistics
import threading
import time

import native
from testing import check, equal, test, wait_until


@test("16 clients set the same and different parameters: API, state file, motors and events end at the last answers", limit=60)
def sixteen():
    ids = [f"p.{n}" for n in range(1, 9)] + [f"q.{n}" for n in range(1, 9)] + ["shared"]
    mapped = {n: f"p.{n}" for n in range(1, 8)} | {8: "shared"}
    faderd = native.Daemon(native.parameters(ids) + native.desk(mapped)).start()
    stream = (event for event in faderd.events() if event[0] in ("state", "parameter"))
    told = collections.defaultdict(dict)
    last, answered, lock, threads = {}, {}, threading.Lock(), native.Threads()

    def client(number):
        session, own = faderd.session(), ids[number]
        for step in range(40):
            value = float((step * 31 + number * 7) % 1001)
            status, answer = session.ask("PUT", f"/v1/parameters/{own}", {"value": value})
            equal((status, answer["value"]), (200, value), f"answer to a set of {own}")
            last[own] = value
            status, answer = session.ask("PUT", "/v1/parameters/shared", {"value": float(number * 40 + step)})
            equal((status, answer["value"]), (200, float(number * 40 + step)), "answer to a set of the shared one")
            with lock:
                answered.setdefault(answer["revision"], answer["value"])
                equal(answer["value"], answered[answer["revision"]], f"value of revision {answer['revision']}")

    for number in range(16):
        threads.run(client, number)
    threads.join()
    wait_until(lambda: not faderd.saving()["unsaved"], "everything to be saved")
    equal(len(answered), 640, "revisions of the shared parameter that were answered")
    wanted = last | {"shared": answered[max(answered)]}
    equal({one["id"]: one["value"] for one in faderd.get("/v1/parameters")}, wanted, "values of the API")
    equal({name: one["value"] for name, one in faderd.saved()["parameters"].items()}, wanted, "values of the state file")
    faders = faderd.get("/v1/virtual")
    for number, name in mapped.items():
        check(abs(faders[number - 1]["position"] - wanted[name] / 1000) < 1e-4, f"motor {number}: {faders[number - 1]}, wanted {wanted[name]}")
    for name, data in stream:
        for one in data["parameters"] if name == "state" else [data]:
            known = told[one["id"]]
            check(one["revision"] >= max(known, default=0), f"the stream went back: {one}")
            known[one["revision"]] = one["value"]
        if all(told[name] and told[name][max(told[name])] == value for name, value in wanted.items()):
            return


@test("1,000 position puts a second starve no set, no fader and no GET", limit=60, alone=True)
def drags():
    faderd = native.Daemon(native.EIGHT).start()
    threads, until, counts = native.Threads(), time.monotonic() + 4, []

    def drag(number):
        session, step, start = faderd.session(), 0, time.monotonic()
        while time.monotonic() < until:
            for _ in range(10):
                step += 1
                session.send("PUT", f"/v1/parameters/p.{number}", {"position": step % 1000 / 1000})
            for _ in range(10):
                equal(session.receive()[0], 200, "status of a position put")
            time.sleep(max(0.0, start + step * 0.004 - time.monotonic()))
        counts.append(step)
    for number in range(1, 5):
        threads.run(drag, number)
    session, sets, gets, moves = faderd.session(), [], [], []
    value = 0.0
    while time.monotonic() < until:
        value = (value + 1) % 1000
        sets.append(timed(lambda: equal(session.ask("PUT", "/v1/parameters/p.5", {"value": value})[0], 200, "status of a set")))
        gets.append(timed(lambda: session.ask("GET", "/v1/parameters")))
        raw = value / 1000
        session.ask("PUT", "/v1/virtual/fader.6", {"position": raw})
        moves.append(timed(lambda: wait_until(lambda: abs(session.value("p.6") / 1000 - raw) < 1e-4, "a move to arrive")))
        time.sleep(0.005)
    threads.join()
    rate = sum(counts) / 4
    check(rate > 700, f"only {rate:.0f} puts a second were made")
    for name, took in (("sets", sets), ("GETs", gets), ("moves", moves)):
        print(f"     {name} beside {rate:.0f} puts a second: {statistics.median(took) * 1000:.1f} ms as a rule, {max(took) * 1000:.0f} ms at worst")
        check(statistics.median(took) < 0.1 and max(took) < 1, f"{name} are starved: {max(took):.2f} s at worst")
    equal(faderd.file_value("p.5"), value, "the last set in the file")
    check(faderd.status()["latency"]["p50"] < 1000, f"latency of the MIDI thread: {faderd.status()['latency']}")


def timed(action):
    start = time.monotonic()
    action()
    return time.monotonic() - start
