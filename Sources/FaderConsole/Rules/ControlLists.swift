internal import FaderModel

/// Which controls each parameter has: a list for each parameter, threaded through arrays that are made once, so that a control is added
/// and removed in constant time. One that drives the nearer end of a range is in the lists of both ends. Owned by the MIDI thread.
///
/// A control is in at most two lists, so it has two nodes: 2c for its parameter or low end, 2c + 1 for the high end.
struct ControlLists {
    private var next: [Int32]
    private var previous: [Int32]
    /// By parameter; −1 for none.
    private var first: [Int32]
    private var last: [Int32]

    init(parameters: Int, controls: Int) {
        next = [Int32](repeating: -1, count: 2 * controls)
        previous = next
        first = [Int32](repeating: -1, count: parameters)
        last = first
    }

    /// The first node of a parameter; −1 where it has no control.
    @inline(__always)
    func first(of parameter: ParameterIndex) -> Int { Int(first[parameter.place]) }

    /// The node after one; −1 after the last.
    @inline(__always)
    func next(after node: Int) -> Int { Int(next[node]) }

    /// The control that a node stands for.
    @inline(__always)
    static func control(of node: Int) -> ControlIndex { ControlIndex(node >> 1) }

    /// Puts a control at the end of the lists that its binding names.
    mutating func add(_ control: ControlIndex, _ binding: Binding) {
        guard let parameter = binding.parameter else { return }
        append(2 * control.place, to: binding.ends?.low ?? parameter)
        if let high = binding.ends?.high { append(2 * control.place + 1, to: high) }
    }

    /// Takes a control out of the lists that its binding names.
    mutating func remove(_ control: ControlIndex, _ binding: Binding) {
        guard let parameter = binding.parameter else { return }
        unlink(2 * control.place, from: binding.ends?.low ?? parameter)
        if let high = binding.ends?.high { unlink(2 * control.place + 1, from: high) }
    }

    private mutating func append(_ node: Int, to parameter: ParameterIndex) {
        let parameter = parameter.place
        let before = last[parameter]
        next[node] = -1
        previous[node] = before
        last[parameter] = Int32(truncatingIfNeeded: node)
        if before < 0 { first[parameter] = last[parameter] } else { next[Int(before)] = last[parameter] }
    }

    private mutating func unlink(_ node: Int, from parameter: ParameterIndex) {
        let parameter = parameter.place
        let (before, after) = (previous[node], next[node])
        if before < 0 { first[parameter] = after } else { next[Int(before)] = after }
        if after < 0 { last[parameter] = before } else { previous[Int(after)] = before }
    }
}
