internal import FaderSystem

/// Requests on their way to the daemon. A new one replaces an older one that it makes void, and comes after all others: what is set after a
/// recall must not be set before it.
struct OSCQueue {
    static let most = 2048
    private var waiting = NewestByKey<OSCRequest.Key, OSCRequest>(most: most)

    var isEmpty: Bool { waiting.isEmpty }

    /// Adds one, at the end; false if there is no room.
    mutating func add(_ request: OSCRequest) -> Bool {
        _ = waiting.take(request.key)
        return waiting.put(request, for: request.key)
    }

    mutating func pop(most: Int) -> [OSCRequest] {
        var popped: [OSCRequest] = []
        while popped.count < most, let request = waiting.takeFirst() { popped.append(request) }
        return popped
    }
}
