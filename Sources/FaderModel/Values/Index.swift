/// Which surface of a configuration: its place in the order of the file. A plain number at run time; it cannot be taken for another one.
@frozen public struct SurfaceIndex: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// 0…: where it is in an array.
    @inlinable public var place: Int { Int(raw) }
    @usableFromInline let raw: Int32

    /// The surface at a place.
    @inlinable public init(_ place: Int) { raw = Int32(truncatingIfNeeded: place) }

    /// In the order of the file.
    @inlinable public static func < (left: SurfaceIndex, right: SurfaceIndex) -> Bool { left.raw < right.raw }
}

/// Which control of a console: its place among the controls of all surfaces, one surface after the other. A plain number at run time; it
/// cannot be taken for another one.
@frozen public struct ControlIndex: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// 0…: where it is in an array.
    @inlinable public var place: Int { Int(raw) }
    @usableFromInline let raw: Int32

    /// The control at a place.
    @inlinable public init(_ place: Int) { raw = Int32(truncatingIfNeeded: place) }

    /// In the order of the surfaces, and on a surface in that of its profile and config.
    @inlinable public static func < (left: ControlIndex, right: ControlIndex) -> Bool { left.raw < right.raw }
}
