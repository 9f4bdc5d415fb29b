internal import ArgumentParser

struct ExportCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "export", abstract: "Print all values and snapshots as one JSON document.")

    @OptionGroup var options: Options

    func perform(_ client: DaemonClient) async throws {
        Output.document(try await Progress.shown("exporting") { try await client.export(wait: $0) })
    }
}

struct ImportCommand: WritingCommand {
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
            "\(verb) \(snapshotsOnly ? "" : "\(Output.count(result.parameters.count, "value")) and ")\(Output.count(result.snapshots.count, "snapshot"))"
        )
        if dryRun {
            for change in result.changes { Output.line(change.line) }
            if snapshotsOnly { for name in result.snapshots { Output.line(name) } }
        }
        Self.tell(result)
    }

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
