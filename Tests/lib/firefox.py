"""Debian's firefox-esr, driven by WebDriver BiDi over its own socket, because Playwright drives only the Firefox that it ships."""

import json
import os
import re
import shutil
import subprocess
import tempfile

import testing
from testing import check, wait_until
from websockets.sync.client import connect

FIREFOX = "/usr/bin/firefox-esr"


class Firefox:
    """A running browser with one page; it ends with the test."""

    def __init__(self, locale="en-US"):
        if not os.access(FIREFOX, os.X_OK):
            testing.skip(f"there is no {FIREFOX}")
        profile = tempfile.mkdtemp(prefix="faderd-firefox.")
        testing.defer(lambda: shutil.rmtree(profile, ignore_errors=True))
        with open(f"{profile}/user.js", "w", encoding="utf-8") as file:
            file.write(f'user_pref("intl.accept_languages", "{locale}");\nuser_pref("ui.prefersReducedMotion", 1);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n'
                       'user_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("app.update.enabled", false);\n')
        log = f"{profile}/log"
        with open(log, "w", encoding="utf-8") as file:
            self.process = subprocess.Popen(
                [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "--width", "1280", "--height", "900"],
                stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=os.environ | {"HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"})
        testing.defer(lambda: (self.process.terminate(), self.process.wait(20)))

        def address():
            check(self.process.poll() is None, lambda: f"Firefox ended: {open(log, encoding='utf-8').read()[-500:]}")
            return re.search(r"WebDriver BiDi listening on (ws://\S+)", open(log, encoding="utf-8").read())
        found = wait_until(address, "Firefox", 60)
        self.link = connect(f"{found[1]}/session", max_size=None)
        testing.defer(self.link.close)
        self.last = 0
        self.ask("session.new", capabilities={})
        self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.page, viewport={"width": 1280, "height": 900})

    def ask(self, method, **parameters):
        self.last += 1
        self.link.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.link.recv(timeout=60))
            if answer.get("id") == self.last:
                check(answer["type"] == "success", lambda: f"{method}: {answer.get('message')}")
                return answer["result"]

    def open(self, url):
        self.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def run(self, code):
        """The value of an expression, passed as JSON."""
        result = self.ask("script.evaluate", expression=f"JSON.stringify({code})", target={"context": self.page}, awaitPromise=True)
        check(result["type"] == "success", lambda: f"{code}: {result.get('exceptionDetails', {}).get('text')}")
        return json.loads(result["result"].get("value", "null") or "null")

    def until(self, code, what=None):
        wait_until(lambda: self.run(code), what or code)

    def mouse(self, *actions):
        self.ask("input.performActions", context=self.page, actions=[
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)}])

    def drag(self, start, end, steps=20):
        (x, y), (to_x, to_y) = start, end
        move = [{"type": "pointerMove", "x": round(x + (to_x - x) * n / steps), "y": round(y + (to_y - y) * n / steps), "duration": 10} for n in range(steps + 1)]
        self.mouse(move[0], {"type": "pointerDown", "button": 0}, *move[1:], {"type": "pointerUp", "button": 0})

    def click(self, x, y):
        self.mouse({"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def type(self, text):
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self.page, actions=[{"type": "key", "id": "keys", "actions": keys}])
