internal import FaderConsole
internal import FaderModel

/// The steps of one act, which are too large for the ring: memory that is allocated once and that a request refers to.
///
/// `@unchecked Sendable` because only one side touches it at a time. The async world writes it before it pushes the request (release), and
/// again only after it has seen the answer. The MIDI thread reads it after it has seen the request (acquire), and no longer once it has
/// answered. Only one act is under way at a time: `EngineHandle.patch` has one caller at a time.
@safe final class PatchTable: @unchecked Sendable {
    /// The most steps of one act: few enough that a message that arrives in the meantime hardly waits.
    static let capacity = 16
    private let steps: UnsafeMutablePointer<Patch>

    init() {
        unsafe steps = .allocate(capacity: Self.capacity)
        unsafe steps.initialize(repeating: .generation(.first), count: Self.capacity)
    }

    deinit {
        unsafe steps.deinitialize(count: Self.capacity)
        unsafe steps.deallocate()
    }

    /// The step at an index.
    subscript(index: Int) -> Patch {
        get { unsafe steps[index] }
        set { unsafe steps[index] = newValue }
    }
}
