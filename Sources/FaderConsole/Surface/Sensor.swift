internal import FaderModel

/// What a hand does on one control: its touch, its gesture, the hold-off after its movements, and the joining of 14 bits. Owned by the MIDI
/// thread.
struct Sensor {
    /// Highest raw value it sends.
    let inputMaximum: UInt32
    /// How long it counts as touched after a movement that no touch sensor explains.
    let holdOff: MonotonicTime.Interval
    /// Its travel is inverted, in what it sends and is sent. All state here is kept as if it were not.
    let isInverted: Bool

    /// Its touch sensor feels a finger.
    var isTouched = false
    /// Its moves go round in a circle: their feedback waits a moment.
    var isCircling = false
    /// The number of the gesture it is in, or was in last; `.none` where the next movement begins a new one.
    var gesture = ChangeNumber.none
    /// Counts as touched until then; `.zero` while it does not.
    var heldUntil = MonotonicTime.zero
    /// The gesture that chose the end it drives goes on until then.
    var endKeptUntil = MonotonicTime.zero
    /// When it was moved last.
    var lastMoved = MonotonicTime.zero
    /// Joins 14-bit input.
    var latch = Latch14()
    /// Notices its moves going round in a circle.
    var loopWatch = LoopWatch()

    /// A control nobody has touched.
    init(_ spec: ControlSpec) {
        inputMaximum = spec.input.kind.maximumRaw
        holdOff = MonotonicTime.Interval(spec.holdOff)
        isInverted = spec.isInverted
    }

    /// Whether the control's motor must be left alone.
    func isHeld(at now: MonotonicTime) -> Bool { isTouched || heldUntil > now }

    /// Whether a hand is on the control: a felt finger, or a hold-off whose end was not handled yet.
    var isOn: Bool { isTouched || heldUntil != .zero }

    /// Notes a movement. After a rest as long as its hold-off it begins a new gesture, unless a finger is felt on it. No timer ends a
    /// gesture: the next movement finds out.
    @inline(__always)
    mutating func keepGesture(at now: MonotonicTime) {
        if !isTouched, lastMoved + holdOff <= now { gesture = .none }
        lastMoved = now
    }

    /// When the gesture ends if it is not moved again; `.zero` where there is none. A felt finger is another matter.
    var gestureEnd: MonotonicTime { gesture == .none ? .zero : lastMoved + holdOff }

    /// The next moment something has to happen by itself.
    var deadline: MonotonicTime { min(heldUntil == .zero ? .never : heldUntil, latch.deadline) }

    /// The device is gone or new: nothing that was known of it holds.
    mutating func forgetDevice() {
        forgetHand()
        // The next device behind the same name may send no LSBs where this one did.
        latch = Latch14()
    }

    /// Nothing that came in from the device holds any longer.
    mutating func forgetHand() {
        isTouched = false
        heldUntil = .zero
        endKeptUntil = .zero
        gesture = .none
        isCircling = false
        latch.forget()
        loopWatch = LoopWatch()
    }

    /// Takes over what was known of the same control of an earlier configuration.
    mutating func adopt(_ old: Sensor) {
        isTouched = old.isTouched
        heldUntil = old.heldUntil
        endKeptUntil = old.endKeptUntil
        gesture = old.gesture
        lastMoved = old.lastMoved
        latch = old.latch
        loopWatch = old.loopWatch
    }
}
