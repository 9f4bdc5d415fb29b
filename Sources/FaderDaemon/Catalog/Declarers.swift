internal import Synchronization

/// Which programs have declared each parameter, including compounds and their parts. Safe to use from anywhere.
final class Declarers: Sendable {
    private let names = Mutex<[String: [String]]>([:])

    /// The names of the programs that have declared an id; nil if nobody has.
    func names(of id: String) -> [String]? { names.withLock { $0[id] } }

    /// Replaces all names.
    func replace(by new: [String: [String]]) { names.withLock { $0 = new } }
}
