internal import FaderValues

/// Limits for a configuration: generous for people, but small enough that no file can exhaust the daemon.
enum Limits {
    /// Bytes in one file.
    static let fileSize = 4 << 20
    /// Levels of nesting; the config itself needs six.
    static let depth = 16
    /// Keys, texts, lists and blocks in one file.
    static let nodes = 1_000_000
    /// Bytes of the longest line that a diagnostic shows.
    static let shownLine = 64 << 10
    /// Diagnostics listed one by one.
    static let diagnostics = 1_000
    /// Parameters in a configuration.
    static let parameters = 65_535
    /// Bytes in a parameter's id.
    static let id = 64
    /// Lists in a configuration, words in a list, and bytes of all texts that are made from templates.
    static let lists = 64
    static let listWords = 1_024
    static let filled = 64 << 20
    /// Surfaces in a configuration: a sequencer client has 254 ports.
    static let surfaces = 250
    /// Controls on one surface.
    static let controlsPerSurface = 4_096
    /// Controls on all surfaces together.
    static let controls = 65_535
    /// Corners of a `points` taper.
    static let points = 256
    /// Length of a chain of types that build on each other.
    static let typeDepth = 64
    /// Options of a choice.
    static let options = 1_024
    /// Words of a format.
    static let words = 64
    /// Characters in a label, in a unit, prefix or suffix, and in the word for a value.
    static let label = 64
    static let unit = 16
    /// Characters in the widest cell of a display.
    static let cell = 16
    static let word = 32
    /// Characters in a text parameter, and in its pattern.
    static let text = 4_096
    static let pattern = 1_024
    /// A double holds every whole number up to here exactly.
    static let whole = 0x1p53
    /// Steps that one press can move.
    static let press = 1_000
    /// Strips and pages of a surface.
    static let strips = 4_096
    static let pages = 256
    /// Bytes in the name of a surface, which is also the name of its sequencer port, and in the name of a client.
    static let name = Names.longest
    /// Bytes in a glob on a name: each of its characters may be escaped.
    static let glob = 2 * name
    /// USB devices that one profile can name.
    static let identities = 16
    /// Messages in `begin` or `end`, and bytes in a system exclusive message.
    static let beginning = 32
    /// Entries in each list of a profile's evidence, and the length of one of its lines.
    static let evidence = 16
    static let evidenceLine = 256
    static let exclusive = 256
    /// Bytes in HOST:PORT.
    static let host = 260
    /// Targets of one parameter.
    static let targets = 16
    /// Rows and columns on a surface.
    static let grid = 256
    /// Displays on a surface, rows on a display, and cells in a row.
    static let displays = 8
    static let lamps = 32
    /// The bytes and braces of a message that a panel or a lamp is sent.
    static let template = 64
    /// The colors of a lamp.
    static let shades = 128
    static let displayRows = 8
    static let displayCells = 64
    /// Detents of an encoder over its whole travel, the top speed of an acceleration in detents per second, and its largest factor.
    static let detents = 16_384
    static let speed = 1_000.0
    static let acceleration = 100.0
    /// Milliseconds in a hold-off.
    static let holdOff = 10_000.0
    /// Milliseconds between two keep-alives to an OSC peer, and milliseconds for which a target's program may run.
    static let keepAlive = 100.0...3_600_000
    static let run = 10.0...60_000
    /// Parameters that one `set:` of a trigger sets.
    static let assignments = 1_000
    /// Milliseconds that a trigger's recall may take, or for which it waits.
    static let fade = 0.0...Fade.longest * 1000
    /// The smallest span of a range relative to its largest number, so that all values of a 14-bit fader stay distinct in a double.
    static let narrowest = 0x1p-32
    /// The smallest absolute span, well above the subnormal numbers, which lose digits.
    static let smallest = 0x1p-900
    /// Steps in a range.
    static let steps = 1e9
    /// Decibels for which the mixer fader law is valid.
    static let decibels = -150.0...50.0
    /// Decibels at the bottom of the fader law's travel; a range that begins at -inf must reach above it.
    static let bottom = -90.0
    /// The fewest decibels that an audio range must span.
    static let narrowestAudio = 0.001
}
