import FaderAPI
import FaderConfig
import FaderConsole
import FaderDisks
import FaderMIDI
import FaderRig
import FaderServer
import FaderTesting
import FaderValues

@testable import FaderDaemon
@testable import FaderTargets

/// Plays a script to a real daemon, and returns it with what comes of each line behind ` > `. An act without that may come to anything but
/// a refusal; `until` before an act repeats it until it comes to what is written.
///
/// - The config: `use NAME` (its changes, `daemon` has none) and `edit OLD -> NEW` change what `reload` reads, and a start: `restart`,
///   after a stop; `crash`, with what the disk has by then; `anew`, with an empty disk. A new line is `\n`.
/// - Values: `set ID TEXT` · `put ID JSON` · `step ID JSON` · `reset ID` · `check ID TEXT` · `get`, `value`, `position`, `revision`,
///   `origin`, `owner` and `safe`, each of several ids · `absent ID`, also as explain says · `saved ID` · `decided ID WORDS`, the
///   decisions that begin so · `declare JSON` · `undeclare ID` · `end` of the session that declares.
/// - The first target, once targets are followed (`follow`): `options A, B [former NEW=OLD, …]` tells its options, `shows OPTION` the one
///   that it shows; `offers ID` are all options of a choice.
/// - Snapshots: `save` and `recall NAME [over S] [only A,B] [except C]` · `contents NAME` · `snapshots` · `move NAME [NEXT]` ·
///   `rename NAME NEW` · `fade NAME S`.
/// - The rest: `undo [ID]` · `redo [ID]` · `history` · `export` · `exports TEXT` · `document OLD -> NEW` · `import [dry] [snapshots]` ·
///   `press`, `release`, `click`, `motor` and `lamp` of controls of the virtual surface · `page NAME` · `bank N` · `bank +N` · `strips`,
///   how many there are, and the bank.
struct DaemonTranscript {
    private let script: ScriptTest
    private var config: String
    private var memory = PowerLossFileSystem()
    private var rig: Rig
    private var following: Task<Void, Never>?
    private var document: [UInt8] = []
    private let nobody = ViewerRequest()
    private let caller = Caller(SessionID(0))
    /// The one that declares.
    private let session = SessionID(7)

    /// A line of a script that cannot be played.
    private struct Mistake: Error { let line: String }

    static func play(_ script: ScriptTest) async throws -> String {
        var transcript = try await DaemonTranscript(script)
        var lines: [String] = []
        do { for line in script.beginning + script.lines { lines.append(try await transcript.played(line)) } } catch {
            await transcript.stop()
            throw error
        }
        await transcript.stop()
        return lines.joined(separator: "\n")
    }

    private init(_ script: ScriptTest) async throws {
        self.script = script
        config = "version: 1\n" + script.setting.joined(separator: "\n") + "\n"
        rig = try await Rig(Rig.Setup(config: config))
        memory = rig.memory
    }

    private mutating func follow() async {
        following = Task { [rig] in await rig.daemon.followTargets() }
        await rig.daemon.bindings.configure()
    }

    private func stop() async {
        following?.cancel()
        await rig.stop()
    }

    private mutating func played(_ line: String) async throws -> String {
        let parts = line.split(separator: " > ", maxSplits: 1).map(String.init)
        let isAwaited = parts[0].hasPrefix("until ")
        let act = isAwaited ? String(parts[0].dropFirst("until ".count)) : parts[0]
        var result = try await outcome(of: act)
        for _ in 0..<6_000 where isAwaited && result != parts.last {
            try await Task.sleep(for: .milliseconds(5))
            result = try await outcome(of: act)
        }
        return parts.count == 1 && !result.hasPrefix("refused ") ? line : "\(parts[0]) > \(result)"
    }

    private mutating func outcome(of act: String) async throws -> String {
        do { return try await done(act) } catch let error as ServiceError {
            let problem = error.problem
            let places = (problem.diagnostics ?? []).map { " · \($0.line): \($0.message)" }.joined()
            let text = "refused \(problem.status): \(problem.detail)\(places)" + (problem.suggestion.map { " [\($0)]" } ?? "")
            return text.replacing(rig.directory + "/", with: "")
        }
    }

