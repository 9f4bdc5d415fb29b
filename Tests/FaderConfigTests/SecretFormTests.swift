import FaderConfig
import FaderTargets
import FaderTesting
import FaderValues
import Foundation
import Testing

/// Every way to write a secret that was once shown somewhere: in the report of `doctor`, in the excerpts of `check`, and so in the log.
@Suite("A secret is shown nowhere, however it is written, and whatever else is wrong with the file")
struct SecretFormTests {
    /// Each has the secret hunter2, and is a file if `version: 1` comes before it. One that is mistaken is so in every file.
    static let forms = forms(in: "secrets") + mistaken
    static let mistaken = forms(in: "secrets-in-mistakes")

    private static func forms(in name: String) -> [String] {
        ((try? TestFile.text("Vectors/\(name).txt")) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("### ") }.split { $0 == "---" }.map { $0.joined(separator: "\n").trimmingCharacters(in: .newlines) }
            .filter { !$0.isEmpty }
    }

    /// What makes a file of a form: valid or not in itself, with another error, cut off, or no YAML at all.
    static let files: [(String, @Sendable (String) -> String)] = [
        ("as it is", { "version: 1\n\($0)\n" }), ("with another error", { "version: 1\n\($0)\nsurfacs: {}\n" }),
        ("before a bracket that is not closed", { "version: 1\n\($0)\nx: [\n" }), ("behind one", { "version: 1\nx: [a\n\($0)\n" }),
        ("without its last character", { "version: 1\n\($0.dropLast())" }), ("with a tab", { "version: 1\n\($0)\n\tx: 1\n" }),
        ("with CRLF", { "version: 1\r\n\($0.replacing("\n", with: "\r\n"))\r\n" }),
        ("as a comment", { "version: 1\n# \($0.replacing("\n", with: "\n# "))\n" }),
        ("with a character that no YAML has", { "version: 1\n\($0)\n# \u{1}\n" }),
    ]

    /// A kind says which of its keys may have secrets; of all others a person sees what he wrote.
    @Test(
        "what a kind of target says is no secret is shown, and the rest is not",
        arguments: [
            ("{snapcast: house, client: \"Living Room\"}", true), ("{snapcast: house, group: \"First Floor\", words: [\"a b\"]}", true),
            ("{x32: foh, ch: \"1 2\", mute-group: \"1 2\"}", true), ("{obs: studio, input: \"Mic 1\"}", true),
            ("{mqtt: house, topic: \"a b\"}", true), ("{sacn: stage, channel: \"1 2\"}", true), ("{mpris: \"my player\"}", true),
            ("{recall: \"Song 1\", over: 2 s}", true), ("{mqtt: house, topic: a, payload: \"door 1234\"}", false),
            ("{obs: studio, request: SetStreamServiceSettings, data: {key: \"live 1234\"}}", false), ("{exec: [run, \"pin 1234\"]}", false),
            ("{http: \"http://h/api/key1234/light\", post: \"{value}\"}", false),
            ("{http: \"http://h/\", put: \"pin 1234 {value}\"}", false),
        ])
    func harmless(target: String, isShown: Bool) {
        let file = "version: 1\nparameters:\n  a: {target: \(target)}\n"
        for text in [file, file + "x: [\n"] {
            let shown = ShownText(kinds: TargetKinds.all).text(of: Array(text.utf8))
            #expect(shown.contains(target) == isShown, "\(shown)")
            #expect(isShown || !shown.contains("1234"), "\(shown)")
        }
    }

    @Test("there are 38 forms, and 41 with a mistake, which is reported")
    func number() {
        #expect(Self.forms.count - Self.mistaken.count == 38 && Self.mistaken.count == 41)
        for form in Self.mistaken { #expect(!read("version: 1\n\(form)\n").diagnostics.isEmpty, "\(form)") }
    }

    @Test("in the report of doctor", arguments: forms)
    func report(form: String) {
        for (name, file) in Self.files {
            let shown = ShownText(kinds: TargetKinds.all).text(of: Array(file(form).utf8))
            #expect(!shown.contains("hunter2"), "\(name): \(shown)")
        }
    }

    @Test("in the difference that a page is shown before it changes a file", arguments: forms)
    func difference(form: String) {
        for (name, file) in Self.files {
            let (before, after) = (file(form), file("# A line more.\n\(form)\n# And another.").replacing("version: 1", with: "version: 1 "))
            let shown = ShownText(kinds: TargetKinds.all).difference(of: Array(before.utf8), Array(after.utf8), path: "desk.yaml")
            #expect(shown.contains("+version: 1 ") && !shown.contains("hunter2"), "\(name): \(shown)")
        }
    }

    @Test("in the errors of check, a reload and the log", arguments: forms)
    func errors(form: String) {
        for (name, file) in Self.files {
            for text in read(file(form)).diagnostics.map(\.text) { #expect(!text.contains("hunter2"), "\(name): \(text)") }
        }
    }
}
