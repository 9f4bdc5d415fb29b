internal import FaderJSON
internal import Synchronization

/// What a surface showed last, with the names of the config, so that it shows the same after a restart.
public struct SurfaceView: Sendable, Equatable {
    /// The page.
    public var page: String
    /// The first strip that each page showed, from 1.
    public var banks: [String: Int]

    /// A view from its parts.
    public init(page: String, banks: [String: Int]) {
        self.page = page
        self.banks = banks
    }

    /// The most surfaces that are remembered, including those that are no longer configured.
    static let most = 1_024

    /// Reads a view from the file; nil if it is not one.
    init?(_ json: JSONValue) {
        guard case .object(let fields) = json, case .text(let page)? = fields["page"] else { return nil }
        self.page = page
        banks = [:]
        guard case .object(let numbers)? = fields["banks"] else { return }
        banks = numbers.compactMapValues { $0.double.flatMap { Int(exactly: $0) } }.filter { (1...1_000_000).contains($0.value) }
    }

    /// The view as it is written to the file.
    var json: JSONValue {
        .object(["page": .text(page), "banks": .object(banks.mapValues { .number(spelling: "\($0)") })])
    }

    /// Reads all views from the file; anything that is not a view is left out.
    static func read(_ json: JSONValue) -> [String: SurfaceView] {
        guard case .object(let fields) = json else { return [:] }
        return fields.compactMapValues { SurfaceView($0) }
    }
}

extension StateStore {
    /// What each surface, or wide surface, showed last.
    public var views: [String: SurfaceView] { saver.state.withLock { $0.views } }

    /// Notes that a surface shows something else. It is saved like a value that moves.
    public func note(_ view: SurfaceView, of surface: String) { change { $0.note(view, of: surface, at: .now) } }

    /// The words that stand for programs in the ids of their parameters, with the keys of the programs.
    public var programs: [String: String] { saver.state.withLock { $0.programs } }

    /// Notes the words of all programs. They are saved like a value that moves.
    public func note(programs: [String: String]) { change { $0.note(programs: programs, at: .now) } }
}
