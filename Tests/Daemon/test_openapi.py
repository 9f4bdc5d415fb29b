"""openapi.json matches the server: every operation answers as the document says, with no property that it does not list."""

import functools
import json
import os
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


def send(faderd, document, method, template, identifier, body, wanted, verdict=""):
    """Sends one request; checks its body and its answer against the document."""
    path = re.sub(r"\{\w+\}", identifier, template)
    answer = faderd.request(method.upper(), path, body)
    equal(answer.status, wanted, f"status of {method} {path} {body} ({answer.body[:200]})")
    template = template.split("?")[0]
    document.check_answer(method, template, answer)
    if body is not None and verdict != "?":
        document.check_body(method, template, body, (wanted != 400) != (verdict == "!"))
    return answer


ROW = re.compile(r"(\w+) (/\S+)(?: ([\w.,%]+))?(?: ([{[].*?))? > (\d+)(?: ([!?]))?(?: (has|is) (.*))?")


def play(faderd, document, section):
    """Makes the requests of a section of Tests/Vectors/openapi.txt."""
    rows = native.read_text(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Vectors/openapi.txt")).split(f"\n## {section}\n")[1].split("\n## ")[0]
    for row in filter(None, rows.replace("PID", str(faderd.pid)).splitlines()):
        match = ROW.fullmatch(row)
        check(match, f"a row that cannot be read: {row}")
        method, template, names, body, status, verdict, word, wanted = match.groups()
        for name in (names or "").split(","):
            found = send(faderd, document, method, template, name, json.loads(body) if body else None, int(status), verdict).json
            check(word is None or (found == json.loads(wanted) if word == "is" else has(found, json.loads(wanted))), f"{row}: the answer is {found}")


def has(found, wanted):
    """Whether a value is like another one, but for more keys."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(has(found.get(key), one) for key, one in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(has, found, wanted))
    return found == wanted


def all_seen(document, *names):
    for name in names:
        equal(document.seen[name], set(document.whole["components"]["schemas"][name]["properties"]), f"properties of {name} that were seen")


@test("every answer, good or bad, matches the document, and every property that it promises for a parameter is seen")
def answers():
    faderd = native.Daemon(CONFIG).start()
    document = Document(faderd)
    play(faderd, document, "parameters")
    equal(faderd.request("PUT", "/v1/parameters/master", {"value": -4}, {"Fader-By": "the test"}).status, 200, "status with a name")
    play(faderd, document, "explained")
    faderd.configure("version: 1\nparm: {}\nparameters:\n  a: {min: 0, max: 1}\n")
    play(faderd, document, "declarations")
    schema = document.whole["components"]["schemas"]["Parameter"]
    number = set(faderd.get("/v1/parameters/master"))
    check(PARAMETER <= number, f"the contract wants {PARAMETER - number} of every number")
    check(set(schema["required"]) <= number, f"{set(schema['required']) - number} is required, and a number does not have it")
    all_seen(document, "Parameter", "Check", "Explain", "Decision", "Diagnostic", "VirtualFader", "Declaration", "Control")


@test("every answer about history, snapshots, export and import, good or bad, matches the document")
def snapshots():
    faderd = native.Daemon(CONFIG + "web: {pages: {phone: [master]}}\n").start()
    document = Document(faderd)
    ask = functools.partial(send, faderd, document)
    play(faderd, document, "nothing undone yet")
    equal(faderd.request("PUT", "/v1/parameters/side", {"value": "tails"}, {"Fader-By": "the test"}).status, 200, "status with a name")
    play(faderd, document, "snapshots")
    exported = ask("get", "/v1/export", "", None, 200).json
    for query in ("?dry-run", ""):
        ask("post", "/v1/import" + query, "", exported, 200)
    exported["parameters"]["mute"] = {"value": 7}
    ask("post", "/v1/import", "", exported, 422)
    play(faderd, document, "end of snapshots")
    owner = faderd.session()
    key = {"name": "phone", "key": "0123456789abcdef0123456789abcdef", "page": "phone"}
    equal(owner.ask("POST", "/v1/keys", key)[0], 201, "status of a key")
    equal(faderd.request("PUT", "/v1/parameters/master", {"value": -1}, {"Authorization": f"Bearer {key['key']}"}).status, 200, "status with the key")
    equal(ask("get", "/v1/history", "", None, 200).json[-1]["key"], True, "key of an entry that was made with one")
    all_seen(document, "HistoryEntry", "Restored", "Snapshot", "SnapshotContents", "SnapshotPlace", "Import", "Export")


@test("undo of a recall matches the document")
def undo_of_recall():
    faderd = native.Daemon(CONFIG).start()
    play(faderd, Document(faderd), "undo of a recall")


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
