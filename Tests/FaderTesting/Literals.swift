public import FaderValues

// Tests name parameters, surfaces and controls by literal numbers; the sources never do.

extension RowIndex {
    /// The index with this offset.
    public init(integerLiteral place: Int) { self.init(place) }

    /// The index this many places later.
    public static func + (index: Self, count: Int) -> Self { index.advanced(by: count) }

    /// A random index from the range.
    public static func random(in indices: Range<Self>, using random: inout some RandomNumberGenerator) -> Self {
        Self(Int.random(in: indices.lowerBound.offset..<indices.upperBound.offset, using: &random))
    }
}

extension ParameterIndex: ExpressibleByIntegerLiteral {}
extension SurfaceIndex: ExpressibleByIntegerLiteral {}
extension ControlIndex: ExpressibleByIntegerLiteral {}

extension ChangeNumber: ExpressibleByIntegerLiteral {
    /// The change with this number.
    public init(integerLiteral number: UInt32) { self.init(number) }
}

extension Revision: ExpressibleByIntegerLiteral {
    /// The revision with this number.
    public init(integerLiteral number: UInt64) { self.init(number) }
}

extension Generation: ExpressibleByIntegerLiteral, Strideable {
    /// The generation with this number.
    public init(integerLiteral number: UInt64) { self.init(number) }

    /// The generation this many later.
    public func advanced(by count: Int) -> Generation { Generation(UInt64(Int(number) + count)) }

    /// How much later the other generation is.
    public func distance(to other: Generation) -> Int { Int(other.number) - Int(number) }
}
