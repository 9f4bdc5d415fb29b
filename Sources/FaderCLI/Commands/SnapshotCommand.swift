internal import ArgumentParser

struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Save all values under a name, and bring them back.",
        subcommands: [
            Save.self, RecallCommand.self, RecallNextCommand.self, ListCommand.self, Show.self, Diff.self, Fade.self, Delete.self,
            Rename.self, Move.self,
        ])

    struct Save: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "save", abstract: "Save the current values under a name, in place of any snapshot of that name.",
            discussion:
                "With --over, recalls of it fade; saving it again without --over keeps the fade. A new snapshot comes last in the order.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String
        @Option(
            help: "How long a recall takes to fade to it: 3s, 500ms, 2min; 0: it sets the values at once. Default: as it was saved before.",
            transform: FadeOption.seconds)
        var over: Double?
        @OptionGroup var choice: ChoiceOptions

        func perform(_ client: DaemonClient) async throws {
            let request = SnapshotRequest(over: over, only: choice.wanted, except: choice.unwanted)
            try SnapshotCommand.show(try await client.ask(Routes.saveSnapshot, name, request), json: options.json)
        }
    }

    struct ListCommand: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the snapshots in their order: name, number of values, when saved, fade.")
        @OptionGroup var options: Options

        func perform(_ client: DaemonClient) async throws {
            try SnapshotCommand.show(try await client.ask(Routes.listSnapshots), json: options.json)
        }
    }

    struct Show: DaemonCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Print the values of a snapshot, a line each.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String
        @OptionGroup var choice: ChoiceOptions

        func perform(_ client: DaemonClient) async throws {
            let contents = try choice.chosen(try await client.ask(Routes.getSnapshot, name))
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
        @OptionGroup var choice: ChoiceOptions

        func perform(_ client: DaemonClient) async throws {
            var contents = try choice.chosen(try await client.ask(Routes.getSnapshot, name))
            // A recall does not change parameters that are not configured.
            contents.entries.removeAll { $0.isSame || $0.now == nil }
            if options.json { return try Output.json(contents) }
            // A difference that the decimals hide is not shown to people.
            for entry in contents.entries where entry.now != entry.text && !isLeftOut(entry) {
                Output.line("\(entry.id) \(entry.now ?? "") → \(entry.text ?? "(not configured now)")")
            }
            for misfit in contents.entries.compactMap(\.misfit) { Output.tell(misfit) }
            for entry in contents.entries where entry.now != entry.text && isLeftOut(entry) {
                Output.tell("\(entry.id) differs, but is recall-safe: recall it with --only \(entry.id)")
            }
        }

        /// Whether a recall leaves out the entry because its parameter is `recall-safe`.
        private func isLeftOut(_ entry: SnapshotContents.Entry) -> Bool {
            entry.recallSafe == true && ![entry.id, entry.partOf].compactMap { $0 }.contains { choice.wanted?.name($0) ?? false }
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

    struct Fade: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "fade", abstract: "Give a snapshot another fade; its values stay.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String
        @Argument(
            help: "How long a recall takes to fade to it: 3s, 500ms, 2min; 0: it sets the values at once.", transform: FadeOption.seconds)
        var over: Double

        func perform(_ client: DaemonClient) async throws {
            try SnapshotCommand.show(try await client.ask(Routes.fadeSnapshot, name, FadeRequest(over: over)), json: options.json)
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

    struct Move: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a snapshot in the order: before another one, or to the end.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
        var name: String
        @Option(help: ArgumentHelp("The snapshot before which it is put.", valueName: "name"), completion: DaemonCompletion.snapshots)
        var before: String?
        @Flag(help: "Make it the last one.")
        var last = false

        func validate() throws {
            if last == (before != nil) { throw ValidationError("snapshot move needs one of --before NAME and --last") }
        }

        func perform(_ client: DaemonClient) async throws {
            let snapshots = try await client.ask(Routes.moveSnapshot, name, MoveRequest(before: before))
            try SnapshotCommand.show(snapshots, json: options.json)
        }
    }

    private static func show(_ snapshots: [SnapshotResource], json: Bool) throws {
        if json { return try Output.json(snapshots) }
        Output.table(
            snapshots.map { [$0.name, "\($0.count)", LocalTime.text($0.saved), $0.over.map { "fades over \(FadeOption.text($0))" } ?? ""] })
    }

    private static func show(_ snapshot: SnapshotResource, json: Bool) throws {
        if json { return try Output.json(snapshot) }
        let fade = snapshot.over.map { ", fades over \(FadeOption.text($0))" } ?? ""
        Output.line("\(snapshot.name): \(Output.count(snapshot.count, "value"))\(fade)")
        if let count = snapshot.notHeard { Output.tell("\(count) left out: not heard yet") }
    }
}
