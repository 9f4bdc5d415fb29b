"""What the stand-ins for peers on TCP have in common: a port, a thread for each connection, and the beginning of a WebSocket."""

import base64
import contextlib
import hashlib
import socket
import threading

import testing


def close(link):
    """Closes a socket that a thread reads from. Without the shutdown the thread would keep reading, and take later packets of that port."""
    with contextlib.suppress(OSError):  # It is not connected; the reader wakes up nevertheless.
        link.shutdown(socket.SHUT_RDWR)
    link.close()


def gone():
    """In place of data that will not come."""
    raise OSError("the connection has ended")


def handshake(link, begins=b"GET /"):
    """Reads the head of a WebSocket's request, which must begin so; returns the answer to it."""
    head = b""
    while b"\r\n\r\n" not in head:
        head += link.recv(4096) or gone()
    assert head.startswith(begins), head
    key = next((line.split(b":")[1].strip() for line in head.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key:")), None) or gone()
    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    return b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n"


class Listener:
    """It listens (port: 0 is any), and calls `serve` with each connection until the end of the test. `sockets`: its connections; `connections`: how many there were."""

    scheme = ""

    def __init__(self, port=0):
        self.sockets, self.connections = [], 0
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        testing.defer(self.close)
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        return f"{self.scheme}127.0.0.1:{self.port}"

    def close(self):
        for link in [self.listener, *self.sockets]:
            close(link)

    def drop(self):
        """Ends its connections."""
        for link in self.sockets:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
        self.sockets = []

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                link, _ = self.listener.accept()
                self.connections += 1
                self.sockets.append(link)
                threading.Thread(target=self._guarded, args=(link,), daemon=True).start()

    def _guarded(self, link):
        with contextlib.suppress(OSError, ValueError):
            self.serve(link)
