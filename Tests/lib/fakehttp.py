"""A device with a web server, in a thread, as WLED and Shelly have one: a JSON object that is read and written. It can also stall, flood and lie."""

import contextlib
import json
import socket
import threading

import testing


class Device:
    """Its state is at every path; what is put or posted there is merged into it. `answer(link, method, path, body)` says what it does with a request
    instead. port: 0 is any."""

    def __init__(self, state, port=0, answer=None):
        self.state, self.answer, self.requests = state, answer, []
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        testing.defer(self.close)
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def close(self):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def writes(self):
        """The bodies that were put or posted."""
        return [body for method, _, body in self.requests if method != "GET"]

    def reads(self):
        return sum(method == "GET" for method, _, _ in self.requests)

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                link, _ = self.listener.accept()
                threading.Thread(target=self._serve, args=(link,), daemon=True).start()

    def _serve(self, link):
        with contextlib.suppress(OSError, ValueError), link:
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


def gone():
    raise OSError("the connection has ended")
