"""The cases of JSONTestSuite as bodies of requests: what is no JSON is refused as that, everywhere and with the same words."""

import os
import re

import native
from testing import check, equal, test

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "json-cases.txt")
# How a refusal says that the text is no JSON, whatever it is to be used for.
NOT_JSON = re.compile(r"\b(it|this) (is not JSON|is not UTF-8 text|has the key \".*\" twice|is nested deeper than \d+ levels) at line \d+, column \d+", re.S)


def unfold(text):
    """The bytes that a text of the file stands for."""
    def one(match):
        inner = match.group(1)
        count, cross, repeated = inner.partition(b"x")
        return repeated * int(count) if cross and count.isdigit() else bytes.fromhex(inner.decode())
    return re.sub(rb"<([^>]*)>", one, text)


def cases():
    """[(name, whether it is taken, bytes)]"""
    found = []
    for line in native.read(CASES).split(b"\n"):
        if line and not line.startswith(b"#"):
            name, verdict, *text = line.split(b" ", 2)
            found.append((name.decode(), verdict == b"taken", unfold(b"".join(text))))
    return found


def detail(faderd, method, path, body):
    """What a request with such a body is told. None of them is a right one, for each is refused: as no JSON, or as not what was asked for."""
    answer = faderd.request(method, path, body, {"Content-Type": "application/json"}, timeout=30)
    check(400 <= answer.status < 500, f"status {answer.status} of {body[:60]} to {path}")
    return answer.json["detail"]


@test("every case of JSONTestSuite is taken or refused as was decided, by a set, a declaration and an import alike")
def suite():
    faderd = native.Daemon().start(timeout=30)
    wanted = cases()
    equal(len(wanted), 318, "cases")
    for name, is_taken, body in wanted:
        for method, path in (("PUT", "/v1/parameters/master"), ("POST", "/v1/declarations"), ("POST", "/v1/import?dry-run")):
            if not body or (len(body) > 60_000 and "import" not in path):
                continue  # Nothing to read, and refused unread.
            told = detail(faderd, method, path, body)
            equal(not NOT_JSON.search(told), is_taken, f"whether {name} is taken by {method} {path} ({told})")
    equal(faderd.value("master"), -12.0, "the value")


@test("the reader that looks for bodies knows all forms of a refusal")
def forms():
    faderd = native.Daemon().start(timeout=30)
    for body, form in ((b'{"text":"1",}', "is not JSON"), (b'{"text":"\xff"}', "is not UTF-8"), (b'{"text":"1","text":"1"}', "twice"), (b"[" * 200, "nested")):
        told = detail(faderd, "PUT", "/v1/parameters/master", body)
        check(form in told and NOT_JSON.search(told), f"{body[:40]}: {told}")
