internal import FaderConfig
internal import FaderConsole
internal import FaderModel
internal import FaderServer
internal import Synchronization

/// The parameters that programs have declared beside those of the config file, and the resulting configuration. Safe to use from anywhere.
///
/// Changes are made here at once, and `Daemon.apply` puts them in force. Changes made meanwhile wait for the next configuration, so many
/// declarations at a time cost only one.
final class Declared: Sendable {
    typealias Entry = Declarations<SessionID>.Entry

    /// How many slots the console has for declared parameters: enough even if every declaration is a color, so the limit of declarations is
    /// always reached first.
    static let slots = 3 * DeclarationLimits().inAll

    /// A whole configuration to be put in force.
    struct Plan: Sendable {
        let configuration: Configuration
        /// What each control drives, for all surfaces in order.
        let mappings: [Mapping]
        /// How many more parameters can be declared before the next reload.
        let spare: Int
        /// The initial values of declared parameters, for those without a remembered value.
        let firstValues: [String: Value]
        let version: UInt64
        /// Whether the file was read since the last plan was put in force. Then this one is put in force even if nothing differs.
        let isFromFile: Bool
    }

    /// What a config file says.
    struct File: Sendable {
        let configuration: Configuration
        let reader: DeclarationReader
        let ids: Set<String>
    }

    private struct State {
        var file: File
        var declarations = Declarations<SessionID>()
        var controls = AutoControls()
        var version: UInt64 = 0
        var fileVersion: UInt64 = 0
        var applied: UInt64 = 0
    }

    private let state: Mutex<State>
    /// Who has declared what, as it is now.
    let declarers = Declarers()

    init(_ configuration: Configuration, _ reader: DeclarationReader) {
        state = Mutex(State(file: File(configuration: configuration, reader: reader, ids: configuration.ids)))
    }

    /// Everything declared, in order.
    var entries: [Entry] { state.withLock { $0.declarations.entries } }

    /// Whether a session has declared anything that ends with it.
    func holds(_ session: SessionID) -> Bool { state.withLock { $0.declarations.holds(session) } }

    /// The reader for a declaration of an id, and the bodies declared under the id so far. Nil if the config has the id.
    func reading(_ id: String) -> (reader: DeclarationReader, earlier: [DeclarationBody])? {
        state.withLock { state in
            state.file.ids.contains(id) ? nil : (state.file.reader, state.declarations.entry(id)?.bodies ?? [])
        }
    }

    /// Changes the declarations; returns the version that must be in force for the change to count, nil if nothing was changed.
    func change<Failure: Error>(_ act: (inout Declarations<SessionID>) throws(Failure) -> Bool) throws(Failure) -> UInt64? {
        try change { (_, declarations) throws(Failure) in try act(&declarations) }
    }

    /// The same, with the contents of the file at that time.
    func change<Failure: Error>(_ act: (File, inout Declarations<SessionID>) throws(Failure) -> Bool) throws(Failure) -> UInt64? {
        try state.withLock { (state) throws(Failure) in
            guard try act(state.file, &state.declarations) else { return nil }
            return touch(&state)
        }
    }

    /// What a newly read file has replaced.
    struct Former: Sendable {
        fileprivate let file: File
        fileprivate let controls: AutoControls
        fileprivate let fileVersion: UInt64
        /// The declarations that are given up because the file has their ids.
        let givenUp: [Entry]
    }

    /// Records a newly read file. Returns what it replaced, and the declarations that are given up.
    func take(_ configuration: Configuration, _ reader: DeclarationReader) -> Former {
        state.withLock { state in
            let (file, controls, fileVersion) = (state.file, state.controls, state.fileVersion)
            state.file = File(configuration: configuration, reader: reader, ids: configuration.ids)
            let givenUp = state.declarations.giveUp { state.file.ids.contains($0) }
            state.fileVersion = touch(&state)
            return Former(file: file, controls: controls, fileVersion: fileVersion, givenUp: givenUp)
        }
    }

    /// Restores the former file, because the new one could not be put in force. The declarations given up for it are declared again.
    func restore(_ former: Former) {
        state.withLock { state in
            state.file = former.file
            state.controls = former.controls
            for entry in former.givenUp { state.declarations.restore(entry, id: entry.id) }
            _ = touch(&state)
            state.fileVersion = former.fileVersion
        }
    }

    /// Restores the earlier declaration under an id, because the new one could not be put in force.
    func restore(_ entry: Entry?, id: String) {
        state.withLock { state in
            state.declarations.restore(entry, id: id)
            _ = touch(&state)
        }
    }

    private func touch(_ state: inout State) -> UInt64 {
        state.version += 1
        var names: [String: [String]] = [:]
        for entry in state.declarations.entries { for id in [entry.id] + entry.parameter.specs.map(\.id) { names[id] = entry.names } }
        declarers.replace(by: names)
        return state.version
    }

    /// Whether a version, or a newer one, is in force.
    func isInForce(_ version: UInt64) -> Bool { state.withLock { $0.applied >= version } }

    /// Notes that a plan is in force.
    func isApplied(_ version: UInt64) { state.withLock { $0.applied = version } }

    /// The configuration that results from the file and the declarations now.
    var plan: Plan {
        state.withLock { state in
            let parameters = state.declarations.entries.map(\.parameter)
            state.controls.settle(state.file.configuration, parameters.flatMap(\.specs))
            let values = state.declarations.entries.reduce(into: [String: Value]()) { $0.merge($1.firstValues) { first, _ in first } }
            let whole = state.file.configuration.declaring(parameters).withStrips(state.controls)
            return Plan(
                configuration: whole, mappings: whole.mappings(state.controls),
                spare: Self.slots - parameters.reduce(0) { $0 + $1.specs.count }, firstValues: values, version: state.version,
                isFromFile: state.fileVersion > state.applied)
        }
    }
}
