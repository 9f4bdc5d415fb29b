internal import FaderValues

/// The glides of a console, in the order in which they began. Never allocates after initialization. Owned by the MIDI thread.
///
/// All share one tick. It visits every glide twice: those that make room for others move in the first round. A glide that has ended keeps
/// its place until the tick is over, and a new glide of the same parameter reuses it, so there are never more places than parameters.
struct Glides: ~Copyable {
    /// A motor is sent at most 50 positions per second, or 25 if each takes four messages: never more than 100 messages per second.
    private static let tick = MonotonicTime.Interval.milliseconds(20)

    private var all: [Glide] = []
    /// The place of each parameter's glide; −1 for none.
    private var places: [Int32]
    /// When the next tick, or the rest of the current one, is due; `.never` while nothing glides.
    private(set) var nextTick = MonotonicTime.never
    /// The next place that the tick visits, and whether it is in its second round.
    private var cursor = 0
    private var isSecondRound = false
    private var news: IndexQueue<ParameterIndex>
    private let isNews: Table<Bool>
    private var isForHeavy = false

    init(capacity: Int) {
        all.reserveCapacity(capacity)
        places = [Int32](repeating: -1, count: capacity)
        news = IndexQueue(capacity: capacity)
        isNews = Table([Bool](repeating: false, count: capacity))
    }

    var hasNews: Bool { !news.isEmpty }

    mutating func nextNews() -> ParameterIndex? {
        guard let parameter = news.pop() else { return nil }
        isNews[at: parameter.offset] = false
        return parameter
    }

    private mutating func tell(_ parameter: ParameterIndex) {
        guard !isNews[at: parameter.offset] else { return }
        isNews[at: parameter.offset] = true
        news.push(parameter)
    }

    subscript(parameter: ParameterIndex) -> Glide? {
        let place = places[parameter.offset]
        return place >= 0 && all[Int(place)].isActive ? all[Int(place)] : nil
    }

    mutating func begin(_ glide: Glide, at now: MonotonicTime) {
        tell(glide.parameter)
        let place = places[glide.parameter.offset]
        if place >= 0 {
            all[Int(place)] = glide
        } else {
            places[glide.parameter.offset] = Int32(truncatingIfNeeded: all.count)
            all.append(glide)
        }
        if nextTick == .never { nextTick = now + Self.tick }
    }

    mutating func end(_ parameter: ParameterIndex) {
        let place = places[parameter.offset]
        guard place >= 0, all[Int(place)].isActive else { return }
        all[Int(place)].isActive = false
        tell(parameter)
    }

    mutating func weigh(_ parameter: ParameterIndex, isHeavy: Bool) {
        let place = places[parameter.offset]
        if place >= 0 { all[Int(place)].isHeavy = isHeavy }
    }

    /// The next glide to move in this tick; nil when all have been visited.
    mutating func next(makesRoom: (Glide) -> Bool) -> Glide? {
        while true {
            if cursor == all.count, !isSecondRound { (cursor, isSecondRound) = (0, true) }
            guard cursor < all.count else { return nil }
            let glide = all[cursor]
            cursor += 1
            if glide.isActive, makesRoom(glide) != isSecondRound, isForHeavy || !glide.isHeavy { return glide }
        }
    }

    /// Plans the next tick, or the rest of this one if it has not visited all.
    mutating func endTick(at now: MonotonicTime) {
        guard cursor >= all.count, isSecondRound else {
            nextTick = now
            return
        }
        for glide in all { places[glide.parameter.offset] = -1 }
        all.removeAll { !$0.isActive }
        for (place, glide) in all.enumerated() { places[glide.parameter.offset] = Int32(truncatingIfNeeded: place) }
        (cursor, isSecondRound) = (0, false)
        isForHeavy = !all.isEmpty && !isForHeavy
        nextTick = all.isEmpty ? .never : now + Self.tick
    }
}
