"""The parts of the Python library that need no daemon: reading of HTTP and events, values, patterns, queues, places."""

import math
import os
import random
import tempfile

import client
from client import faderd, refusal
from faderd import _places, _wire
from faderd._core import Core
from faderd._kinds import kind_of
from faderd._queues import MOST_PRESSES, Newest, Presses
from faderd._values import Patterns, encode
from faderd._view import change_of
from testing import check, defer, equal, test

RESOURCE = {"id": "a", "kind": "number", "label": "A", "value": 1, "text": "1", "editText": "1", "revision": 1, "default": 0}


def state(name="a", value=1.0, revision=1):
    return faderd.State.decode(RESOURCE | {"id": name, "value": value, "revision": revision})


@test("an answer is read whole however its bytes are cut: with a length, in chunks, after a 100")
def cut():
    made = random.Random(7)
    body = b'{"text": "\xe2\x88\x92\xe2\x88\x9e dB"}'
    sized = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\ncontent-LENGTH: %d\r\n\r\n%s" % (len(body), body)
    chunked = b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\n%s\r\n%X\r\n%s\r\n0\r\n\r\n" % (body[:5], len(body) - 5, body[5:])
    for whole in (sized, chunked):
        for _ in range(50):
            reader, answer, left = _wire.WholeAnswer(), None, whole
            while left:
                count = made.randint(1, 9)
                check(answer is None, "the answer was whole before its end")
                answer, left = reader.feed(left[:count]), left[count:]
            equal((answer.status, answer.body), (201, body), "the answer")


@test("events are read however their bytes are cut, with comments, ends of line of both kinds and data of several lines")
def events():
    made = random.Random(8)
    text = ": connected\nretry: 1000\n\nevent: a\nid: 1\ndata: {\"x\":\"\u2212\"}\n\nevent: b\r\ndata: 1\r\ndata: 2\r\n\r\ndata:3\n\nevent: none\n\n".encode()
    for _ in range(50):
        reader, found, left = _wire.EventReader(), [], text
        while left:
            count = made.randint(1, 7)
            found += reader.feed(left[:count])
            left = left[count:]
        equal(found, [("a", '{"x":"\u2212"}'), ("b", "1\n2"), ("message", "3")], "the events")


@test("what is no answer is said to be none: another protocol, a length that is none, too much")
def no_answer():
    for data in (b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                 b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"x" * 70_000):
        refusal(lambda data=data: _wire.AnswerReader().feed(data), _wire.NotSpoken)


@test("values go to JSON and back; what no parameter can be is refused with what can")
def values():
    for kind, value in (("number", -math.inf), ("number", 1.5), ("integer", 3), ("toggle", True), ("choice", "a"), ("range", (1.0, 2.0)), ("trigger", None)):
        equal(kind_of(kind).decode(encode(value)), value, f"a {kind}")
    equal(type(kind_of("number").decode(3)), float, "the type of a whole number")
    for value in (math.nan, math.inf, object(), b"x", [math.nan]):
        check("give" in str(refusal(lambda value=value: encode(value), ValueError)), f"no help for {value!r}")
    for three, what in ((("-6", None, 0.5), "exactly one"), ((None, None, None), "exactly one"), ((5, None, None), "write set(value=5)")):
        check(what in str(refusal(lambda three=three: change_of(*three), TypeError)), f"no help for {three}")
    equal(change_of("-6", None, None), {"text": "-6"}, "a text")


@test("patterns mean what they mean in the daemon: beginnings, and whole ids with * and ?")
def patterns():
    for words, name, wanted in ((("lamp",), "lampion", True), (("lamp.*",), "lamp.x", True), (("lamp.*",), "lamp", False), (("*.level",), "a.b.level", True),
                                (("a?c", "d"), "abc", True), ("a,b", "b1", True), ((), "x", True), (("a+",), "aa", False), (("[a]*",), "a", False)):
        equal(Patterns(words).match(name), wanted, f"{words} for {name}")


@test("a queue that nobody reads holds one change of each parameter and 1,000 presses, and gives the newest")
def unread():
    queue, presses = Newest(Patterns(), None), Presses(Patterns())
    for number in range(20_000):
        queue.put(faderd.Change(state(f"p.{number % 7}", number)))
        presses.put(faderd.Press("go", None, number))
    equal(sorted(queue.take(0.0).value for _ in range(7)), [float(number) for number in range(19_993, 20_000)], "the newest of each")
    equal(queue.take(0.0), None, "what is left")
    equal(sum(1 for _ in iter(lambda: presses.take(0.0), None)), MOST_PRESSES, "presses that waited")


