internal import FaderConfig
internal import FaderConsole
internal import FaderServer
internal import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Synchronization

struct PlayingApp: Sendable, Equatable {
    let program: SoundProgram
    /// The `apps` setting from which its parameter is made.
    let spec: AppsSpec
}

/// What programs have declared beside the config file, and the resulting configuration. Changes are recorded at once, and `Configurations`
/// puts them in force. Those that arrive meanwhile wait, so that many declarations cost only one switch.
@Owner
final class Declared {
    typealias Entry = Declarations<SessionID>.Entry

    struct Plan: Sendable {
        let configuration: Configuration
        let settings: Settings
        let controls: AutoControls
        /// The initial values of declared parameters without a remembered value.
        let firstValues: [String: Value]
        let programs: [String: TargetSpec]
        let version: UInt64
        /// Whether the file was read again since the last plan was put in force.
        let isFromFile: Bool
        /// Whether this faderd begins to lead or to follow with it.
        let changesRole: Bool
    }

    struct File: Sendable {
        let contents: ConfigContents
        let reader: DeclarationReader
        let ids: Set<String>

        init(_ contents: ConfigContents, _ reader: DeclarationReader) {
            (self.contents, self.reader, ids) = (contents, reader, contents.console.ids)
        }
    }

    private var file: File
    /// Whether this faderd was promoted, or has stood down; nil: it leads unless the config names its leader.
    private(set) var leads: Bool?
    /// Whether it has begun to lead or to follow since the last plan was put in force.
    private var changesRole = false
    private var declarations = Declarations<SessionID>()
    private var controls = AutoControls()
    private var version: UInt64 = 0
    private var fileVersion: UInt64 = 0
    private var applied: UInt64 = 0
    private var supplies: Supplies
    var playing: [String: PlayingApp] = [:]
    let declarers = Declarers()

    /// - Parameter looks: what targets supplied before the start, by the parameter.
    init(_ contents: ConfigContents, _ reader: DeclarationReader, leads: Bool? = nil, looks: [String: LookSupply] = [:]) {
        file = File(contents, reader)
        self.leads = leads
        supplies = Supplies(looks: looks)
    }

    var follow: FollowSpec? { file.contents.settings.follow }
    /// Whether this faderd keeps what its leader has, and drives nothing.
    var isFollowing: Bool { !(leads ?? (follow == nil)) }
    /// The contents of the file, of which a follower uses the parameters alone.
    var contents: ConfigContents { isFollowing ? file.contents.withoutOutside : file.contents }

    func note(leads: Bool) {
        guard leads == isFollowing else { return self.leads = leads }
        self.leads = leads
        changesRole = true
        beginVersion()
    }

    var lists: [NameList] { file.reader.lists }

    var entries: [Entry] { declarations.entries }

    var programs: [String: TargetSpec] {
        let ids = Set(entries.map(\.id))
        return playing.filter { ids.contains($0.key) }.mapValues { TargetSpec(PulseTargetSpec(.program($0.program))) }
    }

    /// Whether a session has declared anything that ends with it.
    func holds(_ session: SessionID) -> Bool { declarations.holds(session) }

    /// The reader for a declaration of an id, and the bodies declared under the id so far. Nil if the config has the id.
    func reading(_ id: String) -> (reader: DeclarationReader, earlier: [DeclarationBody])? {
        file.ids.contains(id) ? nil : (file.reader, declarations.entry(id)?.bodies ?? [])
    }

    func change<Failure: Error>(_ act: (File, inout Declarations<SessionID>) throws(Failure) -> Bool) throws(Failure) -> UInt64? {
        guard try act(file, &declarations) else { return nil }
        return beginVersion()
    }

    struct Former: Sendable {
        fileprivate let file: File
        fileprivate let controls: AutoControls
        fileprivate let fileVersion: UInt64
        /// The declarations that are given up because the file has their ids.
        let givenUp: [Entry]
    }

    func replaceFile(with contents: ConfigContents, _ reader: DeclarationReader) -> Former {
        let (former, formerControls, formerVersion) = (file, controls, fileVersion)
        file = File(contents, reader)
        let givenUp = declarations.giveUp { file.ids.contains($0) }
        fileVersion = beginVersion()
        return Former(file: former, controls: formerControls, fileVersion: formerVersion, givenUp: givenUp)
    }

    /// Restores the former file, because the new one could not be put in force. The declarations given up for it are declared again.
    func restore(_ former: Former) {
        file = former.file
        controls = former.controls
        for entry in former.givenUp { declarations.restore(entry, id: entry.id) }
        beginVersion()
        fileVersion = former.fileVersion
    }

    func restore(_ entry: Entry?, id: String) {
        declarations.restore(entry, id: id)
        beginVersion()
    }

    @discardableResult
    func beginVersion() -> UInt64 {
        version += 1
        var names: [String: [String]] = [:]
        for entry in declarations.entries { for id in [entry.id] + entry.parameter.specs.map(\.id) { names[id] = entry.names } }
        declarers.replace(by: names)
        return version
    }

    func isInForce(_ version: UInt64) -> Bool { applied >= version }

    func isApplied(_ version: UInt64) {
        applied = version
        if version == self.version { changesRole = false }
        supplies.isApplied(version)
    }

    var looks: [String: LookSupply] { supplies.looks }

    func note(_ options: [Targets.Supply], _ looks: [LookSupply], shown: [(id: String, name: String)]) -> UInt64 {
        let next = version + 1
        let isNews = (options.map { supplies.note($0, version: next) } + looks.map { supplies.note($0) }).contains(true)
        let isMore = shown.map { supplies.note(shown: $0.name, of: $0.id, version: next) }.contains(true)
        return isNews || isMore ? beginVersion() : version
    }

    /// A configuration with the options, labels and colors that targets supply. `values`: the options that each choice needs for its value.
    func supplied(_ contents: ConfigContents, _ values: (ParameterSpec) -> [String]) -> Configuration {
        let leading = contents.settings.targets.lazy.filter(\.leads).map { ($0.parameter, $0.target) }
        let leaders = Dictionary(leading) { first, _ in first }
        let labels = Dictionary(contents.settings.labels.map { ($0.parameter, $0.target) }) { first, _ in first }
        return contents.console.supplying { supplies.options(of: $0.id, leaders[$0.id], values: values($0)) }
            .supplying { supplies.look(of: $0.id, LookSupply.source(leaders[$0.id], labels[$0.id])) }
    }

    /// The configuration from the file, the declarations and what targets supply. `options`: those that each choice needs for its value.
    func plan(_ options: (ParameterSpec) -> [String]) -> Plan {
        let parameters = declarations.entries.map(\.parameter)
        let contents = contents
        controls.settle(contents.console, parameters.flatMap(\.specs))
        let values = declarations.entries.reduce(into: [String: Value]()) { $0.merge($1.firstValues) { first, _ in first } }
        let whole = supplied(contents, options).declaring(parameters).withStrips(controls)
        return Plan(
            configuration: whole, settings: contents.settings, controls: controls,
            firstValues: values, programs: programs, version: version, isFromFile: fileVersion > applied, changesRole: changesRole)
    }
}

/// Which programs have declared each id, parts of compounds included. Safe to use from anywhere.
final class Declarers: Sendable {
    private let names = Mutex<[String: [String]]>([:])

    func names(of id: String) -> [String]? { names.withLock { $0[id] } }

    func replace(by new: [String: [String]]) { names.withLock { $0 = new } }
}
