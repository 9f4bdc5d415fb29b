internal import Glibc
internal import Synchronization

/// Unbuffered, so that a line appears as soon as it is printed.
enum Output {
    /// One line, even if the text has line breaks.
    static func line(_ text: String) { write(Array(printable(text).utf8) + [UInt8(ascii: "\n")], to: STDOUT_FILENO) }

    static func table(_ rows: [[String]]) { for line in ColumnTable.lines(rows) { self.line(line) } }

    /// Prints a JSON document as it came from the daemon.
    static func document(_ json: [UInt8]) { write(forTerminal(json), to: STDOUT_FILENO) }

    /// Prints several lines. The last line has its line break, too.
    static func lines(_ text: String) { write(Array(printableLines(text).utf8), to: STDOUT_FILENO) }

    /// Writes to standard output. Control sequences stay unchanged.
    static func draw(_ bytes: String) { write(Array(bytes.utf8), to: STDOUT_FILENO) }

    /// Writes to standard error. Control sequences stay unchanged.
    static func drawAside(_ bytes: String) { write(Array(bytes.utf8), to: STDERR_FILENO) }

    /// Prints a resource as JSON, one key per line.
    static func json(_ resource: some Encodable) throws(Failure) { try json(resource, isPretty: true) }

    static func jsonLine(_ resource: some Encodable) throws(Failure) { try json(resource, isPretty: false) }

    private static func json(_ resource: some Encodable, isPretty: Bool) throws(Failure) {
        do throws(WireError) {
            let bytes = isPretty ? try WireJSON.encodePretty(resource) : try WireJSON.encode(resource)
            write(forTerminal(bytes) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
        } catch {
            throw Failure(.defect, "the answer cannot be put into JSON: \(error)")
        }
    }

    /// JSON was asked for. Then standard error is also JSON, one object per line.
    static let isJSON = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")

    /// Prints JSON for callers that cannot throw: a resource that cannot be encoded ends the program.
    static func jsonLine(checked resource: some Encodable) {
        do throws(Failure) {
            try jsonLine(resource)
        } catch {
            report(error)
            exit(error.exitCode)
        }
    }

    /// Prints a sentence for people on standard error; with `--json` as `{"notice": …}`.
    static func tell(_ sentence: String) {
        if isJSON, say(["notice": sentence]) { return }
        write(Array("faderctl: \(printable(sentence))\n".utf8), to: STDERR_FILENO)
    }

    /// A failure without a sentence has been reported already.
    static func report(_ failure: Failure) {
        if isJSON, let report = ErrorReport(failure), say(report) { return }
        if let sentence = failure.sentence { write(Array("faderctl: \(printable(sentence))\n".utf8), to: STDERR_FILENO) }
        for line in failure.further { write(Array("\(printableLines(line))\n".utf8), to: STDERR_FILENO) }
    }

    /// Prints JSON on standard error. False if it cannot be encoded; the caller writes plain text instead.
    private static func say(_ content: some Encodable) -> Bool {
        guard let line = try? WireJSON.encode(content) else { return false }
        write(forTerminal(line) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
        return true
    }

    /// Prints lines as `tell` does, but without `faderctl:` in front.
    static func tellLines(_ text: String) {
        if isJSON, say(["notice": text]) { return }
        write(Array("\(printableLines(text))\n".utf8), to: STDERR_FILENO)
    }

    /// `1 value`, `3 values`
    static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    /// Names come from devices, programs and files, and may contain anything that affects a terminal.
    static func printable(_ text: String) -> String { text.withoutControls(but: ["\t"]) }

    /// Names in the lines must be made printable on their own, so that they cannot make another line.
    static func printableLines(_ text: String) -> String { text.withoutControls(but: ["\n", "\t"]) }

    private static func forTerminal(_ json: [UInt8]) -> [UInt8] { Array(String(decoding: json, as: UTF8.self).jsonForTerminal.utf8) }

    private static func write(_ bytes: [UInt8], to file: Int32) {
        if loss.withLock({ $0.files.contains(file) }) { return }
        guard let code = writeAll(bytes, to: file) else { return }
        let (act, goesOn) = loss.withLock { loss in
            defer { loss.act = nil }
            if loss.goesOn { loss.files.insert(file) }
            return (loss.act, loss.goesOn)
        }
        act?(code)
        if !goesOn { end(code, writing: file) }
    }

    /// Writes all bytes. Returns the error number if that fails.
    static func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return nil
    }

    private struct Loss {
        var act: (@Sendable (Int32) -> Void)?
        var goesOn = false
        /// The descriptors that can no longer be written, while the program goes on.
        var files: Set<Int32> = []
    }

    private static let loss = Mutex(Loss())

    /// Calls `act` when standard output or error cannot be written for the first time. Then the program ends. If it `goesOn`, further
    /// output there is dropped, and it calls `end(_:writing:)` when it has done what it has to.
    static func whenUnwritable(goesOn: Bool = false, _ act: @escaping @Sendable (_ code: Int32) -> Void) {
        loss.withLock { ($0.act, $0.goesOn) = (act, goesOn) }
    }

    /// Ends the program because it cannot write: by SIGPIPE if the reader is gone, else with an error.
    static func end(_ code: Int32, writing file: Int32 = STDOUT_FILENO) -> Never {
        if code == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        if file == STDOUT_FILENO {
            let reason = code == EBADF ? "standard output is closed" : String(errno: code)
            report(Failure(.io, "the output cannot be written: \(reason)"))
        }
        exit(EX_IOERR)
    }
}
