"""Who looks at levels as a page does: by a stream."""

import socket
import threading

from testing import equal, wait_until


class Reader:
    """A stream that wants levels, and the newest of each. `more` says how it is opened."""

    def __init__(self, faderd, *ids, **more):
        self.link, self.levels = faderd.connect(), {}
        stream = faderd.events(f"?form=batch&rate=50&levels={','.join(ids)}", link=self.link, **more)
        equal(next(stream)[0], "state", "the first event")

        def read():
            for name, data in stream:
                if name == "levels":
                    self.levels.update(data)
        threading.Thread(target=read, daemon=True).start()

    def wait(self, by=0.5, **levels):
        """Waits until these are the levels, in decibels; None: silence."""
        def is_so(id, level):
            shown = self.levels.get(id.replace("_", "."), "-inf")
            return shown == "-inf" if level is None else shown != "-inf" and abs(shown - level) <= by
        wait_until(lambda: all(is_so(*each) for each in levels.items()), lambda: f"{levels}; it is {self.levels}")

    def close(self):
        self.link.shutdown(socket.SHUT_RDWR)
