"""openapi.json matches the server: every operation answers as the document says, with no property that it does not list."""

import functools
import json
import re
from unittest.mock import ANY

import native
from testing import check, equal, test, wait_until

CONFIG = native.MASTER.replace("unit: dB,", "unit: dB, taper: {points: [[0, -70], [0.5, -12], [1, 6]]},", 1).replace("surfaces:", """\
  mute: {kind: toggle, target: [{exec: [/bin/true]}, {exec: [/bin/true, second]}]}
  side: {kind: choice, options: [heads, tails], short: Coin, color: orange}
  name: {kind: text, pattern: "[a-z]*", max-length: 8}
  price: {kind: range, min: 0, max: 1000, gap: 10, meet: push}
  tint: {kind: color, recall-safe: true, notify: true}
  go: {kind: trigger, target: {set: {other: 1}}}
  rewind: {kind: trigger, target: {midi: box, send: ["note 1 ch 2 = 127"], release: ["note 1 ch 2 = 0"]}}
  scene: {kind: choice, target: {obs: nowhere, scene: program}}
  mic: {type: decibel, target: {obs: nowhere, input: Mic}}
  room: {type: decibel, target: {obs: nowhere, input: Room, read-only: true}}
groups: {studio: {of: [mic]}}
targets: {nowhere: {obs: "127.0.0.1:1"}}
surfaces:
  box:
    match: "Box*"
    controls:
      knob.1: {input: "cc 1 ch 1", invert: true}
      button.1: {input: "note 1 ch 1", motor: true}
      button.2: {input: "note 2 ch 1", motor: true}
    map: {knob.1: master, button.1: {parameter: master, action: set, value: 0 dB, long: {parameter: master, action: reset}, double: {action: page, page: more}}, button.2: {action: page, page: more}}
    pages: {more: {map: {knob.1: side}}}""", 1)
# The documented properties of a parameter: a number has at least these.
PARAMETER = {"id", "label", "value", "text", "editText", "position", "min", "max", "default", "step", "decimals", "unit", "taper", "origin", "revision"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int, "null": type(None)}


class Document:
    """The document. `seen`: for each schema, the properties that have been in answers."""

    def __init__(self, faderd):
        self.whole, self.seen = faderd.get("/v1/openapi.json"), {}

    def resolve(self, node):
        while "$ref" in node:
            path = node["$ref"]
            check(path.startswith("#/"), f"a reference to elsewhere: {path}")
            node = functools.reduce(lambda at, key: at[key], path[2:].split("/"), self.whole)
        return node

    def errors(self, value, schema, where, name=None):
        """Yields each error of a value under a schema as a sentence."""
        name = schema["$ref"].rpartition("/")[2] if "$ref" in schema else name
        schema = self.resolve(schema)
        if "oneOf" in schema:
            fitting = [one for one in schema["oneOf"] if not list(self.errors(value, one, where))]
            if len(fitting) != 1:
                yield f"{where}: {value!r} fits {len(fitting)} of the alternatives"
                return
        if "enum" in schema and value not in schema["enum"] or "const" in schema and value != schema["const"]:
            yield f"{where}: {value!r} is none of {schema.get('enum', schema.get('const'))}"
        kinds = schema.get("type", [])
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            if not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind in ("number", "integer")):
                yield f"{where}: {value!r} is no {kind}"
                return
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if not schema.get("minimum", value) <= value <= schema.get("maximum", value) or value <= schema.get("exclusiveMinimum", value - 1):
                yield f"{where}: {value} is out of bounds"
        if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{where}: {value!r} does not match {schema['pattern']}"
        if isinstance(value, list):
            for index, one in enumerate(value):
                yield from self.errors(one, schema.get("items", {}), f"{where}[{index}]")
        if isinstance(value, dict):
            # An alternative may have nothing but `required`.
            for key in set(schema.get("required", [])) - set(value):
                yield f"{where}: {key} is missing"
        if isinstance(value, dict) and "properties" in schema:
            self.seen.setdefault(name, set()).update(value)
            if not schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)):
                yield f"{where}: {len(value)} properties"
            for key, one in value.items():
                if key in schema["properties"]:
                    yield from self.errors(one, schema["properties"][key], f"{where}.{key}")
                else:
                    yield f"{where}: {key} is not in the document"

    def check_answer(self, method, template, answer):
        """Checks that the document lists this answer for the operation."""
        operation = self.whole["paths"][template][method]
        responses = operation["responses"]
        where = f"{method} {template} → {answer.status}"
        response = responses.get(str(answer.status)) or (responses.get("default") if answer.status >= 400 else None)
        check(response is not None, f"{where}: the document has only {list(responses)}; {answer.body[:200]}")
        kind = answer.headers["content-type"].split(";")[0]
        content = self.resolve(response)["content"]
        check(kind in content, f"{where}: it is {kind}, the document has {list(content)}")
        if kind != "text/event-stream":
            found = list(self.errors(answer.json, content[kind]["schema"], where))
            check(not found, f"{where}: {found}")

    def check_body(self, method, template, body, is_right):
        schema = self.whole["paths"][template][method]["requestBody"]["content"]["application/json"]["schema"]
        found = list(self.errors(body, schema, "the body"))
        check(bool(found) != is_right, f"{method} {template}: the document says of {body}: {found or 'right'}")


