"""The page of a musician: with the key of one page, over plain HTTP on the LAN, and behind caddy as docs/web.md has it."""

import os
import re
import socket
import ssl
import subprocess
import time

import native
from browser import Desk, Web, drag, live, row, slider, track, until, value
from testing import PATIENCE, check, defer, equal, skip, test, wait_until

CADDY = "/usr/bin/caddy"
DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/web.md")
# Everything that is not on the page of drums has "xylo" in its name.
CONFIG = """\
version: 1
parameters:
  drums.level: {label: Drums, min: 0, max: 1000, decimals: 0, default: 500}
  drums.mute: {label: Mute, kind: toggle}
  drums.go: {label: Go, kind: trigger, target: {set: {xylo.one: 7}}}
  xylo.one: {label: Xylo one, min: 0, max: 10, decimals: 0}
  xylo.two: {label: Xylo two, kind: text, default: xylotext}
web: {pages: {drums: ["drums.*"], xylopage: ["xylo.*"]}}
""" + native.desk({1: "drums.level", 2: "xylo.one"}).replace("  desk:", "  xylodesk:")


def lan(desk, *arguments):
    web = Web(desk.faderd, "--lan", *arguments)
    if "://127." in web.origin:
        skip("this machine has no address on a network")
    return web


def saves(desk):
    equal(desk.faderd.request("PUT", "/v1/snapshots/xylosnap", {}).status, 200, "status of a snapshot")


@test("with the key of a page there is that page alone: no other parameter, snapshot, surface or page in what is shown, asked for or answered")
def alone():
    desk = Desk(CONFIG)
    saves(desk)
    web = lan(desk, "--page", "drums")
    context, answers = desk.context(), []
    page = context.new_page()
    page.on("console", lambda message: desk.said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: desk.said.append(f"pageerror: {error}"))
    page.on("response", lambda answer: answers.append(answer) if "/v1/" in answer.url and "/v1/events" not in answer.url else None)
    page.goto(web.address)
    page.locator(".toast", has_text="not encrypted").wait_for()
    live(page)
    equal(sorted(page.locator(".row .name").all_inner_texts()), ["Drums", "Go", "Mute"], "the rows")
    equal(page.title(), "drums – faderd", "the title")
    for name in ("Snapshots", "History", "Surfaces", "Redo", "Surface"):
        equal(page.get_by_role("button", name=name).count(), 0, f"buttons {name}")
    equal(page.get_by_role("combobox", name="Page").count(), 0, "the choice of pages")
    drag(page, slider(page, "Drums"), 60)
    moved = desk.faderd.value("drums.level")
    check(moved > 500, f"the drag: {moved}")
    desk.faderd.put("xylo.one", value=3)
    desk.faderd.put("drums.mute", value=True)
    page.get_by_role("button", name="press Go").click()
    desk.settles("xylo.one", 7)
    # The label shows more, but not what others did.
    row(page, "Drums").locator("button.name").click()
    page.locator(".explain dl").wait_for()
    equal(page.locator(".explain ol").count(), 0, "what happened")
    undo = page.get_by_role("button", name="Undo: your last change")
    undo.click()
    desk.settles("drums.level", 500)
    undo.click()
    wait_until(lambda: "everything that was changed with this key is undone" in page.locator("body").inner_text(), "a sentence about another undo")
    page.keyboard.press("Control+Shift+Z")
    desk.faderd.put("drums.level", value=321)
    wait_until(lambda: value(page, "Drums") == "321", "a change")
    texts = [page.content()] + [answer.text() for answer in answers]
    equal([text for text in texts if "xylo" in text.lower()], [], "what has other names in it")
    equal([answer.url for answer in answers if answer.status == 403], [], "requests that are refused")
    desk.expects("409 (Conflict)", "Cross-Origin-Opener-Policy header has been ignored")


