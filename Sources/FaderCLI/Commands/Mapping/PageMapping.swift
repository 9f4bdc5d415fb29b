internal import FaderJSON
internal import FaderValues

/// `faderctl web` answers the page's requests about the config itself, as the user who runs it: the daemon never writes its config. Each
/// change is one edit by `faderd --edit`, loaded at once, and can be undone.
actor PageMapping {
    static let path = "/config"

    let client: DaemonClient
    /// What the page has changed, oldest first.
    private var kept: [Kept] = []
    /// The console that was asked last, with the typed address. What is kept is what was shown, even if a channel is renamed meanwhile.
    var heard: (address: String, console: FoundConsole)?
    /// The most changes that can be undone.
    private static let most = 50

    /// The former bytes, and the SHA-256 of the new ones. Undo puts the former bytes back, and only if the file still has the new ones: an
    /// inverse edit could not restore comments.
    private struct Kept {
        let before: [UInt8]
        let after: String
        var password: PasswordFile.Written?
    }

    init(_ client: DaemonClient) { self.client = client }

    nonisolated var routes: OwnRoutes { OwnRoutes(below: Self.path) { await self.answer($0) } }

    func answer(_ request: OwnRoutes.Request) async -> OwnRoutes.Answer {
        do {
            switch (request.method, request.path) {
            case ("GET", Self.path): return try Self.json(try await picture())
            case ("POST", "\(Self.path)/edits"): return try Self.json(try await edit(try Self.mapping(request.body)))
            case ("POST", "\(Self.path)/example"): return try Self.json(try await begin(request.body))
            case ("POST", "\(Self.path)/obs"): return try Self.json(try await connect(try OBSConnection(request.body)))
            case ("POST", "\(Self.path)/consoles"): return try Self.json(try await consoles(request.body))
            case ("POST", "\(Self.path)/consoles/add"): return try Self.json(try await add(try ConsoleRequest(request.body)))
            case ("POST", "\(Self.path)/consoles/remove"): return try Self.json(try await remove(try ConsoleRequest(request.body)))
            case ("POST", "\(Self.path)/undo"): return try Self.json(try await undo(try Self.mapping(request.body)))
            case ("POST", "\(Self.path)/removal"): return try Self.json(try await MappingRemoval.answer(client, request.body))
            case ("POST", "\(Self.path)/learn"): return .lines(try MappingLesson.lines(client, request.body))
            default:
                throw MappingProblem(404, "\"faderctl web\" has no \(request.method) \(request.path.withoutControls())")
            }
        } catch {
            return MappingProblem(error).answer
        }
    }

    private static func mapping(_ body: [UInt8]) throws -> MappingRequest {
        guard let request = MappingRequest(body) else {
            throw MappingProblem(400, "a change of the config is {\"read\": SHA-256, \"edits\": [EDIT, …], \"dryRun\": true or false}")
        }
        return request
    }

    private static func json(_ value: some Encodable) throws -> OwnRoutes.Answer {
        .whole(200, "application/json", try WireJSON.encode(value))
    }

    // MARK: The state

    private func picture() async throws -> MappingPicture {
        let status = try await client.ask(Routes.getStatus)
        guard let path = status.configFile else {
            guard let first = FirstConfig(status) else { return MappingPicture(problem: status.noConfigFile) }
            return MappingPicture(place: first.place, read: "", problem: first.problem, examples: Example.titles)
        }
        var picture = MappingPicture(file: path)
        var connections: [MappingConnection] = []
        do throws(Failure) {
            let file = try ConfigFile(path)
            (picture.read, picture.changed) = (file.digest, file.digest != status.configDigest)
            picture.undo = kept.last?.after == file.digest
            let (content, lines) = try file.contentAndLines()
            picture.add(content, lines: lines)
            if content.isEmptyConfig { picture.examples = Example.titles }
            picture.problem = file.unwritable
            connections = MappingPicture.connections(content)
        } catch {
            picture.problem = error.told
        }
        let targets = try await client.ask(Routes.listTargets, query: [("look", "true")])
        picture.candidates = MappingCandidate.all(targets.candidates, connections: connections)
        picture.more = targets.more ?? 0
        picture.controllers = try await client.controllers()
        picture.profiles = try await client.profiles().filter(\.valid).map { .init(name: $0.name, title: $0.title) }
        return picture
    }

    // MARK: Changes

    struct Outcome: Encodable {
        /// The changed lines, without what may be secret.
        var diff: String
        var read: String
        var warnings: [String]
        /// The command that makes the change, if the page cannot.
        var command: String?
        var passwordFile: String?
        var note: String?
    }

    private func edit(_ request: MappingRequest) async throws -> Outcome {
        if request.read.isEmpty, let first = FirstConfig(try await client.ask(Routes.getStatus)) { return try await write(first, request) }
        let file = try await current(request)
        try await check(request.edits, in: try file.content())
        return try await make(request.forFaderd, in: file, isDry: request.isDry)
    }

    /// Loads the file, or only says what would change. `request` is the JSON that `faderd --edit` reads.
    func make(_ request: [UInt8], in file: ConfigFile, isDry: Bool) async throws -> Outcome {
        let change = try file.changed(by: request)
        let problem = file.unwritable
        let command = problem == nil ? nil : Self.command(request, file.path)
        let warnings = change.warnings.map(\.text)
        guard !isDry else { return Outcome(diff: change.publicDiff, read: file.digest, warnings: warnings, command: command) }
        if let problem, let command { throw MappingProblem(403, "\(problem); type: \(command)") }
        guard !change.diff.isEmpty else { return Outcome(diff: "", read: file.digest, warnings: warnings) }
        try change.write()
        try await load(orPutBack: change)
        kept = kept.suffix(Self.most - 1) + [Kept(before: change.before, after: change.digest)]
        return Outcome(diff: change.publicDiff, read: change.digest, warnings: warnings)
    }

    private func check(_ edits: [JSONNode], in content: JSONValue) async throws {
        let names = Set(try await client.profiles().filter(\.valid).map(\.name))
        for edit in edits {
            if let refusal = MappingRules.refusal(of: edit, profiles: names) { throw MappingProblem(403, refusal) }
        }
        try MappingTargets.requireOwn(edits, in: content)
    }

    /// The password is written before the config names its file, and taken back if that fails.
    private func connect(_ connection: OBSConnection) async throws -> Outcome {
        let file = try await current(connection.request)
        let content = try file.content()
        try await check(connection.request.edits, in: content)
        let password = try connection.passwordFile(in: content, beside: file.path)
        let change = try file.changed(by: try connection.edits(password).forFaderd)
        // There is no command for it: a password does not go through a command line.
        if let problem = file.unwritable {
            throw MappingProblem(403, "\(problem); docs/obs.md has what to write into it by hand")
        }
        var outcome = Outcome(diff: change.diff, read: file.digest, warnings: change.warnings.map(\.text), passwordFile: password?.path)
        guard !connection.request.isDry, !change.diff.isEmpty || password != nil else { return outcome }
        var written: PasswordFile.Written?
        if let password, let text = connection.password { written = try password.write(text) }
        do {
            if !change.diff.isEmpty { try change.write() }
            try await load(orPutBack: change)
        } catch {
            try written?.takeBack()
            throw error
        }
        kept = kept.suffix(Self.most - 1) + [Kept(before: change.before, after: change.digest, password: written)]
        outcome.read = change.digest
        return outcome
    }

    /// Writes the first config after the page has seen that there is none. This cannot be undone.
    func write(_ first: FirstConfig, _ request: MappingRequest) async throws -> Outcome {
        guard request.edits.isEmpty else { throw MappingProblem(409, "there is no config file yet; write the first one") }
        if let problem = first.problem { throw MappingProblem(403, problem) }
        guard !request.isDry else { return Outcome(diff: first.diff, read: "", warnings: []) }
        try first.write()
        try await reload(orElse: first.takeBack)
        return Outcome(diff: first.diff, read: first.digest, warnings: [])
    }

    /// Loads the file, or only says what would change.
    func replace(_ file: ConfigFile, with text: String, isDry: Bool) async throws -> Outcome {
        try TrialFolder.require(
            text, at: file.path, in: file.path.sibling("profiles"), else: "with the example, the config would have errors")
        var outcome = Outcome(diff: file.diff(with: text), read: file.digest, warnings: [])
        guard !isDry else { return outcome }
        if let problem = file.unwritable { throw MappingProblem(403, problem) }
        try NewFile.replace(file.path, with: Array(text.utf8))
        try await reload { try NewFile.replace(file.path, with: file.bytes) }
        outcome.read = SHA256.hexadecimal(Array(text.utf8))
        kept = kept.suffix(Self.most - 1) + [Kept(before: file.bytes, after: outcome.read)]
        return outcome
    }

    private func undo(_ request: MappingRequest) async throws -> Outcome {
        let file = try await current(request)
        guard let last = kept.last, last.after == file.digest else {
            throw MappingProblem(409, "there is nothing to undo: the last change of the file was not made by this page")
        }
        if let problem = file.unwritable { throw MappingProblem(403, problem) }
        try NewFile.replace(file.path, with: last.before)
        try last.password?.takeBack()
        kept.removeLast()
        _ = try await client.reload()
        return Outcome(diff: "", read: SHA256.hexadecimal(last.before), warnings: [])
    }

    /// The config, if it is still what the page has seen and the daemon has read.
    func current(_ request: MappingRequest) async throws -> ConfigFile {
        let status = try await client.ask(Routes.getStatus)
        let file = try ConfigFile(try status.requireConfigFile())
        guard file.digest == request.read else {
            throw MappingProblem(409, "\(file.path) was changed meanwhile; look at it again, then repeat the change")
        }
        guard file.digest == status.configDigest else {
            throw MappingProblem(409, "\(file.path) was changed since the daemon read it; type \"faderctl reload\", then repeat the change")
        }
        return file
    }

    /// Loads a change. If the daemon refuses it, the file is put back, unless somebody else has changed it meanwhile.
    private func load(orPutBack change: ChangedFile) async throws {
        try await reload { if try ConfigFile(change.path).digest == change.digest { try change.undo() } }
    }

    /// Makes the daemon read the file. `undo` is called if it refuses the file.
    private func reload(orElse undo: () throws -> Void) async throws {
        do {
            _ = try await client.reload()
        } catch {
            try undo()
            throw error
        }
    }

    private static func command(_ request: [UInt8], _ path: String) -> String {
        let json = String(decoding: request, as: UTF8.self)
        return "printf %s \(json.shellWord) | sudo faderd --edit \(path.shellWord) && sudo faderctl reload"
    }
}
