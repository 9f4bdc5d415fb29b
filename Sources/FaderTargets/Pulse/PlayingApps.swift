internal import NIOCore

/// The names of the programs that play. A program that falls silent is kept for a while, because a player may have no stream between two
/// songs. Owned by the event loop.
final class PlayingApps {
    /// How long a program may be silent.
    private static let pause = TimeAmount.seconds(5)

    private let loop: any EventLoop
    private let tell: ([String]) -> Void
    private var names: Set<String> = []
    private var leaving: [String: Scheduled<Void>] = [:]

    init(_ loop: any EventLoop, _ tell: @escaping ([String]) -> Void) {
        self.loop = loop
        self.tell = tell
    }

    /// Takes the programs that play now.
    func take(_ playing: Set<String>) {
        for name in playing { leaving.removeValue(forKey: name)?.cancel() }
        for name in names.subtracting(playing) where leaving[name] == nil {
            leaving[name] = loop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in self?.drop(name) }
        }
        guard !playing.isSubset(of: names) else { return }
        names.formUnion(playing)
        tell(names.sorted())
    }

    /// Clears the list, because nobody wants it any more.
    func clear() {
        for task in leaving.values { task.cancel() }
        guard !names.isEmpty else { return }
        (names, leaving) = ([], [:])
        tell([])
    }

    private func drop(_ name: String) {
        leaving[name] = nil
        names.remove(name)
        tell(names.sorted())
    }
}
