internal import FaderValues

/// Endless encoders: they have no position, so they move their parameter from its present value.
extension Console {
    /// `raw` is what the encoder sent; nil if its protocol says only the detents.
    @inline(never)
    func turned(_ control: ControlIndex, by detents: Int, _ raw: UInt32? = nil, in act: Act) {
        if let raw, controls[control].indicator.comesBack, isRingEcho(raw, from: control, at: act.now) {
            return ignoreEcho(from: control, at: act.now)
        }
        guard var encoder = controls[control].sensor.encoder else { return }
        var detents = detents
        if encoder.isCounter, let raw {
            detents = encoder.turned(to: raw)
            controls[control].sensor.encoder = encoder
        }
        guard detents != 0 else { return }
        let count = controls[control].sensor.isInverted ? -detents : detents
        if controls[control].binding.ends != nil { chooseEnd(of: control, nudgedBy: count, at: act.now) }
        guard let parameter = controls[control].binding.parameter else {
            return movedFree(control, in: act)
        }
        guard parameters[parameter].isKnown else { return _ = refuseUnheard(parameter, by: control, origin: .hand, at: act.now) }
        var isFine = false
        if let key = encoder.fineKey { isFine = controls[key].sensor.isKeyDown }
        if controls[control].binding.size == .fine { isFine = true }
        let steps = encoder.steps(count, isAccelerated: !isFine && parameters[parameter].scale.isAccelerated, at: act.now)
        controls[control].sensor.encoder = encoder
        let value = parameters[parameter].scale.turned(
            from: parameters[parameter].value, by: steps, detents: encoder.spec.detents, controls[control].binding.size, isFine: isFine)
        bring(parameter, to: value, by: control, in: act)
        // Its ring is not a motor: it never fights the hand, and shows the result of the turn at once.
        show(control, in: act)
    }

    /// The ring may have the same message as the encoder: a cable from our output to our input would turn it to one of its ends.
    func isRingEcho(_ raw: UInt32, from control: ControlIndex, at now: MonotonicTime) -> Bool {
        guard controls[control].indicator.address != nil else { return false }
        let range = controls[control].indicator.range
        guard raw >= range.lowest, raw <= range.lowest + range.span else { return false }
        let place = raw - range.lowest
        let isPlain = surfaces[controls[control].surface].plain != nil
        return controls[control].indicator.echoGuard.isEcho(
            controls[control].indicator.isInverted ? range.span - place : place, isPress: true, mayEcho: isPlain, at: now)
    }

    /// A hand sets a parameter to a value that its control does not itself send.
    func bring(_ parameter: ParameterIndex, to value: Double, by control: ControlIndex, in act: Act) {
        controls[control].sensor.keepGesture(at: act.now)
        // A hand ends a glide even if it turns against the end of the range.
        glides.end(parameter)
        let number = parameters[parameter].isNews(value) ? gesture(of: control) : parameters[parameter].decisionNumber
        let origin: ChangeOrigin = controls[control].sensor.isTouched ? .touch : .hand
        change(parameter, to: value, origin: origin, number: number, control: control, in: act)
        movedByHand(control)
    }
}
