"""Peers that answer with nonsense in place of a greeting, for each kind that keeps a connection: it is a state with a reason, and the rest goes on."""

import collections
import json

import house
import test_obs_hostile
import test_snapcast
from fakeobs import FakeOBS, frame
from snapcast_server import SnapcastServer
from sound import bound, note, target
from test_home_assistant import PARAMETERS
from testing import equal, test, wait_until

# most: the MiB of a message. make: a stand-in that greets so. started: a daemon with a parameter of it. nonsense: what is done with a connection, and what faderd
# says of it.
Kind = collections.namedtuple("Kind", "name most make started parameter nonsense")

NOT_THERE, NO_MESSAGE, TOO_LONG = "what answers there is not {}", "it sent something that is not a message of {}", "not a message of {}, or longer than {} MiB"
# What is said to a client of a WebSocket.
WEBSOCKET = {
    "a web page": (lambda link, shake, hello: link.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"), NOT_THERE),
    "no HTTP": (lambda link, shake, hello: link.sendall(b"\0\xff" * 5000), NOT_THERE),
    "a wrong accept": (lambda link, shake, hello: link.sendall(shake.replace(b"Accept: ", b"Accept: x") + hello), NOT_THERE),
    "an endless head": (lambda link, shake, hello: [link.sendall(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 10_000) for _ in range(100)], ""),
    "no JSON": (lambda link, shake, hello: link.sendall(shake + frame(b"{")), NO_MESSAGE),
    "not UTF-8": (lambda link, shake, hello: link.sendall(shake + frame(b"\xff\xfe\"")), NO_MESSAGE),
    "too deep": (lambda link, shake, hello: link.sendall(shake + frame(b"[" * 100_000)), NO_MESSAGE),
    "no type": (lambda link, shake, hello: link.sendall(shake + frame(b"{}")), NO_MESSAGE),
    "a long frame": (lambda link, shake, hello: link.sendall(shake + frame(b"x" * 100, length=1 << 40)), TOO_LONG),
    "many fragments": (lambda link, shake, hello: link.sendall(shake + b"\x01\x01x" + b"\x00\x01x" * 5000), TOO_LONG),
    "reserved": (lambda link, shake, hello: link.sendall(shake + b"\xff\xff" + b"\xff" * 20), ""),
}
REQUIRED = frame(json.dumps({"type": "auth_required"}).encode())
LINES = {
    "a web page": (b"HTTP/1.1 400 Bad Request\r\n\r\n", "no message of Snapcast"),
    "no JSON": (b"{\r\n", "no message of Snapcast"),
    "too deep": (b"[" * 100_000 + b"\r\n", "no message of Snapcast"),
    "another program": (b'{"id":1,"jsonrpc":"2.0","result":{"server":{"groups":[{"id":1}]}}}\r\n', "not a Snapcast server"),
    "an error": (b'{"id":1,"jsonrpc":"2.0","error":{"code":-32601,"message":"no"}}\r\n', "does not say what it has: no"),
    "an endless line": (b"x" * (5 << 20), "longer than {1} MiB"),
}
KINDS = [
    Kind("OBS", 1, FakeOBS, test_obs_hostile.started, "mic", WEBSOCKET | {
        "another greeting": (lambda link, shake, hello: link.sendall(shake + frame(b'{"op": 0, "d": {"authentication": {"salt": 1}}}')), NO_MESSAGE)}),
    Kind("Home Assistant", 4, lambda act: house.House(greet=lambda link, shake: act(link.link, shake, REQUIRED)),
         lambda peer: house.started(peer, {"desk": PARAMETERS["desk"]}), "desk", WEBSOCKET | {
             "another greeting": (lambda link, shake, hello: link.sendall(shake + frame(b'{"type": "hello"}')), "does not greet like {}"),
             "an end in the middle of the greeting": (lambda link, shake, hello: (link.sendall(shake + hello), link.recv(100), link.close()), "closed")}),
    Kind("Snapcast", 4, lambda sent: SnapcastServer(greet=lambda link: (link.recv(1000), link.sendall(sent), link.recv(1))), test_snapcast.started, "kitchen", LINES),
]


def nonsense(kind):
    for what, (said, reason) in kind.nonsense.items():
        peer = kind.make(said)
        faderd = kind.started(peer)
        words = reason.format(kind.name, kind.most)
        wait_until(lambda: note(faderd, kind.parameter) and words in note(faderd, kind.parameter), lambda: f"{what}: {target(faderd, kind.parameter)}")
        equal(target(faderd, kind.parameter)["state"], "absent", what)
        equal(faderd.set("other", "0.5"), "0.50", f"{what}: the rest")
        peer.greet = None
        bound(faderd, kind.parameter)
        faderd.stop()
        peer.close()


for kind in KINDS:
    test(f"{kind.name}: nonsense in place of a greeting is a state with a reason, and a proper one there is bound by itself", limit=180)(lambda kind=kind: nonsense(kind))
