internal import ArgumentParser

struct RestoreCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring back what a backup holds: config, profiles, values and snapshots, all or nothing.",
        discussion: """
            FILE may be "-" for the standard input. The config is checked first, then the daemon reads it and takes values and snapshots. \
            Whatever goes wrong, everything stays as it was. Profiles, values and snapshots that the backup does not have stay.
            """)

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @Argument(help: "The backup.", completion: .file())
    var file: String
    @Flag(help: "Only show what it would change.")
    var dryRun = false

    func perform(_ client: DaemonClient) async throws {
        let backup = try BackupDocument(reading: try InputFile.bytes(file, limit: BackupDocument.sizeLimit), file)
        let config = try await client.ask(Routes.getStatus).requireConfigFile()
        let files = try RestoredFiles(backup, config: config)
        try files.check()
        if dryRun { return try await show(backup, files, client) }
        try files.checkWritable()
        try tell(try await restore(backup, files, client), dryRun: false)
    }

    /// Replaces the files, loads them, and imports values and snapshots. If any part fails, everything is undone.
    private func restore(_ backup: BackupDocument, _ files: RestoredFiles, _ client: DaemonClient) async throws -> RestoreReport {
        var files = files
        // To undo the restore: the backup's config may clamp values before the backup's own values are refused.
        let state = try await client.export()
        // If one of these ended the program, half a restore would be left.
        EndSignals.ignore()
        try files.replace()
        var isReloaded = false
        do throws(ClientError) {
            let reload = try await client.reload()
            isReloaded = true
            let imported = try await client.importDocument(backup.state, isDryRun: false)
            return RestoreReport(files, dryRun: false, changes: reload.changes, imported: imported)
        } catch {
            var failure = Failure(error)
            if case .problem(let problem) = error { failure.further = (problem.diagnostics ?? []).map(\.text) }
            let reason = failure.sentence ?? ""
            do {
                try files.putBack()
                // A daemon that refused the config still uses its own.
                if isReloaded || !error.isProblem {
                    _ = try await client.reload()
                    _ = try await client.importDocument(state, isDryRun: false)
                }
                failure.sentence = "not restored, and everything is as it was: \(reason)"
            } catch {
                let trouble = (error as? Failure)?.sentence ?? (error as? ClientError)?.description ?? "\(error)"
                failure.sentence =
                    "not restored: \(reason); and not everything is as it was: \(trouble); run \"faderctl reload\" and look at the config"
            }
            throw failure
        }
    }

    private func show(_ backup: BackupDocument, _ files: RestoredFiles, _ client: DaemonClient) async throws {
        var imported: ImportResource?
        do throws(ClientError) {
            imported = try await client.importDocument(backup.state, isDryRun: true)
            if !files.files.isEmpty {
                // The config of the backup configures them.
                imported?.unconfigured = []
                Output.tell("values are shown as the config in force reads them; the config of the backup may read them differently")
            }
        } catch {
            // The values may fit the config of the backup all the same.
            guard case .problem(let problem) = error, problem.status == 422, !files.files.isEmpty else { throw error }
            Output.tell("what the values will be is only known once the config of the backup is in force")
        }
        if !options.json { for file in files.files { Output.lines(file.diff) } }
        try tell(RestoreReport(files, dryRun: true, imported: imported), dryRun: true)
        for change in options.json ? [] : imported?.changes ?? [] { Output.line(change.line) }
        try files.checkWritable()
    }

    private func tell(_ report: RestoreReport, dryRun: Bool) throws {
        if options.json { return try Output.json(report) }
        for file in report.files { Output.line("\(dryRun ? "would write" : "wrote") \(file)") }
        for line in report.changes.lines { Output.line(line) }
        guard let imported = report.imported else { return }
        let counts = "\(Output.count(imported.parameters.count, "value")) and \(Output.count(imported.snapshots.count, "snapshot"))"
        Output.line("\(dryRun ? "would restore" : "restored") \(counts)")
        ImportCommand.tell(imported)
    }
}

struct RestoreReport: Encodable {
    var config: String
    var files: [String]
    var dryRun: Bool
    var changes: [ConfigChange] = []
    /// Nil if it is not known what was imported.
    var imported: ImportResource?

    init(_ files: RestoredFiles, dryRun: Bool, changes: [ConfigChange] = [], imported: ImportResource?) {
        (config, self.files, self.dryRun) = (files.config, files.files.map(\.path), dryRun)
        (self.changes, self.imported) = (changes, imported)
    }
}

extension ClientError {
    fileprivate var isProblem: Bool { if case .problem = self { true } else { false } }
}
