internal import FaderModel
internal import NIOCore

/// The position of a player in its song. A player says it only when it is asked; between two answers it follows from the clock. Pure.
struct Song {
    /// Whether the player has said it since the last change.
    var isKnown = false
    private(set) var isPlaying = false
    private(set) var canSeek = false
    /// The path of the song's object, as far as it is one; nil: the player can only be asked to seek by a distance.
    private(set) var track: String?
    /// In microseconds, as everything here; nil: it is not known.
    private var start: Int64?
    private var length: Int64?
    private var rate = 1.0
    private var at = NIODeadline.uptimeNanoseconds(0)

    /// Beyond this a number is nonsense: 30 years.
    private static let longest = 1e15

    /// Nothing is known of it.
    init() {}

    /// A song from the properties of its player.
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

    /// Where it is, in microseconds.
    func time(at now: NIODeadline) -> Int64 {
        guard let start else { return 0 }
        let played = isPlaying ? Int64(Double((now - at).nanoseconds) / 1_000 * rate) : 0
        return min(start + played, length ?? .max)
    }

    /// Where it is: in seconds, or as a part of the song.
    func number(isPart: Bool, at now: NIODeadline) -> Result<Double, BusError> {
        guard start != nil else { return .failure(BusError(text: "it has no position")) }
        guard isPart else { return .success(Double(time(at: now)) / 1_000_000) }
        return part(of: time(at: now)).map { .success($0) } ?? .failure(BusError(text: "it does not tell how long this is"))
    }

    /// What part of the song a time is; nil if its length is not known.
    func part(of time: Int64) -> Double? { length.map { Double(time) / Double($0) } }

    /// The time in microseconds that a number means; nil if it is not known.
    func time(of number: Double, isPart: Bool) -> Int64? {
        guard !isPart else { return length.map { Int64(Double($0) * min(max(number, 0), 1)) } }
        guard number.isFinite else { return 0 }
        // Beyond the end a player ignores it.
        return min(Int64(min(max(number, 0) * 1_000_000, Self.longest)), length ?? .max)
    }
}
