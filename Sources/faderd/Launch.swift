import FaderConfig
import FaderConsole
import FaderDaemon
import FaderMIDI
import FaderServer
import FaderStore
import FaderSystem
internal import FaderTargets
internal import FaderValues
import Glibc
import Logging

/// Loads, wires and runs the daemon. Each way to end has an exit code from sysexits.
struct Launch {
    let paths: Paths
    let listen: String?
    /// The folder with the files of the page; nil for the files in the program.
    let webRoot: String?
    /// The model of the virtual surface; nil for the ALSA sequencer.
    let virtual: VirtualSurface.Model?
    /// The recording to play into the virtual surface.
    let play: String?
    /// An option named the config, so it has to exist.
    let isConfigNamed: Bool
    let log: Logger

    /// Why the daemon does not start, and the exit code for that.
    struct Refusal: Error {
        let sentence: String
        let code: Int32
    }

    /// Runs the daemon to its end. Returns the exit code.
    @Owner
    func run() async -> Int32 {
        do {
            return try await runOrRefuse()
        } catch let refusal as Refusal {
            log.error("\(refusal.sentence)")
            return refusal.code
        } catch let error as StateError {
            log.error("\(error)")
            return EX_UNAVAILABLE
        } catch let error as ServerError {
            log.error("\(error)")
            return error.exitCode
        } catch {
            log.critical("\(error)")
            return EX_OSERR
        }
    }

    @Owner
    private func runOrRefuse() async throws -> Int32 {
        let signals = try await Signals()
        // SIGHUP is caught before the config is read, so that a reload that is requested during the start is done once the daemon runs.
        let reloads = signals.caught(SIGHUP)
        // Before anything else is touched, so that a daemon that cannot start leaves the surfaces and a first daemon alone.
        let address = try listen.map { text throws(ServerError) in try ListenAddress(text) }
        let lock = try StateLock(beside: paths.state)
        defer { withExtendedLifetime(lock) {} }
        if let warning = lock.warning { log.warning("\(warning)") }
        let claim = try SocketClaim(socketPlace)
        let claimed = try address.map { address throws(ServerError) in try AddressClaim(address) }
        // The token is beside the state, in a directory that the lock has created.
        let door = try claimed.map { claim throws(ServerError) in GuardedAddress(claim, token: try AccessToken(path: paths.token)) }
        let keyFile = KeyFile(path: paths.keys)
        if let problem = keyFile.problem { log.warning("\(problem)") }
        let lead = LeadFile(path: paths.lead)
        if let problem = lead.problem { log.warning("\(problem)") }
        let recording = try play.map { path in try readRecording(path) }
        let (contents, declarations, digest, builtIn) = try readConfiguration()
        let (store, report) = StateStore.load(path: paths.state, lock: lock) { [log] event in
            log.log(level: event.level, "\(event.message)")
        }
        for warning in report.warnings { log.warning("\(warning)") }
        // From here on a stop has to be orderly, because clients rely on that once the socket listens.
        let stops = signals.caught(SIGTERM, SIGINT)
        let stage = Stage(
            contents: contents, declarations: declarations, paths: paths, store: store, stored: report.values,
            configDigest: digest, builtIn: builtIn, lead: lead, log: log)
        let (daemon, watcher) =
            if let virtual { (try await stage.playVirtual(virtual), nil as SurfaceWatcher?) } else { try await stage.playSequencer() }
        defer { watcher?.stop() }
        let playback = try recording.map { recording in try preparePlayback(of: recording, on: daemon) }
        let server = try await HTTPServer.start(
            claim: claim, listen: door, service: daemon, hub: stage.hub, webRoot: webRoot, keyFile: keyFile, logger: log)
        return await Running(daemon: daemon, server: server, playback: playback, log: log).untilStopped(by: stops, reloadingBy: reloads)
    }

