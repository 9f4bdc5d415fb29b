"""Home Assistant as a target: lamps, switches, fans, blinds, players and the rest, both ways, with a stand-in that says what the real one was recorded to say."""

import json
import os
import time

from house import House, absent, called, lamp, shows, started, text_of, write_token
from sound import bound, target
from testing import check, equal, test, wait_until

PARAMETERS = {
    "desk": "{type: percent, target: {home-assistant: house, entity: light.desk}}",
    "sofa": "{type: percent, target: {home-assistant: house, entity: light.sofa}}",
    "ac": "{kind: toggle, target: {home-assistant: house, entity: switch.ac}}",
    "gain": "{min: 0, max: 100, target: {home-assistant: house, entity: number.gain}}",
}


@test("what the house shows counts at the start, and changes go both ways, also those of somebody in the house")
def both_ways():
    house = House()
    faderd = started(house, PARAMETERS)
    bound(faderd, *PARAMETERS)
    shows(faderd, desk="71 %", sofa="0 %", ac="on", gain="20.00")
    equal(house.requests, [], "calls before anybody has asked for one")
    faderd.set("desk", "50")
    called(house, ("light", "turn_on", "light.desk", {"brightness": 128}))
    faderd.move(1, 1)
    wait_until(lambda: house.entities["light.desk"][1]["brightness"] == 255, lambda: f"a hand: {house.requests}")
    house.set("light.desk", brightness=51)
    shows(faderd, desk="20 %")
    wait_until(lambda: abs(faderd.motor(1) - 0.2) < 0.01, lambda: f"the motor: {faderd.motor(1)}")
    faderd.set("ac", "off")
    called(house, ("switch", "turn_off", "switch.ac", {}), entities=["switch.ac"])
    house.set("switch.ac", "on")
    shows(faderd, ac="on")
    faderd.set("gain", "33.5")
    called(house, ("number", "set_value", "number.gain", {"value": 33.5}), entities=["number.gain"])
    house.set("number.gain", "12.0")
    shows(faderd, gain="12.00")
    equal(len(house.calls()), 4, "calls: none of a change in the house")


@test("nothing is called at a start, a reload or a recall where the house shows it already")
def nothing_twice():
    house = House()
    faderd = started(house, PARAMETERS)
    bound(faderd, *PARAMETERS)
    shows(faderd, desk="71 %", gain="20.00")
    for words in (("snapshot", "save", "now"), ("reload",), ("snapshot", "recall", "now")):
        equal(faderd.ctl(*words).exit, 0, f"exit of {words}")
    faderd.restart()
    bound(faderd, *PARAMETERS)
    faderd.ctl("snapshot", "recall", "now")
    equal(house.requests, [])
    faderd.set("desk", "10")
    wait_until(lambda: len(house.requests) == 1, lambda: house.requests)
    faderd.ctl("snapshot", "recall", "now")
    called(house, ("light", "turn_on", "light.desk", {"brightness": 26}), ("light", "turn_on", "light.desk", {"brightness": 180}))


@test("a drag makes one call at a time, the newest value wins, and its echoes move nothing back")
def drag():
    house = House()
    house.delay = 0.15
    faderd = started(house, {"desk": PARAMETERS["desk"]})
    bound(faderd, "desk")
    seen = []
    for number in range(60):
        faderd.move(1, number / 59)
        seen.append(faderd.value("desk"))
        time.sleep(0.01)
    wait_until(lambda: house.entities["light.desk"][1]["brightness"] == 255, lambda: house.requests)
    equal(seen, sorted(seen), "the parameter while the fader goes up")
    check(len(house.requests) < 20, lambda: f"{len(house.requests)} calls")
    shows(faderd, desk="100 %")


@test("a lamp that reports the steps of its way keeps the motor still, and what somebody does meanwhile counts at once")
def steps():
    house = House()
    reported = []

    def glide(context, service, data):
        # As some lamps do: the aim at once, then the way, then the aim.
        for brightness in (data["brightness"], 200, 150, 100, 60, data["brightness"]):
            house.set("light.desk", "on", context, brightness=brightness)
            reported.append(brightness)

    house.later["light.desk"] = glide
    faderd = started(house, {"desk": PARAMETERS["desk"]})
    bound(faderd, "desk")
    faderd.set("desk", "20")
    wait_until(lambda: len(reported) == 6, lambda: reported)
    context = house.entities["light.desk"][2]
    for brightness in (180, 90, 51):
        house.set("light.desk", context=context, brightness=brightness)
        equal(faderd.text("desk"), "20 %", "while the lamp is on its way")
    house.set("light.desk", brightness=255)
    shows(faderd, desk="100 %")
    equal(len(house.requests), 1, "calls")


