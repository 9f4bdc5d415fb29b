/// An index into one kind of array (a row): a plain number at run time that cannot be mistaken for an offset in another row.
public protocol RowIndex: Hashable, Strideable, Sendable, BitwiseCopyable, CustomStringConvertible where Stride == Int {
    /// The offset in an array, from 0.
    var offset: Int { get }

    init(_ offset: Int)
}

extension RowIndex {
    public var description: String { "\(offset)" }

    @inlinable public func advanced(by count: Int) -> Self { Self(offset + count) }

    @inlinable public func distance(to other: Self) -> Int { other.offset - offset }

    @inlinable public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}

/// Index of a parameter: its offset in the order of a configuration, and in its console.
@frozen public struct ParameterIndex: RowIndex {
    @usableFromInline let raw: Int32
    @inlinable public var offset: Int { Int(raw) }
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// In the order of the file.
@frozen public struct SurfaceIndex: RowIndex {
    @usableFromInline let raw: Int32
    @inlinable public var offset: Int { Int(raw) }
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// Among the controls of all surfaces, surface by surface, each in the order of its profile and config.
@frozen public struct ControlIndex: RowIndex {
    @usableFromInline let raw: Int32
    @inlinable public var offset: Int { Int(raw) }
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// The element type of arrays that have their own kind of index.
public protocol RowElement {
    associatedtype Index: RowIndex
}

extension Array where Element: RowElement {
    @inlinable public subscript(index: Element.Index) -> Element {
        get { self[index.offset] }
        _modify { yield &self[index.offset] }
    }

    @inlinable public var rowIndices: Range<Element.Index> { Element.Index(0)..<Element.Index(count) }
}
