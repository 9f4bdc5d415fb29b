internal import FaderJSON

/// What a surface showed last, by the names of the config, so that it shows the same after a restart.
public struct SurfaceView: Sendable, Equatable {
    public var page: String
    /// The first strip that each page showed, from 1.
    public var banks: [String: Int]
    /// The word of the selected strip; nil if none was selected.
    public var selected: String?

    public init(page: String, banks: [String: Int]) {
        self.page = page
        self.banks = banks
    }

    init?(_ json: JSONValue) {
        guard case .object(let fields) = json, case .text(let page)? = fields["page"] else { return nil }
        self.page = page
        banks = [:]
        if case .text(let word)? = fields["selected"] { selected = word }
        guard case .object(let numbers)? = fields["banks"] else { return }
        banks = numbers.compactMapValues { $0.double.flatMap { Int(exactly: $0) } }.filter { (1...1_000_000).contains($0.value) }
    }

    var json: JSONValue {
        var fields: [String: JSONValue] = ["page": .text(page), "banks": .object(banks.mapValues { .number(spelling: "\($0)") })]
        fields["selected"] = selected.map { .text($0) }
        return .object(fields)
    }
}
