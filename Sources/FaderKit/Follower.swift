/// One consumer of a parameter's changes, as long as its iterator. It reads the newest when it is ready for it, so nothing is kept for it but
/// whether there is news.
@usableFromInline final class Follower: Sendable {
    private let box: Box
    private let number: UInt64

    init(_ box: Box) { (self.box, number) = (box, box.follow()) }

    deinit { box.unfollow(number) }

    /// What the parameter has become, first what it is; nil when it is closed, or the task is cancelled.
    @usableFromInline func next(isolation actor: isolated (any Actor)?) async -> Seen? {
        while true {
            switch box.news(for: number) {
            case .seen(let seen): return seen
            case .ended: return nil
            case .none: break
            }
            await withTaskCancellationHandler(
                operation: { await Waiting.begin(isolation: actor) { box.wait(number, $0) } },
                onCancel: { box.unfollow(number) }, isolation: actor)
        }
    }
}
