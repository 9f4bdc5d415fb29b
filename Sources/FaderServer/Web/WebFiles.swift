// swift-format-ignore-file
// Made by scripts/web.py from the files in Web/. Change those, then run it again.

/// The files of the page.
enum WebFiles {
    /// Differs where any file differs.
    static let hash: StaticString = "f7102c1f4795"
    static let all: [(path: StaticString, text: StaticString)] = [
("index.html", ###"""
<!doctype html><meta name="faderd-web" content="%VERSION%"><title>faderd</title>

"""###),
    ]
}
