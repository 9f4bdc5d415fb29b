"""The API on loopback TCP, and its token. What is refused there is tested in FaderServerTests: SecurityTests, TokenTests."""

import http.client
import json
import os
import socket

import native
from testing import check, equal, test


def listening(**more):
    """Starts a daemon that listens on a free port; returns (daemon, port)."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    faderd = native.Daemon(arguments=["--listen", f"127.0.0.1:{port}"], **more).start()
    TOKENS[port] = token_of(faderd)
    return faderd, port


def token_of(faderd):
    with open(token_file(faderd), encoding="ascii") as file:
        return file.read().strip()


def token_file(faderd):
    return f"{os.path.dirname(faderd.state_file)}/token"


# The token of the daemon on each port.
TOKENS = {}


def request(port, method, path, body=None, headers=None):
    """Returns (status, headers, decoded body). `headers` replace the default ones of the same name; None leaves one out."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    headers = {"Host": f"127.0.0.1:{port}", "Authorization": f"Bearer {TOKENS[port]}"} | (headers or {})
    link.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        if value is not None:
            link.putheader(name, value)
    if body is not None:
        link.putheader("Content-Length", str(len(body)))
    link.endheaders(body.encode() if body is not None else None)
    answer = link.getresponse()
    text = answer.read()
    link.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, json.loads(text or b"null")


@test("TCP listens on loopback only, and the Unix socket of the same daemon ignores Host")
def loopback_only():
    faderd, port = listening()
    lines = [line.split() for family in ("tcp", "tcp6") for line in open(f"/proc/net/{family}", encoding="ascii")]
    listeners = [line[1] for line in lines if line[3] == "0A" and line[1].endswith(f":{port:04X}")]
    equal(listeners, [f"0100007F:{port:04X}"], "listening sockets of that port")
    equal(faderd.request("GET", "/v1/status", headers={"Host": "faderd"}).status, 200, "status on the Unix socket")


@test("faderctl token shows the token and replaces it in the running daemon; after a restart the new one is still in force")
def renewal():
    faderd, port = listening()
    old = TOKENS[port]
    shown = faderd.ctl("token", "show")
    equal((shown.exit, shown.out.strip()), (0, old), "token show")
    new = faderd.ctl("token", "new").out.strip()
    check(new != old and new == token_of(faderd), "the new token is not in the file")
    equal(request(port, "GET", "/v1/status")[0], 401, "status with the old token")
    TOKENS[port] = new
    equal(request(port, "GET", "/v1/status")[0], 200, "status with the new token")
    equal(request(port, "GET", "/v1/token")[0], 403, "the token over TCP")
    faderd.kill()
    faderd.start()
    equal(request(port, "GET", "/v1/status")[0], 200, "status after a restart")
    equal(json.loads(faderd.ctl("token", "show", "--json").out), {"token": new}, "token show --json")
    check(old not in faderd.log() and new not in faderd.log(), "a token is in the log")


@test("a daemon that does not listen on TCP has no token, and says how it would get one")
def no_token():
    faderd = native.Daemon().start()
    for words in (("show",), ("new",)):
        said = faderd.ctl("token", *words)
        equal(said.exit, 65, f"exit code of token {words}")
        check("--listen" in said.err, f"what it said: {said.err}")
    check(not os.path.exists(token_file(faderd)), "there is a token all the same")


@test("a token file that others can read stops the start with a message")
def bad_file():
    faderd = native.Daemon(arguments=["--listen", "127.0.0.1:0"])
    path = token_file(faderd)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    native.write(path, "a" * 64)
    os.chmod(path, 0o644)
    faderd.start(ready=False)
    equal(faderd.wait(), 78, "exit code")
    check(path in faderd.log() and "a" * 64 not in faderd.log(), f"what it said: {faderd.log()}")
