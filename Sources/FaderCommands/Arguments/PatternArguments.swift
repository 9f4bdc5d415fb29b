internal import ArgumentParser
internal import FaderModel

/// Which parameters a command shows: `watch master drums.*`.
struct PatternArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Only ids that begin with this, or with * or ? in it match it as a whole.", valueName: "pattern"),
        completion: DaemonCompletion.parameters)
    var words: [String] = []

    /// The words; an empty one means every parameter, as none does.
    var patterns: IDPatterns { IDPatterns(words.contains("") ? [] : words) }

    func validate() throws {
        guard words.count <= IDPatterns.most else {
            throw ValidationError("at most \(IDPatterns.most) patterns can be given; without any, all parameters are meant")
        }
        if let list = words.first(where: { $0.contains(",") }) {
            let apart = list.split(separator: ",").joined(separator: " ")
            throw ValidationError("no id contains a comma; separate them by blanks: \(apart)")
        }
    }
}
