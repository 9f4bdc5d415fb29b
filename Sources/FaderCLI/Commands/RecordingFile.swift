internal import Glibc
internal import Synchronization

/// The file of `monitor --record`. Each line is written whole and at once, so however the program ends, the file has every message heard
/// until then. The daemon writes no file that a client names.
final class RecordingFile: Sendable {
    private struct State {
        let file: Int32
        var size = 0
        var messages = 0
        /// The time of the first message, in seconds since 1970.
        var start: Double?
        /// The time of the last line.
        var last = Duration.zero
        var isEnded = false
    }

    let path: String
    private let state: Mutex<State>

    /// Makes the file with its head. An existing file is replaced only if `isForced`, and only an ordinary one. A link is not followed: in
    /// a folder that everybody may write to, somebody else may have made it.
    init(_ path: String, head: [String], isForced: Bool) throws(Failure) {
        self.path = path
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            try InputFile.requireOrdinary(status, path)
            if !isForced { throw Failure(existing: path) }
        }
        try NewFile.check(path, replaces: isForced)
        let isNew = unsafe !isForced || access(path, F_OK) != 0
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | (isForced ? 0 : O_EXCL), 0o644)
        guard file >= 0 else { throw errno == EEXIST ? Failure(existing: path) : Failure(unwritable: path, errno) }
        state = Mutex(State(file: file))
        // A file that another recording is writing is not replaced. If the file system has no locks, that cannot be noticed.
        if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            throw Failure(.io, "\(path) is being recorded into right now; end that recording, or name another file")
        }
        guard ftruncate(file, 0) == 0 else { throw Failure(unwritable: path, errno) }
        let text = ([RecordedLine.head] + head.map { "# \($0.withoutControls())" }).joined(separator: "\n")
        do throws(Failure) { try state.withLock { state throws(Failure) in try write(text, &state) } } catch {
            // An empty file would only be in the way of the next try.
            if isNew { _ = unsafe unlink(path) }
            throw error
        }
    }

    deinit { state.withLock { _ = close($0.file) } }

    static func head(_ status: StatusResource, _ surfaces: [SurfaceResource], at time: Double) -> [String] {
        let ours = "faderctl \(faderdVersion)"
        return ["made by \(status.version == faderdVersion ? ours : "\(ours) with faderd \(status.version)") at \(WallTime.text(time))"]
            + surfaces.map { surface in
                let known = [
                    surface.profile.map { "profile \($0.yamlQuoted)" }, surface.channel.map { "channel \($0)" },
                    surface.client.map { "client \($0.yamlQuoted)" } ?? "nothing connected", surface.port.map { "port \($0.yamlQuoted)" },
                    surface.out.map { "out \($0.yamlQuoted)" },
                ]
                return "surface \(surface.name): \(known.compactMap { $0 }.joined(separator: ", "))"
            } + ["a line: seconds, in (from the device) or out (to it), whose, the bytes, and after the # what they mean"]
    }

    /// Fails if the message cannot be written, or if the file is full; what was written before stays.
    func add(_ message: MonitorResource) throws(Failure) {
        try state.withLock { state throws(Failure) in
            guard !state.isEnded else { return }
            let time = time(of: message, &state)
            var lines = message.missed > 0 ? ["\(RecordedMessage.text(time)) missed \(message.missed)"] : []
            if let recorded = RecordedMessage(message, at: time) {
                let meaning = [message.isSystemExclusive ? nil : message.message, message.control].compactMap { $0 }
                lines.append(recorded.line + (meaning.isEmpty ? "" : "  # \(meaning.joined(separator: " ").withoutControls())"))
            } else {
                // Nothing that can be played, but a person should see that it came.
                let way = message.direction.rawValue
                lines.append(
                    "# \(RecordedMessage.text(time)) \(way) \(RecordedMessage.sender(of: message)): \(message.message.withoutControls())")
            }
            guard state.size < RecordedLine.sizeLimit - 65_536 else {
                end("it is full", &state)
                throw Failure(
                    .io, "\(path) is full: a recording has at most \(RecordedLine.sizeLimit >> 20) MiB; record less, or only one surface")
            }
            try write(lines.joined(separator: "\n"), &state)
            state.messages += 1
        }
    }

    /// The last line says why the recording ends. Nothing is written after it. The person is told how many messages there are.
    func end(_ why: String) {
        let messages: Int? = state.withLock { state in
            guard !state.isEnded else { return nil }
            end(why, &state)
            return state.messages
        }
        // Not while locked: if this cannot be written, the program ends, and what it does at its end may come here again.
        if let messages { Output.tell("\(path): \(Output.count(messages, "message"))") }
    }

    func end(unwritable code: Int32) {
        end(code == EPIPE ? "nobody reads the output any more" : "the output cannot be written: \(String(errno: code))")
    }

    private func end(_ why: String, _ state: inout State) {
        // If even this line has no room, the messages are there all the same.
        try? write("# ended after \(RecordedMessage.text(state.last)) s, \(Output.count(state.messages, "message")): \(why)", &state)
        state.isEnded = true
    }

    /// The time since the first message. It never goes back, even if somebody sets the clock.
    private func time(of message: MonitorResource, _ state: inout State) -> Duration {
        guard let seconds = WallTime.seconds(message.time) else { return state.last }
        let start = state.start ?? seconds
        state.start = start
        state.last = max(state.last, .milliseconds(Int64(((seconds - start) * 1000).rounded())))
        return state.last
    }

    /// Writes all lines, or none of them.
    private func write(_ text: String, _ state: inout State) throws(Failure) {
        let bytes = Array(text.utf8) + [UInt8(ascii: "\n")]
        if let code = Output.writeAll(bytes, to: state.file) {
            _ = ftruncate(state.file, state.size)
            state.isEnded = true
            guard state.size > 0 else { throw Failure(unwritable: path, code) }
            throw Failure(
                .io,
                "\(path) cannot be written any further: \(String(errno: code)); the "
                    + "\(Output.count(state.messages, "message")) before are in it")
        }
        state.size += bytes.count
    }
}