    private mutating func done(_ act: String) async throws -> String {
        var words = act.split(separator: " ").map(String.init)
        let (verb, daemon) = (words.removeFirst(), rig.daemon)
        let rest = String(act.dropFirst(verb.count + 1))
        switch verb {
        case "say": break
        case "use": try use(rest)
        case "edit": config = try Self.edited(config, rest)
        case "reload": return Self.list(try await rig.reload(config).changes.map(\.text), besides: "no changes", separator: "; ")
        case "restart", "crash", "anew":
            let (disk, isFollowing) = (memory.present, following != nil)
            await stop()
            if verb != "restart" { memory = verb == "anew" ? PowerLossFileSystem() : PowerLossFileSystem(disk) }
            var setup = Rig.Setup(config: config)
            setup.memory = memory
            rig = try await Rig(setup)
            if isFollowing { await follow() }
        case "set": return Self.told(try await rig.set(words[0], String(rest.dropFirst(words[0].count + 1))))
        case "put":
            let change = try WireJSON.decode(ParameterChange.self, from: rest.dropFirst(words[0].count).utf8)
            return Self.told(try await daemon.values.put(words[0], change, for: nobody, from: caller))
        case "step":
            let request = try WireJSON.decode(StepRequest.self, from: rest.dropFirst(words[0].count).utf8)
            return Self.told(try await daemon.values.step(words[0], request, for: nobody, from: caller))
        case "reset": return Self.told(try await daemon.values.reset(rest, for: nobody, from: caller))
        case "check":
            return try await daemon.values.check(words[0], text: words.dropFirst().joined(separator: " "), for: nobody).valid
                ? "valid" : "invalid"
        case "get": return try await rig.parameters(words).map(\.text).joined(separator: " | ")
        case "value": return try await rig.parameters(words).map { try Self.json($0.value) }.joined(separator: " | ")
        case "position": return try await rig.parameters(words).map { "\($0.position ?? -1)" }.joined(separator: " | ")
        case "revision": return try await rig.parameters(words).map { "\($0.revision)" }.joined(separator: " | ")
        case "origin": return try await rig.parameters(words).map(\.origin).joined(separator: " | ")
        case "owner": return try await rig.parameters(words).map { $0.ownedBy?.rawValue ?? "nobody" }.joined(separator: " | ")
        case "safe": return Self.list(try await rig.parameters(words).filter { $0.recallSafe == true }.map(\.id), besides: "none")
        case "absent":
            let explained = try await daemon.parameters.explain(rest, for: nobody).absent
            return try await rig.parameter(rest).absent == explained ? "\(explained ?? false)" : "only one of the two says so"
        case "saved": return try rig.saved[rest].map(Self.json) ?? "nothing"
        case "decided":
            let beginning = words.dropFirst().joined(separator: " ")
            let decisions = try await daemon.parameters.explain(words[0], for: nobody).decisions.filter { $0.decision.hasPrefix(beginning) }
            let lines = decisions.map { "\($0.decision) (\($0.origin)\($0.control.map { ", \($0)" } ?? ""))" }
            return Self.list(lines, besides: "nothing")
        case "declare":
            let body = Array(rest.utf8)
            let request = try DeclareRequest.received(body)
            return Self.list(try await daemon.declarations.declare(request, body: body, for: nobody, in: session).map(\.text), besides: "")
        case "undeclare": _ = try await daemon.declarations.undeclare(rest, in: session)
        case "end": await daemon.ended(session)
        case "undo": return Self.told(try await daemon.history.undo(UndoRequest(id: words.first), for: nobody))
        case "redo": return Self.told(try await daemon.history.redo(UndoRequest(id: words.first), for: nobody))
        case "history":
            let entries = try await daemon.history.entries(for: nobody)()
            let lines = entries.map { $0.changes.map { "\($0.id) \($0.before) → \($0.after)" }.sorted().joined(separator: ", ") }
            return Self.list(lines, besides: "empty", separator: "; ")
        case "press", "release": try rig.surface.hold(control(rest), verb == "press")
        case "click": try rig.surface.click(control(rest), times: 1)
        case "lamp": return try words.map { rig.surface.device.lamp(of: try control($0)) == .on ? "lit" : "dark" }.joined(separator: " | ")
        case "motor":
            return try words.map { "\(Int((rig.surface.device.position(of: try control($0)).fraction * 100).rounded()))" }
                .joined(separator: " | ")
        case "page": return Self.told(try await daemon.surfaces.turn("virtual", to: rest))
        case "bank":
            let number = Int(rest) ?? 0
            return Self.told(try await daemon.surfaces.move("virtual", rest.hasPrefix("+") ? .by(number) : .to(number)))
        case "strips":
            let surface = await daemon.surfaces.all()().first
            return "\(surface?.strips ?? 0), bank \(surface?.bank ?? 0)"
        case "follow": await follow()
        case "options":
            let parts = rest.split(separator: " former ").map { $0.split(separator: ", ").map(String.init) }
            let former = (parts.count > 1 ? parts[1] : []).map { $0.split(separator: "=").map(String.init) }
            let options = SuppliedOptions(parts.first ?? [], former: Dictionary(uniqueKeysWithValues: former.map { ($0[0], $0[1]) }))
            let binding = await daemon.commands.mirror.catalog.settings.targets[0]
            await daemon.commands.targets.note(
                Targets.Supply(parameter: binding.parameter, target: binding.target, options: options))
        case "shows":
            let binding = await daemon.commands.mirror.catalog.settings.targets[0]
            let bound = BoundParameter(
                spec: ParameterSpec(id: binding.parameter), target: binding.target, value: 0, isChosen: false)
            let number = await daemon.commands.mirror.catalog.words.number(of: rest)
            await daemon.commands.targets.adopt(
                Targets.Request(ask: Targets.Ask(bound, isFound: true), value: number, isText: true))
        case "offers":
            let options = try await rig.parameter(rest).options ?? []
            return Self.list(options.map { $0.isThere ? $0.id : "\"\($0.id)\", which is not there" }, besides: "nothing")
        default: return try await doneWithSnapshots(verb, words, rest)
        }
        return ""
    }

