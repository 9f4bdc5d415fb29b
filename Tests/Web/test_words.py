"""The words of the page: one table, three languages, and no sentence elsewhere."""

import pathlib
import re

from browser import Desk
from testing import check, equal, test, wait_until

WEB = pathlib.Path(__file__).resolve().parents[2] / "Web"
TABLE = WEB / "words/words.js"
TEXT = r'"((?:[^"\\]|\\.)*)"'
ROW = re.compile(rf'  "([a-z0-9.-]+)": \[\s*{TEXT},\s*{TEXT},\s*{TEXT},?\s*\],\n')
PLACE = re.compile(r"\{(\w+)\}")
PLURAL = re.compile(r"\.(one|other)$")

# What looks like words and is read by no person: names of keys and errors, what the daemon and the browser understand, and the headers.
NO_WORDS = {
    "Enter", "Escape", "End", "Home", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown", "PageUp", "PageDown", "Control+Z", "Control+Shift+Z",
    "TypeError", "AbortError", "Content-Type", "Fader-By", "Fader-Session", "Authorization", "Bearer ", "ETag", "web page", "faderd virtual", "faderctl web",
    "faderd", "not all",
}


def table():
    """{key: (English, German, Swedish)}; there is nothing else in the table but comments."""
    body, found = TABLE.read_text(encoding="utf-8").split("export const WORDS = {\n")[1].rsplit("};", 1)[0], {}
    for match in ROW.finditer(body):
        check(match[1] not in found, f"{match[1]} is there twice")
        found[match[1]] = match.groups()[1:]
    rest = re.sub(r"(?m)^\s*//.*$", "", ROW.sub("", body)).strip()
    check(found and not rest, f"not a row of three texts: {rest}")
    return found


def scripts():
    """{file: its text without comments} of all modules besides the table."""
    return {path.relative_to(WEB).as_posix(): re.sub(r"(?m)^\s*(//|/?\*).*$|\s// .*$|/\*\*.*?\*/", "", path.read_text(encoding="utf-8"))
            for path in sorted(WEB.rglob("*.js")) if path != TABLE}


def calls(code):
    """The text of the arguments of each call of say and saying."""
    for match in re.finditer(r"(?<![\w.#])(say|saying)\(", code):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        yield code[match.end():end - 1]


@test("each row has three texts with the same places, and all plurals")
def rows():
    words = table()
    for key, texts in words.items():
        check(all(text.strip() for text in texts), f"{key} lacks a text")
        places = [set(PLACE.findall(text)) for text in texts]
        check(places[0] == places[1] == places[2], f"{key} has different places in its languages: {places}")
        if PLURAL.search(key):
            base = PLURAL.sub("", key)
            check({f"{base}.one", f"{base}.other"} <= words.keys() and base not in words, f"{base} needs .one and .other, and nothing without")


@test("every key that is used is there with its values, and no key is unused")
def keys():
    words = table()
    bases = {PLURAL.sub("", key) for key in words}
    places = {base: set(PLACE.findall((words.get(base) or words[f"{base}.other"])[0])) for base in bases}
    used = set()
    for name, code in scripts().items():
        used |= {text for text in re.findall(r'"([a-z0-9.-]+)"', code) if text in bases}
        if name == "words/say.js":
            continue
        for call in calls(code):
            literal = re.match(r'"([^"]+)"', call)
            patterns = [re.escape(literal[1])] if literal else ["".join("[a-z-]+" if part.startswith("${") else re.escape(part) for part in re.split(r"(\$\{[^}]*\})", text))
                                                                for text in re.findall(r"`([a-z.-]+\$\{[^`]*)`", call)]
            for pattern in patterns:
                meant = {base for base in bases if re.fullmatch(pattern, base)}
                check(meant, f"{name}: there is no text for say({call})")
                used |= meant
                for place in set().union(*(places[base] for base in meant)):
                    check(re.search(rf"\b{place}\b", call), f"{name}: {sorted(meant)} needs {place}: say({call})")
    equal(sorted(bases - used), [], "texts that nothing uses")


@test("no sentence or word for people stands outside of the table")
def strays():
    found = []
    for name, code in scripts().items():
        for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code):
            text = match[1] if match[1] is not None else re.sub(r"\$\{[^{}]*\}", "", match[2])
            before = code[:match.start()]
            if text in NO_WORDS or re.search(r"(class|d): $|(querySelector(All)?|closest\?\.|closest|matches|import|from)\(? ?$", before):
                continue
            is_sentence = re.search(r"[A-Za-zÀ-ž]{2,},? [A-Za-zÀ-ž]{2,}", text) and not re.search(r"[#.\[=<>{]\w|^[\w-]+: |-gradient", text)
            is_child = re.fullmatch(r"[A-Za-z]{3,}", text) and re.search(r"[}\])], $", before) and re.search(r'h\("\w+", \{[^{}]*\}, $', before)
            if is_sentence or is_child or re.match(r"[A-Z][a-z]{2,}", text):
                found.append(f"{name}: {text}")
    for path in WEB.rglob("*.css"):
        # Nor may a style depend on a word, which is another one in another language.
        found += re.findall(r'content: "[^"]*[A-Za-z]{2}[^"]*"|\[(?:aria-label|title|placeholder)[^\]]*\]', path.read_text(encoding="utf-8"))
    equal(found, [], "texts that belong into Web/words/words.js")


@test("the page speaks German and Swedish to browsers that ask for them, with their plurals and numbers, and English to all others")
def languages():
    desk = Desk()
    desk.faderd.ctl("snapshot", "save", "verse", "--over", "1.5", "--only", "master")
    desk.faderd.ctl("snapshot", "save", "chorus")
    for locale, language, opener, one, other, fade, undo in (
            ("de-AT", "de", "Snapshots", "1 Wert", "13 Werte", "Fade von verse in Sekunden", "Rückgängig: Fine 500,000 → 1,500"),
            ("sv-SE", "sv", "Snapshots", "1 värde", "13 värden", "Fade för verse i sekunder", "Ångra: Fine 500,000 → 1,500"),
            ("fr-FR", "en", "Snapshots", "1 value", "13 values", "Fade of verse in seconds", "Undo: Fine 500,000 → 1,500")):
        desk.faderd.put_durably("fine", 500)
        desk.faderd.put_durably("fine", 1.5)
        page = desk.open(locale=locale)
        equal(page.locator("html").get_attribute("lang"), language, "the language that the page names")
        page.get_by_role("button", name=opener).first.click()
        page.locator(".snapshots li").nth(1).wait_for()
        said = page.locator(".snapshots").inner_text()
        check(one in said and other in said, f"{locale}: {said}")
        equal(page.get_by_label(fade).input_value(), "1,5", "the fade")
        wait_until(lambda: page.locator(f'button[aria-label="{undo}"]').count() == 1,
                   lambda: f"{undo}: {[one.get_attribute('aria-label') for one in page.locator('.tools button').all()]}")
        page.context.close()
