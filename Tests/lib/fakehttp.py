"""A device with a web server, in a thread, as WLED and Shelly have one: a JSON object that is read and written. It can also stall, flood and lie."""

import json

from listener import Listener, gone


class Device(Listener):
    """Its state is at every path; what is put or posted there is merged into it. `answer(link, method, path, body)` says what it does with a request
    instead."""

    scheme = "http://"

    def __init__(self, state, port=0, answer=None):
        self.state, self.answer, self.requests = state, answer, []
        super().__init__(port)

    def writes(self):
        """The bodies that were put or posted."""
        return [body for method, _, body in self.requests if method != "GET"]

    def reads(self):
        return sum(method == "GET" for method, _, _ in self.requests)

    def serve(self, link):
        with link:
            data = b""
            while b"\r\n\r\n" not in data:
                data += link.recv(4096) or gone()
            head, body = data.split(b"\r\n\r\n", 1)
            method, path, _ = head.split(b"\r\n")[0].decode().split(" ")
            length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
            while len(body) < length:
                body += link.recv(4096) or gone()
            self.requests.append((method, path, body.decode()))
            if self.answer:
                self.answer(link, method, path, body)
            else:
                if method != "GET":
                    self.state |= json.loads(body)
                reply(link, json.dumps(self.state).encode())


def reply(link, body, status="200 OK", length=None):
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body) if length is None else length}\r\nConnection: close\r\n\r\n"
    link.sendall(head.encode() + body)
