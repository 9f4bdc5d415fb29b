internal import FaderConsole
internal import FaderSystem
public import FaderValues

public enum ConfigResult: Sendable, Equatable {
    /// Usable contents and the warnings about them. When read for a start, `warnings` also holds the errors in profiles.
    case success(ConfigContents, warnings: [Diagnostic])
    /// All errors and warnings; at least one is an error.
    case failure([Diagnostic])

    /// All errors and warnings, in the order of the files and lines.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .success(_, let warnings): warnings
        case .failure(let diagnostics): diagnostics
        }
    }
}

/// Reads a config file and the profiles it names. Has no side effects except reading files; can be used on any thread.
public struct ConfigReader: Sendable {
    private let profileDirectories: [String]
    private let files: any ConfigFiles
    private let targetDoubts: [String: String]
    private let networkDoubt: String?
    private let kinds: [any ReadableTarget.Type]

    /// A reader that looks for profiles in `profiles/` next to the config file, then in `profileDirectories` in that order.
    ///
    /// - Parameters:
    ///   - targetDoubts: by the word of a kind, why the daemon will not reach its targets: the warning at the first of them or, for
    /// `pulse`, at `apps`.
    ///   - networkDoubt: why the daemon will not reach the network: the warning in a config that needs it.
    package init(
        kinds: [any ReadableTarget.Type], profileDirectories: [String], targetDoubts: [String: String] = [:], networkDoubt: String? = nil,
        files: any ConfigFiles = SystemFiles()
    ) {
        self.kinds = kinds
        self.targetDoubts = targetDoubts
        self.networkDoubt = networkDoubt
        self.profileDirectories = profileDirectories
        self.files = files
    }

    /// Reads a config. Also returns the reader for what programs declare in addition to it, and the SHA-256 of the file, nil if it cannot
    /// be read, which is a diagnostic. Blocks while it reads.
    ///
    /// `isStart`: there is no earlier config to keep. If all errors are then in profiles, only the surfaces with these profiles wait.
    public func readAll(path: String, isStart: Bool = false) -> (result: ConfigResult, declarations: DeclarationReader, digest: String?) {
        do throws(ConfigFileError) {
            let bytes = try files.contents(of: path, limit: Limits.fileSize + 1)
            let (result, declarations) = read(Source(name: path, bytes: bytes), isStart: isStart)
            return (result, declarations, SHA256.hexadecimal(bytes))
        } catch {
            let diagnostic = Diagnostic(file: path, message: "the config cannot be read: \(error.description)")
            return (.failure([diagnostic]), DeclarationReader(), nil)
        }
    }

    /// Reads on a thread of its own, so that neither a slow disk nor a long config blocks the caller's.
    public func readAllAside(path: String) async -> (result: ConfigResult, declarations: DeclarationReader, digest: String?) {
        await SeparateThread.run { readAll(path: path) }
    }

    /// The bytes need not be valid UTF-8; `name` is the path in diagnostics and to find the profiles next to it.
    public func readAll(bytes: [UInt8], name: String) -> (result: ConfigResult, declarations: DeclarationReader) {
        read(Source(name: name, bytes: bytes))
    }

    /// Everything that is wrong with a profile. Nil if the file is not a profile but, for example, a config.
    public func readProfile(path: String) -> [Diagnostic]? {
        // If the file cannot be read, reading it as a config reports that.
        guard let bytes = try? files.contents(of: path, limit: Limits.fileSize + 1) else { return nil }
        return readProfile(bytes: bytes, name: path)
    }

    func readProfile(bytes: [UInt8], name: String) -> [Diagnostic]? {
        let (source, report) = (Source(name: name, bytes: bytes), Report())
        guard let root = TreeBuilder.tree(of: source, report: Report()), ProfileReader.isProfile(root) else { return nil }
        _ = ProfileReader(report: report, files: files, directories: []).read(source)
        return report.diagnostics()
    }

    private func read(_ source: Source, isStart: Bool = false) -> (result: ConfigResult, declarations: DeclarationReader) {
        let report = Report(kinds: kinds)
        let read = contents(source, report)
        let diagnostics = report.diagnostics()
        guard var read, !report.hasErrors || (isStart && report.errorsOfConfig == 0) else {
            return (.failure(diagnostics), DeclarationReader())
        }
        read.contents.console = read.contents.console.withoutRefused
        return (.success(read.contents, warnings: diagnostics), read.declarations)
    }

