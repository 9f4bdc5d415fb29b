internal import Synchronization

/// The sets that led to a change, oldest first. Each of them ran a program, which caused the next one.
struct Cause: Sendable, Equatable {
    /// A set: which parameter, which of its targets, and the value that this was set to.
    struct Link: Sendable, Equatable {
        let parameter: String
        let target: String
        let value: Double
    }

    /// The most sets that are remembered.
    static let most = 64

    private(set) var links: [Link] = []

    /// Whether it goes back to a program that was run for a parameter.
    func leads(through parameter: String) -> Bool { links.contains { $0.parameter == parameter } }

    /// The values that a target of a parameter was set to.
    func values(of parameter: String, setOn target: String) -> [Double] {
        links.lazy.filter { $0.parameter == parameter && $0.target == target }.map(\.value)
    }

    /// This, and then another set.
    func followed(by link: Link) -> Cause { Cause(links: Array((links + [link]).suffix(Self.most))) }
}

/// The causes of what the programs do that faderd has run. Safe to use from anywhere.
///
/// A program finds the number of its run in its environment, and so does everything that it starts, even in the background.
final class Causes: Sendable {
    /// The most runs that are remembered, those that have ended included.
    private static let most: UInt64 = 1_024

    private struct State {
        var newest = UInt64.random(in: 1 << 32..<1 << 62)
        var causes: [UInt64: Cause] = [:]
    }

    private let state = Mutex(State())

    /// Notes a run and the cause of all that its program will do; returns the number of the run.
    func begin(_ cause: Cause) -> UInt64 {
        state.withLock { state in
            state.newest += 1
            state.causes[state.newest] = cause
            state.causes[state.newest - Self.most] = nil
            return state.newest
        }
    }

    /// The cause of what a client does: that of its run, if that is remembered.
    func cause(of writer: Targets.Writer?) -> Cause {
        writer?.run.flatMap { run in state.withLock { $0.causes[run] } } ?? Cause()
    }

    /// Whether no program has been run.
    var isEmpty: Bool { state.withLock { $0.causes.isEmpty } }
}
