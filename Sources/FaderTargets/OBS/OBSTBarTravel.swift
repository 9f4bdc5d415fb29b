/// Where OBS's T-bar is for a fader that works from both ends: after a transition the T-bar begins again, while the fader stays, and its
/// way to the other end is the next transition. Pure.
struct OBSTBarTravel {
    /// From here on OBS treats the T-bar as moved to its end (OBS, UI/window-basic-main-transitions.cpp, `T_BAR_CLAMP`).
    private static let end = 0.9

    /// Whether the next transition begins at the upper end.
    private var isTurned = false
    /// Where the fader was when the transition began, or how far it has gone beyond the point where the last one ended.
    private var origin = 0.0
    private var isUnderWay = false
    /// OBS has yet to report the end of a transition that is over here.
    private var isEnding = false

    var rest: Double { isTurned ? 1 : 0 }

    /// Where OBS's T-bar belongs for a fader at `number`, 0…1; nil if it is there.
    mutating func position(at number: Double) -> Double? {
        if !isUnderWay { origin = isTurned ? max(origin, number) : min(origin, number) }
        let (way, length) = isTurned ? (origin - number, origin) : (number - origin, 1 - origin)
        let position = max(way / length, 0)
        if position == 0 {
            defer { isUnderWay = false }
            return isUnderWay ? 0 : nil
        }
        guard position >= Self.end else {
            isUnderWay = true
            return position
        }
        isTurned.toggle()
        (origin, isUnderWay, isEnding) = (number, false, true)
        return 1
    }

    /// A transition has ended in OBS. Returns whether it was somebody else's, so that the T-bar of OBS has begun again on its way.
    mutating func ended() -> Bool {
        defer { isEnding = false }
        guard isUnderWay, !isEnding else { return false }
        (origin, isUnderWay) = (rest, false)
        return true
    }
}
