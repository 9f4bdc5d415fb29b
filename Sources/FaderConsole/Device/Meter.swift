/// One level meter: the last level it was given, and what it shows. Owned by the MIDI thread.
///
/// A level is valid only at the time it is given, so a meter that is given no more levels falls: in the device, or here.
struct Meter {
    /// How long a meter takes to fall by one segment. Ardour and the devices take 200 to 400 ms.
    static let fall = MonotonicTime.Interval.milliseconds(300)
    /// The shortest time between two levels.
    static let pause = MonotonicTime.Interval.milliseconds(50)
    /// A level that does not change is sent again before the device lets it fall.
    static let renewal = MonotonicTime.Interval.milliseconds(200)

    /// From this level on, a Mackie Control lights its overload lamp, which does not go out by itself.
    static let overload: UInt8 = 12

    private var level: UInt8 = 0
    /// The highest level since the last one that was sent, so that no peak is lost.
    private var peak: UInt8 = 0
    private var isNew = false
    private var setAt = MonotonicTime.zero
    /// The level that it shows; nil while unknown.
    private var shown: UInt8?
    private var sentAt = MonotonicTime.zero

    mutating func set(_ level: UInt8, at now: MonotonicTime) {
        (self.level, peak, isNew, setAt) = (level, isNew ? max(peak, level) : level, true, now)
    }

    /// When the meter has to be checked next.
    func deadline(deviceFalls: Bool) -> MonotonicTime {
        if isNew { return sentAt == .zero ? .zero : sentAt + Self.pause }
        return shown ?? 0 >= (deviceFalls ? Self.overload : 1) ? max(setAt, sentAt) + Self.fall : .never
    }

    /// The level to send now; nil for none.
    ///
    /// - Parameter highest: Its highest level. A meter with many falls by several at once.
    mutating func due(at now: MonotonicTime, deviceFalls: Bool, highest: Int) -> UInt8? {
        guard deadline(deviceFalls: deviceFalls) <= now else { return nil }
        guard isNew else { return shown.map { $0 - min($0, UInt8(clamping: max(1, highest / 13))) } }
        if peak != shown || (deviceFalls && peak > 0 && now >= sentAt + Self.renewal) { return peak }
        // It already shows this level; a lower level may follow the peak.
        (peak, isNew) = (level, level != shown)
        return isNew ? level : nil
    }

    mutating func sent(_ level: UInt8, at now: MonotonicTime) {
        (shown, sentAt) = (level, now)
        (peak, isNew) = (self.level, isNew && self.level != level)
    }

    /// The device is new, and its old level is out of date. Its lamps may still be lit if it was not switched off, so a meter that was
    /// used is sent 0.
    mutating func forgetDevice() {
        isNew = isNew || shown != nil
        (level, peak, shown, sentAt) = (0, 0, nil, .zero)
    }
}
