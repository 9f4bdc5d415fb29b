#!/usr/bin/env python3
"""web.py [--check] : puts the files of Web/, without comments and indentation, into one Swift file, from which faderd serves the page.

--check changes nothing, and fails if that file does not match Web/ or the page is too large.
"""

import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEB = ROOT / "Web"
SWIFT = ROOT / "Sources/FaderServer/Web/WebFiles.swift"
MOST = 250_000
QUOTES = '###"""'


# Whole lines: `// …`, and `/* … */` over one line or several.
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
# Empty lines, and spaces at the start of a line: no text of the page goes over several lines.
SPACE = re.compile(r"^\s+", re.MULTILINE)
# In a style sheet, spaces and line ends beside these say nothing, nor do those after a colon, nor a semicolon before the end of a block.
MARKS = re.compile(r"[\s;]*(\})\s*|\s*([{;,])\s*|(?<=:)\s+")


def files():
    return sorted((path.relative_to(WEB).as_posix(), served(path)) for path in WEB.rglob("*") if path.is_file())


def served(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix not in (".js", ".css"):
        return text
    text = SPACE.sub("", COMMENT.sub("", text))
    return MARKS.sub(lambda mark: mark[1] or mark[2] or "", text) if path.suffix == ".css" else text


def swift(found):
    digest = hashlib.sha256("".join(f"{name}\0{text}\0" for name, text in found).encode()).hexdigest()[:12]
    lines = [
        "// swift-format-ignore-file",
        "// Made by scripts/web.py from the files in Web/. Change those, then run it again.",
        "",
        "/// The files of the page.",
        "enum WebFiles {",
        "    /// Differs where any file differs.",
        f'    static let hash: StaticString = "{digest}"',
        "    static let all: [(path: StaticString, text: StaticString)] = [",
    ]
    for name, text in found:
        if QUOTES[3:] + QUOTES[:3] in text:
            sys.exit(f"Web/{name} has in it what ends a Swift string")
        lines.append(f'("{name}", {QUOTES}\n{text}\n{QUOTES[3:]}{QUOTES[:3]}),')
    return "\n".join(lines + ["    ]", "}", ""])


def main(arguments):
    found = files()
    size = sum(len(text.encode()) for _, text in found)
    if size > MOST:
        sys.exit(f"the page has {size} bytes; it may have {MOST}")
    wanted = swift(found)
    if arguments == ["--check"]:
        if not SWIFT.exists() or SWIFT.read_text(encoding="utf-8") != wanted:
            sys.exit("Sources/FaderServer/Web/WebFiles.swift is not what Web/ has; run scripts/web.py")
    elif arguments:
        sys.exit(__doc__)
    else:
        SWIFT.write_text(wanted, encoding="utf-8")
        print(f"{len(found)} files, {size} bytes")


main(sys.argv[1:])