    private func readRecording(_ path: String) throws(Refusal) -> Recording {
        do throws(Recording.Problem) { return try Recording.read(path) } catch {
            if case .unreadable = error { throw Refusal(sentence: "\(error)", code: EX_IOERR) }
            throw Refusal(sentence: "\(error)", code: EX_DATAERR)
        }
    }

    @Owner
    private func preparePlayback(of recording: Recording, on daemon: Daemon) throws(Refusal) -> Playback {
        let playback: Playback?
        do throws(Recording.Problem) { playback = try daemon.virtual.playback(of: recording) } catch {
            throw Refusal(sentence: "\(error)", code: EX_DATAERR)
        }
        if let playback { return playback }
        throw Refusal(
            sentence: "there is nothing to play \(recording.path) into, because no surface of the config is the virtual one; add one, or "
                + "give a config that has one with --config FILE", code: EX_CONFIG)
    }

    private var socketPlace: SocketPlace {
        SocketPlace(path: paths.socket, access: paths.socketGroup.map { .group($0) } ?? .owner, ownsDirectory: paths.ownsSocketDirectory)
    }

    private func readConfiguration() throws -> (ConfigContents, DeclarationReader, digest: String?, builtIn: String?) {
        let reader = ConfigReader(
            kinds: TargetKinds.all, profileDirectories: paths.profileDirectories, targetDoubts: paths.targetDoubts,
            networkDoubt: paths.networkDoubt)
        let isMissing = !isConfigNamed && !ConfigPaths.isThere(paths.config)
        if isMissing, virtual == nil {
            let sentence =
                "there is no config at \(paths.config); copy the commented example there (faderd.yaml, installed under "
                + "share/faderd), or give one with --config FILE"
            throw Refusal(sentence: sentence, code: EX_CONFIG)
        }
        if case .profile(let name) = virtual { try requireProfile(name) }
        let builtIn = isMissing ? builtInText : nil
        let (result, declarations, digest) =
            if let builtIn { readBuiltIn(builtIn, reader) } else { reader.readAll(path: paths.config, isStart: true) }
        for diagnostic in result.diagnostics {
            log.log(diagnostic)
        }
        guard case .success(let contents, _) = result else {
            throw Refusal(sentence: "not started: correct the config, and check it with \"faderd --check\"", code: EX_CONFIG)
        }
        for surface in contents.console.surfaces where surface.isRefused {
            log.warning("surface \(surface.name) waits: its profile \(surface.profile ?? "") has errors; correct them and reload")
        }
        return (contents, declarations, digest, builtIn)
    }
}

extension Launch {
    private var builtInText: String {
        guard case .profile(let name) = virtual else { return BuiltInConfiguration.text(virtual ?? .plain) }
        return BuiltInConfiguration.text(name, shelf.entry(name)?.controls ?? [])
    }

    private func readBuiltIn(
        _ text: String, _ reader: ConfigReader
    ) -> (result: ConfigResult, declarations: DeclarationReader, digest: String?) {
        guard case .profile = virtual else {
            let (result, declarations) = BuiltInConfiguration.read(virtual ?? .plain)
            return (result, declarations, nil)
        }
        let (result, declarations) = reader.readAll(bytes: Array(text.utf8), name: paths.config)
        return (result, declarations, nil)
    }

    private var shelf: ProfileShelf { ProfileShelf(config: paths.config, installed: paths.profileDirectories) }

    private func requireProfile(_ name: String) throws(Refusal) {
        let names = shelf.names
        guard !names.contains(name) else { return }
        let hint = Suggester.nearest(to: name, among: names + ["plain", "mackie"]).map { "; did you mean \"\($0)\"?" } ?? ""
        throw Refusal(
            sentence: "there is no profile \"\(name)\" that --virtual could stand in for; faderctl profiles lists them\(hint)",
            code: EX_USAGE)
    }
}

extension SavingEvent {
    fileprivate var level: Logger.Level {
        switch severity {
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