@test("what the house makes of a value counts once nothing more comes of it: a fan with four speeds, a lamp that does nothing")
def rounded():
    house = House()
    faderd = started(house, {"fan": "{type: percent, target: {home-assistant: house, entity: fan.ceiling}}", "desk": PARAMETERS["desk"]}, faders={1: "fan", 2: "desk"})
    bound(faderd, "fan", "desk")
    shows(faderd, fan="50 %")
    faderd.set("fan", "60")
    called(house, ("fan", "set_percentage", "fan.ceiling", {"percentage": 60}))
    shows(faderd, fan="75 %")
    house.later["light.desk"] = lambda *_: None
    faderd.set("desk", "10")
    wait_until(lambda: house.calls("light.desk"), lambda: house.requests)
    shows(faderd, desk="71 %")
    equal(len(house.requests), 2)


@test("one request of an entity is under way at a time, also if two parameters are bound to it")
def one_at_a_time():
    house = House()
    under_way, most = [], []

    def slow(context, service, data):
        under_way.append(1)
        most.append(len(under_way))
        time.sleep(0.05)
        house.perform("light", service, "light.desk", data, context)
        under_way.pop()

    house.later["light.desk"] = slow
    house.delay = 0.001
    faderd = started(house, {"desk": PARAMETERS["desk"], "warmth": "{min: 2000, max: 6500, unit: K, target: {home-assistant: house, entity: light.desk, attribute: temperature}}"})
    bound(faderd, "desk", "warmth")
    for number in range(5):
        faderd.set("desk", f"{30 + number}")
        faderd.set("warmth", f"{3000 + 100 * number}")
    wait_until(lambda: (house.entities["light.desk"][1]["brightness"], house.entities["light.desk"][1]["color_temp_kelvin"]) == (87, 3400), lambda: house.requests)
    equal(max(most), 1, "calls under way")


@test("an entity may be unavailable, come, go and be missing, and the note says which there are")
def comes_and_goes():
    house = House()
    faderd = started(house, {**PARAMETERS, "lost": "{type: percent, target: {home-assistant: house, entity: light.dsk}}"})
    bound(faderd, *PARAMETERS)
    absent(faderd, "lost", "the house has no light.dsk: there is light.desk, light.sofa")
    house.set("light.desk", "unavailable", gone=["brightness"])
    absent(faderd, "desk", "unavailable")
    # What is chosen now is not done later.
    faderd.set("desk", "5")
    house.set("light.desk", "on", brightness=102)
    bound(faderd, "desk")
    shows(faderd, desk="40 %")
    house.remove("light.desk")
    absent(faderd, "desk", "the house has no light.desk")
    house.put("light.desk", "on", friendly_name="Desk", brightness=255)
    bound(faderd, "desk")
    shows(faderd, desk="100 %")
    house.put("light.dsk", "on", **lamp("Found", 51)[1])
    bound(faderd, "lost")
    shows(faderd, lost="20 %")
    equal(house.requests, [])
    # A number that is not known yet can be set.
    house.set("number.gain", "unknown")
    wait_until(lambda: "does not know" in target(faderd, "gain").get("note", ""), lambda: target(faderd, "gain"))
    faderd.set("gain", "50")
    called(house, ("number", "set_value", "number.gain", {"value": 50.0}))


@test("a house that restarts is bound again by itself, and what it shows then counts")
def restart():
    house = House()
    faderd = started(house, PARAMETERS)
    bound(faderd, *PARAMETERS)
    house.close()
    absent(faderd, "desk", "")
    # Its port is open before its entities are there.
    early = House(port=house.port, known={"switch.ac": ["unavailable", {"friendly_name": "AC", "restored": True}]})
    absent(faderd, "ac", "unavailable")
    early.put("switch.ac", "off", friendly_name="AC")
    early.put("light.desk", "on", friendly_name="Desk", brightness=51)
    bound(faderd, "ac", "desk")
    shows(faderd, ac="off", desk="20 %")
    equal(early.requests, [])