def send(faderd, document, method, template, identifier, body, wanted):
    """Sends one request; checks its body and its answer against the document."""
    path = template.replace("{id}", identifier).replace("{control}", identifier)
    answer = faderd.request(method.upper(), path, body)
    equal(answer.status, wanted, f"status of {method} {path} {body} ({answer.body[:200]})")
    document.check_answer(method, template, answer)
    if body is not None and wanted == 200:
        document.check_body(method, template, body, True)
    return answer


@test("every answer, good or bad, matches the document, and every property that it promises for a parameter is seen")
def answers():
    faderd = native.Daemon(CONFIG).start()
    document = Document(faderd)
    ask = functools.partial(send, faderd, document)
    one = "/v1/parameters/{id}"
    for path in ("/v1/status", "/v1/surfaces", "/v1/pages", "/v1/openapi.json", "/v1/parameters", "/v1/virtual", "/v1/virtual-surface"):
        ask("get", path, "", None, 200)
    for body, status in (({}, 200), ({"pid": faderd.pid}, 200), ({"pid": 1}, 422), ({"pid": "x"}, 400), ({"none": True}, 400)):
        ask("put", "/v1/focus", "", body, status)
    ask("get", "/v1/focus", "", None, 200)
    for identifier, status in (("master", 200), ("other", 200), ("mastr", 404)):
        ask("get", one, identifier, None, status)
        ask("get", one + "/explain", identifier, None, status)
        ask("put", one, identifier, {"text": "3"}, status)
        ask("put", one, identifier, {"value": 2}, status)
        ask("put", one, identifier, {"position": 0.5}, status)
        ask("post", one + "/check", identifier, {"text": "3"}, status)
        ask("post", one + "/check", identifier, {"text": "loud"}, status)
        ask("post", one + "/step", identifier, {"by": -1}, status)
        ask("post", one + "/reset", identifier, None, status)
        for end in ({}, {"end": True}):
            ask("post", one + "/hold", identifier, {"value": 3, "gesture": "finger"} | end, status)
    check(ask("put", one, "master", {"text": "99"}, 200).json["clamped"] is True, "no word of the clamp")
    check(ask("post", one + "/check", "master", {"text": "99"}, 200).json["message"], "check says nothing of the clamp")
    ask("put", one, "other", {"text": "99"}, 422)
    for identifier, value, text in (("mute", True, "on"), ("side", "tails", "tails"), ("name", "anna", "anna"), ("price.low", 300, "300.00"),
                                    ("price", [200, 800], "200.00…800.00"), ("tint", "#00ff00", "#00ff00")):
        equal(ask("put", one, identifier, {"value": value}, 200).json["text"], text, f"text of {identifier}")
        ask("put", one, identifier, {"value": [3]}, 400)
        ask("put", one, identifier, {"value": [1, 2] if identifier != "price" else True}, 422)
        ask("get", one + "/explain", identifier, None, 200)
        ask("post", one + "/check", identifier, {"text": "§"}, 200)
        ask("post", one + "/step", identifier, {"by": 1, "size": "big"}, 422 if identifier in ("name", "price", "tint") else 200)
        ask("post", one + "/reset", identifier, None, 200)
    for identifier, status in (("go", 202), ("master", 422), ("gone", 404)):
        ask("post", one + "/press", identifier, None, status)
    for body in ({"text": "1"}, {"value": 1}, {"position": 1}):
        ask("put", one, "go", body, 422)
    ask("post", one + "/hold", "go", {"gesture": "finger", "end": True}, 200)
    ask("post", one + "/hold", "go", {"value": 1, "gesture": "finger"}, 422)
    ask("post", one + "/hold", "master", {"value": "loud", "gesture": "finger"}, 422)
    ask("get", one, "go", None, 200)
    ask("get", one + "/explain", "go", None, 200)
    ask("put", one, "master", {"text": "loud"}, 422)
    for method, template, bodies in (
            ("put", one, ({}, {"value": 1, "text": "1"}, {"volume": 1}, {"value": {}})), ("post", one + "/step", ({}, {"by": "x"}, {"by": 1.5}, {"by": 1, "size": "huge"}, {"by": 1, "size": 0}, {"by": 1, "size": -1}, {"by": 1, "size": True})),
            ("post", one + "/check", ({}, {"text": 1})), ("post", one + "/hold", ({}, {"value": 1}, {"gesture": 1}, {"gesture": "x", "end": 1})), ("put", "/v1/virtual/{control}", ({}, {"touched": 1}, {"position": 1, "touched": True}))):
        for body in bodies:
            document.check_body(method, template, body, False)
            ask(method, template, "fader.1" if "virtual" in template else "master", body, 400)
    for template in (one, "/v1/virtual/{control}"):
        document.check_body("put", template, {"position": 2}, False)
        ask("put", template, "fader.1" if "virtual" in template else "master", {"position": 2}, 422)
    ask("put", "/v1/virtual/{control}", "fader.1", {"position": 0.25}, 200)
    ask("put", "/v1/virtual/{control}", "fader.1", {"touched": True}, 200)
    ask("put", "/v1/virtual/{control}", "fadr.1", {"touched": True}, 404)
    ask("put", one, "master", {"value": -3}, 200)
    equal(faderd.request("PUT", "/v1/parameters/master", {"value": -4}, {"Fader-By": "the test"}).status, 200, "status with a name")
    ask("put", "/v1/virtual/{control}", "fader.1", {"touched": False}, 200)
    ask("get", one + "/explain", "master", None, 200)
    for identifier in ("side", "scene"):
        ask("get", one + "/explain", identifier, None, 200)
    ask("post", "/v1/reload", "", None, 200)
    faderd.configure("version: 1\nparm: {}\nparameters:\n  a: {min: 0, max: 1}\n")
    ask("post", "/v1/reload", "", None, 422)
    ask("get", "/v1/status", "", None, 200)
    ask("post", "/v1/declarations", "", {"id": "app", "parameter": {"type": "pan"}, "value": 3, "keep": True, "by": "app"}, 201)
    ask("get", "/v1/parameters", "", None, 200)
    equal(len(ask("get", "/v1/declarations", "", None, 200).json), 1, "declarations")
    for body, status in (({}, 400), ({"id": 3}, 400), ({"id": "b", "keep": "yes"}, 400), ({"id": "b", "parameter": []}, 400), ({"id": "master"}, 409),
                         ({"id": "b", "parameter": {"mn": 3}}, 422), ({"id": "b", "value": "loud"}, 422)):
        document.check_body("post", "/v1/declarations", body, status != 400)
        ask("post", "/v1/declarations", "", body, status)
    ask("delete", "/v1/declarations/{id}", "app", None, 200)
    ask("delete", "/v1/declarations/{id}", "app", None, 404)
    key = {"name": "web", "key": "0123456789abcdef0123456789abcdef", "everything": True}
    for body, status in (({}, 400), (key | {"everything": False}, 400), (key | {"name": "a b"}, 400), (key | {"key": "short"}, 400), (key | {"page": "live"}, 400), (key, 201)):
        document.check_body("post", "/v1/keys", body, status != 400)
        ask("post", "/v1/keys", "", body, status)
    ask("get", "/v1/keys", "", None, 200)
    equal(faderd.request("DELETE", "/v1/keys/wob").status, 404, "status of a key that is not there")
    schema = document.whole["components"]["schemas"]["Parameter"]
    number = set(faderd.get("/v1/parameters/master"))
    check(PARAMETER <= number, f"the contract wants {PARAMETER - number} of every number")
    check(set(schema["required"]) <= number, f"{set(schema['required']) - number} is required, and a number does not have it")
    for name in ("Parameter", "Check", "Explain", "Decision", "Diagnostic", "VirtualFader", "Declaration", "Control"):
        equal(document.seen[name], set(document.whole["components"]["schemas"][name]["properties"]), f"properties of {name} that were seen")


