/// The corners of a `points` taper, kept outside the scales made with them: a scale stays plain bytes, and using one on the MIDI thread
/// costs no reference counting.
@safe public final class TaperCorners: Sendable {
    /// Positions and values rise, also for a turned travel. They never change.
    nonisolated(unsafe) let points: UnsafeBufferPointer<TaperPoint>

    /// The corners of a parameter's taper; nil where it has none.
    public init?(of spec: ParameterSpec) {
        guard case .points(let points) = spec.taper, !points.isEmpty else { return nil }
        let rising = spec.isTurned ? points.reversed().map { TaperPoint(1 - $0.position, $0.value) } : points
        let memory = UnsafeMutableBufferPointer<TaperPoint>.allocate(capacity: rising.count)
        _ = unsafe memory.initialize(fromContentsOf: rising)
        unsafe self.points = UnsafeBufferPointer(memory)
    }

    deinit { unsafe points.deallocate() }
}
