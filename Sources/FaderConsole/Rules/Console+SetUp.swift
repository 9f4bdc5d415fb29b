internal import FaderValues

extension Console {
    func setUp(_ control: ControlIndex) {
        let hasMiddle = hasMiddle(controls[control].binding)
        controls[control].binding.hasMiddle = hasMiddle
        controls[control].sensor.serve(hasMiddle: hasMiddle)
        var lamp = buttons[control].action.switchesDeck ? ButtonState.Lamp.deck : .dark
        if let parameter = controls[control].binding.parameter {
            lamp = ButtonState.lamp(buttons[control].action, parameters[parameter].scale, hasOptions: parameters[parameter].hasOptions)
        }
        buttons[control].lamp = lamp
        controls[control].indicator.serve(
            isButton: controls[control].binding.isButton, isLit: lamp != .dark, isInverted: controls[control].sensor.isInverted,
            look: look(for: controls[control].binding.parameter), hasMiddle: hasMiddle)
    }

    @inline(never)
    func setUpControls(of parameter: ParameterIndex) {
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            node = lists.next(after: node)
            if controls[control].binding.parameter == parameter { setUp(control) }
        }
    }

    /// Whether what a control drives has a middle. Of a range, both ends must have one.
    private func hasMiddle(_ binding: Binding) -> Bool {
        func isThere(of parameter: ParameterIndex) -> Bool {
            parameters[parameter].scale.hasMiddle(default: parameters[parameter].defaultValue)
        }
        guard !binding.isButton, let parameter = binding.parameter, isThere(of: parameter) else { return false }
        return binding.ends.map { isThere(of: $0.low) && isThere(of: $0.high) } ?? true
    }

    /// Lamps from the middle if the range extends as far down as up. Nil without a parameter whose value is known.
    func look(for parameter: ParameterIndex?) -> RingLook? {
        guard let parameter, parameters[parameter].isKnown else { return nil }
        guard !parameters[parameter].hasOptions else { return .dot }
        return parameters[parameter].scale.minimum == -parameters[parameter].scale.maximum ? .pan : .fill
    }

    /// Whether a motor of the parameter needs four messages for each position.
    func isHeavy(_ parameter: ParameterIndex) -> Bool {
        var node = lists.first(of: parameter)
        while node >= 0 {
            if let motor = controls[ControlLists.control(of: node)].indicator.address, motor.kind.messageCount > 2 { return true }
            node = lists.next(after: node)
        }
        return false
    }

    func weighGlide(of parameter: ParameterIndex) {
        if glides[parameter] != nil { glides.weigh(parameter, isHeavy: isHeavy(parameter)) }
    }
}
