"""full_speed.py MODULE…: makes a kernel module dummy_hcd, the USB socket inside the machine, look for transfers 1,000 times a second.

Debian's looks 8,000 times a second while a controller is heard, as a high-speed host does, whether there is something to transfer or not: most
of what the machine did in a test. MIDI controllers are full-speed devices, whose host looks every millisecond. The interval is a constant
(DUMMY_TIMER_INT_NSECS in drivers/usb/gadget/udc/dummy_hcd.c) that no parameter changes, so it is changed in the file, in both places; what
the signature vouched for it no longer does, so that goes. A module that looks otherwise is left as it is: the tests pass with it, slowly.
"""

import sys

# `mov esi, 125000`, the nanoseconds of a microframe, and the same with those of a frame.
MICROFRAME, FRAME = b"\xbe\x48\xe8\x01\x00", b"\xbe\x40\x42\x0f\x00"
MARK = b"~Module signature appended~\n"


def unsigned(module):
    """The module without its signature, whose length stands in the four bytes before the mark, behind eight others."""
    if not module.endswith(MARK):
        return module
    size = int.from_bytes(module[-len(MARK) - 4:-len(MARK)], "big")
    return module[:-len(MARK) - 12 - size]


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        found = file.read()
    if found.count(MICROFRAME) == 2:
        with open(path, "wb") as file:
            file.write(unsigned(found).replace(MICROFRAME, FRAME))
    elif FRAME not in found:
        print(f"{path} is not as expected: it stays as it is, and the tests take twice as long", file=sys.stderr)
