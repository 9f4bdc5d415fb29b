internal import CPulse
internal import FaderValues
internal import Glibc

struct PulseThing: Sendable, Equatable {
    static let none = UInt32.max

    var facility: PulseFacility
    var index: UInt32
    var name: String
    var description: String?
    /// The position of each channel, in libpulse's numbers.
    var channels: [Int32] = []
    /// One per channel; empty if it has no volume.
    var volumes: [UInt32] = []
    var isMuted = false
    var isDecibel = true
    var isWritable = true
    /// Whether it is a source that records what a sink plays.
    var isMonitor = false
    /// The name of the server, if this is the server itself.
    var server: String?
    /// Whether it only serves a mixer program's level meter.
    var isMeter = false
    var client = none
    /// The index of the device that a stream plays on or records from; `none` if there is none.
    var device = none
    /// The index of the source that records what a sink plays; `none` if there is none.
    var monitor = none
    var properties: [String: String] = [:]

    private static let keys = StreamIdentity.keys + StreamOrigin.keys + ["media.name", "media.role", "stream.monitor"]
    private static let longest = 1024

    init(_ facility: PulseFacility, _ index: UInt32, _ name: String) { (self.facility, self.index, self.name) = (facility, index, name) }

    @unsafe init(_ facility: PulseFacility, _ item: UnsafePointer<cpulse_item>) {
        let told = unsafe item.pointee
        self.init(facility, unsafe told.index, unsafe Self.text(told.name) ?? "")
        description = unsafe Self.text(told.description)
        channels = unsafe Array(UnsafeBufferPointer(start: told.channels, count: Int(told.count)))
        volumes = unsafe Array(UnsafeBufferPointer(start: told.volumes, count: Int(told.count)))
        (isMuted, isDecibel, isWritable) = unsafe (told.is_muted, told.is_decibel, told.is_writable)
        (isMonitor, client, device, monitor) = unsafe (told.is_monitor, told.client, told.device, told.monitor)
        server = unsafe Self.text(told.server)
        for key in Self.keys { properties[key] = unsafe Self.text(cpulse_property(item, key)) }
        // PulseAudio marks a meter by the resampler, PipeWire by the property.
        isMeter = facility == .sourceOutput && (unsafe Self.text(told.resampler) == "peaks" || properties["stream.monitor"] == "true")
    }

    /// A text without control characters, because programs may use any name, and it is shown and logged.
    @unsafe static func text(_ start: UnsafePointer<CChar>?) -> String? {
        guard let start = unsafe start else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: strnlen(start, longest))
        return unsafe String(decoding: bytes, as: UTF8.self).withoutControls(but: .writingMarks)
    }

    var peak: UInt32 { volumes.max() ?? 0 }

    /// The texts that decide whether devices have to be assigned again.
    var names: [String] { [name, description ?? "", volumes.isEmpty ? "" : "volume"] }

    var isBindable: Bool { !volumes.isEmpty && isWritable && !isMeter }
}

extension PulseThing {
    var key: PulseKey { PulseKey(facility: facility, index: index) }
}