@test("every answer about history, snapshots, export and import, good or bad, matches the document")
def snapshots():
    faderd = native.Daemon(CONFIG + "web: {pages: {phone: [master]}}\n").start()
    document = Document(faderd)

    def ask(method, path, body, wanted, template=None):
        answer = faderd.request(method.upper(), path, body)
        template = template or path
        equal(answer.status, wanted, f"status of {method} {path} {body} ({answer.body[:200]})")
        document.check_answer(method, template, answer)
        if body is not None:
            document.check_body(method, template, body, wanted != 400)
        return answer.json

    one = "/v1/snapshots/{name}"
    ask("post", "/v1/undo", None, 409)
    equal(faderd.request("PUT", "/v1/parameters/side", {"value": "tails"}, {"Fader-By": "the test"}).status, 200, "status with a name")
    ask("get", "/v1/history", None, 200)
    ask("post", "/v1/undo", None, 200)
    ask("post", "/v1/redo", {"id": "master"}, 409)
    faderd.put_durably("master", -3)
    ask("put", "/v1/snapshots/verse", {"only": "master"}, 200, one)
    ask("put", "/v1/snapshots/verse", {"without": "master"}, 400, one)
    ask("put", "/v1/snapshots/verse", {"only": 5}, 400, one)
    ask("put", "/v1/snapshots/verse", {"over": 2.5, "only": ["m*", "side"], "except": ["mute"]}, 200, one)
    ask("get", "/v1/snapshots/verse", None, 200, one)
    ask("put", "/v1/snapshots/verse", {"only": "master", "over": 0}, 200, one)
    ask("put", "/v1/snapshots/verse", {"only": "nothing"}, 422, one)
    ask("put", "/v1/snapshots/%2F", None, 422, one)
    faderd.put_durably("master", -6)
    equal(len(ask("get", "/v1/history", None, 200)), 3, "entries")
    ask("get", "/v1/snapshots", None, 200)
    ask("get", "/v1/snapshots/verse", None, 200, one)
    ask("get", "/v1/snapshots/vers", None, 404, one)
    ask("post", "/v1/snapshots/verse/recall", {"over": 0, "only": "m"}, 200, one + "/recall")
    ask("post", "/v1/snapshots/verse/recall", {"over": "long"}, 400, one + "/recall")
    document.check_body("post", one + "/recall", {"over": 601}, False)
    equal(faderd.request("POST", "/v1/snapshots/verse/recall", {"over": 601}).status, 422, "status of a recall over 601 s")
    ask("post", "/v1/undo", None, 200)
    ask("post", "/v1/undo", {"id": "mastr"}, 404)
    check(ask("get", "/v1/history", None, 200)[-1]["undo"] > 0, "an undone entry says when it was undone")
    ask("post", "/v1/redo", {"id": "master"}, 200)
    ask("post", "/v1/undo", {"number": 1}, 400)
    ask("post", "/v1/snapshots/verse/rename", {"to": "chorus"}, 200, one + "/rename")
    ask("put", "/v1/snapshots/verse", None, 200, one)
    ask("post", "/v1/snapshots/verse/rename", {"to": "chorus"}, 409, one + "/rename")
    ask("post", "/v1/snapshots/verse/rename", {}, 400, one + "/rename")
    ask("post", "/v1/snapshots/verse/move", {"before": "chorus"}, 200, one + "/move")
    ask("post", "/v1/snapshots/verse/move", None, 200, one + "/move")
    ask("post", "/v1/snapshots/verse/move", {"before": "chrus"}, 404, one + "/move")
    ask("post", "/v1/snapshots/verse/move", {"before": None}, 400, one + "/move")
    ask("post", "/v1/snapshots/verse/fade", {"over": 0}, 200, one + "/fade")
    ask("post", "/v1/snapshots/vers/fade", {"over": 1}, 404, one + "/fade")
    ask("post", "/v1/snapshots/verse/fade", {}, 400, one + "/fade")
    document.check_body("post", one + "/fade", {"over": 601}, False)
    equal([one["name"] for one in ask("get", "/v1/snapshots", None, 200)], ["chorus", "verse"], "the order")
    equal(ask("post", "/v1/recall-next", {"by": -1, "over": 0}, 422)["detail"], "chorus is the first snapshot: there is none before it", "at the first")
    equal(ask("post", "/v1/recall-next", None, 200)["snapshot"], "verse", "what is recalled")
    equal(ask("get", "/v1/recall-next", None, 200), {"current": "verse", "previous": "chorus"}, "the place")
    equal(ask("post", "/v1/recall-next", {"by": -1}, 200)["snapshot"], "chorus", "what is recalled back")
    ask("post", "/v1/recall-next", {"by": 2}, 400)
    document.check_body("post", "/v1/recall-next", {"by": 2}, False)
    equal(ask("get", "/v1/recall-next", None, 200), {"current": "chorus", "next": "verse"}, "the place")
    ask("post", "/v1/snapshots/chorus/recall", {"over": 0.1}, 200, one + "/recall")
    document.check_body("post", "/v1/import", ask("get", "/v1/export", None, 200), True)
    exported = faderd.get("/v1/export")
    for query in ("?dry-run", ""):
        ask("post", "/v1/import" + query, exported, 200, "/v1/import")
    exported["parameters"]["mute"] = {"value": 7}
    ask("post", "/v1/import", exported, 422)
    equal(faderd.request("POST", "/v1/import", {"version": 1}).status, 422, "status of an import of something else")
    ask("delete", "/v1/snapshots/verse", None, 200, one)
    ask("delete", "/v1/snapshots/verse", None, 404, one)
    owner = faderd.session()
    key = {"name": "phone", "key": "0123456789abcdef0123456789abcdef", "page": "phone"}
    equal(owner.ask("POST", "/v1/keys", key)[0], 201, "status of a key")
    equal(faderd.request("PUT", "/v1/parameters/master", {"value": -1}, {"Authorization": f"Bearer {key['key']}"}).status, 200, "status with the key")
    equal(ask("get", "/v1/history", None, 200)[-1]["key"], True, "key of an entry that was made with one")
    for name in ("HistoryEntry", "Restored", "Snapshot", "SnapshotContents", "SnapshotPlace", "Import", "Export"):
        equal(document.seen[name], set(document.whole["components"]["schemas"][name]["properties"]), f"properties of {name} that were seen")