@test("a refused token is sent once, told once, and tried again when its file changes")
def refused():
    house = House()
    faderd = started(house, PARAMETERS, token="wrong")
    absent(faderd, "desk", "refuses the token in house.token (Invalid access token or password)")
    time.sleep(1)
    equal(house.refused, 1, "refusals")
    equal(faderd.log().count("refuses the token"), 1, "lines of the log")
    found = [line for line in faderd.ctl("doctor").out.splitlines() if "refuses the token" in line]
    check(len(found) == 1 and found[0].startswith("✗"), lambda: f"the doctor: {faderd.ctl('doctor').out}")
    write_token(faderd)
    bound(faderd, "desk")
    os.chmod(f"{faderd.directory}/house.token", 0o644)
    faderd.restart()
    absent(faderd, "desk", "others can read the secret")


@test("a call that the house refuses is told, and the motor goes back to what is shown")
def refusals():
    house = House()
    house.refusals[("number", "set_value")] = {"code": "service_validation_error", "message": "Value 90.0 is outside \x1b[31m valid range 0 - 50"}
    faderd = started(house, {"gain": PARAMETERS["gain"]})
    bound(faderd, "gain")
    faderd.set("gain", "90")
    wait_until(lambda: "outside" in target(faderd, "gain").get("lastError", ""), lambda: target(faderd, "gain"))
    shows(faderd, gain="20.00")
    check("\x1b" not in target(faderd, "gain")["lastError"] and "\x1b" not in faderd.log(), lambda: target(faderd, "gain"))
    equal(len(house.requests), 1)
    house.refusals.clear()
    faderd.set("gain", "40")
    wait_until(lambda: target(faderd, "gain")["state"] == "bound" and house.entities["number.gain"][0] == "40.0", lambda: target(faderd, "gain"))


@test("what could be bound is listed with its name and room, and a parameter without a label is called as its entity is")
def names():
    house = House()
    house.set("light.sofa", friendly_name="So\x1b[31mfa")
    faderd = started(house, PARAMETERS)
    bound(faderd, *PARAMETERS)

    def found():
        return [(one["kind"], one["name"], *one["words"][:2], one.get("parameter")) for one in faderd.get("/v1/targets?look")["candidates"]]

    wait_until(lambda: ("light", "Desk lamp", "entity: light.desk", "room: Office", "desk") in found(), lambda: found())
    check(not any("\x1b" in word for one in found() for word in one if word), lambda: found())
    wait_until(lambda: faderd.parameter("desk")["label"] == "Desk lamp" and faderd.parameter("gain")["label"] == "Gain", lambda: faderd.parameter("desk"))
    house.set("light.desk", friendly_name="Writing desk")
    wait_until(lambda: faderd.parameter("desk")["label"] == "Writing desk", lambda: faderd.parameter("desk"))


@test("what the house has is offered, each with a parameter that the config takes as it is")
def offers():
    house = House()
    # What is off has no temperature.
    house.set("light.sofa", "on", brightness=255, color_temp_kelvin=3000)
    faderd = started(house, PARAMETERS)
    bound(faderd, *PARAMETERS)
    wait_until(lambda: [one for one in faderd.get("/v1/targets?look")["candidates"] if one["name"] == "Desk lamp"], lambda: faderd.get("/v1/targets?look"))
    found = [one for one in faderd.get("/v1/targets?look")["candidates"] if one["target"] == "home-assistant"]
    what = {one["name"]: [each["what"] for each in one["offers"]] for one in found}
    equal({name: what[name] for name in ("Desk lamp", "Kitchen", "Movie", "Gain")},
          {"Desk lamp": ["brightness", "state", "color", "temperature"], "Kitchen": ["volume", "state", "mute", "source"], "Movie": ["press"], "Gain": ["value"]})
    parameters = {f"p{number}": json.dumps(each["parameter"]) for number, each in enumerate(each for one in found for each in one["offers"])}
    faderd.configure(text_of(house, parameters, faders={1: "other"}))
    answer = faderd.ctl("reload")
    equal(answer.exit, 0, answer.err)
    pressed = [name for name, what in parameters.items() if '"trigger"' in what]
    bound(faderd, *(name for name in parameters if name not in pressed))
    equal(len(pressed), 3, "triggers")
    equal(house.requests, [])


@test("only what is bound is asked for, in one subscription, which follows a reload")
def subscriptions():
    house = House()
    faderd = started(house, PARAMETERS)
    bound(faderd, *PARAMETERS)
    equal([sorted(ids) for ids in house.links[-1].subscriptions.values()], [["light.desk", "light.sofa", "number.gain", "switch.ac"]])
    faderd.reload(text_of(house, {"fan": "{type: percent, target: {home-assistant: house, entity: fan.ceiling}}"}))
    bound(faderd, "fan")
    wait_until(lambda: list(house.links[-1].subscriptions.values()) == [["fan.ceiling"]], lambda: house.links[-1].subscriptions)
    equal(house.connections, 1, "connections")


