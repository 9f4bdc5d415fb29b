internal import ArgumentParser

struct ChoiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only ids that begin with this; with * or ? in it, only ids that match it as a whole. May be given several times.",
            valueName: "pattern"),
        completion: DaemonCompletion.parameters)
    var only: [String] = []
    @Option(help: ArgumentHelp("No ids that begin with this, or match it.", valueName: "pattern"), completion: DaemonCompletion.parameters)
    var except: [String] = []

    func validate() throws {
        if (only + except).contains("") {
            throw ValidationError("--only and --except need the beginning of an id, or a pattern such as \"drums.*\"")
        }
        guard max(only.count, except.count) <= IDPatterns.most else {
            throw ValidationError("--only and --except can each be given at most \(IDPatterns.most) times")
        }
    }

    var wanted: IDPatterns? { only.isEmpty ? nil : IDPatterns(only) }
    var unwanted: IDPatterns? { except.isEmpty ? nil : IDPatterns(except) }

    /// Fails if nothing is left of the snapshot's contents.
    func chosen(_ all: SnapshotContents) throws(Failure) -> SnapshotContents {
        var contents = all
        for word in (wanted?.words ?? []) + (unwanted?.words ?? []) where !all.entries.contains(where: { word.matches($0.id) }) {
            throw Failure(.refused, "no parameter in \"\(all.name)\" \(word.described)")
        }
        contents.entries.removeAll { !(wanted?.match($0.id) ?? true) || unwanted?.match($0.id) ?? false }
        guard !contents.entries.isEmpty || all.entries.isEmpty else {
            throw Failure(.refused, "no parameter in \"\(all.name)\" is left")
        }
        return contents
    }
}
