internal import FaderConsole

/// Checks controls once all their keys are known.
enum ControlCheck {
    /// `own` are those that the current file mentions.
    static func check(_ controls: [ControlEntry], own: Set<String>, report: Report) {
        for control in controls where own.contains(control.id) && !control.isDamaged {
            if control.input == nil {
                report.error(control.location, "\(control.id.forDisplay) needs an input: the message that the control sends")
            } else {
                report.check(control.given, ControlUse.rules(for: control))
            }
            ValueMessageCheck.check(control, report)
            checkNoise(of: control, report)
            // Without an input, which has been reported, nothing is known about the control.
            let (id, isButton) = (control.id.forDisplay, control.spec.map(ButtonRule.isButton) ?? true)
            if let location = control.reversedLampLocation, !isButton { report.error(location, ControlReader.wrongWay) }
            if let location = control.lampLocation, let motor = control.motorMessage, control.lamp != nil, control.ownLamp == nil {
                report.error(
                    location, "{number} in the messages of this lamp is not within 0…127 for \(id), whose message is \"\(motor.address)\"")
            }
            if let location = control.lampLocation, let spec = control.spec, spec.changesNumber, let motor = spec.motor,
                UInt32(motor.anyValue.number) + (spec.lamp?.farthestNumber ?? 0) > 127
            {
                report.error(location, "a color of this lamp has a number beyond 127 for \(id), whose message is \"\(motor)\"")
            }
            if let location = control.lampLocation, !isButton {
                report.error(location, "\(id) is not a button, and only the lamp of a button has looks; a ring has ring: {dot: [1, 11]}")
            }
            if let bank = control.bank, bank.value, !isButton {
                report.error(bank.location, "\(id) is not a button, so it cannot tell which bank the device is in; leave bank out")
            }
            EncoderCheck.check(control, among: controls, report)
        }
    }

    private static func checkNoise(of control: ControlEntry, _ report: Report) {
        guard let noise = control.noise, noise > 0, let location = control.noiseLocation, let input = control.input?.address,
            input.value == nil
        else { return }
        let kind = input.kind
        guard control.encoder == nil, kind != .note, kind != .program else { return }
        let id = control.id.forDisplay
        let most = Int((control.inputRange?.span ?? kind.maximumRaw) / 8)
        guard noise > most else { return }
        report.error(
            location, "the noise of \(id) must be at most \(most), an eighth of its travel; with \(noise) it could hardly be moved")
    }
}
