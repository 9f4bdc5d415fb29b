public import FaderModel

// Tests name parameters, surfaces and controls by literal numbers; in the sources nothing does.

extension RowIndex {
    /// The one at a place.
    public init(integerLiteral place: Int) { self.init(place) }

    /// The one so many further.
    public static func + (index: Self, count: Int) -> Self { index.advanced(by: count) }

    /// Any of these.
    public static func random(in indices: Range<Self>, using random: inout some RandomNumberGenerator) -> Self {
        Self(Int.random(in: indices.lowerBound.offset..<indices.upperBound.offset, using: &random))
    }
}

extension ParameterIndex: ExpressibleByIntegerLiteral {}
extension SurfaceIndex: ExpressibleByIntegerLiteral {}
extension ControlIndex: ExpressibleByIntegerLiteral {}

extension ChangeNumber: ExpressibleByIntegerLiteral {
    /// The change with a number.
    public init(integerLiteral number: UInt32) { self.init(number) }
}

extension Revision: ExpressibleByIntegerLiteral {
    /// The revision with a number.
    public init(integerLiteral number: UInt64) { self.init(number) }
}

extension Generation: ExpressibleByIntegerLiteral, Strideable {
    /// The generation with a number.
    public init(integerLiteral number: UInt64) { self.init(number) }

    /// The generation so many later.
    public func advanced(by count: Int) -> Generation { Generation(UInt64(Int(number) + count)) }

    /// How many later another one is.
    public func distance(to other: Generation) -> Int { Int(other.number) - Int(number) }
}
