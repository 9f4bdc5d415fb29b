"""X32: two things at once, each beside what the console or a tablet does meanwhile. docs/consoles.md has the rules."""

import threading
import time

import native
from test_x32 import config, has, known, to
from testing import check, equal, stays, test, wait_until
from x32_desk import Desk

TWO = "  vox: {target: {x32: foh, ch: 1}}\n  drum: {target: {x32: foh, ch: 2}}\n"


def started(desk, parameters=TWO, **more):
    faderd = native.Daemon(config(desk, parameters, **more)).start()
    known(faderd, "vox")
    return faderd


def stands(faderd, fader, position):
    wait_until(lambda: abs(faderd.motor(fader) - position) < 0.002, lambda: f"motor {fader} at {position}: {faderd.motor(fader)}")


@test("touch × scene: the fader under a finger stays while all others go to the scene, and goes there when the finger leaves; a finger that moves has its own value")
def touch_scene():
    desk = Desk(values={"/ch/01/mix/fader": to(0.5), "/ch/02/mix/fader": to(0.5)})
    desk.scenes = {3: {"/ch/01/mix/fader": to(0.2), "/ch/02/mix/fader": to(0.7)}, 5: {"/ch/01/mix/fader": to(0.1), "/ch/02/mix/fader": to(0.3)}}
    faderd = started(desk)
    stands(faderd, 1, 0.5)
    faderd.touch(1, True)
    desk.recall(3)
    stands(faderd, 2, to(0.7))
    # Longer than until everything is asked again.
    stays(lambda: abs(faderd.motor(1) - 0.5) < 0.002, lambda: f"the motor under the finger: {faderd.motor(1)}", 0.6)
    equal(desk.values["/ch/01/mix/fader"], to(0.2), "what the console has meanwhile")
    faderd.touch(1, False)
    stands(faderd, 1, to(0.2))
    equal(desk.sets(), [], "what was written")
    # It moves when the scene has come.
    faderd.touch(1, True)
    desk.recall(5)
    stands(faderd, 2, to(0.3))
    faderd.move(1, 0.6)
    has(desk, "/ch/01/mix/fader", to(0.6))
    faderd.touch(1, False)
    stays(lambda: desk.values["/ch/01/mix/fader"] == to(0.6) and abs(faderd.motor(1) - 0.6) < 0.002, lambda: f"{desk.values['/ch/01/mix/fader']}, {faderd.motor(1)}", 0.6)


@test("snapshot × scene: recalled at the same moment, again and again, faderd and the console end with the same values; the later one counts where both are apart")
def snapshot_scene():
    desk = Desk()
    channels = range(1, 17)
    desk.scenes = {3: {f"/ch/{n:02}/mix/fader": to(n / 40) for n in channels}}
    faderd = started(desk, "".join(f"  {'vox' if n == 1 else f'c{n}'}: {{target: {{x32: foh, ch: {n}}}}}\n" for n in channels) + "  drum: {}\n")
    known(faderd, "c16")

    def places():
        return {one["id"]: one["position"] for one in faderd.get("/v1/parameters") if one["id"] != "drum"}

    def same():
        return all(abs(place - desk.values[f"/ch/{1 if name == 'vox' else int(name[1:]):02}/mix/fader"]) < 0.001 for name, place in places().items())
    for n in channels:
        faderd.set("vox" if n == 1 else f"c{n}", "0 dB")
    equal(faderd.ctl("snapshot", "save", "loud").exit, 0)
    for _ in range(5):
        other = threading.Thread(target=desk.recall, args=(3,))
        other.start()
        equal(faderd.ctl("snapshot", "recall", "loud").exit, 0)
        other.join()
        time.sleep(0.8)
        wait_until(same, lambda: f"{places()}")
        check({round(place, 3) for place in places().values()} <= {0.75} | {round(to(n / 40), 3) for n in channels}, lambda: f"a value of neither: {places()}")
        desk.tablet("/-show/prepos/current", 0)
    equal(faderd.ctl("snapshot", "recall", "loud").exit, 0)
    has(desk, "/ch/16/mix/fader", to(0.75))
    time.sleep(0.5)
    desk.recall(3)
    wait_until(lambda: abs(places()["c16"] - to(0.4)) < 0.001 and same(), lambda: f"the later scene: {places()}")


