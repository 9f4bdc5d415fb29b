"""Every config in the documents is one: whole ones as they stand, parts of one in the place that a comment before them names.

    <!-- context
    parameters: {master: {}}
    surfaces:
      desk:
        …
    -->

comes before a part, which takes the place of the line with the ellipsis, or follows. `<!-- together -->` in a document makes one config of all its
parts; an entry that is written again replaces the earlier one.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

import native
import testing
from testing import check, equal, test

# The environment of a user's session.
USER = {**os.environ, "XDG_RUNTIME_DIR": "/run/user/1000"}
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BLOCK = re.compile(r"(?:<!-- context\n(?P<context>.*?)\n-->\n+)?```yaml\n(?P<text>.*?)```", re.DOTALL)


def documents():
    return sorted([*glob.glob(f"{ROOT}/docs/*.md"), f"{ROOT}/README.md", f"{ROOT}/CONTRIBUTING.md"])


def whole(context, text):
    """A part in its context."""
    if text.startswith("version:"):
        return text
    lines = (context or "").splitlines()
    place = next((line for line in lines if line.strip() == "…"), None)
    if place is None:
        lines.append(text)
    else:
        indent = place[:place.index("…")]
        lines[lines.index(place)] = "".join(indent + line + "\n" for line in text.splitlines())
    return "version: 1\n" + "\n".join(lines) + "\n"


def together(parts):
    """One config of parts whose sections have an entry on each line, or on a line and those that are indented more."""
    sections = {}
    for text in parts:
        section = entry = None
        for line in text.splitlines():
            if not line.startswith(" "):
                section = sections.setdefault(line, {})
            elif re.match(r"  [^ ]", line):
                entry = line.split(":")[0]
                section[entry] = [line]
            else:
                section[entry].append(line)
    lines = [[section, *(line for entry in entries.values() for line in entry)] for section, entries in sections.items()]
    return "version: 1\n" + "\n".join("\n".join(section) for section in lines) + "\n"


def configs(path):
    """The configs of a document, each with the number of its first line."""
    document = native.read_text(path)
    found = [(document[:match.start("text")].count("\n") + 1, match["context"], match["text"]) for match in BLOCK.finditer(document)]
    equal(len(found), document.count("```yaml"), f"blocks of {path} that were understood")
    if "<!-- together -->" in document:
        return [(found[0][0], together([text for _, _, text in found]))]
    return [(line, whole(context, text)) for line, context, text in found]


@test("every config in the documents has no errors and no warnings")
def shown():
    count = 0
    with tempfile.TemporaryDirectory(prefix="docs.") as folder:
        os.symlink(f"{ROOT}/config/profiles", f"{folder}/profiles")
        path, wrong = f"{folder}/faderd.yaml", []
        for document in documents():
            for line, text in configs(document):
                native.write(path, text)
                done = subprocess.run([native.FADERD, "--check", path], capture_output=True, text=True, timeout=testing.PATIENCE, env=USER)
                count += 1
                if done.returncode != 0 or done.stderr:
                    wrong.append(f"{os.path.relpath(document, ROOT)}, line {line}: exit {done.returncode}\n{done.stderr}")
        check(not wrong, "\n".join(wrong))
    check(count >= 25, f"only {count} configs were found")


def kinds_of_targets():
    """The pages that the table of docs/targets.md names."""
    return re.findall(r"^\| .*\]\(([a-z-]+)\.md\) \|$", native.read_text(f"{ROOT}/docs/targets.md"), re.MULTILINE)


@test("every kind of target has a page with the same parts, which begins with a config of at most ten lines; the X32 of docs/lists.md has twelve")
def short():
    names, parts = kinds_of_targets(), ["In ten lines", "What it binds", "Rules", "What goes wrong", "Known limits"]
    check(len(names) > 8, f"only these pages: {names}")
    for name in names:
        found = re.findall(r"^## (.*)$", native.read_text(f"{ROOT}/docs/{name}.md"), re.MULTILINE)
        equal([heading for heading in found if heading in parts], parts, f"the parts of docs/{name}.md")
    for name, most in (*((name, 10) for name in names), ("lists", 12)):
        text = configs(f"{ROOT}/docs/{name}.md")[0][1]
        check(len(text.splitlines()) <= most, f"the first config of docs/{name}.md has {len(text.splitlines())} lines")


def anchors(path):
    """What links can name in a page: its headings, written as GitHub does."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", native.read_text(path), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@test("every link in the documents leads to a page and a heading that exist, and the index names every page")
