"""`faderctl web`: starting it, and asking it as a browser or another machine does."""

import http.client
import json
import subprocess
import urllib.parse

import native
from testing import PATIENCE, check, defer


def start(faderd, *arguments, inside=()):
    """Starts `faderctl web`, as an argument of the command `inside`; returns (process, what it printed as JSON)."""
    process = subprocess.Popen(
        [*inside, native.FADERCTL, "web", "--json", "--no-open", "--socket", faderd.socket, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    defer(lambda: (process.kill(), process.communicate()))
    line = process.stdout.readline()
    check(line, "faderctl web printed nothing")
    return process, json.loads(line)


def parts(url):
    """(host without brackets, port, key) of an address."""
    address, key = url.split("/#")
    found = urllib.parse.urlsplit(address)
    return found.hostname, found.port, key


def ask(host, port, key, method="GET", path="/v1/parameters", body=None, **headers):
    link = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    sent = None if body is None else json.dumps(body)
    link.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
    for name, text in ({"Authorization": f"Bearer {key}"} | ({"Content-Type": "application/json", "Content-Length": str(len(sent))} if sent else {}) | headers).items():
        link.putheader(name, text)
    link.endheaders(sent.encode() if sent else None)
    answer = link.getresponse()
    text = answer.read().decode()
    link.close()
    return answer.status, text


def follow(faderd):
    """What a daemon says of the other machine."""
    return faderd.status().get("follow", {})


def role(faderd):
    return follow(faderd).get("role")
