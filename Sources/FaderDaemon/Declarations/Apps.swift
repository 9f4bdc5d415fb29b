internal import FaderAPI
internal import FaderConfig
internal import FaderServer
internal import FaderStore
internal import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

/// The programs that are playing: each has a parameter for its volume as long as it plays.
@Owner
final class Apps: Subject {
    private let bindings: Bindings
    private let declared: Declared
    private let declarations: DeclarationRequests
    private let configurations: Configurations
    private let remembered: RememberedValues
    /// The type in the configuration with which the daemon started.
    private let typeAtStart: String?
    /// The type with which each parameter was last declared.
    private var types: [String: String] = [:]

    init(
        _ commands: Commands, _ bindings: Bindings, _ declared: Declared, _ declarations: DeclarationRequests,
        _ configurations: Configurations, _ remembered: RememberedValues
    ) {
        (self.bindings, self.declared, self.declarations) = (bindings, declared, declarations)
        (self.configurations, self.remembered) = (configurations, remembered)
        typeAtStart = commands.mirror.catalog.settings.apps?.type
        super.init(commands)
    }

    /// The session that declares the parameters of programs. No connection of the server has this number.
    private static let declarer = SessionID(.max)

    /// Forgets unused types once there are too many: programs may come under any number of names.
    private func forgetTypes() {
        if types.count > 2 * ProgramWords.most { types = types.filter { declared.playing[$0.key] != nil } }
    }

    /// Declares a parameter for each program that is playing, and takes back those of programs that have gone, in one configuration.
    func follow() async {
        forgetTypes()
        var wanted: [String: PlayingApp] = [:]
        if let spec = mirror.catalog.settings.apps {
            let programs = targets.apps
            var words = ProgramWords(store.programs)
            for program in programs {
                let word = words.word(
                    for: program, spec, hasValue: { remembered[$0] != nil }, playing: programs)
                wanted[spec.id(for: word)] = PlayingApp(program: program, spec: spec)
            }
            store.note(programs: words.keys)
        }
        // Whoever reloads the file with another type waits for that type, as with any parameter of the file.
        let isReload = declared.playing.values.contains { $0.spec != mirror.catalog.settings.apps }
        var changed: [(id: String, version: UInt64, before: Declared.Entry?)] = []
        for (id, app) in declared.playing where wanted[id] != app { takeBack(id, app, &changed) }
        for (id, app) in wanted.sorted(by: { $0.key < $1.key }) where declared.playing[id] == nil { declare(id, app, &changed) }
        guard let newest = changed.map(\.version).max() else { return bindings.forgetUndeclaredApps() }
        do throws(ServiceError) {
            try await configurations.settle(newest, because: isReload ? .request : .peer)
        } catch {
            for one in changed.reversed() { declared.restore(one.before, id: one.id) }
            log.debug("programs that play have no parameters yet: \(error.problem.detail)")
        }
        bindings.forgetUndeclaredApps()
    }

    private func declare(_ id: String, _ app: PlayingApp, _ changed: inout [(id: String, version: UInt64, before: Declared.Entry?)]) {
        let letters = app.program.label.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let label = String(letters.prefix(64).map(Character.init))
        let request = DeclareRequest(id: id, by: "sound server")
        // With another type, the same number may mean another volume, which nobody chose.
        let formerType = types.updateValue(app.spec.type, forKey: id) ?? typeAtStart
        if let formerType, formerType != app.spec.type, let value = remembered[id], case .number(let number) = value.value {
            bindings.unfit[id] = number
        }
        do {
            let body = try WireJSON.encode(["parameter": ["type": app.spec.type, "label": label]])
            let (version, before, _) = try declarations.admit(request, body, Self.declarer)
            changed.append((id, version, before))
            // Putting it in force also binds the target.
            declared.playing[id] = app
        } catch {
            log.debug("\(app.program.label) has no parameter: \(error)")
        }
    }

    private func takeBack(_ id: String, _ app: PlayingApp, _ changed: inout [(id: String, version: UInt64, before: Declared.Entry?)]) {
        declared.playing[id] = nil
        do throws(ServiceError) {
            let (version, before) = try declarations.takeBack(id, Self.declarer)
            changed.append((id, version, before))
        } catch {
            // It is in the config by now, or it was never declared.
            log.debug("\(id) is not taken back: \(error.problem.detail)")
        }
    }
}
