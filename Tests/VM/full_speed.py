"""full_speed.py MODULE…: makes the kernel module dummy_hcd, the USB host inside the machine, poll for transfers 1,000 times a second.

While a controller is plugged in, Debian's module polls 8,000 times a second, like a high-speed host, even if there is nothing to transfer.
That was most of the machine's work in a test. MIDI controllers are full-speed devices, whose host polls every millisecond. The interval is
a constant (DUMMY_TIMER_INT_NSECS in drivers/usb/gadget/udc/dummy_hcd.c) that no parameter changes, so it is changed in the file, in both
places. The module's signature is then no longer valid and is removed. A module with other code is left as it is: the tests pass with it,
but slowly.
"""

import sys

# `mov esi, 125000`, the nanoseconds of a microframe, and the same with 1,000,000, those of a frame.
MICROFRAME, FRAME = b"\xbe\x48\xe8\x01\x00", b"\xbe\x40\x42\x0f\x00"
MARK = b"~Module signature appended~\n"


def unsigned(module):
    """The module without its signature. It ends with the signature, 8 bytes, the signature's length in 4 bytes, and the mark."""
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
