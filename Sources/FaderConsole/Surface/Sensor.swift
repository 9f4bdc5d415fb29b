internal import FaderValues

/// What a hand does to one control. Owned by the MIDI thread.
struct Sensor {
    let range: RawRange
    var inputMaximum: UInt32 { range.span }
    /// As a button, it is down from this value on: for a note any velocity, for a program any value, otherwise the upper half of its range.
    let pressedFrom: UInt32
    /// It counts as touched for so long after it moved without a felt finger.
    let holdOff: MonotonicTime.Interval
    /// It is inverted in what it sends and in what it is sent. All state here is kept as if it were not.
    let isInverted: Bool

    /// It has to take hold of its parameter before it moves it; see `Takeover`.
    let takesOver: Bool
    /// Its moves are not simply followed: it takes over, or what it drives has a middle.
    private(set) var isDetoured = false

    let isGated: Bool
    /// Its motor has no touch sensor: the motor's reports have to be distinguished from a hand.
    let isWatched: Bool
    /// It is gated, watched, or a key: something is done with readings before they count.
    let isExamined: Bool
    /// Keeps jitter, and a motor on its way, from changing anything.
    var gate: NoiseGate

    var encoder: Encoder?
    var duties: Duties = []
    var isKeyDown = false
    /// It is a key that moves its parameter, to one value when it is pressed and to another when it is released.
    let isKey: Bool
    let hasNoRelease: Bool
    /// It is a key, and it is down.
    var isDown = false

    /// A finger was felt while it was borrowed, and has not left.
    var isTouchedOnLoan = false

    /// What it does beside moving its parameter, or instead of that.
    struct Duties: OptionSet {
        let rawValue: UInt8
        /// Encoders take finer steps while it is down.
        static let key = Duties(rawValue: 1)
        /// It is borrowed: what it sends only goes to the monitor.
        static let borrowed = Duties(rawValue: 2)
        /// It was borrowed because it moved while somebody learns a control.
        static let learned = Duties(rawValue: 4)
    }

    /// No time ends this, because a finger may rest on a fader for as long as it likes. If the release is lost, the next release, an
    /// overrun, a reset, sleep or a new connection ends it.
    var isTouched = false
    let hasTouch: Bool
    /// It moved only just now, no finger is felt on it, and it has no motor for a hold-off to keep still. This only determines who holds
    /// its parameter.
    var isMoving = false
    /// Its movements come back in a loop, so its feedback waits briefly.
    var isInLoop = false
    /// The gesture that it is in, or was last in; `.none` if the next movement begins a new one.
    var gesture = ChangeNumber.none
    /// It counts as touched; `.zero` while it does not.
    var heldUntil = MonotonicTime.zero
    /// The gesture that chose the end it drives continues until then.
    var endKeptUntil = MonotonicTime.zero
    var lastMoved = MonotonicTime.zero
    var joiner = Joiner14()
    var loopWatch = LoopWatch()

    init(_ spec: ControlSpec) {
        range = spec.inputRange ?? RawRange(spec.input)
        encoder = spec.encoder.map { [range] in Encoder($0, of: range.span) }
        pressedFrom =
            switch spec.input.kind {
            case .note: 1
            case .program: 0
            default: range.lowest + range.span / 2 + 1
            }
        holdOff = MonotonicTime.Interval(spec.holdOff)
        isInverted = spec.isInverted
        hasTouch = spec.touch != nil
        takesOver = spec.takeoverMode != .jump
        isDetoured = takesOver
        hasNoRelease = spec.input.value != nil
        isKey = !hasNoRelease && (spec.input.kind == .note || spec.input.kind == .polypressure)
        isGated = spec.encoder == nil && (spec.noise > 0 || spec.motor != nil && spec.touch != nil)
        isWatched = spec.isMotor && spec.touch == nil
        isExamined = isGated || isWatched || isKey
        gate = NoiseGate(noise: spec.noise, range: range, travelTime: holdOff)
    }

    mutating func serve(hasMiddle: Bool) { isDetoured = takesOver || hasMiddle }

    @inline(__always)
    func upright(_ sent: UInt32) -> UInt32 {
        let place = range.place(of: sent)
        return isInverted ? range.span - place : place
    }

    func sent(upright place: UInt32) -> UInt32 { range.lowest + (isInverted ? range.span - place : place) }

    /// How many detents it was turned by; nil if it is not an encoder.
    @inline(__always)
    func turn(_ sent: UInt32) -> Int? { encoder.map { $0.detents(sent) } }

    /// Notes whether a control is down that makes encoder steps fine.
    mutating func noteKey(_ input: ControlInput) {
        switch input {
        // A program change has no release.
        case .position(let raw): isKeyDown = pressedFrom > 0 && (raw >= pressedFrom) != isInverted
        case .upper(let bits), .upperLast(let bits): isKeyDown = (bits > 63) != isInverted
        case .press: isKeyDown = !isInverted
        case .release: isKeyDown = isInverted
        case .lower, .lowerFirst, .delta, .touch: break
        }
    }

    /// Notes whether it is down, if it is a key that moves its parameter.
    mutating func noteDown(_ sent: UInt32) { isDown = (sent >= pressedFrom) != isInverted }

    func presses(_ input: ControlInput) -> Bool {
        switch input {
        case .position(let raw): (raw >= pressedFrom) != isInverted
        case .press: !isInverted
        case .release: isInverted
        case .upper, .lower, .lowerFirst, .upperLast, .delta, .touch: false
        }
    }

    func isHeld(at now: MonotonicTime) -> Bool { isTouched || heldUntil > now }

    /// A hand is on the control. Also true if the end of a hold-off has not been handled yet.
    var isOn: Bool { isTouched || isMovedByHand }

    var isMovedByHand: Bool { heldUntil != .zero || isMoving }

    /// After a rest as long as its hold-off, a movement begins a new gesture unless a finger is felt. No timer ends a gesture.
    @inline(__always)
    mutating func keepGesture(at now: MonotonicTime) {
        if !isTouched, lastMoved + holdOff <= now { gesture = .none }
        lastMoved = now
    }

    var restsAt: MonotonicTime { lastMoved + holdOff }

    /// `.zero` if there is none. A felt finger is not considered.
    var gestureEnd: MonotonicTime { gesture == .none ? .zero : restsAt }

    var deadline: MonotonicTime {
        min(heldUntil == .zero ? .never : heldUntil, isMoving ? restsAt : .never, joiner.deadline)
    }

    mutating func forgetDevice() {
        forgetHand()
        gate.forget()
        // The next device under the same name may not send LSBs as this one did.
        joiner = Joiner14()
    }

    mutating func forgetHand() {
        isTouched = false
        isTouchedOnLoan = false
        isMoving = false
        heldUntil = .zero
        endKeptUntil = .zero
        gesture = .none
        isInLoop = false
        isKeyDown = false
        isDown = false
        encoder?.forgetCount()
        joiner.forget()
        loopWatch = LoopWatch()
    }

    mutating func adopt(_ old: Sensor) {
        isTouched = old.isTouched
        isMoving = old.isMoving
        heldUntil = old.heldUntil
        endKeptUntil = old.endKeptUntil
        gesture = old.gesture
        lastMoved = old.lastMoved
        isDown = isKey && old.isDown
        duties.formUnion(old.duties.intersection([.borrowed, .learned]))
        isTouchedOnLoan = old.isTouchedOnLoan
        isKeyDown = duties.contains(.key) && old.isKeyDown
        if let encoder = old.encoder { self.encoder?.adopt(encoder) }
        joiner = old.joiner
        gate.adopt(old.gate)
        loopWatch = old.loopWatch
    }
}
