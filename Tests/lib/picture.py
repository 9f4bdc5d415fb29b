"""Pictures as PNG, with what Python has: their pixels, and an animated one of few colors in which only what changes is kept."""

import collections
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _chunks(data):
    at = len(SIGNATURE)
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += length + 12


def pixels(data):
    """(width, height, rows of (red, green, blue)) of a PNG with 8 bits a channel, as browsers write it."""
    found = list(_chunks(data))
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", found[0][1])
    assert depth == 8 and color in (2, 6) and not interlaced, (depth, color, interlaced)
    size = 3 if color == 2 else 4
    raw, stride = zlib.decompress(b"".join(part for kind, part in found if kind == b"IDAT")), width * size
    rows, before = [], bytearray(stride)
    for y in range(height):
        at = y * (stride + 1)
        how, line = raw[at], bytearray(raw[at + 1:at + 1 + stride])
        for x in range(stride if how else 0):
            left, up, corner = line[x - size] if x >= size else 0, before[x], before[x - size] if x >= size else 0
            line[x] = (line[x] + (left, up, (left + up) // 2, _nearest(left, up, corner))[how - 1]) & 255
        rows.append([tuple(line[x:x + 3]) for x in range(0, stride, size)])
        before = line
    return width, height, rows


def _nearest(left, up, corner):
    guess = left + up - corner
    return min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]


def _palette(frames, count):
    """The most frequent colors, and a table from each color to the place of the nearest of them; place 0 is for what stays as it was."""
    counts = collections.Counter()
    for (_, _, rows), _ in frames:
        for row in rows:
            counts.update(row)
    kept = [color for color, _ in counts.most_common(count)]
    return kept, {color: 1 + min(range(len(kept)), key=lambda n: sum((a - b) ** 2 for a, b in zip(kept[n], color))) for color in counts}


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def animated(frames, colors=63):
    """An animated PNG, which repeats for ever, of [(pixels, milliseconds)]."""
    width, height, _ = frames[0][0]
    kept, places = _palette(frames, colors)
    parts = [SIGNATURE, _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)), _chunk(b"acTL", struct.pack(">II", len(frames), 0)),
             _chunk(b"PLTE", bytes(3) + b"".join(map(bytes, kept))), _chunk(b"tRNS", b"\0")]
    shown, number = None, 0
    for (_, _, rows), milliseconds in frames:
        now = [bytes(places[color] for color in row) for row in rows]
        left, top, right, bottom = 0, 0, width, height
        if shown:
            changed = [(x, y) for y in range(height) if now[y] != shown[y] for x in range(width) if now[y][x] != shown[y][x]] or [(0, 0)]
            left, right = min(x for x, _ in changed), max(x for x, _ in changed) + 1
            top, bottom = changed[0][1], changed[-1][1] + 1
        lines = [bytes(0 if shown and now[y][x] == shown[y][x] else now[y][x] for x in range(left, right)) for y in range(top, bottom)]
        data = zlib.compress(b"".join(b"\0" + line for line in lines), 9)
        parts.append(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, right - left, bottom - top, left, top, milliseconds, 1000, 0, 1 if shown else 0)))
        number += 1
        if shown:
            data = struct.pack(">I", number) + data
            number += 1
        parts.append(_chunk(b"fdAT" if shown else b"IDAT", data))
        shown = now
    return b"".join([*parts, _chunk(b"IEND", b"")])
