/// Checks a control once all its keys are known.
enum ControlCheck {
    /// Reports controls without an input, and keys that have no effect without a motor; checks only the controls in `own`, which are those
    /// that the current file mentions.
    static func check(_ controls: [ControlEntry], own: Set<String>, report: Report) {
        for control in controls where own.contains(control.id) && !control.isDamaged {
            if control.input == nil {
                report.error(control.place, "\(control.id.forDisplay) needs an input: the message that the control sends")
            } else if control.motorMessage == nil {
                for (key, place) in control.needsMotor {
                    report.warning(place, "\(key) has no effect: \(control.id.forDisplay) has no motor")
                }
            }
        }
    }
}
