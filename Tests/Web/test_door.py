"""Access to the page: it and its files are open, everything else needs the token; and `faderctl web`."""

import http.client
import os
import signal
import socket
import subprocess

import native
from browser import Desk, live, slider, value
from testing import PATIENCE, check, defer, equal, test, wait_until


def ask(port, method, path, **headers):
    """Makes a request; returns (status, headers, body)."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    link.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, text in ({"Host": f"127.0.0.1:{port}"} | {name.replace("_", "-"): text for name, text in headers.items()}).items():
        link.putheader(name, text)
    link.endheaders()
    answer = link.getresponse()
    body = answer.read()
    link.close()
    return answer.status, {name.lower(): text for name, text in answer.getheaders()}, body.decode()


class Web:
    """A running `faderctl web`."""

    def __init__(self, faderd, *arguments, environment=None):
        directory = faderd.directory
        self.process = subprocess.Popen(
            [native.FADERCTL, "web", "--socket", faderd.socket, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={"PATH": os.environ["PATH"], "HOME": directory} | (environment or {}))
        defer(lambda: (self.process.kill(), self.process.communicate()))
        self.address = self.process.stdout.readline().strip()
        origin, self.token = self.address.split("/#")
        self.port = int(origin.rsplit(":", 1)[1])

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(10)


def both():
    """Starts a daemon and `faderctl web`; returns both, and (port, token) of each: the same rules hold for both ports."""
    desk = Desk()
    web = Web(desk.faderd, "--no-open")
    return desk, web, ((desk.port, desk.token), (web.port, web.token))


@test("the page and its files need no token and have their headers: CSP, ETag and no-cache for the page, immutable for the other files")
def headers():
    desk, web, ports = both()
    for port, token in ports:
        status, page, html = ask(port, "GET", "/")
        equal((status, page["cache-control"], page["content-type"]), (200, "no-cache", "text/html; charset=utf-8"), "the page")
        policy = page["content-security-policy"]
        check("default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy, f"the policy: {policy}")
        check("<script>" not in html and "style=" not in html, "there are scripts or styles in the page itself")
        equal(ask(port, "GET", "/", If_None_Match=page["etag"])[0::2], (304, ""), "the page for a browser that has it")
        equal(ask(port, "HEAD", "/")[1]["etag"], page["etag"], "the ETag of HEAD")
        script = html.split('src="')[1].split('"')[0]
        status, file, text = ask(port, "GET", script)
        equal((status, file["content-type"]), (200, "text/javascript; charset=utf-8"), "a script")
        if not os.environ.get("FADERD_WEB_ROOT"):
            check("immutable" in file["cache-control"], f"Cache-Control of a script: {file['cache-control']}")
            equal(ask(port, "GET", script.replace("/web/", "/web/x"))[0], 404, "status under another hash")
        equal(ask(port, "GET", "/web/x/../../etc/passwd")[0], 404, "status of a path that leads out")
        equal(ask(port, "POST", "/", Authorization=f"Bearer {token}")[0], 405, "status of POST")


@test("everything else needs the token; foreign Origins and Hosts are refused; other sites may only navigate to the page")
def refused():
    desk, web, ports = both()
    for port, token in ports:
        good = f"Bearer {token}"
        for path in ("/v1/status", "/v1/parameters", "/v1/events", "/v1/pages", "/v1/history"):
            equal(ask(port, "GET", path)[0], 401, f"status of {path} without the token")
            equal(ask(port, "GET", path, Authorization="Bearer " + "a" * 64)[0], 401, f"status of {path} with another token")
        equal(ask(port, "GET", "/v1/status", Authorization=good)[0], 200, "status with the token")
        for path in ("/", "/v1/status"):
            equal(ask(port, "GET", path, Authorization=good, Host="evil.example")[0], 403, f"status of {path} with a foreign Host")
            equal(ask(port, "GET", path, Authorization=good, Origin="http://evil.example")[0], 403, f"status of {path} with a foreign Origin")
            equal(ask(port, "GET", path, Authorization=good, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")[0], 403, f"status of {path} for another site")
        equal(ask(port, "GET", "/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")[0], 200, "status of a link to the page")
        equal(ask(port, "GET", "/v1/status", Authorization=good, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")[0], 403, "status of a link to the API")
        equal(ask(port, "GET", "/v1/token", Authorization=good)[0], 403, "status of the daemon's own token")


@test("faderctl web: a new token at each run, a browser opened through a file that only the user can read, nothing left after Ctrl-C")
def opened():
    desk = Desk()
    bin_directory = native.scratch()
    native.write(f"{bin_directory}/xdg-open", f"#!/bin/sh\nls -l /proc/$$/fd > {bin_directory}/descriptors\nstat -c '%a' \"$1\" > {bin_directory}/mode\ncat \"$1\" > {bin_directory}/page\necho \"$1\" > {bin_directory}/name.new\nmv {bin_directory}/name.new {bin_directory}/name\n")
    os.chmod(f"{bin_directory}/xdg-open", 0o755)
    surroundings = {"PATH": f"{bin_directory}:{os.environ['PATH']}", "DISPLAY": ":0", "XDG_RUNTIME_DIR": bin_directory}
    web = Web(desk.faderd, environment=surroundings)
    wait_until(lambda: os.path.exists(f"{bin_directory}/name"), "the browser to be opened")
    name = native.read(f"{bin_directory}/name").decode().strip()
    equal(native.read(f"{bin_directory}/mode"), b"600\n", "mode of the file")
    inherited = native.read(f"{bin_directory}/descriptors").decode()
    check("socket" not in inherited and "eventpoll" not in inherited, f"the browser has descriptors: {inherited}")
    check(web.address in native.read(f"{bin_directory}/page").decode(), "the file does not lead to the address")
    with open(f"/proc/{web.process.pid}/cmdline", encoding="utf-8") as file:
        check(web.token not in file.read(), "the token is on the command line")
    equal(web.end(), 0, "exit code after Ctrl-C")
    check(not os.path.exists(name), "the file is still there")
    other = Web(desk.faderd, "--no-open", "--port", str(web.port))
    equal(other.port, web.port, "the port that was asked for")
    check(other.token != web.token and len(other.token) == 64, "the token is not a new one")
    busy = desk.faderd.ctl("web", "--no-open", "--port", str(web.port))
    equal(busy.exit, 69, "exit code where the port is taken")
    check("--port" in busy.err, f"what it says: {busy.err}")
    equal(other.end(signal.SIGTERM), 0, "exit code after SIGTERM")
    with open("/proc/net/tcp", encoding="ascii") as table:
        equal([line for line in table if line.split()[3] == "0A" and line.split()[1].endswith(f":{web.port:04X}")], [], "what listens there")


@test("the page through faderctl web is live, moves and sets values, and survives a restart of the daemon")
def forwarded():
    desk = Desk()
    web = Web(desk.faderd, "--no-open")
    page = desk.open(url=web.address)
    slider(page, "Fine").focus()
    page.keyboard.press("End")
    desk.settles("fine", 1000)
    page.keyboard.type("12.5")
    page.keyboard.press("Enter")
    desk.settles("fine", 12.5)
    desk.faderd.stop()
    page.locator(".banner").wait_for()
    desk.faderd.start()
    live(page)
    wait_until(lambda: value(page, "Fine") == "12.500", "the value")
    slider(page, "Fine").focus()
    page.keyboard.press("Home")
    desk.settles("fine", 0)
    web.end()
    page.locator(".banner").wait_for()
    desk.no_errors(besides=("net::", "Failed to load"))


@test("without a token the page says how to get one; no token is left in the address or cookies; without a daemon faderctl web exits 69")
def no_token():
    desk = Desk()
    page = desk.context().new_page()
    page.goto(desk.origin)
    page.get_by_text("This page needs its token").wait_for()
    check("faderctl web" in page.locator(".door").inner_text(), "how to get one is not said")
    page.goto(f"{desk.origin}/#{desk.token[:20]}")
    page.get_by_text("is not a token").wait_for()
    page.goto(f"{desk.origin}/#{'a' * 64}")
    page.get_by_text("no longer valid").wait_for()
    check("Authorization" not in page.locator(".door").inner_text(), "it speaks to programmers")
    page.reload()
    page.get_by_text("This page needs its token").wait_for()
    page.goto(f"{desk.origin}/#{desk.token}")
    page.reload()
    live(page)
    equal(page.url, f"{desk.origin}/", "the address")
    equal(page.context.cookies(), [], "cookies")
    desk.faderd.kill()
    said = desk.faderd.ctl("web", "--no-open")
    equal(said.exit, 69, "exit code without a daemon")


@test("faderctl web keeps 64 connections; others, idle or busy without the token, make room for one with the token")
def many():
    desk = Desk()
    web = Web(desk.faderd, "--no-open")
    page = desk.open(url=web.address)
    head = f"Host: 127.0.0.1:{web.port}\r\n"
    links = [socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE) for _ in range(64)]
    for link in links:
        link.sendall(f"GET / HTTP/1.1\r\n{head}".encode())
    desk.faderd.put_durably("master", -3)
    wait_until(lambda: value(page, "Master") == "-3.0 dB", "a page that is open to follow")
    equal(ask(web.port, "GET", "/v1/status", Authorization=f"Bearer {web.token}")[0], 200, "status with the token")
    equal(links[0].recv(100), b"", "what the oldest connection without the token is answered")
    streams = [socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE) for _ in range(15)]
    for link in streams:
        link.sendall(f"GET /v1/events HTTP/1.1\r\n{head}Authorization: Bearer {web.token}\r\n\r\n".encode())
        check(b"200 OK" in link.recv(100), "a stream")
    more = [socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE) for _ in range(64)]
    desk.faderd.put_durably("master", -4)
    wait_until(lambda: value(page, "Master") == "-4.0 dB", "a page that is open to follow still")
    for link in streams:
        link.settimeout(0.2)
        try:
            while data := link.recv(65536):
                pass
            check(data, "a stream was closed")
        except TimeoutError:
            pass
    for link in (*links, *streams, *more):
        link.close()
