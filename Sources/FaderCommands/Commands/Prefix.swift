internal import FaderAdmin

/// The error for a prefix that no id begins with.
enum Prefix {
    /// The failure for a prefix or a pattern, with the word that was probably meant.
    static func failure(_ word: IDPatterns.Word, _ client: DaemonClient) async throws(ClientError) -> Failure {
        let ids = try await client.parameters().map(\.id)
        let nearest = Suggester.nearest(to: word.text, among: ids + groups(of: ids))
        let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "\"faderctl list\" shows them all"
        return Failure(.refused, "no parameter's id \(word.described); \(advice)", suggestion: nearest)
    }

    /// The parts of ids before each dot.
    private static func groups(of ids: [String]) -> [String] {
        ids.flatMap { id in id.indices.filter { id[$0] == "." }.map { String(id[..<$0]) } }
    }
}
