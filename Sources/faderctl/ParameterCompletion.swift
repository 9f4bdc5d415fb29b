internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// Lets the shell complete ids by asking the daemon. A shell that gets nothing just does not complete.
enum ParameterCompletion {
    static let kind = CompletionKind.custom { words, _, _ in
        var socket: String?
        if let flag = words.firstIndex(of: "--socket"), words.indices.contains(flag + 1) { socket = words[flag + 1] }
        let candidates = SocketPath.candidates(flag: socket, environment: Environment.variables)
        let client = DaemonClient(candidates: candidates, patience: 300)
        do throws(ClientError) {
            return try await client.parameters().map(\.id)
        } catch {
            return []
        }
    }
}
