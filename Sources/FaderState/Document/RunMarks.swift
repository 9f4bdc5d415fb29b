internal import FaderJSON
internal import Synchronization

/// The marks of programs that targets have run: what each last ran with successfully, as its target describes it.
enum RunMarks {
    /// The most that are remembered, including those of parameters that are no longer configured.
    static let most = 4_096

    /// Reads them from the file; anything that is not a mark is left out.
    static func read(_ json: JSONValue) -> [String: String] {
        guard case .object(let fields) = json else { return [:] }
        return fields.compactMapValues { if case .text(let mark) = $0 { mark } else { nil } }
    }
}

extension StateStore {
    /// The mark of the last successful run of each target's program, by the parameter's id.
    public var marks: [String: String] { saver.state.withLock { $0.marks } }

    /// Notes the mark of the last successful run of a parameter's program; nil: none counts any more. It is saved like a value that moves.
    public func note(mark: String?, of id: String) { change { $0.note(mark: mark, of: id, at: .now) } }
}
