"""The API on loopback TCP, and its token. What is refused there is in Tests/Scripts/requests/security.txt and TokenTests."""

import os
import socket

import native
from testing import check, equal, test


def listening(**more):
    """Starts a daemon that listens on a free port; returns (daemon, port)."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    faderd = native.Daemon(arguments=["--listen", f"127.0.0.1:{port}"], **more).start()
    return faderd, port


def token_file(faderd):
    return f"{os.path.dirname(faderd.state_file)}/token"


@test("TCP listens on loopback only, and the Unix socket of the same daemon ignores Host")
def loopback_only():
    faderd, port = listening()
    lines = [line.split() for family in ("tcp", "tcp6") for line in open(f"/proc/net/{family}", encoding="ascii")]
    listeners = [line[1] for line in lines if line[3] == "0A" and line[1].endswith(f":{port:04X}")]
    equal(listeners, [f"0100007F:{port:04X}"], "listening sockets of that port")
    equal(faderd.request("GET", "/v1/status", headers={"Host": "faderd"}).status, 200, "status on the Unix socket")


@test("a daemon that does not listen on TCP has no token, and says how it would get one")
def no_token():
    faderd = native.Daemon().start()
    for words in (("show",), ("new",)):
        faderd.fails(65, "--listen", "token", *words)
    check(not os.path.exists(token_file(faderd)), "there is a token all the same")
