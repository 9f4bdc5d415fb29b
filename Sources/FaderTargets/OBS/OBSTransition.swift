internal import NIOCore

/// Whether OBS is in a transition. At its end the studio mode puts the former program into the preview, so writes to the preview have to
/// wait. Owned by the event loop.
final class OBSTransition {
    private enum State {
        case none
        /// A scene was made the program; OBS has not reported the transition.
        case asked
        case running
        /// OBS has reported the end, and exchanges the scenes (OBS, UI/window-basic-main-transitions.cpp, `TransitionStopped`).
        case exchanging
    }

    /// How long OBS may take to begin a transition, the longest transition that it offers plus a margin, and how long the exchange takes.
    private static let (patience, longest, exchange) = (TimeAmount.seconds(1), TimeAmount.seconds(25), TimeAmount.milliseconds(50))

    private var state = State.none
    private let timer: LoopTimer
    /// The actions to perform when there is no transition any more.
    private var waiting: [() -> Void] = []

    init(_ loop: any EventLoop) { timer = LoopTimer(loop) }

    /// OBS may still exchange the scene in the preview.
    var isOn: Bool { state != .none }

    func willBegin() { if state != .running { enter(.asked, for: Self.patience) } }

    func handle(_ event: String) {
        switch event {
        case "SceneTransitionStarted": enter(.running, for: Self.longest)
        case "SceneTransitionEnded": if state != .none { enter(.exchanging, for: Self.exchange) }
        case "StudioModeStateChanged": end()
        default: break
        }
    }

    /// Performs an action when there is no transition any more. If the connection is lost before, the action is dropped.
    func afterwards(_ act: @escaping () -> Void) { waiting.append(act) }

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
