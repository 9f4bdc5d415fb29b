/// A sink, a source, a stream or a client of a sound server, as last described by the server.
struct PulseThing: Sendable, Equatable {
    typealias Facility = PulseProtocol.Facility

    var facility: Facility
    var index: UInt32
    var name: String
    /// A name for people; nil if it has none.
    var description: String?
    /// The position of each channel, in the protocol's numbers.
    var channels: [UInt8] = []
    /// One per channel; empty if it has no volume.
    var volumes: [UInt32] = []
    var isMuted = false
    /// Whether its volume can be expressed in decibels.
    var isDecibel = true
    var isWritable = true
    /// For a source: whether it is the monitor of a sink, from which what that plays can be recorded.
    var isMonitor = false
    /// Whether it only serves a mixer program's level meter.
    var isMeter = false
    /// The client that a stream belongs to; `PulseProtocol.none` if there is none.
    var client = PulseProtocol.none
    var properties: [String: String] = [:]

    private static let decibelFlag: UInt32 = 0x20

    /// Reads one; `version` is the protocol version of the connection.
    init(_ facility: Facility, from reader: inout TagReader, version: UInt32) throws(MalformedPulseMessage) {
        self.facility = facility
        index = try reader.number()
        name = try reader.text() ?? ""
        switch facility {
        case .sink, .source: try readDevice(&reader, version)
        case .sinkInput: try readSinkInput(&reader)
        case .sourceOutput: try readSourceOutput(&reader)
        case .client:
            _ = try reader.number()
            _ = try reader.text()
            properties = try reader.properties()
        }
    }

    private mutating func readDevice(_ reader: inout TagReader, _ version: UInt32) throws(MalformedPulseMessage) {
        description = try reader.text()
        try reader.sampleForm()
        channels = try reader.channelMap()
        _ = try reader.number()
        volumes = try reader.volumes()
        isMuted = try reader.flag()
        // A sink's monitor, or the sink that this is the monitor of.
        let other = try reader.number()
        isMonitor = facility == .source && other != PulseProtocol.none
        _ = try reader.text()
        try reader.time()
        _ = try reader.text()
        isDecibel = try reader.number() & Self.decibelFlag != 0
        properties = try reader.properties()
        try reader.time()
        try reader.volume()
        _ = (try reader.number(), try reader.number(), try reader.number())
        for _ in 0..<(try reader.number()) {
            _ = (try reader.text(), try reader.text(), try reader.number())
            if version >= 24 { _ = try reader.number() }
        }
        _ = try reader.text()
        // Formats were added to sources one version after sinks; both versions are older than `PulseProtocol.oldest`.
        for _ in 0..<(try reader.byte()) { try reader.format() }
    }

    private mutating func readSinkInput(_ reader: inout TagReader) throws(MalformedPulseMessage) {
        try readStreamHead(&reader)
        volumes = try reader.volumes()
        _ = try readStreamMiddle(&reader)
        isMuted = try reader.flag()
        properties = try reader.properties()
        _ = try reader.flag()
        try readVolumeFlags(&reader)
    }

    private mutating func readSourceOutput(_ reader: inout TagReader) throws(MalformedPulseMessage) {
        try readStreamHead(&reader)
        let resampler = try readStreamMiddle(&reader)
        properties = try reader.properties()
        // PulseAudio shows it by the resampler, PipeWire by the property.
        isMeter = resampler == "peaks" || properties["stream.monitor"] == "true"
        _ = try reader.flag()
        volumes = try reader.volumes()
        isMuted = try reader.flag()
        try readVolumeFlags(&reader)
    }

    private mutating func readStreamHead(_ reader: inout TagReader) throws(MalformedPulseMessage) {
        _ = try reader.number()
        client = try reader.number()
        _ = try reader.number()
        try reader.sampleForm()
        channels = try reader.channelMap()
    }

    /// Returns the name of the resampler.
    private func readStreamMiddle(_ reader: inout TagReader) throws(MalformedPulseMessage) -> String? {
        try reader.time()
        try reader.time()
        let resampler = try reader.text()
        _ = try reader.text()
        return resampler
    }

    private mutating func readVolumeFlags(_ reader: inout TagReader) throws(MalformedPulseMessage) {
        let hasVolume = try reader.flag()
        isWritable = try reader.flag()
        if !hasVolume { volumes = [] }
        try reader.format()
    }

    /// The volume of the loudest channel.
    var peak: UInt32 { volumes.max() ?? 0 }

    /// What devices are matched by.
    var names: [String] { [name, description ?? "", volumes.isEmpty ? "" : "volume"] }

    /// Whether a target can have it as a stream: its volume can be set.
    var isBindable: Bool { !volumes.isEmpty && isWritable && !isMeter }
}
