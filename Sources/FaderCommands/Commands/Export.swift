internal import ArgumentParser
internal import FaderAdmin
internal import Glibc

struct Export: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "export", abstract: "Print all values and snapshots as one JSON document.")

    @OptionGroup var options: Options

    func perform(_ client: DaemonClient) async throws {
        Output.document(try await Progress.shown("exporting") { try await client.export(wait: $0) })
    }
}

struct Import: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import values and snapshots from an exported document, all or nothing.",
        discussion: "FILE may be \"-\" for the standard input.")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @Argument(help: "The document.", completion: .file())
    var file: String
    @Flag(help: "Only say what it would do.")
    var dryRun = false
    @Flag(help: "Import only the snapshots; values stay as they are.")
    var snapshotsOnly = false

    func perform(_ client: DaemonClient) async throws {
        let document = try InputFile.bytes(file)
        let result = try await Progress.shown(dryRun ? "looking at \(document.count) bytes" : "importing \(document.count) bytes") {
            try await client.importDocument(document, isDryRun: dryRun, isOnlySnapshots: snapshotsOnly, wait: $0)
        }
        if options.json { return try Output.json(result) }
        let verb = dryRun ? "would import" : "imported"
        Output.line(
            "\(verb) \(snapshotsOnly ? "" : "\(Self.count(result.parameters.count, "value")) and ")\(Self.count(result.snapshots.count, "snapshot"))"
        )
        if dryRun {
            for change in result.changes { Output.line(change.line) }
            if snapshotsOnly { for name in result.snapshots { Output.line(name) } }
        }
        Self.tell(result)
    }

    /// `1 value`, `3 values`.
    static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    /// Prints the notices of an import on standard error.
    static func tell(_ result: ImportResource) {
        for altered in result.altered { Output.tellLines(Output.printable("\(altered.id): \(altered.notice)")) }
        for sentence in result.skipped { Output.tell(sentence) }
        if result.forgotten > 0 {
            Output.tell(
                "no room for all values of parameters that are not configured: the oldest \(result.forgotten) of them were forgotten")
        }
        guard !result.unconfigured.isEmpty else { return }
        let some = result.unconfigured.prefix(4).joined(separator: ", ")
        let more = result.unconfigured.count > 4 ? " and \(result.unconfigured.count - 4) more" : ""
        Output.tell("not configured; their values are kept until they are: \(some)\(more)")
    }
}

extension ImportResource.Change {
    var line: String { "\(id) \(before) → \(after)" }
}

/// Reads a whole file, or the standard input.
enum InputFile {
    /// The bytes of a file, or of the standard input for `-`. Fails if there are more than `limit`.
    static func bytes(_ path: String, limit: Int = 64 << 20) throws(Failure) -> [UInt8] {
        // A FIFO that nobody writes to is empty; opening it must not wait for somebody.
        let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw Failure(file: path, "cannot be read", errno) }
        defer { if path != "-" { close(file) } }
        if path != "-" { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) }
        return try contents(of: file, path, limit: limit)
    }

    /// The bytes of an ordinary file, without ever waiting for anything else: a FIFO, a device, a socket and a directory are refused.
    static func ordinary(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        var status = stat()
        // Checked before opening, because opening alone would wake a FIFO's writer or rewind a tape, and after it, because the path may
        // name something else by then.
        guard unsafe stat(path, &status) == 0 else { throw Failure(file: path, "cannot be read", errno) }
        try requireOrdinary(status, path)
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw Failure(file: path, "cannot be read", errno) }
        defer { close(file) }
        guard unsafe fstat(file, &status) == 0 else { throw Failure(file: path, "cannot be read", errno) }
        try requireOrdinary(status, path)
        return try contents(of: file, path, limit: limit)
    }

    static func requireOrdinary(_ status: stat, _ path: String) throws(Failure) {
        let what: String
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: what = "a directory"
        case S_IFIFO: what = "a FIFO"
        case S_IFSOCK: what = "a socket"
        default: what = "a device"
        }
        throw Failure(.io, "\(path) is \(what); only an ordinary file can be used here")
    }

    /// Reads a descriptor to its end; `path` is its name in an error.
    static func contents(of file: Int32, _ path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
        guard let bytes = FileContents.of(file, limit: limit == .max ? limit : limit + 1) else {
            throw Failure(file: path, "cannot be read", errno)
        }
        guard bytes.count <= limit else {
            throw Failure(.refused, "\(path) is larger than \(limit >> 20) MiB; name the file that was meant")
        }
        return bytes
    }
}
