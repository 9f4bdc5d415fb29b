"""Snapcast as a target: volumes and mutes of clients, mutes and streams of groups, both ways, with a second client of the server."""

import json
from statistics import median

import native
from floods import others_go_on
from snapcast_server import Hand, SnapcastServer
from sound import bound, target
from testing import check, equal, test, wait_until

PARAMETERS = {
    "kitchen": "{type: percent, target: {snapcast: house, client: Kitchen}}",
    "kitchen_mute": "{kind: toggle, target: {snapcast: house, client: kitchen-id, property: mute}}",
    "bath": "{type: percent, target: {snapcast: house, client: bath}}",
    "down_mute": "{kind: toggle, target: {snapcast: house, group: Downstairs, property: mute}}",
    "down": "{kind: choice, options: [TV, Radio], target: {snapcast: house, group: Downstairs, property: stream, words: [default, radio]}}",
}


def started(server, parameters=None, fader="kitchen"):
    lines = "".join(f"  {each}: {what}\n" for each, what in (parameters or PARAMETERS).items())
    text = f"version: 1\ntargets: {{house: {{snapcast: \"{server.address}\"}}}}\nparameters:\n{lines}  other: {{}}\n"
    return native.Daemon(text + native.desk({1: fader, 2: "other"})).start()


@test("what a Snapcast server shows counts at the start, and changes go both ways, also those of another client")
def both_ways():
    server = SnapcastServer()
    hand, faderd = Hand(server), started(server)
    bound(faderd, *PARAMETERS)
    wait_until(lambda: faderd.value("kitchen") == 40 and faderd.value("bath") == 70, lambda: f"the volumes: {faderd.value('kitchen')}")
    equal(server.requests, [], "changes before anybody has asked for one")
    faderd.set("kitchen", "55")
    wait_until(lambda: server.clients["kitchen-id"][2:4] == [55, False], lambda: f"a typed text: {server.clients}")
    faderd.move(1, 1)
    wait_until(lambda: server.clients["kitchen-id"][2] == 100, lambda: f"a hand: {server.clients}")
    hand.volume("kitchen-id", 20)
    wait_until(lambda: faderd.value("kitchen") == 20, lambda: f"another client: {faderd.value('kitchen')}")
    faderd.set("kitchen_mute", "on")
    wait_until(lambda: server.clients["kitchen-id"][2:4] == [20, True], lambda: f"the mute leaves the volume: {server.clients}")
    hand.volume("kitchen-id", 25)
    wait_until(lambda: not faderd.value("kitchen_mute") and faderd.value("kitchen") == 25, "mute and volume of another client")
    faderd.set("down_mute", "on")
    wait_until(lambda: server.groups["down-id"][1], "the mute of the group")
    faderd.set("down", "Radio")
    wait_until(lambda: server.groups["down-id"][2] == "radio", "the stream")
    hand.ask("Group.SetStream", id="down-id", stream_id="default")
    wait_until(lambda: faderd.text("down") == "TV", lambda: f"the stream of another client: {faderd.text('down')}")
    hand.ask("Group.SetStream", id="down-id", stream_id="a\x1b[31mlien")
    wait_until(lambda: "not an option of down" in target(faderd, "down").get("note", ""), lambda: target(faderd, "down"))
    check("\x1b" not in target(faderd, "down")["note"], lambda: target(faderd, "down"))


@test("volume and mute of one client, set at once, do not undo one another")
def together():
    server = SnapcastServer()
    faderd = started(server)
    bound(faderd, "kitchen", "kitchen_mute")
    for number in range(20):
        faderd.set("kitchen", f"{number + 1}")
        faderd.set("kitchen_mute", "on" if number % 2 else "off")
        wait_until(lambda: server.clients["kitchen-id"][2:4] == [number + 1, number % 2 == 1], lambda: f"{number}: {server.clients}")


