import Testing

@testable import faderctl

@Suite("Adding to a config")
struct ConfigFileTests {
    private static let block = "  box:\n    profile: box\n"

    private func added(_ text: String) throws -> ConfigEdit {
        try ConfigFile(path: "/c.yaml", text: text).adding(Self.block, under: "surfaces")
    }

    @Test(
        "a block is added after the last surface, and nothing else changes",
        arguments: [
            ("version: 1\n", "version: 1\n\nsurfaces:\n  box:\n    profile: box\n"),
            ("version: 1\nsurfaces:\n  a: {x: 1}   # one\n", "version: 1\nsurfaces:\n  a: {x: 1}   # one\n  box:\n    profile: box\n"),
            (
                "surfaces: # all\n  a:\n    x: 1\n\n    # the end of a\n\n# the rest\nparameters:\n  b:\n",
                "surfaces: # all\n  a:\n    x: 1\n\n    # the end of a\n  box:\n    profile: box\n\n# the rest\nparameters:\n  b:\n"
            ),
            ("surfaces:\nversion: 1", "surfaces:\n  box:\n    profile: box\nversion: 1\n"),
            ("", "surfaces:\n  box:\n    profile: box\n"),
            ("surfaces:\n    a:\n        x: 1\n", "surfaces:\n    a:\n        x: 1\n    box:\n        profile: box\n"),
            ("surfaces:\r\n  a: {x: 1}\r\nb: 1\r\n", "surfaces:\r\n  a: {x: 1}\r\n  box:\r\n    profile: box\r\nb: 1\r\n"),
            ("a: 1\r\nsurfaces:\n  a: {x: 1}\n", "a: 1\r\nsurfaces:\n  a: {x: 1}\n  box:\n    profile: box\n"),
        ])
    func places(text: String, after: String) throws { #expect(try added(text).text == after) }

    @Test("surfaces on one line are refused with advice")
    func flow() {
        #expect(throws: Failure.self) { try added("surfaces: {a: {x: 1}}\n") }
    }

    @Test("the diff has the format of diff -u")
    func diff() throws {
        #expect(
            try added("a\nb\nsurfaces:\n  x:\n    y: 1\nc\n").diff
                == "--- /c.yaml\n+++ /c.yaml\n@@ -3,4 +3,6 @@\n surfaces:\n   x:\n     y: 1\n+  box:\n+    profile: box\n c\n")
    }
}
