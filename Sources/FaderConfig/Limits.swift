/// How much a configuration may hold. Generous for people, small enough that no file can exhaust the daemon.
enum Limits {
    /// Bytes of one file.
    static let fileSize = 4 << 20
    /// Levels of nesting; the config itself needs six.
    static let depth = 16
    /// Keys, texts, lists and blocks of one file.
    static let nodes = 1_000_000
    /// Bytes of a line that is shown in a diagnostic.
    static let shownLine = 64 << 10
    /// Diagnostics listed one by one.
    static let diagnostics = 1_000
    /// Parameters of a configuration.
    static let parameters = 65_535
    /// Surfaces of a configuration: a sequencer client has 254 ports.
    static let surfaces = 250
    /// Controls of one surface.
    static let controlsPerSurface = 4_096
    /// Controls of all surfaces.
    static let controls = 65_535
    /// Corners of a `points` taper.
    static let points = 256
    /// Characters of a label, and of a unit.
    static let label = 64
    static let unit = 16
    /// Bytes of a surface's name, which is a sequencer port's, and of a client's name.
    static let name = 63
    /// Milliseconds of a hold-off.
    static let holdOff = 10_000.0
    /// How much of its largest number a range must span, so that all values of a 14-bit fader stay apart in a double.
    static let narrowest = 0x1p-32
    /// The smallest span at all, well above the numbers that lose digits near zero.
    static let smallest = 0x1p-900
    /// Steps of a range.
    static let steps = 1e9
    /// Decibels that the mixer fader law is good for.
    static let decibels = -150.0...50.0
    /// Decibels that a range on it must span.
    static let narrowestAudio = 0.001
}