    /// What snapshots, exports and imports come to.
    private mutating func doneWithSnapshots(_ verb: String, _ words: [String], _ rest: String) async throws -> String {
        let (snapshots, exchange) = await (rig.daemon.snapshots, rig.daemon.exchange)
        var (over, only, except): (Double?, IDPatterns?, IDPatterns?) = (nil, nil, nil)
        for (key, value) in zip(words.dropFirst(), words.dropFirst(2)) {
            let patterns = IDPatterns(value == "-" ? [] : value.split(separator: ",").map(String.init))
            switch key {
            case "over": over = Double(value)
            case "only": only = patterns
            case "except": except = patterns
            default: break
            }
        }
        switch verb {
        case "save": return Self.told(try await snapshots.save(words[0], SnapshotRequest(over: over, only: only, except: except)))
        case "recall":
            return Self.told(try await snapshots.recall(words[0], RecallRequest(over: over, only: only, except: except), for: nobody))
        case "contents":
            let contents = try await snapshots.contents(of: rest, for: nobody)()
            let lines = contents.entries.map { entry in
                let notes = [entry.isSame ? nil : "now \(entry.now ?? "?")", entry.recallSafe == true ? "recall-safe" : nil, entry.misfit]
                let told = notes.compactMap(\.self)
                return "\(entry.id) \(entry.text ?? "?")" + (told.isEmpty ? "" : " (\(told.joined(separator: "; ")))")
            }
            return lines.joined(separator: ", ") + (contents.over.map { "; over \($0)" } ?? "")
        case "snapshots": return Self.names(await snapshots.all()())
        case "move": return Self.names(try await snapshots.move(words[0], MoveRequest(before: words.count > 1 ? words[1] : nil)))
        case "rename": _ = try await snapshots.rename(words[0], RenameRequest(to: words[1]))
        case "fade": return Self.told(try await snapshots.fade(words[0], FadeRequest(over: Double(words[1]) ?? 0)))
        case "export": document = await exchange.export()
        case "exports": return String(decoding: await exchange.export(), as: UTF8.self).contains(rest) ? "yes" : "no"
        case "document": document = Array(try Self.edited(String(decoding: document, as: UTF8.self), rest).utf8)
        case "import":
            let result = try await exchange.importDocument(
                document, onlySnapshots: words.contains("snapshots"), isDryRun: words.contains("dry"), for: nobody)
            let changes = result.changes.map { "\($0.id) \($0.before) → \($0.after)" }
            let parts = [("parameters", result.parameters), ("snapshots", result.snapshots), ("changes", changes), ("but", result.skipped)]
            return parts.filter { !$1.isEmpty }.map { "\($0) \($1.joined(separator: ", "))" }.joined(separator: "; ")
        default: throw Mistake(line: "\(verb) \(rest)")
        }
        return ""
    }

    private mutating func use(_ name: String) throws {
        config = "version: 1\n" + script.setting.joined(separator: "\n") + "\n"
        guard name != "daemon" else { return }
        guard let changes = script.others[name] else { throw Mistake(line: "use \(name)") }
        for change in changes { config = try Self.edited(config, change) }
    }

    private static func edited(_ text: String, _ change: String) throws -> String {
        let parts = "\(change) ".replacing("\\n", with: "\n").split(separator: " -> ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, text.contains(parts[0]) else { throw Mistake(line: change) }
        return text.replacing(parts[0], with: parts[1].dropLast())
    }

    private func control(_ name: String) throws -> Int {
        guard let control = rig.surface.device.control(named: name) else { throw Mistake(line: name) }
        return control
    }

    private static func list(_ items: [String], besides nothing: String, separator: String = ", ") -> String {
        items.isEmpty ? nothing : items.joined(separator: separator)
    }

    private static func json(_ value: Value) throws -> String { String(decoding: try WireJSON.encode(value), as: UTF8.self) }

    private static func told(_ parameter: ParameterResource) -> String { parameter.text + (parameter.notice.map { "; \($0)" } ?? "") }

    private static func told(_ snapshot: SnapshotResource) -> String { snapshot.over.map { "over \($0)" } ?? "at once" }

    private static func told(_ view: ViewResource) -> String {
        "\(view.page), bank \(view.bank) of \(view.strips) strips, \(view.shown) shown"
    }

    /// While values fade, nobody knows what they are.
    private static func told(_ restored: RestoredResource) -> String {
        let parameters = restored.parameters.map { "\($0.id) \($0.text)" }.joined(separator: ", ")
        let told = [restored.over.map { "over \($0)" } ?? parameters] + restored.skipped
        return list(told.filter { !$0.isEmpty }, besides: "nothing", separator: "; ")
    }

    private static func names(_ snapshots: [SnapshotResource]) -> String {
        list(snapshots.map { $0.name + ($0.over.map { " over \($0)" } ?? "") }, besides: "none")
    }
}
