internal import ArgumentParser
internal import FaderValues

struct PatternArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Only ids that begin with this; with * or ? in it, only ids that match it as a whole.", valueName: "pattern"),
        completion: DaemonCompletion.parameters)
    var words: [String] = []

    /// An empty word selects every parameter, and so do no words.
    var patterns: IDPatterns { IDPatterns(words.contains("") ? [] : words) }

    func validate() throws {
        guard words.count <= IDPatterns.most else {
            throw ValidationError("at most \(IDPatterns.most) patterns can be given; give none for all parameters")
        }
        if let list = words.first(where: { $0.contains(",") }) {
            let apart = list.split(separator: ",").joined(separator: " ")
            throw ValidationError("no id contains a comma; separate them by blanks: \(apart)")
        }
    }
}

extension IDPatterns.Word {
    /// What to report if no parameter matches. It suggests the word that was probably meant.
    func failure(_ client: DaemonClient) async throws(ClientError) -> Failure {
        let ids = try await client.parameters().map(\.id)
        let nearest = Suggester.nearest(to: text, among: ids + Self.groups(of: ids))
        let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "\"faderctl list\" shows them all"
        return Failure(.refused, "no parameter's id \(described); \(advice)", suggestion: nearest)
    }

    /// The groups that ids belong to: `drums` and `drums.kick` for `drums.kick.level`.
    private static func groups(of ids: [String]) -> [String] {
        ids.flatMap { id in id.indices.filter { id[$0] == "." }.map { String(id[..<$0]) } }
    }
}
