"""unpack_kernel.py IMAGE OUT: takes the kernel itself out of a compressed image.

QEMU starts it as it is, and the machine, where each instruction counts, has nothing to unpack: six seconds of a boot. Where it stands is told
by the image's header (Documentation/arch/x86/boot.rst in the kernel's sources). One that is not packed with xz is copied whole: it boots, later.
"""

import lzma
import struct
import sys

SECTOR = 512
# Places in the header: the number of sectors before the protected-mode code, and where in that the packed kernel stands.
SECTORS, PAYLOAD = 0x1F1, 0x248

source, out = sys.argv[1:]
with open(source, "rb") as file:
    image = file.read()
offset, length = struct.unpack_from("<II", image, PAYLOAD)
start = (image[SECTORS] + 1) * SECTOR + offset
packed = image[start:start + length]
# Behind the packed kernel stands its size, which is none of it.
kernel = lzma.LZMADecompressor().decompress(packed) if packed.startswith(b"\xfd7zXZ\0") else image
with open(out, "wb") as file:
    file.write(kernel)
