public import FaderConsole
public import FaderModel
internal import Synchronization

extension EngineHandle {
    /// Changes which parameters the console has and what its controls drive, in order. Returns when everything has been done. One caller at
    /// a time, and not while `swap` is under way.
    ///
    /// Up to sixteen steps form one act, so that no message waits for long. Each control that is bound gets its feedback once per act.
    ///
    /// - Parameter corners: the tapers' corners for the parameters that are opened, by slot. They are kept until the slot is closed.
    /// - Throws: `EngineError.stopped`; some steps may have been done by then.
    public func patch(_ patches: [Patch], corners: [ParameterIndex: TaperCorners] = [:]) async throws {
        // The old parameters' scales are in use until the answer, the new ones' from before it.
        let before = slotCorners.withLock { $0 }
        defer { withExtendedLifetime((before, corners)) {} }
        for start in stride(from: 0, to: patches.count, by: PatchTable.capacity) {
            let piece = patches[start..<min(start + PatchTable.capacity, patches.count)]
            for (place, patch) in piece.enumerated() { link.patches[place] = patch }
            try await askRetrying(.patch(count: piece.count))
        }
        slotCorners.withLock { kept in
            for patch in patches {
                switch patch {
                case .close(let slot): kept[slot] = nil
                case .open(let slot, _, _), .reopen(let slot, _, _): kept[slot] = corners[slot]
                case .suspend, .bind, .decks, .generation: break
                }
            }
        }
    }
}
