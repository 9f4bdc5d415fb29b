internal import FaderValues
internal import NIOCore

/// The programs that play. A silent one is kept for a while: a player may have no stream between two songs. Owned by the event loop.
final class PlayingApps {
    /// A program with several streams is listed several times.
    struct Change {
        var began: [SoundProgram] = []
        var ended: [SoundProgram] = []
    }

    /// How long a program may be silent and still count as playing.
    private static let pause = TimeAmount.seconds(5)
    /// The most programs: as many as are remembered.
    private static let most = ProgramWords.most

    private let onChange: ([SoundProgram]) -> Void
    private let onFull: () -> Void
    /// There were too many, and not yet half of the places are free.
    private var isFull = false
    private var counts: [SoundProgram: Int] = [:]
    /// The silent programs, and until when each is kept.
    private var leaving: [SoundProgram: NIODeadline] = [:]
    private let next: LoopTimer

    /// `onFull`: there are too many programs, and the others are left out. `onChange` gets all programs when one comes or goes.
    init(_ loop: any EventLoop, onFull: @escaping () -> Void, onChange: @escaping ([SoundProgram]) -> Void) {
        next = LoopTimer(loop)
        (self.onFull, self.onChange) = (onFull, onChange)
    }

    private func hasPlace(for program: SoundProgram) -> Bool {
        if counts[program] != nil || counts.count < Self.most { return true }
        if !isFull { onFull() }
        isFull = true
        return false
    }

    func apply(_ change: Change) {
        var isNew = false
        for program in change.began where hasPlace(for: program) {
            isNew = counts[program] == nil || isNew
            counts[program, default: 0] += 1
            leaving[program] = nil
        }
        for program in change.ended {
            guard let count = counts[program], count > 0 else { continue }
            counts[program] = count - 1
            if count == 1 { leaving[program] = .now() + Self.pause }
        }
        if isNew { report() }
        setTimer()
    }

    func replace(_ playing: [SoundProgram: Int]) {
        var isNew = false
        for program in counts.keys where playing[program] == nil {
            counts[program] = 0
            if leaving[program] == nil { leaving[program] = .now() + Self.pause }
        }
        for (program, count) in playing where hasPlace(for: program) {
            isNew = counts[program] == nil || isNew
            (counts[program], leaving[program]) = (count, nil)
        }
        if isNew { report() }
        setTimer()
    }

    func clear() {
        next.cancel()
        guard !counts.isEmpty else { return }
        (counts, leaving, isFull) = ([:], [:], false)
        report()
    }

    private func drop() {
        let gone = leaving.filter { $0.value <= .now() }.keys
        for program in gone { (counts[program], leaving[program]) = (nil, nil) }
        isFull = isFull && counts.count > Self.most / 2
        if !gone.isEmpty { report() }
        setTimer()
    }

    /// One timer for all, so that programs that end at nearly the same time are removed together.
    private func setTimer() {
        guard !next.isSet, let end = leaving.values.min() else { return }
        next.set(at: end + .milliseconds(20)) { [weak self] in self?.drop() }
    }

    private func report() { onChange(counts.keys.sorted { $0.key < $1.key }) }
}
