#!/usr/bin/env python3
"""web.py [--check] : puts the files of Web/ into one Swift file, from which faderd serves the page.

All modules that main.js imports become one script, and the style sheets of index.html that have no id one style sheet, because each request takes a browser
longer than all of their text does. Comments, indentation and spaces that say nothing are left out.

--check changes nothing, and fails if that file does not match Web/ or the page is too large.
"""

import hashlib
import pathlib
import posixpath
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEB = ROOT / "Web"
SWIFT = ROOT / "Sources/FaderServer/Web/WebFiles.swift"
MOST = 250_000
QUOTES = '###"""'


# In a style sheet, spaces and line ends beside these say nothing, nor do those after a colon, nor a semicolon before the end of a block.
MARKS = re.compile(r"[\s;]*(\})\s*|\s*([{;,>])\s*|(?<=:)\s+")
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHEETS = re.compile(r'(?:<link rel="stylesheet" href="/web/%HASH%/[\w/]+\.css">\n)+')


def template(depth):
    """The pattern of a template literal, with others inside of it down to that depth."""
    inside = "|" + template(depth - 1) if depth else ""
    braces = r"\{(?:[^{}`]" + inside + r"|\{(?:[^{}`]" + inside + r")*\})*\}"
    return r"`(?:[^`\\$]|\\.|\$(?!\{)|\$" + braces + ")*`"


# What a script consists of. A slash with a space behind it divides.
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|' + template(2) + r"|/(?![*/ =])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/")
SCRIPT = re.compile(rf"({TEXT.pattern})|//.*|/\*(?:[^*]|\*(?!/))*\*/|(\s*\n\s*)|[ \t]+")
IMPORT = re.compile(r'^import (\{ [\w, ]+ \}|\* as \w+) from "(.+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:const|(?:async )?function|class) (\w+))", re.MULTILINE)


def files():
    """[(path, text)] of all files as they are served."""
    found = {path.relative_to(WEB).as_posix(): path.read_text(encoding="utf-8") for path in WEB.rglob("*") if path.is_file()}
    parts = {}
    script = module("main.js", found, parts)
    links = SHEETS.search(found["index.html"])[0]
    sheets = re.findall(r"style/\w+\.css", links)
    found["index.html"] = found["index.html"].replace(links, links.splitlines(True)[0].replace(sheets[0], "style/page.css"))
    whole = {"main.js": script, "style/page.css": "".join(found[sheet] for sheet in sheets)}
    served = {name: text for name, text in found.items() if name not in parts and name not in sheets} | whole
    kinds = {".js": squeezed_script, ".css": squeezed_style}
    return sorted((name, kinds.get(pathlib.PurePath(name).suffix, lambda text, _: text)(text, name)) for name, text in served.items())


def module(name, found, parts):
    """A module as a function that is called at once, behind those that it imports: each is a constant with what it exports."""
    parts[name] = False
    before = []

    def taken(one):
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), one[2]))
        if other not in found:
            sys.exit(f"Web/{name} imports {other}, which is not there")
        if parts.get(other) is False:
            sys.exit(f"Web/{name} and Web/{other} import each other")
        if other not in parts:
            before.append(module(other, found, parts))
        names = one[1][5:] if one[1].startswith("*") else one[1].replace(" as ", ": ")
        return f"const {names} = {constant(other)};\n"

    text = IMPORT.sub(taken, found[name])
    exports = [one[2] for one in EXPORT.finditer(text)]
    text = EXPORT.sub(r"\1", text)
    if re.search(r"^(import|export)\b", text, re.MULTILINE):
        sys.exit(f"Web/{name} imports or exports in a way that this script does not know")
    parts[name] = True
    return "".join(before) + f"const {constant(name)} = (() => {{\n{text}\nreturn {{ {', '.join(exports)} }};\n}})();\n"


def constant(name):
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def squeezed_script(text, name):
    """Without comments and spaces. Line ends stay, because a statement may end there."""
    if "`" in TEXT.sub("", text):
        sys.exit(f"Web/{name} has a template in it that this script does not understand")

    def kept(one):
        if one[1]:
            return one[1]
        if one[2]:
            return "\n"
        # A space says something between two words, and between two signs such as those of “a - -b”.
        left, right = text[one.start() - 1 : one.start()], text[one.end() : one.end() + 1]
        isWord = re.compile(r"[\w$#]").match
        return " " if one[0].isspace() and (isWord(left) and isWord(right) or left == right) else ""

    return re.sub(r"\n+", "\n", SCRIPT.sub(kept, text)).strip() + "\n"


def squeezed_style(text, _):
    return MARKS.sub(lambda mark: mark[1] or mark[2] or "", re.sub(r"\s+", " ", STYLE_COMMENT.sub("", text))).strip() + "\n"


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