@test("a rate limits each parameter by itself, and the newest value is given as soon as the time has come")
def rates():
    queue = Newest(Patterns(), 10)
    queue.put(faderd.Change(state("a", 1)))
    equal(queue.take(5.0).value, 1.0, "the first one, at once")
    queue.put(faderd.Change(state("a", 2)))
    equal(queue.take(5.01), 5.1, "when the next one may be read")
    queue.put(faderd.Change(state("b", 3)))
    equal(queue.take(5.02).value, 3.0, "that of another parameter")
    queue.put(faderd.Change(state("a", 4)))
    equal(queue.take(5.1).value, 4.0, "the newest")
    refusal(lambda: Newest(Patterns(), 0), ValueError)


@test("the socket is looked for where faderctl looks, and a path that is none says what it is")
def places():
    equal(_places.candidates(None, {"FADERD_SOCKET": "/a"}), ["/a"], "FADERD_SOCKET alone")
    equal(_places.candidates("/b", {"FADERD_SOCKET": "/a"}), ["/b"], "a path that is given")
    folder = tempfile.mkdtemp()
    defer(lambda: os.rmdir(folder))
    equal(_places.candidates(None, {"RUNTIME_DIRECTORY": "/r/one:/r/two", "XDG_RUNTIME_DIR": folder}),
          ["/r/one/faderd.sock", f"{folder}/faderd/faderd.sock", "/run/faderd/faderd.sock"], "all places, in order")
    check("/r/faderd.sock" not in _places.candidates(None, {"XDG_RUNTIME_DIR": "r"}), "a relative path is taken")
    check("is a directory" in _places.why_not([(folder, ConnectionRefusedError())]), "a directory is not named")


@test("an example is read out of a refusal, also one in JSON or with quotes in it")
def examples():
    for detail, example in (('a: expected a number, for example "-12.0 dB"', "-12.0 dB"), ('expected true or false, for example {"value": false}', '{"value": false}'),
                            ('no, for example "a"; did you mean it?', "a"), ("no", None)):
        equal(faderd._errors.example_in(detail), example, "the example")


@test("an answer that is newer than an event on its way is not undone by it, and the next event counts")
def order():
    core = Core("test", (), lambda: None)
    changes = Newest(Patterns(), None)
    core.handle("session", '{"session": "s"}')
    core.handle("state", '{"parameters": [], "version": "1"}')
    core.follow(changes)
    core.answered([state(value=5, revision=7)])
    core._adopt_event(state(value=4, revision=6))
    equal(core.state("a").value, 5.0, "the value after an older event")
    core._adopt_event(state(value=6, revision=8))
    equal(core.state("a").value, 6.0, "the value after a newer one")
    # An event may also be faster than the answer to what came before it.
    core.answered([state(value=5.5, revision=7)])
    equal(core.state("a").value, 6.0, "the value after a late answer")
    # After a restart revisions begin anew.
    core.lost("gone")
    core.handle("session", '{"session": "t"}')
    equal((changes.take(0.0).value, changes.take(0.0)), (6.0, None), "the changes so far")
    core._adopt_all({"version": "1", "parameters": [RESOURCE | {"value": 2, "revision": 1}]})
    change = changes.take(0.0)
    equal((core.state("a").value, change.value, change.meanwhile), (2.0, 2.0, True), "the value of the next daemon")


@test("what still comes from a stream that is given up makes nothing possible again; the next stream does")
def given_up():
    core = Core("test", (), lambda: None)

    def comes(session=None):
        if session:
            core.handle("session", f'{{"session": "{session}"}}')
        core.handle("state", '{"parameters": [], "version": "1"}')
        equal(core.next_call(), None, "what is to be asked")
        return core.is_ready
    equal(comes("one"), True, "whether requests can be made")
    core.lost("no session has that name")
    equal(comes(), False, "whether requests can be made after the end of the session")
    equal(comes("two"), True, "whether requests can be made in the next session")


@test("a name of a program that the daemon would refuse is refused at once")
def names():
    for name in ("", "a" * 65, "a\nb", "a\r\nX: y"):
        refusal(lambda name=name: faderd.connect("/nonexistent", by=name), ValueError)
    equal(client.SOURCE in faderd.__file__, True, "that this checkout's library is tested")
