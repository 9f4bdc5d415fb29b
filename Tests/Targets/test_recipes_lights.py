"""The recipe of docs/lights.md, on a network of its own with ears for both protocols."""

import lights
import testing
from recipes import configs, prepared, recipes
from testing import equal


@recipes("the recipe for lights: nothing is sent before somebody changes something, then the whole universe of that, and after a restart nothing again", "lights")
def dark():
    (where, text), = (each for each in configs("lights") if "artnet" in each[1])
    equal(text.count("192.168.1.30"), 1, "Art-Net nodes in the recipe")
    network = lights.Network()
    stage, node = network.hear(1), network.hear(port=6454)
    faderd = prepared(text.replace("192.168.1.30", lights.STAGE))
    inside = network.inside(network.desk)
    faderd.start(wrap=inside)
    silent = lambda *ears: testing.stays(lambda: not any(ear.frames for ear in ears), lambda: f"{where}: {[ear.frames[-3:] for ear in ears]}, which nobody meant", 1.5)
    silent(stage, node)
    equal(faderd.put("front", position=0.5).status, 200, "status of a drag")
    stage.await_levels(1, 12, 128)
    equal(list(stage.of(1)[0].levels[:14]), [0] * 11 + [128, 0, 0], f"{where}: the first frame")
    equal(stage.of(1)[0].priority, 100, f"{where}: the priority")
    silent(node)
    faderd.set("spot", "100 %")
    stage.await_levels(1, 12, 128, 255, 255)
    faderd.set("wash", "#ff8040")
    node.await_levels(0, 1, 191, 64, 0, 64)
    equal([list(node.of(0)[0].levels[each:each + 2]) for each in (4, 19)], [[0, 0], [0, 0]], f"{where}: the other channels of the first frame")
    faderd.set("smoke", "on")
    faderd.set("gobo", "stars")
    node.await_levels(0, 20, 255, 30)
    equal(faderd.stop(), 0, "exit code")
    testing.wait_until(lambda: len(stage.of(1, "end")) == 3, "the end of the stream")
    stage.frames.clear(), node.frames.clear()
    faderd.start(wrap=inside)
    silent(stage, node)
    faderd.set("gobo", "open")
    node.await_levels(0, 1, 191, 64, 0, 64)
    node.await_levels(0, 20, 255, 0)
    silent(stage)


@recipes("the recipe for those who come from MIDIMonster: one list for eight dimmers, beside OSC in", "lights")
def from_midimonster():
    (where, text), = (each for each in configs("lights") if "artnet" not in each[1])
    network = lights.Network()
    stage = network.hear(1)
    faderd = prepared(text.replace("192.168.1.7:9000", "127.0.0.1:9000"))
    faderd.start(wrap=network.inside(network.desk))
    faderd.set("dim.8", "100")
    stage.await_levels(1, 8, 255)
    equal(faderd.request("PUT", "/v1/parameters/dim.1", {"position": 0.5}).status, 200, f"{where}: status of a drag")
    stage.await_levels(1, 1, 128)
    equal(faderd.parameter("dim.3")["label"], "Dimmer 3", where)
    equal(faderd.stop(), 0, "exit code")
