internal import FaderModel

/// A kind of target whose levels meters can show.
protocol LeveledTarget: ConnectedTarget {
    /// Reports the levels of exactly these from now on, and asks for no levels where there are none.
    ///
    /// - Parameter report: called with a target and its level in decibels below full scale, at most 20 times a second for each; −∞ for silence,
    ///   and when it goes.
    static func follow(_ targets: [Self], on connections: Connections, report: @escaping (Self, Double) -> Void)
}

extension TargetBoard {
    /// Reports the levels of exactly these targets.
    func follow(_ levels: [TargetSpec], _ report: @escaping (TargetSpec, Double) -> Void) {
        for case let kind as any LeveledTarget.Type in TargetKinds.all { follow(levels, kind, report) }
    }

    private func follow<Spec: LeveledTarget>(_ levels: [TargetSpec], _: Spec.Type, _ report: @escaping (TargetSpec, Double) -> Void) {
        let targets = levels.compactMap { $0.details as? Spec }
        guard !targets.isEmpty || isConnected(Spec.self) else { return }
        Spec.follow(targets, on: shared(Spec.self)) { report(TargetSpec($0), $1) }
    }
}

extension OBSTargetSpec: LeveledTarget {
    static func follow(_ targets: [Self], on connections: OBSConnections, report: @escaping (Self, Double) -> Void) {
        connections.follow(Dictionary(grouping: targets, by: \.peer), report)
    }

    /// The input that it is about; nil if it is about something else.
    fileprivate var input: String? { if case .input(let input, _) = subject { input } else { nil } }
}

extension OBSConnections {
    fileprivate func follow(_ targets: [OBSPeerSpec: [OBSTargetSpec]], _ report: @escaping (OBSTargetSpec, Double) -> Void) {
        for peer in targets.keys { _ = studios[peer] }
        for studio in studios.all {
            let inputs = Dictionary((targets[studio.spec] ?? []).compactMap { one in one.input.map { ($0, one) } }) { first, _ in first }
            studio.onLevel = inputs.isEmpty ? nil : { input, level in if let target = inputs[input] { report(target, level) } }
            studio.levels = Set(inputs.keys)
        }
    }
}
