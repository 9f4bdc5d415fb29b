/// Texts, and the numbers that represent them. Not for the MIDI thread.
///
/// A number always means the same text. Texts in use are kept. Of the others, the `limit` that were most recently numbered, released or
/// asked for are kept: far more than can be in transit at once.
public struct TextNumbers: Sendable {
    /// How many texts are kept besides those in use.
    public let limit: Int

    private var texts: [Double: String] = [:]
    private var numbers: [ExactText: Double] = [:]
    private var next = 1.0
    /// Numbers to forget, the next one first; each at most once. A number in use is removed when its turn comes, and joins the end again
    /// when it is released.
    private var queue: [Double] = []
    private var head = 0
    private var isQueued: Set<Double> = []
    /// Asked for since: they go to the end once more when their turn comes.
    private var isAsked: Set<Double> = []
    /// The number that each id uses, and how many ids use each number.
    private var current: [String: Double] = [:]
    private var uses: [Double: Int] = [:]

    public init(limit: Int = 4096) { self.limit = limit }

    public var count: Int { texts.count }

    /// The text of a number: empty for 0, and for a forgotten number.
    public func text(of number: Double) -> String { texts[number] ?? "" }

    /// The number of a text: 0 for the empty text.
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

    public mutating func use(_ number: Double, for id: String) {
        guard current[id] != number else { return }
        uses[number, default: 0] += 1
        release(current.updateValue(number, forKey: id))
    }

    /// Notes that an id is gone, and releases its number.
    public mutating func drop(_ id: String) { release(current.removeValue(forKey: id)) }

    private mutating func release(_ number: Double?) {
        guard let number, let count = uses[number] else { return }
        uses[number] = count > 1 ? count - 1 : nil
        // Not forgotten at once: the report of the change still needs the text.
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
