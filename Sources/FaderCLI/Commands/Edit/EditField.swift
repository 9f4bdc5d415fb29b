/// A text field over one parameter: keys and answers go in, requests come out. Pure. Until the first key it shows the value, whoever moves
/// it; then it is a line of text, until that is committed, given up or dropped.
struct EditField {
    /// A request to the daemon. Requests are sent in order.
    enum Act: Equatable {
        case begin
        case draft(String)
        case submit
        case blur
        case cancel
        case step(Int, StepSize)
        /// Leaves the field once all earlier requests are done.
        case leave(wasInterrupted: Bool)
    }

    private(set) var parameter: ParameterResource
    /// The typed text; nil while the field shows the value.
    private(set) var line: LineEditor?
    private(set) var preview: String?
    private(set) var message: String?
    /// The notice of the last change. It disappears at the next key.
    private(set) var notice: String?

    init(_ parameter: ParameterResource) { self.parameter = parameter }

    // MARK: Keys

    mutating func handle(_ key: Key) -> [Act] {
        notice = nil
        let wasTyped = line != nil
        switch key {
        case .enter: return wasTyped ? [.submit] : []
        case .escape: return giveUp()
        case .leave: return (wasTyped ? [.blur] : []) + [.leave(wasInterrupted: false)]
        case .interrupt: return giveUp() + [.leave(wasInterrupted: true)]
        case .step(let count, let size): return giveUp() + [.step(count, size)]
        case .suspend: return []
        default: return edit(key)
        }
    }

    private mutating func edit(_ key: Key) -> [Act] {
        guard var edited = line else {
            var fresh = LineEditor(parameter.editText)
            guard fresh.handleSelected(key) else { return [] }
            line = fresh
            return fresh.text == parameter.editText ? [.begin] : [.begin, .draft(fresh.text)]
        }
        let before = edited.text
        guard edited.handle(key) else { return [] }
        line = edited
        return edited.text == before ? [] : [.draft(edited.text)]
    }

    /// The value is shown again. If something was typed, the edit is cancelled in the daemon.
    private mutating func giveUp() -> [Act] {
        guard line != nil else { return [] }
        (line, preview, message) = (nil, nil, nil)
        return [.cancel]
    }

    // MARK: Answers

    mutating func began(_ edit: EditResource) -> [Act] {
        guard edit.revision > parameter.revision else { return [] }
        // The value changed before the first key arrived.
        show(text: edit.text, editText: edit.editText, revision: edit.revision)
        return giveUp()
    }

    mutating func judged(_ draft: DraftResource) -> [Act] {
        if draft.dropped == true {
            // The revision of the change comes with the change itself.
            show(text: draft.text ?? parameter.text, editText: draft.editText ?? parameter.editText, revision: parameter.revision)
            return giveUp()
        }
        preview = draft.valid ? draft.text : nil
        message = draft.valid ? nil : draft.message
        return []
    }

    /// The edit has ended, or its text was refused and it goes on.
    mutating func ended(_ outcome: EditOutcomeResource) {
        if outcome.outcome == .refused {
            (preview, message) = (nil, outcome.message)
        } else {
            (line, preview, message) = (nil, nil, nil)
            adopt(outcome.parameter)
        }
    }

    /// The problem may contain the parameter's current state.
    mutating func failed(_ problem: Problem) {
        (line, preview, message) = (nil, nil, nil)
        if let parameter = problem.parameter { adopt(parameter) }
        notice = problem.detail
    }

    /// Takes over the result of a change that was made here and accepted.
    mutating func adopt(_ changed: ParameterResource) {
        if changed.revision >= parameter.revision { parameter = changed }
        notice = changed.notice
    }

    // MARK: Changes elsewhere

    /// A fader moved, or somebody set the value. The typed text is dropped.
    mutating func changed(_ changed: ParameterResource) -> [Act] {
        guard changed.revision > parameter.revision else { return [] }
        parameter = changed
        notice = nil
        return giveUp()
    }

    /// Takes over a parameter at the start or after a reload. The same value may have a different text now.
    mutating func restated(_ parameter: ParameterResource) -> [Act] {
        // This state is older than a change already known.
        guard parameter.revision >= self.parameter.revision else { return [] }
        let isSame = parameter.revision == self.parameter.revision
        self.parameter = parameter
        return isSame ? [] : giveUp()
    }

    private mutating func show(text: String, editText: String, revision: UInt64) {
        parameter.text = text
        parameter.editText = editText
        parameter.revision = revision
    }
}
