internal import FaderSystem

/// Makes the answers that grow with the configuration, each on a thread of its own, a few at a time. One whose reader has gone meanwhile is
/// not made.
@Owner
final class LongAnswers {
    /// Whoever waits for an answer.
    @Owner
    final class Reader {
        /// The key of a page whose share it is part of; nil: none.
        let key: String?
        fileprivate(set) var isGone = false

        nonisolated init(key: String? = nil) { self.key = key }

        func leave() { isGone = true }
    }

    private struct Waiting {
        let reader: Reader
        let isOfPage: Bool
        let begin: CheckedContinuation<Bool, Never>
    }

    /// How many are made at a time, and how many of them for keys of pages.
    static let (most, mostOfPages) = (4, 2)
    /// Answers that the key of one page may wait for.
    static let share = 4

    private var running: [Bool: Int] = [:]
    private var waiting: [Waiting] = []
    private var readers: [ObjectIdentifier: Reader] = [:]

    nonisolated init() {}

    /// Throws if the key has its share of long answers already. `end` must follow.
    func begin(_ reader: Reader) throws(ServiceError) {
        if let key = reader.key {
            guard readers.values.count(where: { $0.key == key && !$0.isGone }) < Self.share else {
                throw .tooMany("\(Self.share) long answers to this key are in progress, which is its share; wait for one")
            }
        }
        readers[ObjectIdentifier(reader)] = reader
    }

    func end(_ reader: Reader) { readers[ObjectIdentifier(reader)] = nil }

    /// Makes an answer when it is its turn; nil if its reader has gone by then.
    func make<Answer: Sendable>(
        for reader: Reader = Reader(), isOfPage: Bool, _ make: @escaping @Sendable () -> Answer
    ) async -> Answer? {
        if hasPlace(isOfPage) {
            running[isOfPage, default: 0] += 1
        } else {
            let isWanted = await withCheckedContinuation { waiting.append(Waiting(reader: reader, isOfPage: isOfPage, begin: $0)) }
            guard isWanted else { return nil }
        }
        defer { ended(isOfPage) }
        return await SeparateThread.run { make() }
    }

    private func hasPlace(_ isOfPage: Bool) -> Bool {
        let ofPages = running[true, default: 0]
        return ofPages + running[false, default: 0] < Self.most && (!isOfPage || ofPages < Self.mostOfPages)
    }

    /// The longest waiting ones begin, as far as there are places.
    private func ended(_ isOfPage: Bool) {
        running[isOfPage, default: 0] -= 1
        for next in waiting where next.reader.isGone { next.begin.resume(returning: false) }
        waiting.removeAll { $0.reader.isGone }
        while let index = waiting.firstIndex(where: { hasPlace($0.isOfPage) }) {
            let next = waiting.remove(at: index)
            running[next.isOfPage, default: 0] += 1
            next.begin.resume(returning: true)
        }
    }
}
