/// Kinds of controls: the part of a control's id before the dot.
package enum ControlKinds {
    private static let moved: Set = [
        "fader", "slider", "crossfader", "knob", "pot", "dial", "encoder", "wheel", "jog", "strip", "ribbon", "axis", "pedal", "expression",
        "breath", "joystick",
    ]

    /// Moved rather than pressed, whatever message it sends. Only the last word counts: `mod-wheel` is a wheel.
    package static func isMoved(_ kind: some StringProtocol) -> Bool {
        moved.contains(kind.split { $0 == "-" || $0 == "_" }.last.map { String($0) } ?? String(kind))
    }
}
