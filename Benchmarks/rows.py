"""The results, one line of JSON each; `python3 rows.py FILE…` prints them as a Markdown table and fails if a promise is not kept."""

import json
import sys


def row(what, got, wanted="", kept=None):
    """Prints one line: what was measured, the figure, the promise, and whether it is kept (None: no promise)."""
    print(json.dumps({"what": what, "got": got, "wanted": wanted, "kept": kept}, ensure_ascii=False), flush=True)


def table(lines):
    """Prints the table; returns how many promises are not kept."""
    print("| what | measured | promised | |\n|---|---:|---:|---|")
    broken = 0
    for line in lines:
        mark = {True: "kept", False: "**not kept**", None: ""}[line["kept"]]
        broken += line["kept"] is False
        print(f"| {line['what']} | {line['got']} | {line['wanted']} | {mark} |")
    return broken


if __name__ == "__main__":
    rows = [json.loads(text) for path in sys.argv[1:] for text in open(path, encoding="utf-8") if text.startswith("{")]
    if not rows:
        sys.exit("rows.py: nothing was measured")
    sys.exit(1 if table(rows) else 0)