@test("a renamed client stays bound, one that the server has not is absent, and comes with the server's next state")
def names():
    server = SnapcastServer()
    hand = Hand(server)
    faderd = started(server, {**PARAMETERS, "attic": "{type: percent, target: {snapcast: house, client: Attic}}"})
    bound(faderd, "kitchen")
    equal(target(faderd, "attic")["state"], "absent")
    check("no client \"Attic\"" in target(faderd, "attic")["note"], lambda: target(faderd, "attic"))
    hand.ask("Client.SetName", id="kitchen-id", name="Pantry")
    hand.volume("kitchen-id", 33)
    wait_until(lambda: faderd.value("kitchen") == 33 and target(faderd, "kitchen")["state"] == "bound", lambda: target(faderd, "kitchen"))
    server.clients["attic-id"] = ["Attic", "attic", 66, False, True]
    server.groups["up-id"][3].append("attic-id")
    server.notify("Client.OnConnect", id="attic-id", client=server.client("attic-id"))
    bound(faderd, "attic")
    wait_until(lambda: faderd.value("attic") == 66, "the volume of the new client")
    found = [(one["kind"], one["name"], one["words"][0], one.get("parameter")) for one in faderd.get("/v1/targets")["candidates"]]
    check(("client", "Pantry", "id: kitchen-id", "kitchen") in found and ("group", "Downstairs", "id: down-id", None) in found, lambda: found)
    server.clients["attic-id"][4] = False
    server.notify("Client.OnDisconnect", id="attic-id", client=server.client("attic-id"))
    wait_until(lambda: "not connected" in target(faderd, "attic").get("note", ""), lambda: target(faderd, "attic"))
    faderd.set("attic", "44")
    wait_until(lambda: server.clients["attic-id"][2] == 44, "the volume of a client that is switched off, which the server keeps for it")
    del server.clients["attic-id"]
    server.groups["up-id"][3].remove("attic-id")
    server.update()
    wait_until(lambda: target(faderd, "attic")["state"] == "absent", lambda: target(faderd, "attic"))


@test("clients and groups are offered with what the server shows, each with a parameter that the config takes as it is; as many as are allowed, and how many more there are")
def offers():
    server = SnapcastServer()
    faderd = started(server)
    bound(faderd, "kitchen")
    found = faderd.get("/v1/targets")
    of = {one["name"]: {each["what"]: each.get("value") for each in one["offers"]} for one in found["candidates"]}
    equal(of["Kitchen"], {"volume": "40 %", "mute": "off"})
    equal(of["Downstairs"], {"mute": "off", "stream": "default"})
    parameters = {f"p{number}": json.dumps(each["parameter"]) for number, each in
                  enumerate(each for one in found["candidates"] for each in one["offers"])}
    lines = "".join(f"  {each}: {what}\n" for each, what in parameters.items())
    faderd.configure(f"version: 1\ntargets: {{house: {{snapcast: \"{server.address}\"}}}}\nparameters:\n{lines}")
    answer = faderd.ctl("reload")
    equal(answer.exit, 0, answer.err)
    bound(faderd, *parameters)
    # Two clients of one name are told apart, and one without a sane id is not listed.
    for number in range(200):
        server.clients[f"c{number}"] = ["Same", "same", 50, False, True]
    server.clients["x\n"] = ["Odd", "odd", 50, False, True]
    server.groups["up-id"][3].extend([*(f"c{number}" for number in range(200)), "x\n"])
    server.update()
    wait_until(lambda: faderd.get("/v1/targets").get("more"), "clients that are not listed")
    found = faderd.get("/v1/targets")
    clients = [one for one in found["candidates"] if one["kind"] == "client"]
    equal((len(clients), found["more"]), (128, len(server.clients) - 128), "what is listed, and what is not")
    words = [one["offers"][0]["parameter"]["target"]["client"] for one in clients]
    check(len(set(words)) == len(words) and words.count("Same") == 1 and "x\n" not in words, lambda: words)


@test("a volume without a label is called as its client is, whatever that is called")
def labels():
    server = SnapcastServer()
    hand, faderd = Hand(server), started(server)
    bound(faderd, *PARAMETERS)

    def label(parameter):
        return faderd.parameter(parameter)["label"]

    wait_until(lambda: (label("kitchen"), label("bath")) == ("Kitchen", "bath"), lambda: (label("kitchen"), label("bath")))
    equal(label("kitchen_mute"), "kitchen_mute", "a mute is not called as its client")
    hand.ask("Client.SetName", id="kitchen-id", name="Pantry")
    wait_until(lambda: label("kitchen") == "Pantry", lambda: label("kitchen"))
    for name in ["é" * 100, "\U0001f3b5" * 50, "a\x1b[31m\r\nb\x00c", "\u202eabc", "x" * 200_000]:
        hand.ask("Client.SetName", id="kitchen-id", name=name)
        wait_until(lambda: label("kitchen") != "Pantry", lambda: label("kitchen"))
        check(len(label("kitchen")) <= 64 and not set(label("kitchen")) & {"\x1b", "\n", "\x00"}, lambda: label("kitchen"))
        shown = [one["name"] for one in faderd.get("/v1/targets")["candidates"]] + target(faderd, "kitchen")["matched"]
        check(all(len(one) <= 100 and not set(one) & {"\x1b", "\n", "\x00"} for one in shown), lambda: shown)
        hand.ask("Client.SetName", id="kitchen-id", name="Pantry")
        wait_until(lambda: label("kitchen") == "Pantry", lambda: label("kitchen"))
    # Without a name it is called as its machine.
    hand.ask("Client.SetName", id="kitchen-id", name="")
    wait_until(lambda: label("kitchen") == "kitchen", lambda: label("kitchen"))


