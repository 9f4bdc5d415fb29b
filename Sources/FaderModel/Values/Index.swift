/// Which one of a row: a plain number at run time that cannot be taken for an offset in another row.
public protocol RowIndex: Hashable, Strideable, Sendable, BitwiseCopyable, CustomStringConvertible where Stride == Int {
    /// 0…: where it is in an array.
    var offset: Int { get }

    /// The one at an offset.
    init(_ offset: Int)
}

extension RowIndex {
    /// Its offset.
    public var description: String { "\(offset)" }

    /// The one so many further.
    @inlinable public func advanced(by count: Int) -> Self { Self(offset + count) }

    /// How many further another one is.
    @inlinable public func distance(to other: Self) -> Int { other.offset - offset }

    /// In the order of the row.
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}

/// Which parameter: its offset in the order of a configuration or, once the console has it, its slot there.
@frozen public struct ParameterIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// 0…: where it is in an array.
    @inlinable public var offset: Int { Int(raw) }
    /// The one at an offset.
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// Which surface: its offset in the order of the file.
@frozen public struct SurfaceIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// 0…: where it is in an array.
    @inlinable public var offset: Int { Int(raw) }
    /// The one at an offset.
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// Which control: its offset among the controls of all surfaces, one surface after the other, each in the order of its profile and config.
@frozen public struct ControlIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// 0…: where it is in an array.
    @inlinable public var offset: Int { Int(raw) }
    /// The one at an offset.
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// What stands in rows that only one kind of index finds it in.
public protocol RowElement {
    /// The kind of index.
    associatedtype Index: RowIndex
}

extension Array where Element: RowElement {
    /// The element with an index.
    @inlinable public subscript(index: Element.Index) -> Element {
        get { self[index.offset] }
        _modify { yield &self[index.offset] }
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
