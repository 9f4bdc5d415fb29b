"""The API on loopback TCP: requests that a browser can be tricked into sending are refused."""

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


SET = json.dumps({"value": -3})
JSON = {"Content-Type": "application/json"}


@test("TCP answers as the Unix socket does")
def same():
    faderd, port = listening()
    equal(request(port, "PUT", "/v1/parameters/master", SET, JSON)[0], 200, "status of a set")
    equal(request(port, "GET", "/v1/parameters/master")[2], faderd.parameter("master"), "the parameter")
    for host in (f"localhost:{port}", "localhost", "LOCALHOST:1", f"[::1]:{port}", "127.0.0.1"):
        equal(request(port, "GET", "/v1/status", headers={"Host": host})[0], 200, f"status with Host {host}")


@test("a foreign or missing Host is refused: no DNS rebinding")
def rebinding():
    faderd, port = listening()
    hosts = ["evil.example", f"evil.example:{port}", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example#localhost", "localhost@evil.example",
             "0.0.0.0", "192.168.1.1", "localhost:port", "", "[::2]", "127.0.0.1:", " ", "[::1].evil.example", "1.127.0.0.1", "2130706433"]
    for host in hosts:
        status, _, _ = request(port, "PUT", "/v1/parameters/master", SET, JSON | {"Host": host})
        equal(status, 403, f"status with Host {host!r}")
        equal(request(port, "GET", "/v1/events", headers={"Host": host})[0], status, f"status of the stream with Host {host!r}")
    equal(request(port, "GET", "/v1/status", headers={"Host": None})[0], 400, "status without Host")
    equal(request(port, "GET", "http://evil.example/v1/status")[0], 403, "status of an absolute form with a foreign name")
    # RFC 9112, 3.2.2: if the request line names a host, the Host header is ignored.
    equal(request(port, "GET", f"http://localhost:{port}/v1/status", headers={"Host": "evil.example"})[0], 200, "status of an absolute form")
    equal(faderd.value("master"), -12.0, "the value")


@test("requests from other sites' pages are refused by Origin and Sec-Fetch-Site, those of the daemon's own page are not")
def cross_site():
    faderd, port = listening()
    own = f"127.0.0.1:{port}"
    for origin in ("http://evil.example", "https://evil.example", f"http://localhost:{port + 1}", "null", f"https://{own}", "file://", "",
                   f"http://{own}.evil.example", f"http://evil.example/http://{own}"):
        for method, path, body in (("PUT", "/v1/parameters/master", SET), ("POST", "/v1/parameters/master/reset", None), ("GET", "/v1/status", None)):
            status = request(port, method, path, body, (JSON if body else {}) | {"Origin": origin})[0]
            equal(status, 403, f"status of {method} with Origin {origin!r}")
    for site in ("cross-site", "same-site"):
        equal(request(port, "POST", "/v1/parameters/master/reset", headers={"Sec-Fetch-Site": site})[0], 403, f"status with Sec-Fetch-Site {site}")
    equal(faderd.value("master"), -12.0, "the value")
    for headers in ({"Origin": f"http://{own}"}, {"Sec-Fetch-Site": "same-origin", "Origin": f"http://{own}"}, {"Sec-Fetch-Site": "none"}):
        equal(request(port, "PUT", "/v1/parameters/master", SET, JSON | headers)[0], 200, f"status with {headers}")


@test("an HTML form cannot post: a body must be JSON, and another site's Origin is refused")
def forms():
    faderd, port = listening()
    types = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "text/plain; charset=application/json", None,
             "application/json, text/plain", "application/jsonp")
    for kind in types:
        for path in ("/v1/parameters/master/step", "/v1/parameters/master/check", "/v1/parameters/master/reset", "/v1/reload"):
            status = request(port, "POST", path, '{"by": 1}', {"Content-Type": kind})[0]
            equal(status, 415, f"status of POST {path} as {kind}")
            status = request(port, "POST", path, '{"by": 1}', {"Content-Type": kind, "Origin": "http://evil.example"})[0]
            equal(status, 403, f"status of POST {path} as {kind} from another site")
    equal(faderd.value("master"), -12.0, "the value")


