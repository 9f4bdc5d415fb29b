/// The number of a change: the same for all changes of a gesture, and for all parameters changed by one command, or by several that their
/// caller gave the same number. The console counts from 1 at every start.
@frozen public struct ChangeNumber: Hashable, Comparable, Sendable, BitwiseCopyable {
    @usableFromInline let number: UInt32

    /// A change by itself, or none yet.
    @inlinable public static var none: ChangeNumber { ChangeNumber(0) }
    /// Callers give the numbers from here on, the console those below.
    public static let firstOfCallers: UInt32 = 1 << 31

    /// The change with a number.
    @inlinable public init(_ number: UInt32) { self.number = number }

    /// The number that a caller gives its change with this count.
    public static func ofCaller(_ count: UInt32) -> ChangeNumber { ChangeNumber(firstOfCallers | count) }

    /// Whether a caller gave it, not the console.
    @inlinable public var isOfCaller: Bool { number >= 1 << 31 }

    /// The next one that the console gives, from 1 again after the last.
    @inlinable public var next: ChangeNumber { ChangeNumber(number + 1 < 1 << 31 ? number + 1 : 1) }

    /// In the order of their numbers.
    @inlinable public static func < (left: ChangeNumber, right: ChangeNumber) -> Bool { left.number < right.number }
}

/// Counts the changes of a parameter; a higher one is newer. That of a group counts the changes of its parts.
@frozen public struct Revision: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// As the API has it.
    public let number: UInt64

    /// That of a parameter that has never changed.
    @inlinable public static var zero: Revision { Revision(0) }

    /// The one with a number.
    @inlinable public init(_ number: UInt64) { self.number = number }

    /// That after so many more changes.
    @inlinable public static func + (revision: Revision, changes: UInt64) -> Revision { Revision(revision.number + changes) }

    /// How many changes lie between two.
    @inlinable public static func - (revision: Revision, earlier: Revision) -> UInt64 { revision.number - earlier.number }

    /// In the order of their numbers.
    @inlinable public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}

/// Which configuration, with which declarations, is in force: a new one begins with every reload and every declaration.
@frozen public struct Generation: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// Counted from 1.
    public let number: UInt64

    /// The one that the daemon starts with.
    public static let first = Generation(1)
    /// Later than every other.
    public static let never = Generation(.max)

    /// The one with a number.
    @inlinable public init(_ number: UInt64) { self.number = number }

    /// The one after it.
    @inlinable public var next: Generation { Generation(number + 1) }

    /// In the order of their numbers.
    @inlinable public static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}
