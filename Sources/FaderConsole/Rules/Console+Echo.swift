internal import FaderValues

/// Messages that a device only sent back.
extension Console {
    func ignoreEcho(from control: ControlIndex, at now: MonotonicTime) {
        statistics.echoes += 1
        let surface = controls[control].surface
        surfaces[surface].echoes += 1
        if surfaces[surface].echoes >= Self.echoesToTell { tellEchoing(surface) }
        guard let parameter = controls[control].binding.parameter else { return }
        let raw = controls[control].indicator.lastSent
        note(.echoIgnored, parameter, control: control, raw: raw < 0 ? nil : Int32(truncatingIfNeeded: raw), at: now)
    }

    @inline(never)
    func tellLoop(_ control: ControlIndex) {
        guard !controls[control].sensor.isTouched, controls[control].indicator.address != nil else { return }
        tellEchoing(controls[control].surface)
    }

    func tellEchoing(_ surface: SurfaceIndex) {
        guard !surfaces[surface].toldEchoing else { return }
        surfaces[surface].toldEchoing = true
        notices.add(.echoing(surface: surface))
    }

    /// This many echoes from a surface are not a coincidence.
    static var echoesToTell: Int { 4 }
}
