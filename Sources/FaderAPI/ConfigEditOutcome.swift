public import FaderJSON
public import FaderValues

/// The output of `faderd --edit --json`.
public struct ConfigEditOutcome: Codable, Sendable, Equatable {
    /// The path of the file, as it was given.
    public var file: String
    /// The SHA-256 of the file as it is now; with `--dry-run`, as it would be. Nil if it cannot be read.
    public var digest: String?
    /// The changes in the form of `diff -u`; empty if nothing changes.
    public var diff: String
    /// The same without what may be secret, which is no concern of a browser.
    public var publicDiff: String
    /// The whole text after the edits; nil if they were refused.
    public var text: String?
    /// The same as JSON: blocks of keys as objects, and numbers, true and false without quotes as such. Nil where `text` is.
    public var content: JSONValue?
    /// The lines, from 1, on which the entries of `parameters:` and `groups:` begin, by their keys; nil where `text` is.
    public var lines: [String: Int]?
    public var written: Bool
    /// Why nothing was changed; nil if the edits were made.
    public var refusal: Refusal?
    /// The warnings about the result; for a refusal, the errors too.
    public var diagnostics: [Diagnostic]

    public struct Refusal: Codable, Sendable, Equatable {
        public enum Reason: String, Codable, Sendable, CaseIterable {
            /// The edits cannot be read.
            case malformed
            /// An edit names something that is not in the file.
            case missing
            /// An edit does not fit what is in the file.
            case unsuited
            /// The file is not the one that the edits were made for.
            case changed
            /// The file has errors, or would have.
            case invalid
            /// The file cannot be read or written.
            case inaccessible
        }

        public var reason: Reason
        /// The reason as a sentence.
        public var sentence: String

        package init(_ reason: Reason, _ sentence: String) { (self.reason, self.sentence) = (reason, sentence) }
    }

    package init(
        file: String, digest: String?, diff: String = "", publicDiff: String = "", text: String? = nil, content: JSONValue? = nil,
        lines: [String: Int]? = nil, written: Bool = false, refusal: Refusal? = nil, diagnostics: [Diagnostic] = []
    ) {
        self.file = file
        self.digest = digest
        self.diff = diff
        self.publicDiff = publicDiff
        self.text = text
        self.content = content
        self.lines = lines
        self.written = written
        self.refusal = refusal
        self.diagnostics = diagnostics
    }
}