    private func contents(_ source: Source, _ report: Report) -> (contents: ConfigContents, declarations: DeclarationReader)? {
        guard let root = TreeBuilder.tree(of: source, report: report), FormatVersion.check(root, report: report) else { return nil }
        guard !ProfileReader.isProfile(root) else {
            return report.error(root.location, "this is a profile, not a config; a config names it in a surface: \"profile: NAME\"")
        }
        let templates = Templates(of: root, report: report)
        guard let fields = Fields(templates.expand(root), of: "a config", keys: Self.keys, report: report)
        else { return nil }
        let symbols = fields["locale"].flatMap { LocaleReader(report: report).read($0) } ?? .plain
        let keys = KeyReader(report: report, symbols: symbols)
        let types = TypeTable(report: report, keys: keys)
        if let node = fields["types"] { types.readAll(node) }
        let groups = GroupReader(report: report)
        let (written, grouped) = fields["groups"].map { groups.takeOut($0, into: fields["parameters"]) } ?? (fields["parameters"], [])
        let selections = SelectionTargets(fields["surfaces"], among: written)
        let section = selections.parameters.map { TargetReader.takeOut($0, kinds: kinds) }
        let supplied = SuppliedChoices(report: report, bound: Set(section?.targets.filter { $0.key != .label }.map(\.id) ?? []))
        let reader = ParameterReader(report: report, types: types, keys: keys, supplied: supplied)
        let parameters = section.map { reader.readAll($0.rest) } ?? ParameterTable()
        let targets = TargetReader(report: report, kinds: kinds, parameters: parameters, symbols: symbols)
        if let node = fields["targets"] { targets.readPeers(node) }
        let (surfaces, decks) =
            fields["surfaces"].map {
                surfaceReader(source, parameters, templates.lists, grouped, selections, targets, section?.targets ?? [], report).readAll($0)
            } ?? ([], [])
        for (kind, doubt) in targetDoubts.sorted(by: { $0.key < $1.key }) {
            let apps = kind == PulseTargetSpec.word ? fields["apps"] : nil
            if let place = TargetReader.first(of: [kind], in: section?.targets ?? []) ?? apps?.location { report.warning(place, doubt) }
        }
        let assignments = AssignmentReader(
            report: report, parameters: parameters, symbols: symbols, templates: templates,
            mayGrow: fields["apps"] != nil || surfaces.contains(where: \.isAuto))
        let triggers = TriggerReader(parameters: parameters, surfaces: surfaces, targets: targets, assignments: assignments)
        var settings = Settings()
        settings.symbols = symbols
        settings.templates = templates.origins.mapValues(\.key)
        settings.isLocaleChosen = fields["locale"] != nil
        settings.pages = fields["web"].map { WebReader(report: report, parameters: parameters).read($0) } ?? []
        settings.targets = targets.readAll(section?.targets ?? [], triggers: triggers)
        settings.labels = targets.readLabels(section?.targets ?? [])
        settings.apps = fields["apps"].flatMap { AppsReader(report: report, parameters: reader).read($0) }
        settings.triggers = triggers.triggers
        supplied.check(settings.targets)
        var console = Configuration(
            parameters: supplied.complete(parameters.specs).bound(by: settings.targets, parameters.compounds), surfaces: surfaces,
            compounds: parameters.compounds, decks: decks, dispatches: settings.dispatches
        ).told(by: settings.targets)
        if !grouped.isEmpty {
            var check = GroupCheck(console.parameters, parameters, report: report)
            console.parameters = check.all(grouped)
            check.warn(grouped, settings.targets)
            console.relight(Set(console.parameters.rowIndices.filter { console.parameters[$0].group != nil }))
        }
        settings.publishers = targets.peers.sorted { $0.key < $1.key }.compactMap { $0.value?.publisher }
        let all = settings.targets.map(\.target) + settings.triggers.flatMap(\.actions).compactMap(\.target)
        let remote = TargetReader.first(of: Set(all.filter(\.needsNetwork).map(\.kind)), in: section?.targets ?? [])
        let publishing = settings.publishers.isEmpty ? nil : fields["targets"]?.location
        if let doubt = networkDoubt, let place = remote ?? fields["osc"]?.location ?? fields["follow"]?.location ?? publishing {
            report.warning(place, doubt)
        }
        for light in triggers.lights { console.surfaces[light.surface].controls.append(light.control) }
        let ids = parameters.specs.map(\.id) + parameters.compounds.map(\.id)
        settings.osc = fields["osc"].flatMap { OSCInReader(report: report, ids: ids, peers: targets.peers).read($0) }
        settings.follow = fields["follow"].flatMap { FollowReader(report: report).read($0) }
        let declarations = DeclarationReader(types: fields["types"], symbols: symbols, lists: templates.lists.lists)
        return (ConfigContents(console: console, settings: settings), declarations)
    }

    private static let keys = [
        "version", "locale", "lists", "types", "parameters", "groups", "surfaces", "web", "targets", "apps", "osc", "follow",
    ]

    private func surfaceReader(
        _ source: Source, _ parameters: ParameterTable, _ lists: ListTable, _ groups: [GroupReader.Group], _ selections: SelectionTargets,
        _ targets: TargetReader, _ entries: [TargetReader.Entry],
        _ report: Report
    ) -> SurfaceReader {
        let quiet = targets.quiet
        let bound = Dictionary(entries.lazy.filter { $0.key == .target }.map { ($0.id, $0) }) { first, _ in first }
        let profiles = ProfileReader(
            report: report, files: files, directories: [source.name.sibling("profiles")] + profileDirectories)
        let members = groups.filter { !$0.isMute }.map { ($0.id, $0.members.compactMap { $0.text.flatMap(parameters.parameter) }) }
        let maps = MapReader(
            report: report, parameters: parameters, ids: parameters.mappable, lists: lists,
            spills: SpillPages(groups: Dictionary(members) { first, _ in first }), readLevel: { targets.level($0) },
            levelOf: { bound[$0].flatMap(quiet.level) }, selections: selections.ids,
            targetsOf: { id in bound[id].map(quiet.targets) ?? [] })
        return SurfaceReader(report: report, profiles: profiles, maps: maps)
    }
}
