internal import FaderSystem

/// Requests on their way to the daemon, in order. A new one replaces an older one that it makes void, and comes after all others: a value that
/// is set after a recall must not be set before it.
struct OSCQueue {
    /// The most that wait.
    static let most = 2048
    private var waiting = NewestByKey<OSCRequest.Key, OSCRequest>(most: most)

    var isEmpty: Bool { waiting.isEmpty }

    /// Adds one, at the end; false if there is no room.
    mutating func add(_ request: OSCRequest) -> Bool {
        _ = waiting.take(request.key)
        return waiting.put(request, for: request.key)
    }

    /// Removes and returns the oldest ones.
    mutating func pop(most: Int) -> [OSCRequest] {
        var popped: [OSCRequest] = []
        while popped.count < most, let request = waiting.takeFirst() { popped.append(request) }
        return popped
    }
}