@test("a phone that loses its network in the middle of a drag has the right state within 1 s of its return, and its drag is not done late")
def network():
    desk = Desk(CONFIG)
    desk.expects("Cross-Origin-Opener-Policy", "net::")
    web = lan(desk, "--page", "drums")
    context = desk.context()
    page = desk.open(context=context, url=web.address)
    _, width, _ = track(page, "Drums")
    drag(page, slider(page, "Drums"), width * 0.2, release=False)
    wait_until(lambda: desk.faderd.value("drums.level") > 600, "the drag")
    context.set_offline(True)
    page.locator(".banner").wait_for()
    page.mouse.move(100, 300, steps=5)
    page.mouse.up()
    # The gesture has ended by its silence, and somebody else moves on.
    desk.faderd.put_durably("drums.level", 123)
    context.set_offline(False)
    started = time.monotonic()
    wait_until(lambda: value(page, "Drums") == "123", lambda: f"the value; it is {value(page, 'Drums')}")
    took = time.monotonic() - started
    live(page)
    print(f"     the state was right {took * 1000:.0f} ms after the return")
    check(took < 1, f"it took {took:.1f} s")
    slider(page, "Drums").focus()
    page.keyboard.press("ArrowRight")
    desk.settles("drums.level", 133)
    equal(desk.faderd.value("drums.level"), 133, "the value after its own step")


def recipe():
    """The first block of docs/web.md that is a Caddyfile."""
    return re.search(r"```caddyfile\n(.*?)```", native.read_text(DOCUMENT), re.DOTALL).group(1)


@test("caddy as docs/web.md has it: the stream comes through at once, the page is live and can be installed, and other names are refused")
def proxy():
    if not os.access(CADDY, os.X_OK):
        skip(f"there is no {CADDY}")
    desk = Desk(CONFIG)
    port, tls, name = native.free_port(), native.free_port(), "mixer.localhost"
    web = Web(desk.faderd, "--page", "drums", "--host", name, "--port", str(port))
    equal(web.origin, f"https://{name}", "the address that is printed")
    directory = native.scratch()
    text = recipe()
    check("mixer.lan {" in text and "127.0.0.1:7373" in text, text)
    text = text.replace("mixer.lan {", f"{name} {{").replace("127.0.0.1:7373", f"127.0.0.1:{port}")
    # Ports that need no root, and no traces outside of the directory.
    native.write(f"{directory}/Caddyfile", f"{{\n\thttps_port {tls}\n\thttp_port {native.free_port()}\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}}\n{text}")
    caddy = subprocess.Popen(
        [CADDY, "run", "--config", f"{directory}/Caddyfile", "--adapter", "caddyfile"], stderr=open(f"{directory}/log", "wb"),
        env={"PATH": os.environ["PATH"], "HOME": directory, "XDG_DATA_HOME": directory, "XDG_CONFIG_HOME": directory})
    defer(lambda: (caddy.kill(), caddy.wait()))
    trust = ssl.create_default_context()
    (trust.check_hostname, trust.verify_mode) = (False, ssl.CERT_NONE)

    def connected():
        try:
            return trust.wrap_socket(socket.create_connection(("127.0.0.1", tls), timeout=PATIENCE), server_hostname=name)
        except OSError:
            return None

    wait_until(lambda: connected() is not None, lambda: f"caddy to answer: {native.read(f'{directory}/log')}")
    link = connected()
    defer(link.close)
    link.sendall(f"GET /v1/events HTTP/1.1\r\nHost: {name}:{tls}\r\nAuthorization: Bearer {web.key}\r\n\r\n".encode())
    received = b""
    while b"event: state" not in received:
        received += link.recv(65536)
    desk.faderd.put("drums.level", value=77)
    started = time.monotonic()
    while b'"77"' not in received:
        received += link.recv(65536)
    check(time.monotonic() - started < 2, "the stream is held back")
    other = connected()
    defer(other.close)
    other.sendall(f"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode())
    check(not other.recv(100).startswith(b"HTTP/1.1 200 OK\r\nCache"), "another name gets the page")

    context = desk.context(ignore_https_errors=True)
    page = desk.open(context=context, url=f"https://{name}:{tls}/#{web.key}")
    check(page.evaluate("isSecureContext"), "it is no secure context")
    check("not encrypted" not in page.locator("body").inner_text(), "it says that it is not encrypted")
    slider(page, "Drums").focus()
    page.keyboard.press("End")
    desk.settles("drums.level", 1000)
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then(async one => [one.headers.get('content-type'), await one.json()])")
    equal((manifest[0], manifest[1]["display"], manifest[1]["start_url"]), ("application/manifest+json", "standalone", "/"), "the manifest")
    # An installed page begins without the key in its address, in a window of its own.
    installed = context.new_page()
    installed.goto(f"https://{name}:{tls}/")
    live(installed)
    until(installed, "document.querySelectorAll('.row').length === 3")
