internal import FaderConsole
internal import FaderModel

/// The steps of one act, which are too large for the ring: a row of memory that is made once, and that a request names.
///
/// `@unchecked Sendable` because one side touches it at a time: the async world writes it before it pushes the request (release), and again
/// only after it has seen the answer; the MIDI thread reads it after it has seen the request (acquire), and no longer once it has answered.
/// One act at a time is under way: `EngineHandle.patch` has one caller at a time.
@safe final class PatchTable: @unchecked Sendable {
    /// The most steps of one act: so few that a message that comes in meanwhile hardly waits.
    static let capacity = 16
    private let steps: UnsafeMutablePointer<Patch>

    init() {
        unsafe steps = .allocate(capacity: Self.capacity)
        unsafe steps.initialize(repeating: .generation(.first), count: Self.capacity)
    }

    deinit { unsafe steps.deallocate() }

    /// A step.
    subscript(place: Int) -> Patch {
        get { unsafe steps[place] }
        set { unsafe steps[place] = newValue }
    }
}
