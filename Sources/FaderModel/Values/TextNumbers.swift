/// Texts, each with a number that can stand for it. Pure; not for the MIDI thread.
///
/// A number always stands for the same text. Texts in use are kept, and of the others the `limit` that were numbered, released or asked
/// for last: far more than can be in transit at once.
public struct TextNumbers: Sendable {
    /// How many texts are kept besides those in use.
    public let limit: Int

    private var texts: [Double: String] = [:]
    private var numbers: [ExactText: Double] = [:]
    private var next = 1.0
    /// Numbers to forget, the next one first; each at most once. A number in use is taken out when its turn comes, and rejoins at the end
    /// when it goes out of use.
    private var queue: [Double] = []
    private var head = 0
    private var isQueued: Set<Double> = []
    /// Queued ones that were asked for since: they go to the end once more when their turn comes.
    private var isAsked: Set<Double> = []
    /// The number that each id uses, and how many ids use each number.
    private var current: [String: Double] = [:]
    private var uses: [Double: Int] = [:]

    /// No texts.
    public init(limit: Int = 4096) { self.limit = limit }

    /// How many texts are kept.
    public var count: Int { texts.count }

    /// The text of a number: empty for 0, and for one that was forgotten.
    public func text(of number: Double) -> String { texts[number] ?? "" }

    /// The number of a text: 0 is the empty one.
    public mutating func number(of text: String) -> Double {
        if text.isEmpty { return 0 }
        if let known = numbers[ExactText(text)] {
            if isQueued.contains(known) { isAsked.insert(known) }
            return known
        }
        let number = next
        next += 1
        texts[number] = text
        numbers[ExactText(text)] = number
        enqueue(number)
        return number
    }

    /// An id uses this number now.
    public mutating func use(_ number: Double, for id: String) {
        guard current[id] != number else { return }
        uses[number, default: 0] += 1
        release(current.updateValue(number, forKey: id))
    }

    /// An id is gone: its number is released.
    public mutating func drop(_ id: String) { release(current.removeValue(forKey: id)) }

    private mutating func release(_ number: Double?) {
        guard let number, let count = uses[number] else { return }
        uses[number] = count > 1 ? count - 1 : nil
        // Not forgotten at once: the report of the change still has to name it.
        if count == 1, texts[number] != nil, !isQueued.contains(number) { enqueue(number) }
    }

    private mutating func enqueue(_ number: Double) {
        queue.append(number)
        isQueued.insert(number)
        while isQueued.count > limit { passOldest() }
        guard head > limit else { return }
        queue.removeFirst(head)
        head = 0
    }

    private mutating func passOldest() {
        let number = queue[head]
        head += 1
        if isAsked.remove(number) != nil { return queue.append(number) }
        isQueued.remove(number)
        guard uses[number] == nil, let text = texts.removeValue(forKey: number) else { return }
        numbers[ExactText(text)] = nil
    }
}
