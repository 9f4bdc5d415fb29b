internal import Synchronization

/// Who has declared which parameter, groups and their parts alike. Safe to use from anywhere.
final class Declarers: Sendable {
    private let names = Mutex<[String: [String]]>([:])

    /// The names of the programs; nil for what nobody has declared.
    func names(of id: String) -> [String]? { names.withLock { $0[id] } }

    /// Replaces all names.
    func replace(by new: [String: [String]]) { names.withLock { $0 = new } }
}
