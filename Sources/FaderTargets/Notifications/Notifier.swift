internal import FaderSystem
public import Logging
internal import NIOCore
internal import Synchronization

/// Shows notifications on the desktop, on the loop of the targets. Safe to use from anywhere.
public final class Notifier: Sendable {
    public static let most = NotificationBoard.most

    private struct State {
        var board: NIOLoopBoundBox<NotificationBoard?>?
        var problem: String?
    }

    private let targets: Targets
    private let log: Logger
    private let state = Mutex(State())

    /// Reaches for the session bus only when it is configured.
    public init(on targets: Targets, log: Logger) { (self.targets, self.log) = (targets, log) }

    /// Why nothing can be shown; nil if it can, or is not known yet.
    public var problem: String? { state.withLock { $0.problem } }

    /// Applies a configuration. Before one that wants notifications, call `prepare` of the targets.
    public func configure(isWanted: Bool) {
        guard isWanted else { return stop() }
        // After the end the targets have no loop.
        guard let loop = targets.loop else { return }
        let board = state.withLock { state in
            let board = state.board ?? NIOLoopBoundBox<NotificationBoard?>.makeEmptyBox(valueType: NotificationBoard.self, eventLoop: loop)
            state.board = board
            return board
        }
        loop.execute { [weak self, log] in
            guard board.value == nil else { return board.value?.hurry() ?? () }
            board.value = NotificationBoard(loop, log) { problem in self?.state.withLock { $0.problem = problem } }
        }
    }

    /// Shows notifications, the newest of each parameter.
    public func show(_ notifications: [DesktopNotification]) {
        guard let board = state.withLock({ $0.board }) else { return }
        board.eventLoop.execute { for notification in notifications { board.value?.show(notification) } }
    }

    /// Shows no more notifications. Call it before the targets end.
    public func stop() {
        let board = state.withLock { state in
            defer { state = State() }
            return state.board
        }
        board?.eventLoop.execute {
            board?.value?.close()
            board?.value = nil
        }
    }
}
