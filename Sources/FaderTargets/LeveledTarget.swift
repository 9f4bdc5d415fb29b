internal import FaderModel

/// A kind of target whose levels meters can show.
protocol LeveledTarget: ConnectedTarget {
    /// Has the levels of exactly these told from now on, and nothing asked for where there are none.
    ///
    /// - Parameter told: called with a target and its level in decibels below full scale, at most 20 times a second for each; −∞ for silence,
    ///   and when it goes.
    static func follow(_ targets: [Self], on connections: Connections, told: @escaping (Self, Double) -> Void)
}

extension TargetBoard {
    /// Has the levels of exactly these targets told.
    func follow(_ levels: [TargetSpec], _ told: @escaping (TargetSpec, Double) -> Void) {
        for case let kind as any LeveledTarget.Type in TargetKinds.all { follow(levels, kind, told) }
    }

    private func follow<Spec: LeveledTarget>(_ levels: [TargetSpec], _: Spec.Type, _ told: @escaping (TargetSpec, Double) -> Void) {
        let targets = levels.compactMap { $0.details as? Spec }
        guard !targets.isEmpty || isConnected(Spec.self) else { return }
        Spec.follow(targets, on: shared(Spec.self)) { told(TargetSpec($0), $1) }
    }
}

extension OBSTargetSpec: LeveledTarget {
    static func follow(_ targets: [Self], on connections: OBSConnections, told: @escaping (Self, Double) -> Void) {
        connections.follow(Dictionary(grouping: targets, by: \.peer), told)
    }

    /// The input that it is about; nil if it is about something else.
    fileprivate var input: String? { if case .input(let input, _) = subject { input } else { nil } }
}

extension OBSConnections {
    fileprivate func follow(_ targets: [OBSPeerSpec: [OBSTargetSpec]], _ told: @escaping (OBSTargetSpec, Double) -> Void) {
        for peer in targets.keys { _ = studio(peer) }
        for studio in all {
            let inputs = Dictionary((targets[studio.spec] ?? []).compactMap { one in one.input.map { ($0, one) } }) { first, _ in first }
            studio.onLevel = inputs.isEmpty ? nil : { input, level in if let target = inputs[input] { told(target, level) } }
            studio.levels = Set(inputs.keys)
        }
    }
}
