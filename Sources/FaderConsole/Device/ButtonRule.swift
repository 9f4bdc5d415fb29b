public import FaderValues

/// Which controls are buttons, and what a control does to a parameter by default.
public enum ButtonRule {
    /// A button toggles a toggle and cycles a choice; every other control follows. A button without a release would stay at the end that it
    /// follows to, so it toggles.
    public static func action(of control: ControlSpec?, on kind: ParameterKind) -> ControlAction {
        guard let control, isButton(control) else { return .follow }
        return press(on: kind) ?? (control.input.value == nil ? .follow : .toggle)
    }

    /// What a press does to a parameter by default; nil if it has to be said.
    public static func press(on kind: ParameterKind) -> ControlAction? {
        switch kind.type.press {
        case .toggle: .toggle
        case .next: .cycle(by: 1)
        case .press: .press(TriggerLamp())
        case .follow: nil
        }
    }

    /// Whether it is known by a value, sends notes, or sends `cc`, `program` or `polypressure` and its id is not of a kind that is moved.
    public static func isButton(_ control: ControlSpec) -> Bool {
        guard control.encoder == nil else { return false }
        if control.input.value != nil { return true }
        switch control.input.kind {
        case .note: return true
        case .cc, .program, .polypressure:
            return !ControlKinds.isMoved(control.id.prefix { $0 != "." })
        case .cc14, .pitchbend, .pressure, .nrpn, .rpn: return false
        }
    }
}

extension ControlSpec {
    /// Whether its indicator is a motor, rather than a ring or lamp.
    public var isMotor: Bool { motor != nil && encoder == nil && ring == nil && !ButtonRule.isButton(self) }
}
