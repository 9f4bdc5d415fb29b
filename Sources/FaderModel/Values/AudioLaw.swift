/// The usual mixer fader law: how far along its travel a fader of a mixing desk stands for a level.
///
/// Straight lines through these corners, the ones printed beside the faders of digital desks with a range up to +10 dB:
///
/// | travel | 0 | 1/16 | 1/4 | 1/2 | 1 |
/// |---|---|---|---|---|---|
/// | dB | −90 | −60 | −30 | −10 | +10 |
///
/// So the upper half has 40 dB per full travel, the next quarter 80, then 160, and the bottom 480. Beyond the corners the outermost
/// lines go on. A parameter's own range is a window on the law: its minimum is at position 0, its maximum at 1.
///
/// Where the range goes down to −∞, the window ends at the bottom corner: the end of the travel itself is −∞, and from there the fader
/// rises out of −90 dB.
enum AudioLaw {
    /// The level of the bottom corner in dB, where the travel is 0.
    static let bottom = -90.0

    /// Travel on the unbounded law for a level in dB.
    static func travel(_ decibels: Double) -> Double {
        if decibels >= -10 { return (decibels + 30) / 40 }
        if decibels >= -30 { return (decibels + 50) / 80 }
        if decibels >= -60 { return (decibels + 70) / 160 }
        return (decibels + 90) / 480
    }

    /// Level in dB for a travel on the unbounded law; the inverse of `travel`.
    static func decibels(_ travel: Double) -> Double {
        if travel >= 0.5 { return travel * 40 - 30 }
        if travel >= 0.25 { return travel * 80 - 50 }
        if travel >= 0.0625 { return travel * 160 - 70 }
        return travel * 480 - 90
    }
}
