internal import Synchronization

/// The corners of a `points` taper, kept for the life of the process and shared by all that have the same.
///
/// A configuration has few of them, and a reload seldom new ones; in return a scale is plain bytes, and using one on the MIDI thread costs no
/// reference counting.
final class TaperCorners: Sendable {
    let points: [TaperPoint]

    private static let known = Mutex<[TaperCorners]>([])

    private init(_ points: [TaperPoint]) { self.points = points }

    /// Those with these points. Not for the MIDI thread.
    static func with(_ points: [TaperPoint]) -> TaperCorners {
        known.withLock { known in
            if let same = known.first(where: { $0.points == points }) { return same }
            let new = TaperCorners(points)
            known.append(new)
            return new
        }
    }
}
