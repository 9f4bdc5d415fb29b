"""The units of the page for phones: systemd holds the port, and starts the service when a phone comes."""

import http.client
import os
import signal

from service import CONFIG, Unit
from testing import check, defer, equal, test, wait_until

PORT = 7374


class Hall(Unit):
    """faderd with a page, and faderd-web.socket beside it."""

    def begin(self):
        self.fresh()
        self.configure(CONFIG + "web: {pages: {desk: [master]}}\n")
        self.start()
        equal(self.systemctl("start", "faderd-web.socket").returncode, 0, "exit code of systemctl start faderd-web.socket")
        # Stopping the service alone would leave the socket, which starts it again.
        defer(lambda: self.systemctl("stop", "faderd-web.socket", "faderd-web.service"))
        done = self.ctl("key", "add", "anna", "--page", "desk")
        equal(done.returncode, 0, f"exit code of faderctl key add ({done.stderr.strip()})")
        check(f":{PORT}/#~" in done.stdout, f"the address for the phone: {done.stdout}")
        return done.stdout.strip().split("#~")[1]

    def web(self):
        """The process id of the service; 0 if it does not run."""
        return int(self.systemctl("show", "--value", "-p", "MainPID", "faderd-web.service").stdout)


def ask(key):
    """The status and body of a phone's request."""
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    try:
        connection.request("GET", "/v1/parameters", headers={"Authorization": f"Bearer {key}"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def holds(hall):
    key = hall.begin()
    equal(hall.web(), 0, "the service before anybody came")
    status, body = ask(key)
    check(status == 200 and "master" in body, f"the first request: {status} {body[:200]}")
    equal(ask("0" * 32)[0], 401, "a key that nobody made")
    old = hall.web()
    check(old != 0, "the service does not run after a request")
    # What comes between the end of one process and the start of the next waits in systemd's socket.
    os.kill(old, signal.SIGKILL)
    equal(ask(key)[0], 200, "a request right after kill -9 of the service")
    check(hall.web() not in (0, old), "the same process")
    hall.systemctl("stop", "faderd")
    status, body = ask(key)
    check(status in (502, 503), f"while faderd is away: {status} {body[:200]}")
    hall.start()
    wait_until(lambda: ask(key)[0] == 200, "the page when faderd is back")
    equal(hall.ctl("key", "revoke", "anna").returncode, 0, "exit code of key revoke")
    equal(ask(key)[0], 401, "the revoked key")


@test("a phone's first request starts the page's service, and kill -9 or a restart of faderd loses no key and no request")
def machine():
    holds(Hall())


@test("the same for the units of a user who never logged in")
def user():
    holds(Hall("rider"))
