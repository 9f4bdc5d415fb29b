"""The cases of JSONTestSuite as bodies of requests: a body that is not JSON is refused as such, everywhere and in the same words."""

import os
import re

import native
from testing import check, equal, test

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "json-cases.txt")
# The words with which every refusal says that a text is not JSON.
NOT_JSON = re.compile(r"\b(it|this) (is not JSON|is not UTF-8 text|has the key \".*\" twice|is nested deeper than \d+ levels) at line \d+, column \d+", re.S)


def unfold(text):
    """The bytes that a text of the file represents."""
    def one(match):
        inner = match.group(1)
        count, cross, repeated = inner.partition(b"x")
        return repeated * int(count) if cross and count.isdigit() else bytes.fromhex(inner.decode())
    return re.sub(rb"<([^>]*)>", one, text)


def cases():
    """[(name, whether it is accepted as JSON, bytes)]"""
    found = []
    for line in native.read(CASES).split(b"\n"):
        if line and not line.startswith(b"#"):
            name, verdict, *text = line.split(b" ", 2)
            found.append((name.decode(), verdict == b"taken", unfold(b"".join(text))))
    return found


def detail(faderd, method, path, body):
    """The detail of the refusal of a body. All cases are refused: as not JSON, or as JSON that the request cannot use."""
    answer = faderd.request(method, path, body, {"Content-Type": "application/json"}, timeout=30)
    check(400 <= answer.status < 500, f"status {answer.status} of {body[:60]} to {path}")
    return answer.json["detail"]


@test("a set, a declaration and an import accept and refuse the cases of JSONTestSuite as listed")
def suite():
    faderd = native.Daemon().start(timeout=30)
    wanted = cases()
    equal(len(wanted), 318, "cases")
    for name, is_taken, body in wanted:
        for method, path in (("PUT", "/v1/parameters/master"), ("POST", "/v1/declarations"), ("POST", "/v1/import?dry-run")):
            if not body or (len(body) > 60_000 and "import" not in path):
                continue  # An empty body, and one that is too large to be read.
            told = detail(faderd, method, path, body)
            equal(not NOT_JSON.search(told), is_taken, f"whether {name} is taken by {method} {path} ({told})")
    equal(faderd.value("master"), -12.0, "the value")


@test("the pattern of this test matches every form of a refusal")
def forms():
    faderd = native.Daemon().start(timeout=30)
    for body, form in ((b'{"text":"1",}', "is not JSON"), (b'{"text":"\xff"}', "is not UTF-8"), (b'{"text":"1","text":"1"}', "twice"), (b"[" * 200, "nested")):
        told = detail(faderd, "PUT", "/v1/parameters/master", body)
        check(form in told and NOT_JSON.search(told), f"{body[:40]}: {told}")
