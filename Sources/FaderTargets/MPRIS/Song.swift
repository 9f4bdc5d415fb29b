internal import FaderValues
internal import NIOCore

/// The position of a player in its song, calculated from the clock between two answers. Pure.
struct Song {
    var isKnown = false
    private(set) var isPlaying = false
    private(set) var canSeek = false
    /// An object path; nil if it is not valid: then the player can only seek by a distance.
    private(set) var track: String?
    /// The position at the time `at`, in microseconds as all times here; nil if it is not known.
    private var start: Int64?
    private var length: Int64?
    private var rate = 1.0
    private var at = NIODeadline.uptimeNanoseconds(0)

    /// Numbers beyond this, 30 years, are ignored.
    private static let longest = 1e15

    init() {}

    init(_ values: [String: BusValue], at now: NIODeadline) {
        (isKnown, at) = (true, now)
        isPlaying = values["PlaybackStatus"]?.text == "Playing"
        canSeek = values["CanSeek"]?.truth ?? true
        start = Self.microseconds(values["Position"])
        length = Self.microseconds(values["mpris:length"]).flatMap { $0 > 0 ? $0 : nil }
        if let rate = values["Rate"]?.number, rate.isFinite, rate > 0, rate <= 100 { self.rate = rate }
        track = values["mpris:trackid"]?.text.flatMap { Self.isPath($0) ? $0 : nil }
    }

    private static func microseconds(_ value: BusValue?) -> Int64? {
        value?.number.flatMap { $0.magnitude <= longest ? Int64(max($0, 0)) : nil }
    }

    private static func isPath(_ text: String) -> Bool {
        let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return text.hasPrefix("/") && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0.isASCIIWord && $0 != UInt8(ascii: "-") } }
    }

    /// The position in microseconds.
    func time(at now: NIODeadline) -> Int64 {
        guard let start else { return 0 }
        let played = isPlaying ? Int64(Double((now - at).nanoseconds) / 1_000 * rate) : 0
        return min(start + played, length ?? .max)
    }

    /// The position in seconds, or as a part of the song.
    func number(isPart: Bool, at now: NIODeadline) -> Result<Double, BusError> {
        guard start != nil else { return .failure(BusError(text: "it has no position")) }
        guard isPart else { return .success(Double(time(at: now)) / 1_000_000) }
        return part(of: time(at: now)).map { .success($0) } ?? .failure(BusError(text: "it does not say how long this is"))
    }

    /// A time as a part of the song; nil if the length is not known.
    func part(of time: Int64) -> Double? { length.map { Double(time) / Double($0) } }

    /// The time in microseconds for a number; nil if the length is needed and not known.
    func time(of number: Double, isPart: Bool) -> Int64? {
        guard !isPart else { return length.map { Int64(Double($0) * min(max(number, 0), 1)) } }
        guard number.isFinite else { return 0 }
        // Players ignore a position beyond the end.
        return min(Int64(min(max(number, 0) * 1_000_000, Self.longest)), length ?? .max)
    }
}
