/// The options of a choice as its target has them now. Names come from outside and can be anything.
public struct SuppliedOptions: Sendable, Equatable {
    /// Options, and Unicode scalars of a name, as the config allows and as can be typed.
    public static let (most, longest) = (1024, 256)

    /// The names in the target's order, each once.
    public private(set) var names: [String] = []
    /// The former names of renamed options, by their present names.
    public private(set) var former: [String: String] = [:]
    /// How many names were left out, because they are too long or too many.
    public private(set) var leftOut = 0

    /// None: the target is not there, or has none.
    public init() {}

    /// `former` has the former names of renamed options, by the new name.
    public init(_ names: [String], former: [String: String] = [:]) {
        var known: Set<ExactText> = []
        for name in names where !name.isEmpty && known.insert(ExactText(name)).inserted {
            if self.names.count < Self.most, Self.fits(name) { self.names.append(name) } else { leftOut += 1 }
        }
        self.former = former.filter { self.names.contains($0.key) }
    }

    public static func fits(_ name: String) -> Bool { name.unicodeScalars.prefix(longest + 1).count <= longest }

    /// These options after others that nobody has seen: one that was renamed twice has its first name as its former one.
    public func following(_ earlier: SuppliedOptions) -> SuppliedOptions {
        var all = self
        for (name, former) in former { all.former[name] = earlier.former[former] ?? former }
        for (name, former) in earlier.former where all.former[name] == nil && names.contains(name) { all.former[name] = former }
        return all
    }

    /// A sentence about the options that were left out; nil if none were.
    public var note: String? {
        leftOut == 0
            ? nil
            : "\(leftOut) of its options \(leftOut == 1 ? "is" : "are") left out: a choice has at most \(Self.most), with names of at most "
                + "\(Self.longest) characters"
    }
}
