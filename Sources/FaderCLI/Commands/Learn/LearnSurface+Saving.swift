private struct LearnedProfile: Encodable {
    /// Nil if the profile was only shown.
    var file: String?
    var profile: String
    var controls: [String]
    /// The controls that may be of another kind, by id, with the reason.
    var doubts: [String: String]
}

extension LearnSurface {
    /// Writes the profile, and adds it to the config or says how. Asks nothing if nobody is there to answer.
    func save(_ walk: SurfaceWalk, _ console: inout WalkConsole, _ isAnswering: Bool) async throws {
        guard let sender = walk.sender, !walk.learned.isEmpty else {
            throw Failure(.refused, "nothing was learned, so nothing is written")
        }
        let text = profile(walk, sender)
        var path = output ?? "\(ownFolder)/\(defaultName(sender)).yaml"
        var isAnswering = isAnswering
        if !isDry, NewFile.isTaken(path) {
            let free = ProfileFile.free(path)
            let answer = isAnswering ? await console.ask("\(path) already exists; overwrite it? y, or Return for \(free)") : nil
            if answer != "y", answer != "yes" { path = free }
            // Ctrl-C: what was learned is kept, and nothing more is asked.
            isAnswering = answer != nil
        }
        let file = ProfileFile(path: path, text: text)
        do throws(Failure) {
            try file.check()
            if !isDry { try file.write() }
        } catch {
            // Print the profile, so that nothing is lost.
            console.print(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
            throw error
        }
        try tell(of: walk, text, writtenTo: isDry ? nil : path, &console)
        if !isDry { try await configure(path, sender, &console, isAnswering) }
    }

    /// Says what was learned, and what is doubtful. `path` is nil if the profile was only shown.
    private func tell(of walk: SurfaceWalk, _ text: String, writtenTo path: String?, _ console: inout WalkConsole) throws(Failure) {
        let ids = walk.learned.map(\.id)
        if isJSON {
            try Output.json(
                LearnedProfile(
                    file: path, profile: text, controls: ids,
                    doubts: Dictionary(uniqueKeysWithValues: walk.doubts.map { ($0.id, $0.reason) })))
        } else if let path {
            console.print(["written: \(path), \(Output.count(ids.count, "control"))"])
        } else {
            console.print(text.split(separator: "\n").map(String.init))
        }
        for (id, reason) in walk.doubts { Output.tell("doubtful: \(id): \(reason)") }
        if !walk.doubts.isEmpty {
            Output.tell("move what is doubtful once more with \"faderctl monitor --all\", or in another walk, and compare")
        }
        let surface = walk.sender?.surface ?? path.flatMap { ProfileFile.name($0) } ?? "SURFACE"
        for advice in walk.reachAdvice(surface) { Output.tell(advice) }
        if let advice = walk.learned.lazy.compactMap(\.control.mackieAdvice).first { Output.tell(advice) }
    }

    private func profile(_ walk: SurfaceWalk, _ sender: Sender) -> String {
        let surface = surfaces.first { $0.name == sender.surface }
        // The match of a surface names its port.
        let ofSurface = surface?.match.firstRange(of: " port ").flatMap {
            Int(surface?.match[$0.upperBound...].prefix { $0.isNumber } ?? "")
        }
        guard let client = sender.client ?? surface?.client else {
            let glob = surface?.match ?? "?"
            return ProfileFile.text(title: glob, match: glob.yamlQuoted, walk.learned)
        }
        return ProfileFile.text(title: client, match: SurfaceGuide.match(client, sender.port ?? ofSurface), walk.learned)
    }

    /// A name that no installed profile has, so that none is overridden.
    private func defaultName(_ sender: Sender) -> String {
        let client = sender.client ?? surfaces.first { $0.name == sender.surface }?.client ?? sender.surface ?? ""
        return SurfaceGuide.name(client, besides: installed)
    }

    private var ownFolder: String { (config ?? "").sibling("profiles") }

    private func configure(_ path: String, _ sender: Sender, _ console: inout WalkConsole, _ isAnswering: Bool) async throws {
        guard let config, let name = ProfileFile.name(path) else {
            return Output.tell("a profile is found by its name: put it into the folder profiles beside the config, as NAME.yaml")
        }
        guard ProfileFile.isSame(path.directory, ownFolder) else {
            return Output.tell("to use the profile, put it into \(ownFolder), then run \"\(SurfaceListCommand.addition(name))\"")
        }
        if let surface = sender.surface {
            return Output.tell(
                "to use it, write \"profile: \(name.yamlWord)\" into the surface \(surface) in \(config), in place of its controls")
        }
        let hint =
            "\"\(SurfaceListCommand.addition(name))\" writes it into the config, and \"faderctl learn ID\" says what a control drives"
        guard isAnswering else { return Output.tell(hint) }
        let edit = try ConfigFile(config).setting(SurfaceAddCommand.values(name, besides: surfaces))
        if !isJSON { console.print(edit.diff.split(separator: "\n").map(String.init)) }
        let answer = await console.ask("write that into \(config)? y or n")
        guard answer == "y" || answer == "yes" else {
            console.print([])
            return Output.tell(hint)
        }
        try edit.write()
        _ = try await ReloadCommand.load(client, isJSON: isJSON)
        console.print(isJSON ? [] : ["written: \(config)"])
        Output.tell("\"faderctl learn ID\" says what a control drives")
    }
}
