/// The usual mixer fader law: the level in dB at each point along the travel of a mixing desk's fader.
///
/// Straight lines through these corners, as printed beside the faders of digital desks with a range up to +10 dB:
///
/// | travel | 0 | 1/16 | 1/4 | 1/2 | 1 |
/// |---|---|---|---|---|---|
/// | dB | −90 | −60 | −30 | −10 | +10 |
///
/// The slope is 40 dB per full travel in the upper half, 80 in the quarter below, then 160, and 480 at the bottom. Beyond the corners the
/// outermost lines continue. A parameter's range is a window on the law: its minimum is at position 0, its maximum at 1.
///
/// Where the range goes down to −∞, the window ends at the bottom corner: the end of the travel itself is −∞, and just above it the level
/// starts at −90 dB.
public enum AudioLaw {
    /// The level of the bottom corner in dB, where the travel is 0.
    static let bottom = -90.0

    /// Travel on the unbounded law for a level in dB.
    public static func travel(_ decibels: Double) -> Double {
        if decibels >= -10 { return (decibels + 30) / 40 }
        if decibels >= -30 { return (decibels + 50) / 80 }
        if decibels >= -60 { return (decibels + 70) / 160 }
        return (decibels + 90) / 480
    }

    /// Level in dB for a travel on the unbounded law; the inverse of `travel`.
    public static func decibels(_ travel: Double) -> Double {
        if travel >= 0.5 { return travel * 40 - 30 }
        if travel >= 0.25 { return travel * 80 - 50 }
        if travel >= 0.0625 { return travel * 160 - 70 }
        return travel * 480 - 90
    }
}
