/// A controller as a file of another program describes it.
public struct ForeignDevice {
    /// The format of the file.
    public let format: ForeignFormat
    /// The name of the file.
    public internal(set) var fileName = ""
    /// The name of the device for people.
    public internal(set) var title: String
    /// The name that the device may have on the sequencer; nil if the file has none. The profile has it as a comment: a wrong `match` would
    /// take another device.
    public internal(set) var client: String?
    /// The channel of messages that name none, if the file has one.
    var channel: Int?
    /// The lines of a profile for a protocol that the device speaks.
    var protocolLines: [String] = []
    var controls: [ForeignControl] = []
    /// The colors of its lamps, as `#rrggbb`, and the values that show them.
    var colors: [(color: String, value: Int)] = []
    /// The facts that the profile states although the file does not, in words that go on from "assumed: ".
    var assumed: [String] = []
    /// The facts that neither the file nor the profile states, in words that go on from "not in the file: ".
    var unknown: [String] = []
    /// The parts of the file that the profile leaves out, with their counts.
    var omitted = Omissions()

    init(_ format: ForeignFormat, title: String) {
        self.format = format
        self.title = title.oneLine.excerpt(Self.longestTitle)
    }

    /// The most characters that are kept of a title; a profile's name may have a few more.
    static let longestTitle = 60

    /// The assumption about a file that is for any channel.
    static let anyChannel = "channel 1, because the file is for any; profile: {name: …, channel: 2} in a surface is another"

    /// `maker model`; without the maker if the model begins with it.
    static func title(_ maker: String, _ model: String) -> String {
        let (maker, model) = (maker.oneLine, model.oneLine)
        return model.lowercased().hasPrefix(maker.lowercased()) ? model : "\(maker) \(model)"
    }
}

/// The parts that are left out, by reason, in the order in which they were found.
struct Omissions {
    private(set) var counts: [(reason: String, count: Int)] = []
    private var places: [String: Int] = [:]

    var total: Int { counts.reduce(0) { $0 + $1.count } }

    mutating func add(_ reason: String, _ count: Int = 1) {
        guard count > 0 else { return }
        if let place = places[reason] {
            counts[place].count += count
        } else {
            places[reason] = counts.count
            counts.append((reason, count))
        }
    }

    /// Counts a part that is left out, and returns nil in its place.
    mutating func none<Missing>(_ reason: String) -> Missing? {
        add(reason)
        return nil
    }

    /// A line each: `3 × a system exclusive message, which no control can send`.
    var lines: [String] { counts.map { "\($0.count) × \($0.reason)" } }
}
