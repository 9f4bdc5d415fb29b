internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderLoops
internal import FaderModel
internal import FaderServer
internal import FaderState
internal import FaderTargets
internal import Logging

/// A program that is playing and has a parameter.
struct PlayingApp: Sendable, Equatable {
    let program: SoundProgram
    /// How its parameter is made.
    let spec: AppsSpec
}

/// The types that the parameters of programs have had since the start.
struct AppTypes: Sendable {
    /// The type in the configuration that the daemon began with; nil if it had no `apps`.
    let atStart: String?
    /// The type with which each parameter was last declared.
    var byID: [String: String] = [:]
}

extension Daemon {
    /// The session that declares the parameters of programs. No connection of the server has this number.
    private static let declarer = SessionID(.max)

    /// Declares a parameter for each program that is playing, and takes back those of programs that have gone.
    func followApps() async {
        var wanted: [String: PlayingApp] = [:]
        if let spec = desk.mirror.catalog.configuration.apps {
            let programs = desk.targets.apps
            var words = ProgramWords(store.programs)
            for program in programs {
                let word = words.word(
                    for: program, spec, hasValue: { remembered[$0] != nil }, playing: programs)
                wanted[spec.id(for: word)] = PlayingApp(program: program, spec: spec)
            }
            store.note(programs: words.keys)
        }
        for (id, app) in playing where wanted[id] != app { await takeBack(id, app) }
        for (id, app) in wanted.sorted(by: { $0.key < $1.key }) where playing[id] == nil { await declare(id, app) }
    }

    private func declare(_ id: String, _ app: PlayingApp) async {
        let letters = app.program.label.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let label = String(letters.prefix(64).map(Character.init))
        let request = DeclareRequest(id: id, by: "sound server")
        // With another type the number may mean another volume, which nobody chose.
        let formerType = appTypes.byID.updateValue(app.spec.type, forKey: id) ?? appTypes.atStart
        if let formerType, formerType != app.spec.type, let value = remembered[id], case .number(let number) = value.value {
            desk.unfit[id] = number
        }
        // Noted before the declaration, because that also binds the target.
        playing[id] = app
        do {
            _ = try await declare(
                request, body: try WireJSON.encode(["parameter": ["type": app.spec.type, "label": label]]), for: ViewerRequest(),
                in: Self.declarer)
        } catch {
            log.debug("\(app.program.label) has no parameter: \(error)")
        }
    }

    /// Forgets the programs whose declaration failed or was given up, so that it is tried once more at the next news. Call it when what
    /// was in the way may have gone.
    func forgetUndeclaredApps() {
        let ids = Set(declared.entries.map(\.id))
        playing = playing.filter { ids.contains($0.key) }
    }

    private func takeBack(_ id: String, _ app: PlayingApp) async {
        playing[id] = nil
        do throws(ServiceError) {
            _ = try await undeclare(id, in: Self.declarer)
        } catch {
            // It is in the config by now, or it was never declared.
            log.debug("\(id) is not taken back: \(error.problem.detail)")
        }
        forgetUndeclaredApps()
    }

    /// The targets of programs that have a parameter now.
    func appTargets(_ catalog: Catalog) -> [TargetBinding] {
        let ids = Set(declared.entries.map(\.id))
        return playing.filter { ids.contains($0.key) && catalog.items[$0.key] != nil }.sorted { $0.key < $1.key }
            .map { TargetBinding(parameter: $0.key, target: TargetSpec(PulseTargetSpec(.program($0.value.program)))) }
    }
}
