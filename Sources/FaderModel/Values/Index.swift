/// Which one of a row: a plain number at run time that cannot be taken for a place in another row.
public protocol RowIndex: Hashable, Strideable, Sendable, BitwiseCopyable, CustomStringConvertible where Stride == Int {
    /// 0…: where it is in an array.
    var place: Int { get }

    /// The one at a place.
    init(_ place: Int)
}

extension RowIndex {
    /// Its place.
    public var description: String { "\(place)" }

    /// The one so many places further.
    @inlinable public func advanced(by count: Int) -> Self { Self(place + count) }

    /// How many places further another one is.
    @inlinable public func distance(to other: Self) -> Int { other.place - place }

    /// In the order of the row.
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.place < right.place }
}

/// Which parameter: its place in the order of a configuration or, once the console has it, its slot there.
@frozen public struct ParameterIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// 0…: where it is in an array.
    @inlinable public var place: Int { Int(raw) }
    /// The one at a place.
    @inlinable public init(_ place: Int) { raw = Int32(truncatingIfNeeded: place) }
}

/// Which surface: its place in the order of the file.
@frozen public struct SurfaceIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// 0…: where it is in an array.
    @inlinable public var place: Int { Int(raw) }
    /// The one at a place.
    @inlinable public init(_ place: Int) { raw = Int32(truncatingIfNeeded: place) }
}

/// Which control: its place among the controls of all surfaces, one surface after the other, each in the order of its profile and config.
@frozen public struct ControlIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// 0…: where it is in an array.
    @inlinable public var place: Int { Int(raw) }
    /// The one at a place.
    @inlinable public init(_ place: Int) { raw = Int32(truncatingIfNeeded: place) }
}

/// What stands in rows that only one kind of index finds it in.
public protocol RowElement {
    /// The kind of index.
    associatedtype Index: RowIndex
}

extension Array where Element: RowElement {
    /// The element with an index.
    @inlinable public subscript(index: Element.Index) -> Element {
        get { self[index.place] }
        _modify { yield &self[index.place] }
    }

    /// The indices of all.
    @inlinable public var rowIndices: Range<Element.Index> { Element.Index(0)..<Element.Index(count) }
}

extension ParameterSpec: RowElement {
    /// A row has one for each parameter.
    public typealias Index = ParameterIndex
}

extension NumberScale: RowElement {
    /// A row has one for each parameter.
    public typealias Index = ParameterIndex
}

extension ValueText: RowElement {
    /// A row has one for each parameter.
    public typealias Index = ParameterIndex
}
