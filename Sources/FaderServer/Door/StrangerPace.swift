internal import NIOCore

/// Answers the requests of strangers one after another. The pause after each is as long as its answer took, so strangers get at most half
/// of an event loop's time, whatever they ask for. Owned by that loop.
package final class StrangerPace {
    private struct Request {
        let isWanted: () -> Bool
        let answer: (_ done: @escaping () -> Void) -> Void
    }

    /// The shortest pause, in which others get their turn.
    private static let shortest = Duration.microseconds(100)

    private var waiting: [Request] = []
    private var isBusy = false
    private let wait: (Duration, @escaping () -> Void) -> Void

    /// `wait` calls a closure after a time, on the loop.
    package init(wait: @escaping (Duration, @escaping () -> Void) -> Void) { self.wait = wait }

    convenience init(on loop: any EventLoop) {
        self.init { time, next in loop.assumeIsolated().scheduleTask(in: TimeAmount(time), next) }
    }

    /// `isWanted`: the client is still there. `answer` is called when it is its turn, and calls `done` once.
    package func submit(isWanted: @escaping () -> Bool, _ answer: @escaping (_ done: @escaping () -> Void) -> Void) {
        waiting.append(Request(isWanted: isWanted, answer: answer))
        if !isBusy { next() }
    }

    private func next() {
        waiting.removeFirst(waiting.firstIndex { $0.isWanted() } ?? waiting.count)
        isBusy = !waiting.isEmpty
        guard isBusy else { return }
        let start = ContinuousClock.now
        waiting.removeFirst().answer { [self] in
            wait(max(ContinuousClock.now - start, Self.shortest)) { [self] in next() }
        }
    }
}