KINDS = {
    "shines": "{kind: color, target: {home-assistant: house, entity: light.desk}}",
    "fan": "{type: percent, target: {home-assistant: house, entity: fan.ceiling}}",
    "spins": "{kind: toggle, target: {home-assistant: house, entity: fan.ceiling}}",
    "blind": "{type: percent, target: {home-assistant: house, entity: cover.blind}}",
    "slats": "{type: percent, target: {home-assistant: house, entity: cover.blind, attribute: tilt}}",
    "is_open": "{kind: toggle, words: [closed, open], target: {home-assistant: house, entity: cover.blind}}",
    "kitchen": "{type: percent, target: {home-assistant: house, entity: media_player.kitchen}}",
    "quiet": "{kind: toggle, target: {home-assistant: house, entity: media_player.kitchen, attribute: mute}}",
    "plays": "{kind: choice, target: {home-assistant: house, entity: media_player.kitchen, attribute: source}}",
    "bath": "{min: 5, max: 30, decimals: 1, target: {home-assistant: house, entity: climate.bath}}",
    "heats": "{kind: choice, options: [Warm, Out], target: {home-assistant: house, entity: climate.bath, words: [heat, \"off\"]}}",
    "speed": "{kind: choice, target: {home-assistant: house, entity: select.speed}}",
    "guests": "{kind: toggle, target: {home-assistant: house, entity: input_boolean.guests}}",
}


@test("colors, fans, blinds, players, heaters and selects go both ways, and a choice without options has those of the house")
def kinds():
    house = House()
    faderd = started(house, KINDS, faders={1: "fan", 2: "other"})
    bound(faderd, *KINDS)
    shows(faderd, shines="#b4743a", fan="50 %", spins="on", blind="70 %", slats="40 %", is_open="open", kitchen="40 %", quiet="off", plays="Radio",
          bath="21.0", heats="Warm", speed="slow", guests="off")
    equal(house.requests, [], "calls before anybody has asked for one")
    for name, text, *call in (
            ("shines", "#800000", "light", "turn_on", "light.desk", {"rgb_color": [255, 0, 0], "brightness": 128}),
            ("shines", "#000000", "light", "turn_off", "light.desk", {}),
            ("fan", "75", "fan", "set_percentage", "fan.ceiling", {"percentage": 75}),
            ("spins", "off", "fan", "turn_off", "fan.ceiling", {}),
            ("slats", "10", "cover", "set_cover_tilt_position", "cover.blind", {"tilt_position": 10}),
            ("blind", "30", "cover", "set_cover_position", "cover.blind", {"position": 30}),
            ("is_open", "closed", "cover", "close_cover", "cover.blind", {}),
            ("kitchen", "25", "media_player", "volume_set", "media_player.kitchen", {"volume_level": 0.25}),
            ("quiet", "on", "media_player", "volume_mute", "media_player.kitchen", {"is_volume_muted": True}),
            ("plays", "TV", "media_player", "select_source", "media_player.kitchen", {"source": "TV"}),
            ("bath", "22.5", "climate", "set_temperature", "climate.bath", {"temperature": 22.5}),
            ("heats", "Out", "climate", "set_hvac_mode", "climate.bath", {"hvac_mode": "off"}),
            ("speed", "fast", "select", "select_option", "select.speed", {"option": "fast"}),
            ("guests", "on", "input_boolean", "turn_on", "input_boolean.guests", {})):
        before = len(house.requests)
        faderd.set(name, text)
        wait_until(lambda: house.requests[before:] == [tuple(call)], lambda: f"{name} {text}: {house.requests[before:]}")
    shows(faderd, fan="0 %", blind="0 %", speed="fast")
    house.set("light.desk", "on", rgb_color=[0, 255, 0], brightness=255)
    house.set("cover.blind", "open", current_position=55)
    house.set("media_player.kitchen", volume_level=0.6, is_volume_muted=False, source="DVD")
    house.set("climate.bath", "heat", temperature=19)
    shows(faderd, shines="#00ff00", blind="55 %", is_open="open", kitchen="60 %", quiet="off", plays="DVD", bath="19.0", heats="Warm")
    house.set("climate.bath", "cool")
    wait_until(lambda: 'it is "cool", which is not an option of heats' in target(faderd, "heats").get("note", ""), lambda: target(faderd, "heats"))
    house.set("select.speed", options=["slow", "fast", "f\x07aster"])
    wait_until(lambda: len(faderd.parameter("speed")["options"]) == 3, lambda: faderd.parameter("speed"))


