"""The API on loopback TCP: requests that a browser can be tricked into sending are refused."""

import http.client
import json
import socket

import native
from testing import check, equal, test


def listening(**more):
    """A daemon on a free port: (daemon, port)."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    return native.Daemon(arguments=["--listen", f"127.0.0.1:{port}"], **more).start(), port


def request(port, method, path, body=None, headers=None):
    """(status, headers, decoded body); `headers` replaces those of the same name, None leaves one out."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    headers = {"Host": f"127.0.0.1:{port}"} | (headers or {})
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
    # RFC 9112, 3.2.2: where the request line names a host, the header does not count.
    equal(request(port, "GET", f"http://localhost:{port}/v1/status", headers={"Host": "evil.example"})[0], 200, "status of an absolute form")
    equal(faderd.value("master"), -12.0, "the value")


@test("pages of other sites are refused by Origin and by Sec-Fetch-Site, our own are not")
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


@test("a form cannot post: only JSON is a body, and what needs no body is guarded by Origin")
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


@test("no GET changes anything: paths that do take no GET and no HEAD")
def safe_methods():
    faderd, port = listening()
    before = faderd.get("/v1/parameters")
    for path in ("/v1/reload", "/v1/parameters/master/step", "/v1/parameters/master/reset", "/v1/parameters/master/check", "/v1/virtual/fader.1"):
        for method in ("GET", "HEAD"):
            link = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            link.request(method, path)
            equal(link.getresponse().status, 405, f"status of {method} {path}")
            link.close()
    equal(faderd.get("/v1/parameters"), before, "parameters")


@test("TCP listens on loopback only, and the Unix socket of the same daemon takes no account of Host")
def loopback_only():
    faderd, port = listening()
    with open("/proc/net/tcp", encoding="ascii") as table:
        listeners = [line.split()[1] for line in table if line.split()[3] == "0A" and line.split()[1].endswith(f":{port:04X}")]
    equal(listeners, [f"0100007F:{port:04X}"], "listening sockets of that port")
    equal(faderd.request("GET", "/v1/status", headers={"Host": "faderd"}).status, 200, "status on the Unix socket")