def links():
    wrong, count = [], 0
    for document in documents():
        found = re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", re.sub(r"```.*?```", "", native.read_text(document), flags=re.DOTALL))
        for page, anchor in found:
            if re.match(r"[a-z]+:", page):
                continue
            count += 1
            target = os.path.join(os.path.dirname(document), page) if page else document
            if not os.path.exists(target) or anchor and anchor not in anchors(target):
                wrong.append(f"{os.path.relpath(document, ROOT)}: {page}#{anchor}")
    check(not wrong, "\n".join(wrong))
    check(count > 100, f"only {count} links were found")
    named = set(re.findall(r"\]\(([\w-]+\.md)", native.read_text(f"{ROOT}/docs/README.md")))
    equal({os.path.basename(path) for path in glob.glob(f"{ROOT}/docs/*.md")} - named, {"README.md"}, "pages that the index does not name")


@test("README.md has at most 120 lines and eight commands, and no sentence of more than 25 words")
def brief():
    text = native.read_text(f"{ROOT}/README.md")
    check(len(text.splitlines()) <= 120, f"README.md has {len(text.splitlines())} lines")
    check(0 < len(re.findall(r"^\| `faderctl ", text, re.MULTILINE)) <= 8, "rows of commands")
    # Paragraphs, points and cells of tables; no code, and of a link its words.
    prose = re.sub(r"```.*?```", "\n\n", re.sub(r"(?m)^    .*$", "", text), flags=re.DOTALL)
    prose = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "CODE", prose))
    sentences = [each.split() for part in re.split(r"\n\s*\n|\n[-#]|\|", prose) for each in re.split(r"(?<=[.?!])\s", part.replace("\n", " ").replace("**", ""))]
    check(len(sentences) > 60, f"only {len(sentences)} sentences were found")
    equal([" ".join(words) for words in sentences if len(words) > 25], [], "long sentences")


@test("docs/error.svg is what scripts/pictures.py makes of the errors of a config")
def pictures():
    made = subprocess.run([sys.executable, "-c", "import pictures; print(pictures.error(), end='')"], capture_output=True, text=True, timeout=testing.PATIENCE,
                          env={**os.environ, "FADERD_BIN": os.path.dirname(native.FADERD), "PYTHONPATH": f"{ROOT}/scripts"})
    equal(made.returncode, 0, made.stderr)
    equal(native.read_text(f"{ROOT}/docs/error.svg"), made.stdout, "docs/error.svg; scripts/pictures.py error makes it anew")


@test("docs/devices.md is what scripts/devices.py makes of the profiles, with every surprise of their heads")
def devices():
    environment = {**os.environ, "FADERD_BIN": os.path.dirname(native.FADERD)}
    done = subprocess.run([sys.executable, f"{ROOT}/scripts/devices.py"], capture_output=True, text=True, timeout=testing.PATIENCE, env=environment)
    check(done.returncode == 0, done.stderr)
    check(native.read_text(f"{ROOT}/docs/devices.md") == done.stdout, "docs/devices.md is stale: scripts/devices.py > docs/devices.md")
    heads = "".join(open(path, encoding="utf-8").read() for path in glob.glob(f"{ROOT}/config/profiles/*.yaml"))
    equal(done.stdout.count("- Surprise: "), heads.count("# Surprise: "), "surprises")
    check(done.stdout.count("- Surprise: ") > 25, "there are few surprises")


@test("the issue form for controllers asks for what faderctl has")
def form():
    text = native.read_text(f"{ROOT}/.github/ISSUE_TEMPLATE/controller.yml")
    for command, option in (("doctor", "--report"), ("monitor", "--record"), ("monitor", "--all")):
        check(f"faderctl {command} " in text and option in text, f"{command} {option} is not in the form")
        done = subprocess.run([native.FADERCTL, command, "--help"], capture_output=True, text=True, timeout=testing.PATIENCE)
        check(option in done.stdout, f"faderctl {command} has no {option}")
