/// An index into one kind of array (a row): a plain number at run time that cannot be mistaken for an offset in another row.
public protocol RowIndex: Hashable, Strideable, Sendable, BitwiseCopyable, CustomStringConvertible where Stride == Int {
    /// The offset in an array, from 0.
    var offset: Int { get }

    /// The index at an offset.
    init(_ offset: Int)
}

extension RowIndex {
    /// The offset as text.
    public var description: String { "\(offset)" }

    /// The index `count` places further on.
    @inlinable public func advanced(by count: Int) -> Self { Self(offset + count) }

    /// How many places further on another index is.
    @inlinable public func distance(to other: Self) -> Int { other.offset - offset }

    /// Compares the offsets.
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}

/// Index of a parameter: its offset in the order of a configuration, and in its console.
@frozen public struct ParameterIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// The offset in an array, from 0.
    @inlinable public var offset: Int { Int(raw) }
    /// The index at an offset.
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// Index of a surface: its offset in the order of the file.
@frozen public struct SurfaceIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// The offset in an array, from 0.
    @inlinable public var offset: Int { Int(raw) }
    /// The index at an offset.
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// Index of a control: its offset among the controls of all surfaces, surface by surface, each in the order of its profile and config.
@frozen public struct ControlIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// The offset in an array, from 0.
    @inlinable public var offset: Int { Int(raw) }
    /// The index at an offset.
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

/// The element type of arrays that have their own kind of index.
public protocol RowElement {
    /// The kind of index.
    associatedtype Index: RowIndex
}

extension Array where Element: RowElement {
    /// The element at an index.
    @inlinable public subscript(index: Element.Index) -> Element {
        get { self[index.offset] }
        _modify { yield &self[index.offset] }
    }

    /// The indices of all elements.
    @inlinable public var rowIndices: Range<Element.Index> { Element.Index(0)..<Element.Index(count) }
}
