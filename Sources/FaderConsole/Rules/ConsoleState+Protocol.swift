extension ConsoleState {
    /// Takes a piece of the system exclusive messages of a surface, and hands over each message that it completes.
    mutating func take(_ piece: Span<UInt8>, from surface: SurfaceIndex, at now: MonotonicTime, complete: (Span<UInt8>) -> Void) {
        guard surfaces.rowIndices.contains(surface) else { return }
        let before = surfaces[surface].reader.broken
        for place in piece.indices where surfaces[surface].reader.take(piece[place], at: now) {
            surfaces[surface].reader.withMessage(complete)
        }
        statistics.broken += surfaces[surface].reader.broken - before
        nextOfSurfaces = min(nextOfSurfaces, surfaces[surface].reader.deadline)
    }

    /// Gives up messages that stopped coming. A deadline that moved later is noticed when the earlier one comes.
    mutating func advanceSurfaces(to now: MonotonicTime) {
        nextOfSurfaces = .never
        for surface in surfaces.rowIndices {
            if surfaces[surface].reader.deadline <= now { forgetBytes(of: surface) }
            nextOfSurfaces = min(nextOfSurfaces, surfaces[surface].reader.deadline)
        }
    }

    /// The rest of what a surface was sending will not come.
    mutating func forgetBytes(of surface: SurfaceIndex) {
        if surfaces[surface].reader.forget() { statistics.broken += 1 }
    }
}
