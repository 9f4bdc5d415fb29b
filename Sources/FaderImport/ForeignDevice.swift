/// A controller as a file of another program describes it.
public struct ForeignDevice {
    public let format: ForeignFormat
    public internal(set) var fileName = ""
    public internal(set) var title: String
    /// What the device may be called on the sequencer. The profile has it as a comment: a wrong `match` would take another device.
    public internal(set) var client: String?
    var channel: Int?
    var protocolLines: [String] = []
    var controls: [ForeignControl] = []
    var colors: [(color: String, value: Int)] = []
    /// What the profile states although the file does not, in words that go on from "assumed: ".
    var assumed: [String] = []
    /// What neither the file nor the profile states, in words that go on from "not in the file: ".
    var unknown: [String] = []
    /// What the profile leaves out.
    var omitted = Omissions()

    init(_ format: ForeignFormat, title: String) {
        self.format = format
        self.title = title.oneLine.excerpt(Self.longestTitle)
    }

    static let longestTitle = 60

    static let anyChannel = "channel 1, because the file is for any; profile: {name: …, channel: 2} in a surface is another"

    static func title(_ maker: String, _ model: String) -> String {
        let (maker, model) = (maker.oneLine, model.oneLine)
        return model.lowercased().hasPrefix(maker.lowercased()) ? model : "\(maker) \(model)"
    }
}

/// What is left out, by reason, in the order in which it was found.
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

    var lines: [String] { counts.map { "\($0.count) × \($0.reason)" } }
}
