internal import FaderConsole

/// Keys of a control that have no effect, once both files are merged.
enum ControlUse {
    /// Most controls have no others, so no rules are made for them.
    private static let unruled: Set = ["input", "motor", "motor.message", "relative", "place", "place.row", "place.column"]

    static func rules(for control: ControlEntry) -> [KeyUse] {
        guard control.given.keys.contains(where: { !unruled.contains($0) }) else { return [] }
        return namedValueRules(control) + motorRules(control) + encoderRules(control)
            + ringRules(control) + takeoverRules(control) + inputRules(control)
    }

    private static func namedValueRules(_ control: ControlEntry) -> [KeyUse] {
        guard let input = control.input?.address, input.value != nil else { return [] }
        let why = "\(control.id.forDisplay) is known by one value, \"\(input)\", so it is only pressed"
        return ["raw", "noise", "invert", "takeover", "touch"].map { KeyUse($0, besides: ["input"], if: true, why) }
    }

    private static func motorRules(_ control: ControlEntry) -> [KeyUse] {
        let (isStill, why) = (control.motorMessage == nil, "\(control.id.forDisplay) has no motor")
        return ["touch", "echo", "ring", "lamp"].map { KeyUse($0, besides: ["motor"], if: isStill, why) } + [
            KeyUse("motor.raw", besides: ["motor.message"], if: isStill, why),
            KeyUse(
                "motor.raw", besides: ["lamp"], if: control.lamp != nil, "lamp says what \(control.id.forDisplay) is sent for off and on"),
        ]
    }

    private static func encoderRules(_ control: ControlEntry) -> [KeyUse] {
        let (isEncoder, id) = (control.encoder != nil, control.id.forDisplay)
        return ["acceleration", "detents", "fine", "center"].map {
            KeyUse($0, besides: ["relative"], if: !isEncoder, "\(id) is not an encoder; relative: says how one is read")
        }
            + ["noise", "raw"].map {
                KeyUse($0, besides: ["relative"], if: isEncoder, "\(id) is an encoder, which sends steps, not positions")
            }
    }

    private static func ringRules(_ control: ControlEntry) -> [KeyUse] {
        let id = control.id.forDisplay
        guard let ring = control.ring else {
            return [KeyUse("ring", besides: [], if: control.ringLook != nil, "\(id) has no ring with several looks")]
        }
        let fixed = control.ringLook?.value ?? ring.fixed
        let shown = fixed.flatMap { ring.look($0) }
        var rules = RingLook.allCases.map { look in
            KeyUse(
                "ring.\(look.word)", besides: ["ring.look"], if: shown != nil && shown != look, "the ring is always \(shown?.word ?? "")")
        }
        if let fixed, ring[fixed] == nil {
            let why = "\(id) has no values for the look \(fixed.word)"
            rules += [KeyUse("ring.look", if: true, why), KeyUse("ring", besides: [], if: control.ringLook != nil, why)]
        }
        let isNeverPan = shown != nil && shown != .pan
        rules.append(KeyUse("ring.middle", besides: ["ring.look"], if: isNeverPan, "the ring is never a pan"))
        rules.append(KeyUse("ring.middle", if: ring[.pan] == nil, "the ring has no values for a pan"))
        return rules
    }

    private static func takeoverRules(_ control: ControlEntry) -> [KeyUse] {
        let id = control.id.forDisplay
        // A message to the ring of a knob does not move the knob.
        let hasRing = control.motorMessage != nil && control.ring != nil && control.encoder == nil
        return [
            KeyUse(
                "takeover", besides: ["motor"], if: control.motorMessage != nil && !hasRing,
                "\(id) has a motor, which goes where its parameter is"),
            KeyUse(
                "takeover", besides: ["relative"], if: control.encoder != nil,
                "\(id) has no end, so it moves its parameter from wherever that is"),
            KeyUse(
                "takeover", besides: ["input"], if: isPressed(control),
                "\(id) is a button, which is pressed and has no position"),
            KeyUse("takeover.lamp", besides: ["ring"], if: hasRing, "the ring of \(id) shows where its parameter is"),
            KeyUse("takeover.lamp", if: control.takeover == .jump, "a control that jumps never waits"),
        ]
    }

    /// A control that sends `cc` may be a fader, whatever its id is.
    private static func isPressed(_ control: ControlEntry) -> Bool {
        let kind = control.input?.address.kind
        return control.encoder == nil && (kind == .note || kind == .program)
    }

    private static func inputRules(_ control: ControlEntry) -> [KeyUse] {
        guard let kind = control.input?.address.kind else { return [] }
        let isPlace = !isPressed(control)
        let isInverted = control.isInverted == true && control.spec.map(ButtonRule.isButton) ?? false
        return [
            KeyUse("noise", besides: ["input"], if: !isPlace, "a \(kind.rawValue) is not a position along a travel"),
            KeyUse("invert", besides: ["input"], if: kind == .program && isInverted, "a program is only pressed and never released"),
        ]
    }
}

enum CommonUse {
    static func rules(for controls: [ControlEntry]) -> [KeyUse] {
        let waits = controls.contains { control in
            guard control.encoder == nil, control.takeover == nil, let spec = control.spec, !ButtonRule.isButton(spec) else { return false }
            return control.motorMessage == nil || control.ring != nil
        }
        return [
            KeyUse("echo", besides: [], if: controls.allSatisfy { $0.motorMessage == nil }, "no control has a motor"),
            KeyUse(
                "takeover", besides: [], if: !waits, "every control has a motor, is an encoder or a button, or has its own takeover"),
        ]
    }
}
