internal import FaderValues

/// A list of controls for each parameter, threaded through arrays that are allocated once: a control is added and removed in constant time.
/// A control that drives the nearer end of a range is in the lists of both ends. Owned by the MIDI thread.
///
/// A control is in at most two lists, so it has two nodes: 2c for its parameter or low end, 2c + 1 for the high end.
struct ControlLists: ~Copyable {
    private let next: Table<Int32>
    private let previous: Table<Int32>
    /// The first node of each parameter; −1 for none.
    private let first: Table<Int32>
    private let last: Table<Int32>

    init(parameters: Int, controls: Int) {
        let (ofControls, ofParameters) = ([Int32](repeating: -1, count: 2 * controls), [Int32](repeating: -1, count: parameters))
        next = Table(ofControls)
        previous = Table(ofControls)
        first = Table(ofParameters)
        last = Table(ofParameters)
    }

    /// The first node of a parameter; −1 if it has no control.
    @inline(__always)
    func first(of parameter: ParameterIndex) -> Int { Int(first[at: parameter.offset]) }

    /// The node after this one; −1 after the last.
    @inline(__always)
    func next(after node: Int) -> Int { Int(next[at: node]) }

    @inline(__always)
    static func control(of node: Int) -> ControlIndex { ControlIndex(node >> 1) }

    mutating func add(_ control: ControlIndex, _ binding: Binding) {
        guard let parameter = binding.parameter else { return }
        append(2 * control.offset, to: binding.ends?.low ?? parameter)
        if let high = binding.ends?.high { append(2 * control.offset + 1, to: high) }
    }

    mutating func remove(_ control: ControlIndex, _ binding: Binding) {
        guard let parameter = binding.parameter else { return }
        unlink(2 * control.offset, from: binding.ends?.low ?? parameter)
        if let high = binding.ends?.high { unlink(2 * control.offset + 1, from: high) }
    }

    private mutating func append(_ node: Int, to parameter: ParameterIndex) {
        let parameter = parameter.offset
        let before = last[at: parameter]
        next[at: node] = -1
        previous[at: node] = before
        last[at: parameter] = Int32(truncatingIfNeeded: node)
        if before < 0 { first[at: parameter] = last[at: parameter] } else { next[at: Int(before)] = last[at: parameter] }
    }

    private mutating func unlink(_ node: Int, from parameter: ParameterIndex) {
        let parameter = parameter.offset
        let (before, after) = (previous[at: node], next[at: node])
        if before < 0 { first[at: parameter] = after } else { next[at: Int(before)] = after }
        if after < 0 { last[at: parameter] = before } else { previous[at: Int(after)] = before }
    }
}
