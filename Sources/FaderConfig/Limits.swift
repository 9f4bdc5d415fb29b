internal import FaderModel

/// Upper limits for a configuration: generous for people, but small enough that no file can exhaust the daemon.
enum Limits {
    /// Bytes of one file.
    static let fileSize = 4 << 20
    /// How long the disks may take for a config and all its profiles.
    static let reading = Duration.seconds(5)
    /// Levels of nesting; the config itself needs six.
    static let depth = 16
    /// Keys, texts, lists and blocks of one file.
    static let nodes = 1_000_000
    /// Bytes of the longest line that a diagnostic shows.
    static let shownLine = 64 << 10
    /// Diagnostics listed one by one.
    static let diagnostics = 1_000
    /// Parameters of a configuration.
    static let parameters = 65_535
    /// Bytes of a parameter's id.
    static let id = 64
    /// Surfaces of a configuration: a sequencer client has 254 ports.
    static let surfaces = 250
    /// Controls of one surface.
    static let controlsPerSurface = 4_096
    /// Controls of all surfaces.
    static let controls = 65_535
    /// Corners of a `points` taper.
    static let points = 256
    /// Types that build on each other.
    static let typeDepth = 64
    /// Options of a choice.
    static let options = 1_024
    /// Words of a format.
    static let words = 64
    /// Characters of a label, of a unit, prefix or suffix, and of the word for a value.
    static let label = 64
    static let unit = 16
    static let word = 32
    /// Characters of a text parameter, and of its pattern.
    static let text = 4_096
    static let pattern = 1_024
    /// A double holds every whole number up to here exactly.
    static let whole = 0x1p53
    /// Steps of one press.
    static let press = 1_000
    /// Strips of a surface, and its pages.
    static let strips = 4_096
    static let pages = 256
    /// Bytes of a surface's name, which is a sequencer port's, and of a client's name.
    static let name = Names.longest
    /// USB devices by which one profile is recognised.
    static let identities = 16
    /// Messages at the beginning or end, and bytes of a system exclusive one.
    static let beginning = 32
    static let exclusive = 256
    /// Rows and columns of a surface.
    static let grid = 256
    /// Displays of a surface, rows of one, and cells of a row.
    static let displays = 8
    static let displayRows = 8
    static let displayCells = 64
    /// Detents of an encoder on the whole travel, its fastest speed in detents a second, and how much farther it may go.
    static let detents = 16_384
    static let speed = 1_000.0
    static let acceleration = 100.0
    /// Milliseconds of a hold-off.
    static let holdOff = 10_000.0
    /// Milliseconds between two keep-alives of an OSC peer, and those a program of a target may run.
    static let keepAlive = 100.0...3_600_000
    static let run = 10.0...60_000
    /// The smallest span of a range relative to its largest number, so that all values of a 14-bit fader stay distinct in a double.
    static let narrowest = 0x1p-32
    /// The smallest absolute span, well above the subnormal numbers, which lose digits.
    static let smallest = 0x1p-900
    /// Steps of a range.
    static let steps = 1e9
    /// Decibels for which the mixer fader law is valid.
    static let decibels = -150.0...50.0
    /// Decibels at the bottom of the fader law's travel; a range that begins at -inf must reach above it.
    static let bottom = -90.0
    /// The fewest decibels that an audio range must span.
    static let narrowestAudio = 0.001
}
