"""A console with a stand-in beside it: how soon a scene is on motors and page, and what its levels cost."""

import statistics
import struct
import sys
import tempfile
import threading
import time

import wing_desk
from daemon import Daemon
from rows import row
from x32_desk import Desk, encode

SCENES, MOTORS, SECONDS = 21, 16, 20


def run(desk, parameters, strips, family="x32"):
    """A daemon with a virtual device of 16 motor faders, or with the eight strips of the virtual surface."""
    wide = "version: 1\nname: Wide\nmatch: \"faderd virtual\"\nevidence: {sources: [], tested: []}\ncontrols:\n" + "".join(
        f"  fader.{n}: {{input: \"pitchbend ch {n}\", motor: true, touch: \"note {n} ch 1\"}}\n" for n in range(1, MOTORS + 1))
    config = f"version: 1\ntargets: {{foh: {{{family}: \"127.0.0.1:{desk.port}\"}}}}\nparameters:\n{parameters}surfaces:\n  desk: {strips}\n"
    with open(sys.argv[1], encoding="utf-8") as file:
        virtual = file.read()
    return Daemon(config, profiles={"wide.yaml": wide, "virtual.yaml": virtual}, directory=tempfile.mkdtemp(prefix="faderd-bench."),
                  arguments=["--virtual" if "virtual" in strips else "--virtual=wide"])


def await_known(daemon, *names):
    while not all(daemon.get(f"/v1/parameters/{name}").get("known", True) for name in names):
        time.sleep(0.05)


def scene():
    """500 values change at once. From the first packet until all motors and a stream of the page have the last of them."""
    desk = Desk()
    places = [(n, bus) for n in range(1, 33) for bus in range(17)][:500]
    ids = {(n, bus): f"c{n}.{bus}" for n, bus in places}
    text = "".join(f"  {ids[n, bus]}: {{target: {{x32: foh, ch: {n}{f', bus: {bus}' if bus else ''}}}}}\n" for n, bus in places)
    motors = [(n, 0) for n in range(1, MOTORS + 1)]
    daemon = run(desk, text, "{profile: wide, map: {%s}}" % ", ".join(f"fader.{n}: {ids[n, 0]}" for n, _ in motors)).start(timeout=20)
    try:
        await_known(daemon, *ids.values())
        session, seen = daemon.session(), threading.Condition()
        now = {one["id"]: (one["position"], time.monotonic()) for one in daemon.get("/v1/parameters")}

        def follow():
            for name, data in daemon.events("?form=batch&rate=100"):
                if name == "batch":
                    with seen:
                        now.update((each[0], (each[2], time.monotonic())) for each in data)
                        seen.notify()
        threading.Thread(target=follow, daemon=True).start()
        time.sleep(1)
        client, totals, sendings = desk.subscribers()[0], [], []
        for turn in range(SCENES):
            wanted = {place: round((index * 7 + turn * 31) % 150 / 160 * (1023 if place[1] == 0 else 160)) / (1023 if place[1] == 0 else 160)
                      for index, place in enumerate(places)}
            packets = []
            for (n, bus), value in wanted.items():
                address = f"/ch/{n:02}/mix/" + (f"{bus:02}/level" if bus else "fader")
                desk.values[address] = struct.unpack("f", struct.pack("f", value))[0]
                packets.append(encode(address, value))
            begun = time.monotonic()
            for packet in packets:
                desk.link.sendto(packet, client)
            sent = time.monotonic()
            while True:
                shown = [one["position"] for one in session.ask("GET", "/v1/virtual-surface")[1]["controls"] if one["kind"] == "fader"]
                if all(abs(at - wanted[place]) < 0.002 for at, place in zip(shown, motors)):
                    break
                if time.monotonic() - begun > 10:
                    raise SystemExit(f"the motors do not follow: {shown}")
            moved = time.monotonic()
            with seen:
                if not seen.wait_for(lambda: all(ids[place] in now and abs(now[ids[place]][0] - value) < 0.004 for place, value in wanted.items()), 10):  # noqa: B023
                    raise SystemExit("the page does not follow")
                told = max(now[one][1] for one in ids.values())
            totals.append((max(moved, told) - begun) * 1000)
            sendings.append((sent - begun) * 1000)
            # Longer than until everything is asked again.
            time.sleep(1.5)
        total, sending = statistics.median(totals), statistics.median(sendings)
        print("scene", [f"{one:.1f}" for one in totals], "sent in", [f"{one:.1f}" for one in sendings], flush=True)
        row(f"X32: a scene of {len(places)} values to {MOTORS} motors and the page's stream, median of {SCENES}",
            f"{total:.0f} ms, of which the stand-in sent for {sending:.0f}, worst {max(totals):.0f}", "≤ 100 ms of ours", total - sending <= 100)
    finally:
        daemon.destroy()


def levels(desk, title, play):
    """The levels of 32 channels, 20 times a second, on a desk and a page. `play` gives the console other levels each time."""
    names = ", ".join(f"c{n}" for n in range(1, 33))
    text = "".join(f"  c{n}: {{target: {{{title.lower()}: foh, ch: {n}}}}}\n" for n in range(1, 33))
    daemon = run(desk, text, "{profile: virtual, strips: {each: [%s], fader: \"{}\"}}" % names, title.lower()).start(timeout=20)
    try:
        await_known(daemon, "c1", "c32")
        stream, count = daemon.events("?form=batch&rate=30&levels=" + ",".join(f"c{n}" for n in range(1, 33))), [0]

        def follow():
            for name, data in stream:
                count[0] += len(data) if name == "levels" else 0
        threading.Thread(target=follow, daemon=True).start()

        def go_on():
            turn = 0
            while desk.alive:
                turn += 1
                play([-60 + (n * 7 + turn * 11) % 60 for n in range(32)])
                time.sleep(0.045)
        threading.Thread(target=go_on, daemon=True).start()
        time.sleep(3)
        before, told = daemon.cpu(), count[0]
        time.sleep(SECONDS)
        share, told = (daemon.cpu() - before) / SECONDS, (count[0] - told) / SECONDS
        if told < 400:
            raise SystemExit(f"only {told:.0f} levels a second came")
        row(f"{title}: levels of 32 channels, 20 times a second, on eight meters and a page's stream ({told:.0f} levels a second), processor",
            f"{share * 100:.1f} % of a core", "≤ 2 %", share <= 0.02)
    finally:
        daemon.destroy()
        desk.alive = False


def consoles():
    scene()
    x32, wing = Desk(), wing_desk.Desk()
    levels(x32, "X32", lambda levels: setattr(x32, "levels", {("/meters/0", n): level for n, level in enumerate(levels)}))
    levels(wing, "Wing", lambda levels: setattr(wing.meters, "levels", {("ch", n): (level,) for n, level in enumerate(levels, 1)}))
