public import FaderValues

/// Plays a script to an edit session and returns what happened as a script, so that a test can compare the two as a whole.
///
/// Acts: `begin -6.0` (with the value's edit text) · `type -3` (the whole text of the field) · `submit` · `blur` · `cancel` · `moved 0.0`
/// (the value changed elsewhere) · `heard again` (the same change is reported twice) · `say …`.
///
/// Results, where they differ from before: `field 0.0`, the text in the field if it was not typed; `comes to -3.0 dB`; `says …` and
/// `says nothing`, the message; `writes -3`, `restored`, `dropped`, `refused`.
public struct EditTranscript {
    private let judge: (String) -> DraftJudgement
    private var session = Edit(offered: "", revision: 0)
    private var field = ""
    private var preview: String?
    private var message: String?
    private var lines: [String] = []

    /// Plays a script and returns the transcript.
    public static func play(_ script: String, judge: @escaping (String) -> DraftJudgement) -> String {
        var transcript = EditTranscript(judge: judge)
        for line in script.split(separator: "\n") { transcript.act(String(line)) }
        return transcript.lines.joined(separator: "\n")
    }

    private init(judge: @escaping (String) -> DraftJudgement) { self.judge = judge }

    private mutating func act(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let text = words.count > 1 ? String(words[1]) : ""
        switch words[0] {
        // These are results: the acts that cause them add them.
        case "field", "comes", "says", "writes", "restored", "dropped", "refused": return
        default: lines.append(line)
        }
        switch words[0] {
        case "begin":
            session = Edit(offered: text, revision: session.revision + 1)
            field = text
        case "type":
            session.draft(text, judge: judge)
            field = text
        case "submit": tell(session.submit(judge: judge))
        case "blur": tell(session.blur(judge: judge))
        case "cancel": tell(session.cancel())
        case "moved": session.moved(to: text, revision: session.revision + 1)
        case "heard": session.moved(to: "something else", revision: session.revision)
        case "say": break
        default: fatalError("the script says \"\(line)\", which is no act")
        }
        tellField()
    }

    private mutating func tell(_ outcome: EditOutcome) {
        switch outcome {
        case .commit(let text):
            lines.append("writes \(text)")
            // The value comes back as a change after the session has ended.
            field = session.text
        case .restored: lines.append("restored")
        case .dropped: lines.append("dropped")
        case .refused: lines.append("refused")
        }
    }

    private mutating func tellField() {
        if session.text != field { lines.append("field \(session.text)") }
        field = session.text
        var comesTo: String?
        if case .valid(let text) = session.draft?.judgement { comesTo = text }
        if let comesTo, comesTo != preview { lines.append("comes to \(comesTo)") }
        preview = comesTo
        if session.message != message { lines.append("says \(session.message ?? "nothing")") }
        message = session.message
    }
}