@test("undo of a recall matches the document")
def undo_of_recall():
    faderd = native.Daemon(CONFIG).start()
    document = Document(faderd)

    def ask(method, path, body, wanted):
        answer = faderd.request(method.upper(), path, body)
        equal(answer.status, wanted, f"status of {method} {path} {body} ({answer.body[:200]})")
        document.check_answer(method, path, answer)
        if body is not None:
            document.check_body(method, path, body, wanted != 400)
        return answer.json

    faderd.put_durably("master", -3)
    equal(faderd.request("PUT", "/v1/snapshots/verse", {"only": "master"}).status, 200, "status of a snapshot")
    faderd.put_durably("master", -6)
    equal(faderd.request("POST", "/v1/snapshots/verse/recall").status, 200, "status of a recall")
    ask("post", "/v1/undo", {"recall": True}, 200)
    ask("post", "/v1/undo", {"recall": True}, 409)
    ask("post", "/v1/undo", {"recall": 1}, 400)
    for more in ({"id": "master"}, {"count": 1}, {"to": 1}, {"entry": 1}):
        for way, value in (("undo", True), ("redo", False)):
            equal(faderd.request("POST", f"/v1/{way}", {"recall": value} | more).status, 400, f"status of {way} of a recall with {more}")
    ask("post", "/v1/redo", {"recall": True}, 422)


