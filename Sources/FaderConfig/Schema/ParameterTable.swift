internal import FaderValues

/// The parameters of a config, and the ids by which a map can refer to them.
struct ParameterTable {
    enum Meaning: Equatable {
        case parameter(ParameterIndex)
        /// Whichever end of a range is nearer, with both ends.
        case nearest(low: ParameterIndex, high: ParameterIndex)
        /// No control can drive it; `reason` says why, and what can be mapped instead.
        case unfit(reason: String)
        /// A parameter with errors, which are reported.
        case damaged
    }

    /// Choices whose options their targets supply; nil if none can be.
    private(set) var supplied: SuppliedChoices?
    /// In file order; a compound is replaced by its parts.
    var specs: [ParameterSpec] = []
    /// The compounds, in file order.
    private(set) var compounds: [CompoundSpec] = []
    private var compoundOf: [String: Int] = [:]
    private var places: [String: ParameterIndex] = [:]
    private var meanings: [String: Meaning] = [:]
    /// Parameters whose range is not known because of errors.
    private var unranged: Set<ParameterIndex> = []
    /// The compound of each part, by the part's id and by its name in maps.
    private var partOf: [String: (compound: CompoundSpec, location: Location)] = [:]

    init(supplied: SuppliedChoices? = nil) { self.supplied = supplied }

    /// The word for whichever end of a range is nearer.
    private static let nearest = "nearest"

    mutating func add(_ reading: ParameterReading, at location: Location) {
        let first = ParameterIndex(specs.count)
        for spec in reading.specs {
            if places[spec.id] == nil { places[spec.id] = ParameterIndex(specs.count) }
            specs.append(spec)
        }
        switch reading {
        case .damaged(let spec): meanings[spec.id] = .damaged
        case .one(let spec, let isRanged):
            if !isRanged { unranged.insert(first) }
            if !spec.kind.type.isDriven {
                meanings[spec.id] = .unfit(
                    reason: "\(spec.id.forDisplay) is \(spec.kind.kindWord.described), which no control can drive")
            } else {
                meanings[spec.id] = .parameter(first)
            }
        case .compound(var compound, let parts):
            compound.parts = Array(first..<ParameterIndex(specs.count))
            compoundOf[compound.id] = compounds.count
            compounds.append(compound)
            for (index, part) in zip(compound.parts, parts) { meanings[part.id] = .parameter(index) }
            var names = parts.map(\.id)
            if compound.kind.ends != nil {
                names.append("\(compound.id).\(Self.nearest)")
                meanings["\(compound.id).\(Self.nearest)"] = .nearest(low: compound.parts[0], high: compound.parts[1])
            }
            for name in names { partOf[name] = (compound, location) }
            let list = names.dropLast().map(\.forDisplay).joined(separator: ", ") + " or " + (names.last ?? "").forDisplay
            meanings[compound.id] = .unfit(reason: "\(compound.id.forDisplay) is a \(compound.kind.word): map \(list)")
        }
    }

    /// Reports keys of `parameters:` that are also ids of parts.
    func checkParts(_ entries: [Node.Entry], report: Report) {
        for entry in entries where !entry.isRepeated {
            guard let (compound, location) = partOf[entry.key] else { continue }
            let owner = "the \(compound.kind.word) \(compound.id.forDisplay)"
            let part = entry.key.hasSuffix(".\(Self.nearest)") ? "what a map calls the nearer end of" : "a part of"
            report.error(
                entry.keyLocation,
                "\(entry.key.forDisplay) is \(part) \(owner) (\(location.described(from: entry.keyLocation))); "
                    + "give one of them another id")
        }
    }

    /// The parameter of any kind with an id; nil if the id belongs to a compound.
    func parameter(_ id: String) -> ParameterIndex? { places[id] }

    func compound(_ id: String) -> CompoundSpec? { compoundOf[id].map { compounds[$0] } }

    /// Whether the range of a parameter is known, so that a value can be checked against it.
    func isRanged(_ parameter: ParameterIndex) -> Bool { !unranged.contains(parameter) }

    /// What an id stands for; nil if it is unknown.
    func meaning(of id: String) -> Meaning? {
        if let meaning = meanings[id] { return meaning }
        // A parameter that could not be read may have any parts.
        guard let dot = id.lastIndex(of: "."), meanings[String(id[..<dot])] == .damaged else { return nil }
        return .damaged
    }

    /// Ids that a map can name, in file order, for suggestions.
    var mappable: [String] {
        specs.indices.flatMap { index -> [String] in
            let id = specs[index].id
            if case .unfit = meanings[id] { return [] }
            guard let (compound, _) = partOf[id], compound.kind.ends != nil, id.hasSuffix(".high") else { return [id] }
            return [id, "\(compound.id).\(Self.nearest)"]
        }
    }
}
