"""unpack_kernel.py IMAGE OUT: extracts the kernel from a compressed image.

QEMU can start the unpacked kernel directly. That saves six seconds of a boot, because unpacking is slow in a machine where each instruction
costs time. The image's header gives its place (Documentation/arch/x86/boot.rst in the kernel's sources). If it is not packed with xz, the
whole image is copied: that boots too, only more slowly.
"""

import lzma
import struct
import sys

SECTOR = 512
# Offsets in the header: the number of sectors before the protected-mode code, and the packed kernel's offset and length in that code.
SECTORS, PAYLOAD = 0x1F1, 0x248

source, out = sys.argv[1:]
with open(source, "rb") as file:
    image = file.read()
offset, length = struct.unpack_from("<II", image, PAYLOAD)
start = (image[SECTORS] + 1) * SECTOR + offset
packed = image[start:start + length]
# The bytes after the compressed data hold the unpacked size and are ignored.
kernel = lzma.LZMADecompressor().decompress(packed) if packed.startswith(b"\xfd7zXZ\0") else image
with open(out, "wb") as file:
    file.write(kernel)