@test("a player that is off has no volume, and a lamp that is off no temperature: what is chosen for the lamp meanwhile is set when it is on, and lights nothing")
def away():
    house = House()
    faderd = started(house, {
        "kitchen": KINDS["kitchen"], "warmth": "{min: 2000, max: 6500, decimals: 0, unit: K, target: {home-assistant: house, entity: light.desk, attribute: temperature}}"})
    house.set("light.desk", color_temp_kelvin=3000)
    bound(faderd, "kitchen", "warmth")
    shows(faderd, warmth="3000 K")
    house.set("light.desk", "off", brightness=None, color_temp_kelvin=None)
    house.set("media_player.kitchen", "off", gone=["volume_level", "is_volume_muted", "source"])
    absent(faderd, "warmth", "it is off")
    absent(faderd, "kitchen", "it is off")
    faderd.set("warmth", "2700")
    faderd.set("kitchen", "90")
    time.sleep(0.3)
    equal(house.requests, [], "calls while both are off")
    check("is not there" not in faderd.log(), faderd.log)
    house.set("light.desk", "on", brightness=255, color_temp_kelvin=3000)
    house.set("media_player.kitchen", "on", volume_level=0.3)
    called(house, ("light", "turn_on", "light.desk", {"color_temp_kelvin": 2700}))
    shows(faderd, warmth="2700 K", kitchen="30 %")


@test("a blind that moves slowly keeps the motor where it was put, and tells where it has stopped if somebody stops it")
def journey():
    house = House()
    contexts = []

    def begin(context, service, data):
        contexts.append(context)
        house.set("cover.blind", "closing", context)

    house.later["cover.blind"] = begin
    faderd = started(house, {"blind": KINDS["blind"]})
    bound(faderd, "blind")
    shows(faderd, blind="70 %")
    faderd.set("blind", "20")
    wait_until(lambda: contexts, lambda: house.requests)
    for position in (65, 60, 55):
        # After five seconds the context is no longer that of the call.
        house.set("cover.blind", "closing", current_position=position)
        equal(faderd.text("blind"), "20 %", "on the way")
    house.set("cover.blind", "open", current_position=50)
    shows(faderd, blind="50 %")
    # Somebody else lets it go further.
    house.set("cover.blind", "closing", current_position=45)
    shows(faderd, blind="45 %")
    equal(len(house.requests), 1)


@test("a trigger puts on a scene, starts a script and presses a button, and says that the house has none of that name")
def presses():
    house = House()
    faderd = started(house, {
        "movie": "{kind: trigger, target: {home-assistant: house, entity: scene.movie}}", "night": "{kind: trigger, target: {home-assistant: house, entity: script.goodnight}}",
        "bell": "{kind: trigger, target: {home-assistant: house, entity: button.doorbell}}", "wrong": "{kind: trigger, target: {home-assistant: house, entity: scene.moie}}"},
        faders={2: "other"})
    wait_until(lambda: house.links and "scene.movie" in next(iter(house.links[-1].subscriptions.values()), []), lambda: house.asked)
    for number, (name, *call) in enumerate((("movie", "scene", "turn_on", "scene.movie"), ("night", "script", "turn_on", "script.goodnight"), ("bell", "button", "press", "button.doorbell"))):
        equal(faderd.ctl("press", name).exit, 0, f"exit of press {name}")
        wait_until(lambda: [each[:3] for each in house.requests[number:]] == [tuple(call)], lambda: f"{name}: {house.requests}")
    equal(faderd.ctl("press", "wrong").exit, 65)
    wait_until(lambda: "the house has no scene.moie: there is scene.movie" in faderd.log(), faderd.log)
    house.put("script.goodnight", "unavailable", friendly_name="Good night")
    wait_until(lambda: faderd.ctl("press", "night").exit == 65 and "script.goodnight is unavailable" in faderd.log(), faderd.log)
    house.refusals[("scene", "turn_on")] = {"code": "unknown_error", "message": "Unknown error"}
    equal(faderd.ctl("press", "movie").exit, 65)
    wait_until(lambda: "Home Assistant refuses it: Unknown error" in faderd.log(), faderd.log)
    before = len(house.requests)
    house.close()
    wait_until(lambda: "not there" in faderd.log(), faderd.log)
    faderd.ctl("press", "bell")
    wait_until(lambda: faderd.log().count("bell failed") == 1, faderd.log)
    equal(len(house.requests), before, "calls of a house that is gone")
