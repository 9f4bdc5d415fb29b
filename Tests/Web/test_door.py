"""Access to the page: it and its files are open, everything else needs the token or a key; and `faderctl web`."""

import http.client
import http.server
import os
import signal
import threading

import native
from browser import Desk, Web, live
from testing import PATIENCE, check, defer, equal, test, wait_until


def ask(port, method, path, sent="", **headers):
    """Makes a request with the body `sent`; returns (status, headers, body)."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    link.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, text in ({"Host": f"127.0.0.1:{port}", "Content-Length": str(len(sent))} | {name.replace("_", "-"): text for name, text in headers.items()}).items():
        link.putheader(name, text)
    link.endheaders(sent.encode())
    answer = link.getresponse()
    body = answer.read()
    link.close()
    return answer.status, {name.lower(): text for name, text in answer.getheaders()}, body.decode()


def both():
    """Starts a daemon and `faderctl web`; returns (port, secret) of each: the same rules hold for both ports."""
    desk = Desk()
    return (desk.port, desk.token), (desk.web.port, desk.key)


@test("the page and its files need no token and have their headers: CSP, ETag and no-cache for the page, immutable for the other files")
def headers():
    for port, token in both():
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


@test("faderctl web: a new key at each run, a browser opened through a file that only the user can read, nothing left after Ctrl-C")
def browser():
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
    check(web.key not in native.read_text(f"/proc/{web.process.pid}/cmdline"), "the key is on the command line")
    equal(web.end(), 0, "exit code after Ctrl-C")
    check(not os.path.exists(name), "the file is still there")
    other = Web(desk.faderd, "--no-open", "--port", str(web.port))
    equal(other.port, web.port, "the port that was asked for")
    check(other.key != web.key and len(other.key) == 32, "the key is not a new one")
    desk.faderd.fails(69, "--port", "web", "--no-open", "--port", str(web.port))
    equal(other.end(signal.SIGTERM), 0, "exit code after SIGTERM")
    with open("/proc/net/tcp", encoding="ascii") as table:
        equal([line for line in table if line.split()[3] == "0A" and line.split()[1].endswith(f":{web.port:04X}")], [], "what listens there")


@test("without a key the page says how to get one, and takes no token; no key is left in the address or cookies; without a daemon faderctl web exits 69")
def no_key():
    desk = Desk()
    page = desk.context().new_page()
    sent = []
    page.on("request", lambda request: sent.append(request.headers.get("authorization", "")))
    page.goto(desk.origin)
    page.get_by_text("This page needs its key").wait_for()
    check("faderctl web" in page.locator(".door").inner_text(), "how to get one is not said")
    page.goto(f"{desk.origin}/#{desk.key[:20]}")
    page.get_by_text("is not a key").wait_for()
    page.goto(f"{desk.origin}/#{desk.token}")
    page.get_by_text("Tokens are for programs").wait_for()
    equal((page.url, page.evaluate("JSON.stringify([sessionStorage, localStorage])"), set(sent)), (f"{desk.origin}/", "[{},{}]", {""}), "what is left of a token")
    page.goto(f"{desk.origin}/#{'a' * 32}")
    page.get_by_text("no longer valid").wait_for()
    check("Authorization" not in page.locator(".door").inner_text(), "it speaks to programmers")
    page.reload()
    page.get_by_text("This page needs its key").wait_for()
    page.goto(f"{desk.origin}/#{desk.key}")
    page.reload()
    live(page)
    equal(page.url, f"{desk.origin}/", "the address")
    equal(page.context.cookies(), [], "cookies")
    page.go_back()
    page.wait_for_load_state()
    check(desk.key not in page.url, f"the key is in the history: {page.url}")
    desk.faderd.kill()
    said = desk.faderd.ctl("web", "--no-open")
    equal(said.exit, 69, "exit code without a daemon")


@test("the key leaves the address at once, even if the rest of the page never arrives; going back and forward does not show it, and the tab can be loaded again")
def at_once():
    desk = Desk()
    for query in ("", "?at=mute"):
        context = desk.context()
        context.route("**/main.js", lambda route: route.abort())
        page = context.new_page()
        page.goto(f"{desk.origin}/{query}#{desk.key}")
        equal(page.url, f"{desk.origin}/{query}", "the address of a page that did not arrive")
        equal(page.evaluate("[sessionStorage.getItem('faderd.key'), history.length, localStorage.length]"), [desk.key, 2, 0], "what is kept")
        equal(page.evaluate("performance.getEntriesByType('navigation')[0].name"), f"{desk.origin}/{query}#{desk.key}", "what was opened")
        context.unroute("**/main.js")
        page.reload()
        live(page)
        page.goto(f"{desk.origin}/{query}#{desk.key}")
        page.go_back()
        page.go_forward()
        check(desk.key not in page.url, f"the address: {page.url}")
        check(desk.key not in page.evaluate("document.documentElement.outerHTML"), "the key is in the page")


class Catcher(http.server.BaseHTTPRequestHandler):
    """A program that takes a port to see what browsers send there."""
    seen = []

    def do_GET(self):
        Catcher.seen.append(self.headers.get("Authorization", ""))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_PUT = do_HEAD = do_GET

    def log_message(self, *_):
        pass


@test("whoever takes the port after faderctl web gets a key from the open page that no longer opens anything, and never the token")
def catcher():
    desk = Desk()
    # What the other program answers is no JSON of faderd.
    desk.expects("net::", "pageerror")
    page = desk.open()
    equal([one["name"] for one in desk.faderd.get("/v1/keys")], [f"web-{desk.web.port}"], "keys")
    desk.web.end(signal.SIGKILL)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", desk.web.port), Catcher)
    defer(server.server_close)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    defer(server.shutdown)
    wait_until(lambda: page.evaluate("1") and any(Catcher.seen), "the page to send its key")
    check(not any(desk.token in one for one in Catcher.seen), "the token was sent")
    for caught in set(Catcher.seen):
        equal(desk.faderd.request("GET", "/v1/parameters", headers={"Authorization": caught}).status, 401, "status with what was caught, on the socket")
        equal(ask(desk.port, "GET", "/v1/parameters", Authorization=caught)[0], 401, "status with what was caught, over TCP")
    equal(desk.faderd.get("/v1/keys"), [], "keys")
    desk.faderd.restart(kill=True)
    equal(ask(desk.port, "GET", "/v1/parameters", Authorization=Catcher.seen[-1])[0], 401, "status after a restart")


@test("faderctl token list shows the key of a page; token revoke ends it: the page says so, faderctl web too, and a restart does not bring it back")
def revoked():
    desk = Desk()
    desk.expects("401")
    page = desk.open()
    name = f"web-{desk.web.port}"
    listed = desk.faderd.ctl("token", "list").out
    check(listed.startswith(f"{name}  everything  ") and f"process {desk.web.process.pid}" in listed, f"token list: {listed}")
    check(desk.key not in listed + desk.faderd.ctl("token", "list", "--json").out + desk.faderd.log(), "the key is shown")
    equal(desk.faderd.ctl("token", "revoke", "web-1").exit, 65, "exit code for a key that is not there")
    equal(desk.faderd.ctl("token", "revoke", name).out, f"{name}: revoked\n", "token revoke")
    page.get_by_text("no longer valid").wait_for()
    check("was revoked" in desk.web.process.stderr.readline(), "faderctl web does not say so")
    desk.faderd.restart(kill=True)
    equal(ask(desk.web.port, "GET", "/v1/parameters", Authorization=f"Bearer {desk.key}")[0], 401, "status after a restart")
    equal(desk.faderd.get("/v1/keys"), [], "keys after a restart")