@test("the answers to sets that cannot be saved, because the state file must not be written, match the document")
def not_durable():
    faderd = native.Daemon(CONFIG)
    native.write(faderd.state_file, '{"version": 2}')
    faderd.start()
    document = Document(faderd)
    ask = functools.partial(send, faderd, document)
    check(ask("put", "/v1/parameters/{id}", "master", {"value": -3}, 503).json["parameter"]["value"] == -3, "the value is not in the problem")
    ask("post", "/v1/parameters/{id}/step", "other", {"by": 1}, 503)
    ask("post", "/v1/parameters/{id}/reset", "master", None, 503)
    equal(ask("get", "/v1/status", "", None, 200).json["saving"]["state"], "disabled", "saving in status")


@test("the events of both streams match the document")
def streams():
    faderd = native.Daemon(CONFIG).start()
    document = Document(faderd)
    for path in ("/v1/events", "/v1/monitor"):
        link = faderd.connect()
        link.sendall(f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = link.recv(4096).decode()
        check(" 200 " in head and "text/event-stream" in head, f"head of {path}: {head}")
        document.resolve(document.whole["paths"][path]["get"]["responses"]["200"])["content"]["text/event-stream"]
    stream = faderd.events()
    batches = faderd.events("?form=batch")
    def one(name):
        return {"$ref": f"#/components/schemas/{name}"}
    schemas = {"state": one("State"), "parameter": one("Parameter"), "batch": one("Batch"), "touch": one("Touch"), "recalled": one("Recall"),
               "history": one("HistoryEvent"), "surfaces": {"type": "array", "items": one("Surface")},
               "snapshots": {"type": "array", "items": one("Snapshot")}, "targets": {"type": "array", "items": one("Target")},
               "peers": {"type": "array", "items": one("SilentPeer")},
               "takeover": one("Takeover"), "press": one("Press"), "ended": one("Ended")}
    for expected, act in (({"state"}, None), ({"change", "history"}, lambda: faderd.put_durably("master", -3)),
                          ({"press", "ended"}, lambda: faderd.request("POST", "/v1/parameters/go/press")),
                          ({"touch"}, lambda: faderd.touch(1, True)), ({"snapshots"}, lambda: faderd.request("PUT", "/v1/snapshots/a", {})),
                          ({"recalled"}, lambda: faderd.request("POST", "/v1/snapshots/a/recall", {"over": 0.1, "only": "m"})),
                          ({"state"}, lambda: faderd.request("POST", "/v1/reload"))):
        if act:
            act()
        for reader, change in ((stream, "parameter"), (batches, "batch")):
            wanted = {change if name == "change" else name for name in expected}
            while wanted:
                name, data = next(reader)
                found = list(document.errors(data, schemas[name], name))
                check(not found, f"event {name}: {found}")
                wanted.discard(name)
    faderd.touch(1, False)
    monitor = native.Session(faderd.socket)
    monitor.send("GET", "/v1/monitor")
    wait_until(lambda: faderd.status()["connections"]["streams"] == 3, "the monitor")
    faderd.move(1, 0.7)
    text = ""
    while text.count("data:") < 3:
        text += monitor.link.recv(65536).decode()
    for line in [line for line in text.split("\n") if line.startswith("data:")][:3]:
        found = list(document.errors(json.loads(line[5:]), {"$ref": "#/components/schemas/Message"}, "message"))
        check(not found, f"event message: {found}")
    monitor.close()


@test("what two machines say to each other, a promotion and their status match the document")
def two_machines():
    faderd = native.Daemon(native.MASTER).start()
    document = Document(faderd)
    other = {"name": "other", "version": "0.1", "term": 0, "leads": False, "run": "f"}
    answer = send(faderd, document, "post", "/v1/follow", "", other, 200)
    check(answer.json["changes"]["whole"] and "master" in answer.json["changes"]["parameters"], answer.json)
    # The same without what the follower has, and from a leader with a higher term: this one follows.
    answer = send(faderd, document, "post", "/v1/follow", "", other | {"mark": answer.json["changes"]["mark"]}, 200)
    check(not answer.json["changes"]["whole"], answer.json)
    changes = {"mark": "1", "lineage": answer.json["changes"]["lineage"], "whole": True, "parameters": {"master": {"value": -3, "unit": "dB"}}}
    answer = send(faderd, document, "post", "/v1/follow", "", other | {"leads": True, "term": 3, "changes": changes}, 200)
    equal((answer.json["leads"], answer.json["term"], answer.json["mark"]), (False, 3, "1"), "what it says then")
    answer = send(faderd, document, "get", "/v1/status", "", None, 200)
    equal((answer.json["follow"]["role"], answer.json["follow"]["other"]), ("follower", "other"), "its status")
    send(faderd, document, "put", "/v1/parameters/{id}", "master", {"value": 1}, 409)
    equal(send(faderd, document, "post", "/v1/promote", "", {"force": False}, 200).json, {"term": 4, "former": "other", "outcome": "silent", "behind": ANY}, "the promotion")
    equal(send(faderd, document, "post", "/v1/promote", "", None, 200).json, {"term": 4, "outcome": "already"}, "a second one")
    send(faderd, document, "post", "/v1/promote", "", {"strength": 1}, 400)
    for wrong in ({}, other | {"term": -1}, other | {"name": ""}):
        equal(faderd.request("POST", "/v1/follow", wrong).status, 400, f"status of {wrong}")
