internal import FaderValues

struct Finding: Encodable, Equatable {
    enum Mark: String, Encodable {
        /// All is as it should be: ✓.
        case ok
        /// It keeps faders from moving: ✗.
        case wrong
        /// It is neither: not there and not needed, not known, or only worth knowing: –.
        case none

        func sign(isASCII: Bool) -> String {
            switch self {
            case .ok: isASCII ? "+" : "✓"
            case .wrong: isASCII ? "x" : "✗"
            case .none: isASCII ? "-" : "–"
            }
        }
    }

    let mark: Mark
    let subject: String
    let sentence: String
    /// What to type or to do. It is never nil if the mark is ✗.
    let advice: String?

    static func ok(_ subject: String, _ sentence: String, advice: String? = nil) -> Finding {
        Finding(mark: .ok, subject: subject, sentence: sentence, advice: advice)
    }

    static func wrong(_ subject: String, _ sentence: String, advice: String) -> Finding {
        Finding(mark: .wrong, subject: subject, sentence: sentence, advice: advice)
    }

    static func none(_ subject: String, _ sentence: String, advice: String? = nil) -> Finding {
        Finding(mark: .none, subject: subject, sentence: sentence, advice: advice)
    }

    /// A line each, with the advice on a line below. A text from outside cannot begin another line.
    static func lines(_ findings: [Finding], isASCII: Bool) -> [String] {
        let subjects = findings.map { ColumnTable.cut($0.subject.withoutControls(), to: 24) }
        let width = subjects.map(ColumnTable.width).max() ?? 0
        return zip(findings, subjects).flatMap { finding, subject in
            let first =
                "\(finding.mark.sign(isASCII: isASCII)) \(ColumnTable.pad(subject, to: width))  \(finding.sentence.withoutControls())"
            let advice = finding.advice.map { String(repeating: " ", count: width + 4) + $0.withoutControls() }
            return [first] + (advice.map { [$0] } ?? [])
        }
    }
}