@test("reload × renamed channel: a channel that is renamed while a reload comes into force has its new name afterwards, and nothing is written")
def reload_renamed():
    desk = Desk(values={"/ch/01/config/name": "Vox"})
    faderd = started(desk)
    wait_until(lambda: faderd.parameter("vox")["label"] == "Vox", "the name")
    text = faderd.config()
    for turn in range(6):
        ending = threading.Event()

        def rename():
            for count in range(20):
                desk.tablet("/ch/01/config/name", f"N {turn} {count}")  # noqa: B023 (ends before the next turn)
                time.sleep(0.01)
            ending.set()  # noqa: B023
        threading.Thread(target=rename, daemon=True).start()
        faderd.reload(text.replace("drum: {", f"drum: {{decimals: {turn + 1}, "))
        check(ending.wait(10), "the names")
        wait_until(lambda: faderd.parameter("vox")["label"] == f"N {turn} 19", lambda: f"the last name: {faderd.parameter('vox')['label']}")  # noqa: B023
    equal(desk.sets(), [], "what was written")


@test("lists × label from the console: a word without a label is called as the channel is, one with a label as the list says, also after words were added in between")
def lists_labels():
    desk = Desk(values={"/ch/01/config/name": "Lead", "/ch/02/config/name": "Kit", "/ch/03/config/name": "Grand"})
    text = ('version: 1\nlists: {ch: {vox: vox, drum: Trommel, keys: keys}}\ntargets: {foh: {x32: "127.0.0.1:%d"}}\nparameters:\n'
            '  "{ch}.fader": {label: "{label}", target: {x32: foh, ch: "{n}"}}\n' % desk.port)
    faderd = native.Daemon(text).start()

    def labels():
        return {one["id"]: one["label"] for one in faderd.get("/v1/parameters")}
    wait_until(lambda: labels() == {"vox.fader": "Lead", "drum.fader": "Trommel", "keys.fader": "Grand"}, lambda: f"{labels()}")
    # The keys are on channel 2 now.
    faderd.reload(text.replace("drum: Trommel, keys: keys", "keys: keys, drum: Trommel"))
    wait_until(lambda: labels() == {"vox.fader": "Lead", "drum.fader": "Trommel", "keys.fader": "Kit"}, lambda: f"{labels()}")
    desk.tablet("/ch/02/config/name", "Nord")
    wait_until(lambda: labels()["keys.fader"] == "Nord", lambda: f"{labels()}")


@test("two daemons on one console: each follows the other without writing, a fade of one ends where the other moves the fader, and two fades of one fader do not fight")
def two_daemons():
    desk = Desk(values={"/ch/01/mix/fader": to(0.5), "/ch/02/mix/fader": to(0.5)})
    here, there = started(desk), started(desk)
    here.touch(1, True)
    for step in range(30):
        here.move(1, 0.5 + step / 100)
        time.sleep(0.01)
    here.touch(1, False)
    stands(there, 1, 0.79)
    time.sleep(0.7)
    check(len(desk.sets()) <= 30, f"{len(desk.sets())} writes for 30 moves")
    stays(lambda: abs(here.motor(1) - 0.79) < 0.002 and abs(there.motor(1) - 0.79) < 0.002, lambda: f"{here.motor(1)}, {there.motor(1)}", 0.6)
    for one, low, high in ((here, "-60 dB", "0 dB"), (there, "0 dB", "-60 dB")):
        one.set("drum", high)
        time.sleep(0.6)
        equal(one.ctl("snapshot", "save", "goal", "--only", "drum").exit, 0)
        one.set("drum", low)
        time.sleep(0.6)
    for one in (here, there):
        equal(one.ctl("snapshot", "recall", "goal", "--over", "3s").exit, 0)
    time.sleep(1.5)
    written = len(desk.sets())
    time.sleep(2.5)
    places = [value for _, value in desk.sets("/ch/02/mix/fader")][-60:]
    check(len(desk.sets()) > written and places in (sorted(places), sorted(places, reverse=True)), f"one of both goes on alone: {places}")
    wait_until(lambda: here.text("drum") == there.text("drum"), lambda: f"{here.text('drum')}, {there.text('drum')}")
    written = len(desk.sets())
    stays(lambda: len(desk.sets()) == written, lambda: f"they go on writing: {desk.sets()[written:]}", 1)
