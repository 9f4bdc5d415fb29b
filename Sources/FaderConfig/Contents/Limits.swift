internal import FaderValues

/// Limits for a configuration: generous for people, but small enough that no file can exhaust the daemon.
package enum Limits {
    package static let fileSize = 4 << 20
    /// Levels of nesting. The config itself needs six.
    package static let depth = 16
    /// Keys, texts, lists and blocks in one file.
    package static let nodes = 1_000_000
    /// Bytes of the longest line that a diagnostic shows.
    package static let shownLine = 64 << 10
    /// Diagnostics listed one by one.
    package static let diagnostics = 1_000
    package static let parameters = 65_535
    /// Bytes in a parameter's id.
    package static let id = 64
    /// Lists in a configuration, words in a list, and bytes of all texts that are made from templates.
    package static let lists = 64
    package static let listWords = 1_024
    package static let filled = 64 << 20
    /// Surfaces in a configuration: a sequencer client has 254 ports.
    package static let surfaces = 250
    package static let controlsPerSurface = 4_096
    package static let controls = 65_535
    package static let points = 256
    /// Length of a chain of types that build on each other.
    package static let typeDepth = 64
    package static let options = 1_024
    package static let words = 64
    /// Characters in a label, in a unit, prefix or suffix, and in the word for a value.
    package static let label = 64
    package static let unit = 16
    /// Characters in the widest cell of a display.
    package static let cell = 16
    package static let word = 32
    /// Characters in a text parameter, and in its pattern.
    package static let text = 4_096
    package static let pattern = 1_024
    /// A double holds every whole number up to here exactly.
    package static let whole = 0x1p53
    package static let press = 1_000
    package static let strips = 4_096
    package static let pages = 256
    /// Controls of a surface that belong to the selected strip, each with every set of modifiers.
    package static let selected = 128
    /// Bytes in the name of a surface, which is also the name of its sequencer port, and in the name of a client.
    package static let name = Names.longest
    /// Bytes in a glob on a name: each of its characters may be escaped.
    package static let glob = 2 * name
    /// USB devices that one profile can name.
    package static let identities = 16
    /// Messages in `begin` or `end`, and bytes in a system exclusive message.
    package static let beginning = 32
    /// Entries in each list of a profile's evidence, and the length of one of its lines.
    package static let evidence = 16
    package static let evidenceLine = 256
    package static let exclusive = 256
    package static let host = 260
    package static let targets = 16
    /// Rows and columns on a surface.
    package static let grid = 256
    /// Displays on a surface, rows on a display, and cells in a row.
    package static let displays = 8
    package static let lamps = 32
    /// The bytes and braces of a message that a panel or a lamp is sent.
    package static let template = 64
    /// The colors of a lamp.
    package static let shades = 128
    package static let displayRows = 8
    package static let displayCells = 64
    /// Detents of an encoder over its whole travel, the top speed of an acceleration in detents per second, and its largest factor.
    package static let detents = 16_384
    package static let speed = 1_000.0
    package static let acceleration = 100.0
    /// Milliseconds in a hold-off.
    package static let holdOff = 10_000.0
    /// Milliseconds that a motor takes for its whole travel.
    package static let motorTime = 50.0...10_000
    /// Milliseconds after which everything that a surface shows is sent again.
    package static let refresh = 1_000.0...60_000
    /// Milliseconds between two keep-alives to an OSC peer, and milliseconds for which a target's program may run.
    package static let keepAlive = 100.0...3_600_000
    package static let run = 10.0...60_000
    package static let assignments = 1_000
    package static let members = 64
    /// Milliseconds that a trigger's recall may take, or for which it waits.
    package static let fade = 0.0...Fade.longest * 1000
    /// The smallest span of a range relative to its largest number, so that all values of a 14-bit fader stay distinct in a double.
    package static let narrowest = 0x1p-32
    /// The smallest absolute span, well above the subnormal numbers, which lose digits.
    package static let smallest = 0x1p-900
    package static let steps = 1e9
    /// Decibels for which the mixer fader law is valid.
    package static let decibels = -150.0...50.0
    /// Decibels at the bottom of the fader law's travel; a range that begins at -inf must reach above it.
    package static let bottom = -90.0
    /// The fewest decibels that an audio range must span.
    package static let narrowestAudio = 0.001
}