@test("a choice without options has the streams of the server, also those that come")
def streams():
    server = SnapcastServer()
    hand = Hand(server)
    faderd = started(server, {"down": "{kind: choice, target: {snapcast: house, group: Downstairs, property: stream}}"}, "down")
    bound(faderd, "down")
    wait_until(lambda: faderd.text("down") == "default", lambda: faderd.text("down"))
    faderd.set("down", "radio")
    wait_until(lambda: server.groups["down-id"][2] == "radio", lambda: server.groups)
    server.streams.append("TV\x07")
    # A new stream is told when it begins to play, and by nothing else.
    server.notify("Stream.OnUpdate", id="TV\x07", stream={"id": "TV\x07", "status": "playing"})
    hand.ask("Group.SetStream", id="down-id", stream_id="TV\x07")
    wait_until(lambda: faderd.text("down").startswith("TV"), lambda: faderd.parameter("down"))
    equal(len(faderd.parameter("down")["options"]), 3)


@test("changes that somebody makes at once are heard at once")
def batch():
    server = SnapcastServer()
    faderd = started(server)
    bound(faderd, "kitchen", "bath")
    server.clients["kitchen-id"][2], server.clients["bath-id"][2] = 11, 12
    server.send(json.dumps([
        {"jsonrpc": "2.0", "method": "Client.OnVolumeChanged", "params": {"id": "kitchen-id", "volume": {"percent": 11, "muted": False}}},
        {"jsonrpc": "2.0", "method": "Client.OnVolumeChanged", "params": {"id": "bath-id", "volume": {"percent": 12, "muted": True}}},
    ]).encode() + b"\r\n")
    wait_until(lambda: (faderd.value("kitchen"), faderd.value("bath")) == (11, 12), lambda: target(faderd, "kitchen"))
    equal(server.connections, 1, "connections")


@test("what a server refuses is told without its control characters")
def refused():
    server = SnapcastServer()
    faderd = started(server)
    bound(faderd, "kitchen")
    # The server forgets the client without a word.
    del server.clients["kitchen-id"]
    server.groups["down-id"][3].clear()
    faderd.set("kitchen", "10")
    wait_until(lambda: target(faderd, "kitchen")["state"] == "absent", lambda: target(faderd, "kitchen"))
    check("fails: not found" in faderd.log() and "\x1b" not in faderd.log(), faderd.log)


@test("a flood of notifications delays nothing else, and its last counts", limit=120)
def flood():
    server = SnapcastServer()
    faderd = started(server)
    bound(faderd, "kitchen")
    flooding = native.Threads()

    def notify():
        for number in range(20_000):
            server.notify("Client.OnVolumeChanged", id="kitchen-id", volume={"percent": number % 101, "muted": False})
            if number % 10 == 0:
                server.notify("Group.OnMute", id="nobody", mute=True)
        server.clients["kitchen-id"][2] = 77
        server.notify("Client.OnVolumeChanged", id="kitchen-id", volume={"percent": 77, "muted": False})

    flooding.run(notify)
    times = others_go_on(faderd, 200)
    check(median(times) < 0.05, lambda: f"half of the moves of another fader took longer than {median(times)} s")
    flooding.join(60)
    wait_until(lambda: faderd.value("kitchen") == 77, lambda: f"the last of a flood: {faderd.value('kitchen')}", 30)
    equal(server.connections, 1, "connections")


@test("a server that stops answering is left after ten seconds and tried again, and what was moved meanwhile is not written later", limit=120)
def silence():
    server = SnapcastServer()
    faderd = started(server)
    bound(faderd, "kitchen")
    server.is_silent = True
    faderd.set("kitchen", "10")
    wait_until(lambda: "does not answer" in target(faderd, "kitchen").get("note", ""), lambda: target(faderd, "kitchen"), 20)
    connections = server.connections
    wait_until(lambda: server.connections > connections, "another attempt", 30)
    equal(target(faderd, "kitchen")["state"], "absent")
    server.is_silent = False
    bound(faderd, "kitchen")
    wait_until(lambda: faderd.value("kitchen") == 40, lambda: f"what the server shows: {faderd.value('kitchen')}")
