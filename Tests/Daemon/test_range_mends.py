"""Ends of a range whose values are older than the range: they are corrected, so that they do not cross and keep their gap."""


import native
from testing import check, equal, test


def config(parameters):
    return f"version: 1\nparameters:\n{parameters}" + native.desk({1: "master"})


MASTER = "  master: {min: 0, max: 10}\n"


def price(maximum=1000, gap=40, more=""):
    return config(MASTER + f"  price: {{kind: range, max: {maximum}, gap: {gap}, decimals: 0{more}}}\n")


def two_numbers(maximum=1000):
    """The ends as two independent parameters."""
    return config(MASTER + "".join(f"  price.{end}: {{max: {maximum}, decimals: 0}}\n" for end in ("low", "high")))


def ends(faderd):
    """Both ends; checks that the range, its parts and its text agree."""
    whole = faderd.value("price")
    equal([faderd.value("price.low"), faderd.value("price.high")], whole, "the parts beside the whole")
    equal(faderd.text("price"), f"{whole[0]:.0f}…{whole[1]:.0f}", "the text beside the value")
    return whole


def put_ends(faderd, low, high):
    faderd.put_durably("price.low", low)
    faderd.put_durably("price.high", high)


def restarted(faderd):
    faderd.stop()
    return ends(faderd.start())


@test("imported values that cross are corrected if the range exists, and if it comes with a later reload; a restart keeps them")
def imported():
    document = {"faderd-export": 1, "parameters": {"price.low": {"value": 400}, "price.high": {"value": 100}}, "snapshots": {}}
    there, later = native.Daemon(price()).start(), native.Daemon(config(MASTER)).start()
    equal(there.request("POST", "/v1/import", document).status, 200, "status of an import")
    equal(ends(there), [400, 440], "the ends of a range that was there")
    equal(restarted(there), [400, 440], "the ends after a restart")
    equal(later.request("POST", "/v1/import", document).status, 200, "status of an import")
    later.reload(price())
    equal(ends(later), [400, 440], "the ends of a range that came with a reload")
    equal(restarted(later), [400, 440], "the ends after a restart")


@test("a declared range corrects the remembered values of its ends")
def declared():
    faderd = native.Daemon(two_numbers()).start()
    put_ends(faderd, 400, 100)
    faderd.reload(config(MASTER))
    body = {"id": "price", "parameter": {"kind": "range", "max": 500, "gap": 40, "decimals": 0}, "keep": True}
    answer = faderd.request("POST", "/v1/declarations", body)
    equal((answer.status, [one["value"] for one in answer.json]), (201, [[400, 440], 400, 440]), "the answer to the declaration")
    equal(ends(faderd), [400, 440], "the ends")


@test("a position or step that the other end cuts is answered as clamped, as a value is; one that pushes the other end is not")
def cut():
    faderd = native.Daemon(price(maximum=100, gap=5, more=", step: 1")).start()
    put_ends(faderd, 10, 80)
    notice = "clamped to 75 (price.high is at 80, 5 apart)"
    for method, path, body in (
            ("PUT", "price.low", {"value": 95}), ("PUT", "price.low", {"position": 0.95}), ("POST", "price.low/step", {"by": 1})):
        answer = faderd.request(method, f"/v1/parameters/{path}", body).json
        equal((answer["value"], answer.get("clamped"), answer.get("notice")), (75, True, notice), f"the answer to {method} {path} {body}")
    whole = faderd.put("price", positions={"low": 0.97}).json
    equal((whole["value"], whole.get("clamped")), ([75, 80], True), "the answer for the whole")
    check("clamped to 75…80" in whole["notice"], f"the notice for the whole: {whole['notice']}")
    for body in ({"position": 0.5}, {"position": 0.75}):
        equal(faderd.put("price.low", **body).json.get("clamped"), None, f"clamped after {body}")
    equal(faderd.put("price", positions={"low": 0, "high": 1}).json.get("clamped"), None, "clamped where both ends have room")
    pushing = native.Daemon(price(maximum=100, gap=5, more=", meet: push")).start()
    put_ends(pushing, 10, 80)
    equal(pushing.put("price.low", position=0.9).json.get("clamped"), None, "clamped where the other end is pushed")
    answer = pushing.put("price.low", position=1).json
    equal((answer["value"], answer.get("clamped")), (95, True), "the answer where the other end is at its own end")


@test("check and a draft of one end say what a set does: it stops at the other end or pushes it, or is refused with out-of-range: reject")
def foretold():
    for more, text, expected in (
            (", meet: stop", "950", ("860", "clamped to 860 (price.high is at 900, 40 apart)")), (", meet: stop", "850", ("850", None)),
            (", meet: stop", "2000", ("860", "clamped to 860 (price.high is at 900, 40 apart)")),
            (", meet: push", "950", ("950", None)), (", meet: push", "980", ("960", "clamped to 960 (price.high is at 1000, 40 apart)")),
            (", out-of-range: reject", "950", "price.low: 950 leaves no room beside the other end, which is at 900; expected at most 860"),
            (", out-of-range: reject", "860", ("860", None)),
            (", out-of-range: reject, meet: push", "950", ("950", None)),
            (", out-of-range: reject, meet: push", "980",
             "price.low: 980 leaves no room beside the other end, which is at 900; expected at most 960")):
        faderd = native.Daemon(price(more=more)).start()
        put_ends(faderd, 100, 900)
        session = faderd.session()
        edit = session.ask("POST", "/v1/parameters/price.low/edit")[1]["edit"]
        judged = [
            faderd.request("POST", "/v1/parameters/price.low/check", {"text": text}).json,
            session.ask("PUT", f"/v1/edits/{edit}", {"draft": text})[1]]
        answer = faderd.request("PUT", "/v1/parameters/price.low", {"text": text})
        if isinstance(expected, str):
            equal([one["valid"] for one in judged], [False, False], f"what is said of {text} with{more}")
            equal(judged[0]["message"], expected.partition(": ")[2], "why")
            equal((answer.status, answer.json["detail"]), (422, expected), f"the answer to {text} with{more}")
            answer = faderd.request("PUT", "/v1/parameters/price.low", {"value": int(text)})
            equal((answer.status, ends(faderd)), (422, [100, 900]), "the answer to the value")
            equal(faderd.put("price.low", position=0.99).status, 200, "status of a position, which is never refused")
        else:
            equal([one["text"] for one in judged], [expected[0]] * 2, f"what is said of {text} with{more}")
            equal((judged[0].get("message"), answer.json.get("notice")), (expected[1], expected[1]), "the notice")
            equal(answer.json["text"], expected[0], f"the answer to {text} with{more}")
        faderd.stop()