@test("no CORS header is ever sent, and no preflight succeeds")
def no_cors():
    _, port = listening()
    for method, origin in (("OPTIONS", "http://evil.example"), ("OPTIONS", None), ("OPTIONS", f"http://127.0.0.1:{port}"), ("GET", None)):
        asked = {"Origin": origin, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "content-type"}
        status, headers, _ = request(port, method, "/v1/status", headers=asked)
        check(method == "GET" or status in (403, 405), f"status of {method} from {origin}: {status}")
        equal([name for name in headers if name.startswith("access-control")], [], f"CORS headers of {method} from {origin}")


@test("no GET changes anything: paths that change something refuse GET and HEAD")
def safe_methods():
    faderd, port = listening()
    before = faderd.get("/v1/parameters")
    for path in ("/v1/reload", "/v1/parameters/master/step", "/v1/parameters/master/reset", "/v1/parameters/master/check", "/v1/virtual/fader.1"):
        for method in ("GET", "HEAD"):
            link = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            link.request(method, path, headers={"Authorization": f"Bearer {TOKENS[port]}"})
            equal(link.getresponse().status, 405, f"status of {method} {path}")
            link.close()
    equal(faderd.get("/v1/parameters"), before, "parameters")


@test("TCP listens on loopback only, and the Unix socket of the same daemon ignores Host")
def loopback_only():
    faderd, port = listening()
    lines = [line.split() for family in ("tcp", "tcp6") for line in open(f"/proc/net/{family}", encoding="ascii")]
    listeners = [line[1] for line in lines if line[3] == "0A" and line[1].endswith(f":{port:04X}")]
    equal(listeners, [f"0100007F:{port:04X}"], "listening sockets of that port")
    equal(faderd.request("GET", "/v1/status", headers={"Host": "faderd"}).status, 200, "status on the Unix socket")


@test("without the token TCP answers only the description, and neither refusals nor the log contain the token")
def token():
    faderd, port = listening()
    good = TOKENS[port]
    status = os.stat(token_file(faderd))
    equal((status.st_mode & 0o7777, len(good)), (0o600, 64), "mode and length of the token")
    for wrong in (None, "Bearer", f"Bearer {good[:-1]}", f"Bearer {good}x", f"Basic {good}", good):
        for method, path in (("GET", "/v1/status"), ("GET", "/v1/events"), ("POST", "/v1/reload"), ("GET", "/nothing")):
            code, headers, said = request(port, method, path, headers={"Authorization": wrong})
            equal((code, headers["content-type"]), (401, "application/problem+json"), f"answer to {method} {path} with {wrong}")
            check(headers["www-authenticate"].startswith("Bearer"), f"WWW-Authenticate: {headers['www-authenticate']}")
            check("faderctl token show" in said["detail"] and good not in json.dumps(said), f"the sentence: {said}")
    equal(request(port, "GET", "/v1/openapi.json", headers={"Authorization": None})[0], 200, "status of the description")
    equal(request(port, "GET", "/v1/status", headers={"Authorization": f"bearer {good}"})[0], 200, "status with the token")
    check(good not in faderd.log(), "the token is in the log")


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


@test("a daemon that does not listen on TCP has no token, and says how it would get one")
def no_token():
    faderd = native.Daemon().start()
    for words in (("show",), ("new",)):
        said = faderd.ctl("token", *words)
        equal(said.exit, 65, f"exit code of token {words}")
        check("--listen" in said.err, f"what it said: {said.err}")
    check(not os.path.exists(token_file(faderd)), "there is a token all the same")


@test("a token file that others can read, that is damaged or that is no file stops the start with a message")
def bad_files():
    def broken(make):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        faderd = native.Daemon(arguments=["--listen", f"127.0.0.1:{port}"])
        path = token_file(faderd)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        make(path)
        return faderd, port, path

    def text(content, mode):
        def make(path):
            native.write(path, content)
            os.chmod(path, mode)
        return make

    for name, make in {"open": text("a" * 64, 0o644), "empty": text("", 0o600), "damaged": text("\0" * 64, 0o600), "directory": os.mkdir,
                       "FIFO": os.mkfifo, "link": lambda path: os.symlink("/dev/zero", path)}.items():
        faderd, port, path = broken(make)
        faderd.start(ready=False)
        equal(faderd.wait(), 78, f"exit code with a token file that is {name}")
        check(path in faderd.log() and "a" * 64 not in faderd.log(), f"what it said: {faderd.log()}")
        with socket.socket() as probe:
            check(probe.connect_ex(("127.0.0.1", port)) != 0, "it listens all the same")
