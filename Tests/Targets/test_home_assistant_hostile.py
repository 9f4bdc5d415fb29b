"""A Home Assistant that misbehaves: silence, slowness, floods, lies. The state is clear, memory is bounded, and the rest goes on."""

import threading
import time
from statistics import median

import native
from floods import others_go_on
from house import House, shows, started
from sound import bound, target
from test_home_assistant import PARAMETERS
from testing import check, equal, test, wait_until


def note(faderd):
    return target(faderd, "desk").get("note", "")


@test("a house that greets no more, or says nothing after the greeting, is noticed in time and tried again", limit=120)
def silence():
    house = House(greet=lambda link, shake: (link.link.sendall(shake), time.sleep(60)))
    faderd = started(house, {"desk": PARAMETERS["desk"]})
    wait_until(lambda: "does not greet" in note(faderd), lambda: target(faderd, "desk"), 20)
    house.greet = None
    bound(faderd, "desk")
    house.is_silent = True
    faderd.set("desk", "10")
    wait_until(lambda: "does not answer" in note(faderd), lambda: target(faderd, "desk"), 20)
    connections = house.connections
    wait_until(lambda: house.connections > connections, "another attempt", 30)
    house.is_silent = False
    # What it was asked while it was silent is given up after thirty seconds.
    wait_until(lambda: target(faderd, "desk")["state"] == "bound", lambda: target(faderd, "desk"), 60)
    # What was moved meanwhile is not written later.
    shows(faderd, desk="71 %")
    equal(house.requests, [])


@test("a service that takes long does not end the connection, and the newest value follows it", limit=120)
def slow():
    house = House()
    house.delay = 6
    faderd = started(house, {"desk": PARAMETERS["desk"]})
    bound(faderd, "desk")
    for value in ("10", "20", "30"):
        faderd.set("desk", value)
    wait_until(lambda: house.entities["light.desk"][1]["brightness"] == 77, lambda: house.requests, 40)
    equal([call[3]["brightness"] for call in house.requests], [26, 77])
    equal((house.connections, faderd.text("desk")), (1, "30 %"))
    check("ping" in house.asked, "nobody asked whether the house is there")


@test("wrong ids, results twice or in any order, and lies about entities change nothing that is not theirs")
def lies():
    house = House()
    faderd = started(house, PARAMETERS)
    bound(faderd, *PARAMETERS)
    shows(faderd, desk="71 %", gain="20.00")
    link, subscription = house.links[-1], next(iter(house.links[-1].subscriptions))
    for message in (
            {"id": 4711, "type": "result", "success": False, "error": {"code": "x", "message": "x"}}, {"id": 1, "type": "result", "success": True},
            {"id": "1", "type": "result"}, {"id": 1e300, "type": "pong"}, {"id": -1, "type": "event", "event": {}}, {"type": "event", "event": {"a": {}}},
            {"id": 4711, "type": "event", "event": {"c": {"light.desk": {"+": {"a": {"brightness": 1}}}}}},
            *({"id": subscription, "type": "event", "event": event} for event in (
                None, [], "x", {"a": []}, {"c": []}, {"r": {}}, {"a": {"light.desk": None, "light.nobody": {"s": "on"}}}, {"c": {"light.desk": None}},
                {"c": {"light.desk": {"+": {"a": {"brightness": {"x": 1}}}}}}, {"c": {"light.nobody": {"+": {"s": "on"}}}}, {"r": ["light.nobody", 7, None]},
                {"c": {"number.gain": {"+": {"s": "nan"}}}}, {"c": {"number.gain": {"+": {"s": "20.0"}}}}, {"c": {"light.desk": {"+": {"a": {"brightness": 180}}}}})),
            {"id": 7, "type": "auth_invalid"}, {"id": 8, "type": "auth_required"}):
        link.send(message)
    house.set("switch.ac", "off")
    shows(faderd, ac="off", desk="71 %", gain="20.00")
    # Results come in the opposite order.
    held = []
    answer = house.answer
    house.answer = lambda link, message: held.append((link, message)) if message["type"] == "call_service" else answer(link, message)
    setting = [threading.Thread(target=faderd.set, args=each) for each in (("desk", "10"), ("gain", "30"), ("ac", "on"))]
    for each in setting:
        each.start()
    wait_until(lambda: len(held) == 3, lambda: held)
    for each in reversed(held):
        answer(*each)
        answer(*each)
    for each in setting:
        each.join()
    wait_until(lambda: (house.entities["light.desk"][1]["brightness"], house.entities["number.gain"][0], house.entities["switch.ac"][0]) == (26, "30.0", "on"), lambda: house.entities)
    shows(faderd, desk="10 %", gain="30.00", ac="on")
    equal((house.connections, [target(faderd, name)["state"] for name in PARAMETERS]), (1, ["bound"] * 4))


@test("a flood of changes delays nothing else, its last counts, and memory stays", limit=120, alone=True)
def flood():
    house = House()
    faderd = started(house, PARAMETERS)
    bound(faderd, *PARAMETERS)
    before = faderd.memory()
    flooding = native.Threads()

    def change():
        for number in range(20_000):
            house.set("light.desk", brightness=1 + number % 200)
        house.set("light.desk", brightness=255)

    flooding.run(change)
    times = others_go_on(faderd, 200)
    check(median(times) < 0.05, lambda: f"half of the moves of another fader took longer than {median(times)} s")
    flooding.join(60)
    shows(faderd, desk="100 %")
    check(faderd.memory() - before < 16 << 10, lambda: f"{faderd.memory() - before} KiB more")
    equal((house.connections, house.requests), (1, []))


@test("500 entities with 50 changes a second cost nothing where nothing of them is bound, and nothing wakes while nothing changes", limit=120, alone=True)
def idle():
    known = {f"light.l{number}": ["on", {"friendly_name": f"L {number}", "brightness": 100}] for number in range(500)}
    house = House(known=known | {"light.desk": ["on", {"friendly_name": "Desk", "brightness": 180}]})
    faderd = started(house, {"desk": PARAMETERS["desk"]})
    bound(faderd, "desk")
    equal(list(house.links[-1].subscriptions.values()), [["light.desk"]])
    time.sleep(2)
    before = faderd.switches()
    for number in range(150):
        house.set(f"light.l{number % 500}", brightness=number)
        time.sleep(0.02)
    more = faderd.switches() - before
    check(more <= 3, lambda: f"{more} wake-ups during 150 changes of others")
