/// All changes of a gesture have the same number, and so have all parameters changed by one command, or by several commands that their
/// caller gave the same number. The console counts from 1 at every start.
@frozen public struct ChangeNumber: Hashable, Comparable, Sendable, BitwiseCopyable {
    @usableFromInline let number: UInt32

    /// A change that belongs to no other, or no change yet.
    @inlinable public static var none: ChangeNumber { ChangeNumber(0) }
    /// Callers give the numbers from here on; the console gives those below.
    public static let firstOfCallers: UInt32 = 1 << 31

    @inlinable public init(_ number: UInt32) { self.number = number }

    /// The number for a caller's change, from the caller's count.
    public static func ofCaller(_ count: UInt32) -> ChangeNumber { ChangeNumber(firstOfCallers | count) }

    @inlinable public var isOfCaller: Bool { number >= 1 << 31 }

    /// The next number that the console gives; after the last it starts from 1 again.
    @inlinable public var next: ChangeNumber { ChangeNumber(number + 1 < 1 << 31 ? number + 1 : 1) }

    @inlinable public static func < (left: ChangeNumber, right: ChangeNumber) -> Bool { left.number < right.number }
}

/// Counts the changes of a parameter; a higher one is newer. The revision of a compound counts the changes of its parts.
@frozen public struct Revision: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// The number in the API.
    public let number: UInt64

    /// It has never changed.
    @inlinable public static var zero: Revision { Revision(0) }

    @inlinable public init(_ number: UInt64) { self.number = number }

    @inlinable public static func + (revision: Revision, changes: UInt64) -> Revision { Revision(revision.number + changes) }

    @inlinable public static func - (revision: Revision, earlier: Revision) -> UInt64 { revision.number - earlier.number }

    @inlinable public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}

/// Counts the configurations, with their declarations, that have been in force: every reload and every declaration begins a new generation.
@frozen public struct Generation: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// Counted from 1.
    public let number: UInt64

    /// The generation that the daemon starts with.
    public static let first = Generation(1)

    @inlinable public init(_ number: UInt64) { self.number = number }

    @inlinable public var next: Generation { Generation(number + 1) }

    @inlinable public static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}
