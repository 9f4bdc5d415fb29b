internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `snapshot save|recall|list|show|diff|delete|rename`
struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Save all values under a name, and bring them back.",
        subcommands: [Save.self, Recall.self, List.self, Show.self, Diff.self, Delete.self, Rename.self])

    struct Save: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "save", abstract: "Save the current values under a name, in place of any snapshot of that name.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String
        @Option(help: "Only ids with this prefix.", completion: DaemonCompletion.parameters)
        var only: String?

        func perform(_ client: DaemonClient) async throws {
            try SnapshotCommand.show(try await client.ask(Routes.saveSnapshot, name, SnapshotRequest(only: only)), json: options.json)
        }
    }

    struct List: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the snapshots: name, number of values, when saved.")
        @OptionGroup var options: Options

        func perform(_ client: DaemonClient) async throws {
            let snapshots = try await client.ask(Routes.listSnapshots)
            if options.json { return try Output.json(snapshots) }
            Output.table(snapshots.map { [$0.name, "\($0.count)", LocalTime.text($0.saved)] })
        }
    }

    struct Show: DaemonCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Print the values of a snapshot, a line each.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String
        @Option(help: "Only ids with this prefix.", completion: DaemonCompletion.parameters)
        var only: String?

        func perform(_ client: DaemonClient) async throws {
            let contents = try await SnapshotCommand.contents(client, name, only: only)
            if options.json { return try Output.json(contents) }
            for entry in contents.entries { Output.line("\(entry.id) \(entry.text ?? "(not configured now)")") }
        }
    }

    struct Diff: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff", abstract: "Print what differs: the current value, and the one a recall would set.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String
        @Option(help: "Only ids with this prefix.", completion: DaemonCompletion.parameters)
        var only: String?

        func perform(_ client: DaemonClient) async throws {
            var contents = try await SnapshotCommand.contents(client, name, only: only)
            // A recall does not change parameters that are not configured.
            contents.entries.removeAll { $0.isSame || $0.now == nil }
            if options.json { return try Output.json(contents) }
            // A difference that the decimals hide is none for a reader.
            for entry in contents.entries where entry.now != entry.text {
                Output.line("\(entry.id) \(entry.now ?? "") → \(entry.text ?? "(not configured now)")")
            }
            for misfit in contents.entries.compactMap(\.misfit) { Output.tell(misfit) }
        }
    }

    struct Delete: DaemonCommand {
        static let configuration = CommandConfiguration(commandName: "delete", abstract: "Forget a snapshot.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String

        func perform(_ client: DaemonClient) async throws {
            try SnapshotCommand.show(try await client.ask(Routes.deleteSnapshot, name), json: options.json)
        }
    }

    struct Rename: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a snapshot another name, which must be free.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String
        @Argument(help: "The new name.")
        var new: String

        func perform(_ client: DaemonClient) async throws {
            try SnapshotCommand.show(try await client.ask(Routes.renameSnapshot, name, RenameRequest(to: new)), json: options.json)
        }
    }

    /// The contents of a snapshot, or only those with a prefix.
    private static func contents(_ client: DaemonClient, _ name: String, only prefix: String?) async throws -> SnapshotContents {
        var contents = try await client.ask(Routes.getSnapshot, name)
        guard let prefix else { return contents }
        contents.entries.removeAll { !$0.id.hasPrefix(prefix) }
        guard !contents.entries.isEmpty else {
            throw Failure(exitCode: 65, sentence: "nothing in \"\(name)\" begins with \"\(prefix)\"")
        }
        return contents
    }

    private static func show(_ snapshot: SnapshotResource, json: Bool) throws {
        if json { return try Output.json(snapshot) }
        Output.line("\(snapshot.name): \(snapshot.count) value\(snapshot.count == 1 ? "" : "s")")
    }
}
