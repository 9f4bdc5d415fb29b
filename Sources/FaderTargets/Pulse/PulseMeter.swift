internal import CPulse

/// A source, or what one stream contributes to it that plays on the sink of that monitor.
struct PulseMeterPlace: Hashable {
    let source: UInt32
    /// The index of the stream that plays; `PulseThing.none` for the source as a whole.
    var stream = PulseThing.none
}

/// One stream that measures how loud something is. Its connection has it until it is ended. Owned by the event loop.
@safe final class PulseMeter {
    private var meter: OpaquePointer?
    private let heard: (Double?) -> Void

    /// With `servers` it connects by itself to one of them, otherwise it shares the connection. `heard` is called 20 times a second with
    /// the highest peak of all channels, 1 for full scale; nil: it has ended, because what it measures has gone or cannot be measured.
    @unsafe init?(
        _ pulse: OpaquePointer, _ servers: String?, _ place: PulseMeterPlace, _ channels: [Int32], heard: @escaping (Double?) -> Void
    ) {
        self.heard = heard
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe meter = cpulse_meter_new(pulse, servers, place.source, place.stream, channels, UInt32(channels.count), owner)
        if unsafe meter == nil { return nil }
    }

    func end() {
        if let meter = unsafe meter { unsafe cpulse_meter_free(meter) }
        unsafe meter = nil
    }

    static let peak: cpulse_peak = { owner, peak in
        guard let owner = unsafe owner else { return }
        unsafe Unmanaged<PulseMeter>.fromOpaque(owner).takeUnretainedValue().heard(peak < 0 ? nil : Double(peak))
    }
}
