internal import FaderValues
internal import Glibc

/// The last decisions about each parameter. Owned by the MIDI thread; allocates only when it is created.
///
/// Repeated decisions of one gesture form one entry with a count, so that a long move does not push out what came before it.
@safe struct DecisionLog: ~Copyable {
    /// How many decisions are kept for each parameter.
    static let depth = 16

    /// An entry with count 0 is empty. From calloc, so that the pages of parameters that are never used take no memory.
    private let entries: UnsafeMutableBufferPointer<Decision>
    private let heads: UnsafeMutableBufferPointer<UInt32>

    let count: Int

    init(parameters: Int) {
        count = parameters
        unsafe entries = Self.zeroed(parameters * Self.depth)
        unsafe heads = Self.zeroed(parameters)
    }

    deinit {
        unsafe free(entries.baseAddress)
        unsafe free(heads.baseAddress)
    }

    private static func zeroed<Element: BitwiseCopyable>(_ count: Int) -> UnsafeMutableBufferPointer<Element> {
        guard let memory = unsafe calloc(max(count, 1), MemoryLayout<Element>.stride) else {
            fatalError("no memory for the decision log")
        }
        return unsafe UnsafeMutableBufferPointer(start: memory.bindMemory(to: Element.self, capacity: count), count: count)
    }

    /// Records a decision. It is joined with an entry of the same change, kind and control.
    mutating func record(_ decision: Decision, of parameter: ParameterIndex) {
        let first = unsafe entries.baseAddress.unsafelyUnwrapped + parameter.offset * Self.depth
        let head = unsafe Int(heads[parameter.offset])
        for back in 0..<Self.depth {
            // Field by field: copying each entry would cost more than all the rest.
            let entry = unsafe first + (head &- back) & (Self.depth - 1)
            guard unsafe entry.pointee.change == decision.change else { break }
            // An empty entry has count 0, whatever else it still says.
            guard unsafe entry.pointee.kind == decision.kind, unsafe entry.pointee.control == decision.control,
                unsafe entry.pointee.count > 0
            else { continue }
            unsafe entry.pointee.time = decision.time
            unsafe entry.pointee.value = decision.value
            unsafe entry.pointee.raw = decision.raw
            unsafe entry.pointee.origin = decision.origin
            unsafe entry.pointee.count &+= 1
            return
        }
        unsafe heads[parameter.offset] &+= 1
        unsafe entries[slot(parameter, back: 0)] = decision
    }

    /// Gives entries another change number. Later decisions with that number then join them.
    mutating func renumber(_ parameter: ParameterIndex, from old: ChangeNumber, to new: ChangeNumber) {
        for back in 0..<Self.depth {
            guard let entry = entry(parameter, back: back), entry.change == old else { return }
            unsafe entries[slot(parameter, back: back)].change = new
        }
    }

    /// Gives the options in a parameter's entries their new numbers. An option that is gone becomes NaN.
    mutating func renumber(valuesOf parameter: ParameterIndex, by table: Renumbering.Table) {
        for back in 0..<Self.depth {
            guard let entry = entry(parameter, back: back) else { return }
            unsafe entries[slot(parameter, back: back)].value = table.known(entry.value) ?? .nan
        }
    }

    /// `back` counts from the newest; nil beyond the oldest.
    func entry(_ parameter: ParameterIndex, back: Int) -> Decision? {
        guard back < Self.depth else { return nil }
        let entry = unsafe entries[slot(parameter, back: back)]
        return entry.count == 0 ? nil : entry
    }

    mutating func adopt(
        _ old: borrowing DecisionLog, parameter: ParameterIndex, from oldParameter: ParameterIndex, controls: [ControlIndex?]
    ) {
        // Entries that were never used are not read: that would make their pages resident, one by one, while input waits.
        guard unsafe old.heads[oldParameter.offset] != 0 else { return }
        for back in (0..<Self.depth).reversed() {
            guard var decision = old.entry(oldParameter, back: back) else { continue }
            decision.control = decision.control.flatMap { controls[$0.offset] }
            unsafe heads[parameter.offset] &+= 1
            unsafe entries[slot(parameter, back: 0)] = decision
        }
    }

    private func slot(_ parameter: ParameterIndex, back: Int) -> Int {
        let head = unsafe Int(heads[parameter.offset])
        return parameter.offset * Self.depth + (head &- back) & (Self.depth - 1)
    }
}
