/// The corners of a `points` taper, beside the scales that are made with them: a scale is plain bytes, and using one on the MIDI thread
/// costs no reference counting.
public final class TaperCorners: Sendable {
    /// Positions and values rise, also those of a turned travel.
    let points: [TaperPoint]

    /// Those of a parameter's taper; nil where it has none.
    public init?(of spec: ParameterSpec) {
        guard case .points(let points) = spec.taper else { return nil }
        self.points = spec.isTurned ? points.reversed().map { TaperPoint(1 - $0.position, $0.value) } : points
    }
}
