internal import NIOCore

/// Whether OBS is in a transition from one scene to the next. At its end the studio mode puts the former program into the preview, so what is
/// to be in the preview has to wait for that. Owned by the event loop.
final class OBSTransition {
    private enum State {
        case none
        /// A scene was made the program; OBS has not said yet that a transition has begun.
        case asked
        case running
        /// It has ended, and OBS exchanges the scenes: it says so first (OBS, UI/window-basic-main-transitions.cpp, `TransitionStopped`).
        case exchanging
    }

    /// How long OBS may take to begin a transition; the longest one that it offers, and a little more; and how long the exchange takes.
    private static let (patience, longest, exchange) = (TimeAmount.seconds(1), TimeAmount.seconds(25), TimeAmount.milliseconds(50))

    private var state = State.none
    private let timer: LoopTimer
    /// What is done once there is no transition.
    private var waiting: [() -> Void] = []

    init(_ loop: any EventLoop) { timer = LoopTimer(loop) }

    /// Whether the preview may still be exchanged.
    var isOn: Bool { state != .none }

    /// A scene will be made the program.
    func willBegin() { if state != .running { enter(.asked, for: Self.patience) } }

    /// An event of OBS.
    func handle(_ event: String) {
        switch event {
        case "SceneTransitionStarted": enter(.running, for: Self.longest)
        case "SceneTransitionEnded": if state != .none { enter(.exchanging, for: Self.exchange) }
        case "StudioModeStateChanged": end()
        default: break
        }
    }

    /// Does something once there is no transition. Nothing comes of it if the connection is lost before.
    func afterwards(_ act: @escaping () -> Void) { waiting.append(act) }

    /// The connection is lost.
    func forget() {
        timer.cancel()
        (state, waiting) = (.none, [])
    }

    private func enter(_ state: State, for time: TimeAmount) {
        self.state = state
        timer.set(in: time) { [weak self] in self?.end() }
    }

    private func end() {
        timer.cancel()
        let acts = waiting
        (state, waiting) = (.none, [])
        for act in acts { act() }
    }
}
