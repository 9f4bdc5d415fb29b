internal import Glibc

/// `learn --surface`: learns a whole controller and writes a profile.
struct LearnSurface {
    let client: DaemonClient
    let isDry: Bool
    let isJSON: Bool
    private let choice: SurfaceWalk.Choice
    let surfaces: [SurfaceResource]
    private let controllers: [ControllerResource]
    let config: String?
    /// Where to write the profile; nil for the profile folder beside the config.
    let output: String?
    /// Profiles that are not in the folder beside the config.
    let installed: Set<String>

    /// Checks that everything is there. `name` is a surface or a client; empty for the controller that is moved first.
    init(_ client: DaemonClient, _ name: String, output: String?, isDry: Bool, isJSON: Bool) async throws {
        (self.client, self.isDry, self.isJSON, self.output) = (client, isDry, isJSON, output)
        _ = try ConfigCheck()
        (surfaces, controllers, config) = (
            try await client.ask(Routes.listSurfaces), try await client.controllers(),
            try await client.ask(Routes.getStatus).configFile
        )
        choice = try Self.choice(name, surfaces, controllers)
        guard let folder = config?.sibling("profiles") else {
            guard output != nil || isDry else {
                throw Failure(.config, "the daemon has no config file, so there is no folder of profiles; name a file with --output FILE")
            }
            installed = []
            if let output, !isDry { try ProfileFile.requireRoom(at: output) }
            return
        }
        installed = Set(try await client.profiles().filter { $0.file.directory != folder }.map(\.name))
        if !isDry { try ProfileFile.requireRoom(at: output ?? "\(folder)/x.yaml") }
    }

    static func choice(
        _ name: String, _ surfaces: [SurfaceResource], _ controllers: [ControllerResource]
    ) throws(Failure) -> SurfaceWalk.Choice {
        if name.isEmpty { return .any }
        if surfaces.contains(where: { $0.name == name }) { return .surface(name) }
        if controllers.contains(where: { $0.client == name }) { return .client(name) }
        if let surface = surfaces.first(where: { $0.client == name }) { return .surface(surface.name) }
        let names = surfaces.map(\.name) + controllers.map { "\"\($0.client)\"" }
        let known = names.isEmpty ? "nothing is configured or plugged in" : "known: \(names.joined(separator: ", "))"
        throw Failure(.refused, "there is no surface and no controller \"\(name)\"; \(known)")
    }

    /// However the walk ends, what was learned is written.
    func run() async throws {
        var walk = SurfaceWalk(
            choice, profiles: Dictionary(controllers.compactMap { one in one.profile.map { (one.client, $0) } }) { first, _ in first })
        var surface: String?
        if case .surface(let name) = choice { surface = name }
        let loans = WalkLoans(client)
        try await loans.borrow(for: choice)
        var console = try WalkConsole(client, surface: surface, json: isJSON)
        defer { console.close() }
        let ending = await Self.run(&walk, &console, loans)
        loans.end()
        console.print(console.isTerminal ? walk.table : [])
        var isAnswering = false
        if case .line = ending { isAnswering = true }
        if case .interrupted = ending { console.close() }
        do {
            try await save(walk, &console, isAnswering)
        } catch let failure as Failure {
            // The signal is about to end the program, so report the failure first.
            if case .interrupted = ending { Output.report(failure) } else { throw failure }
        }
        switch ending {
        case .interrupted(let signal):
            console.close()
            EndSignals.end(by: signal)
        case .unwritable(let code):
            console.close()
            Output.end(code)
        case .heard(.lost(let error)): throw error
        default: break
        }
    }

    /// Learns one control after the other. Returns the event that ended the walk.
    private static func run(_ walk: inout SurfaceWalk, _ console: inout WalkConsole, _ loans: WalkLoans) async -> WalkConsole.Event {
        let start = ContinuousClock.now
        var said: [String] = []
        var printedStage: SurfaceWalk.Stage?
        var isHeard = false
        while true {
            if isHeard {
                console.show(table: walk.table, sentences: said + [walk.prompt, SurfaceWalk.words])
                // Without a picture, the prompt is printed only once per stage.
                if printedStage != walk.stage { console.tell("\(walk.prompt); \(SurfaceWalk.words)") }
                printedStage = walk.stage
            }
            let event = await console.next()
            let now = ContinuousClock.now - start
            var notes: [SurfaceWalk.Note] = []
            switch event {
            case .heard(.begun): isHeard = true
            case .heard(.message(let message)): notes = walk.hear(message, at: now)
            case .heard(.tick):
                let wasKnown = walk.sender != nil
                notes = walk.tick(at: now)
                if !wasKnown, let sender = walk.sender {
                    do { try await loans.borrow(only: sender) } catch { return .heard(.lost(error)) }
                }
            case .line(let text):
                guard let answers = walk.answer(text) else { return event }
                (notes, said) = (answers, [])
            case .heard(.lost), .ended, .interrupted, .unwritable: return event
            }
            if !notes.isEmpty { said = [] }
            for note in notes {
                switch note {
                case .control(let entry): if !console.isTerminal { console.print([entry.line]) }
                case .sentence(let sentence):
                    said.append(sentence)
                    console.tell(sentence)
                }
            }
        }
    }
}
