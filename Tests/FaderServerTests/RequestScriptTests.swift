import FaderAPI
import FaderRig
import FaderTesting
import FaderValues
import Testing

@testable import FaderServer

@Suite(.serialized) struct RequestScriptTests {
    @Test(
        "every script of Tests/Scripts/requests comes out as it is written",
        arguments: try ScriptTest.all(in: "Scripts/requests", on: "server"))
    func everyScript(script: ScriptTest) async throws {
        let config = "version: 1\n" + script.setting.joined(separator: "\n") + "\n"
        let played = try await TestServer.with(setup: Rig.Setup(config: config)) { server async throws in
            var player = Player(server: server)
            var lines: [String] = []
            for line in script.beginning + script.lines { lines.append(try await player.played(line)) }
            return lines.joined(separator: "\n")
        }
        if let failure = script.failure({ _ in played }) { Issue.record("\(failure)") }
    }

    /// Sends the requests of a script, and answers with what is asked of each answer: its status, and other facts by their names.
    private struct Player {
        let server: TestServer
        /// The headers of the next request, and those of each.
        private var next = ""
        private var headers = ""
        private var isOverTCP = false
        /// The connection that is used; without a name each request has its own.
        private var connection = ""
        private var connections: [String: RawSocket] = [:]

        init(server: TestServer) { self.server = server }

        mutating func played(_ line: String) async throws -> String {
            let parts = line.split(separator: " > ", maxSplits: 1).map(String.init)
            let words = parts[0].split(separator: " ", maxSplits: 1).map(String.init)
            let rest = words.count > 1 ? words[1].replacing("TOKEN", with: server.token.text).replacing("PORT", with: "\(server.port)") : ""
            switch words[0] {
            case "with": next += rest + "\r\n"
            case "always": headers = rest == "nothing" ? "" : headers + rest + "\r\n"
            case "over": isOverTCP = rest == "tcp"
            case "on": connection = rest == "others" ? "" : rest
            case "close": connections.removeValue(forKey: rest)?.close()
            case "change":
                let value = rest.split(separator: " ")
                try await server.change(String(value[0]), to: Double(value[1]) ?? 0)
            case "fader": try server.moveFader(to: Double(rest) ?? 0)
            case "saved":
                let value = try server.rig.saved[rest].map { String(decoding: try WireJSON.encode($0), as: UTF8.self) }
                return "\(parts[0]) > \(value ?? "nothing")"
            default: return try await asked(parts[0], parts.count > 1 ? parts[1] : "")
            }
            return line
        }

        private mutating func asked(_ request: String, _ wanted: String) async throws -> String {
            let isAwaited = request.hasPrefix("until ")
            let parts = request.dropFirst(isAwaited ? "until ".count : 0).split(separator: " ", maxSplits: 2).map(String.init)
            let facts = wanted.split(separator: " | ").dropFirst().map { String($0.split(separator: " = ", maxSplits: 1)[0]) }
            let sent = headers + next
            next = ""
            let body = parts.count > 2 ? parts[2].replacing("EMPTY", with: "").replacing("\\u{0}", with: "\0") : nil
            var told: String?
            for _ in 0..<(isAwaited ? 6_000 : 1) where told != wanted {
                if told != nil { try await Task.sleep(for: .milliseconds(5)) }
                let answer = try await answer(parts[0], parts[1], body, sent)
                told = (["\(answer.status)"] + facts.map { "\($0) = \(Self.fact($0, of: answer))" }).joined(separator: " | ")
            }
            return "\(request) > \(told ?? "")"
        }

        private mutating func answer(
            _ method: String, _ uri: String, _ body: String?, _ headers: String
        ) async throws -> RawSocket.Answer {
            guard !connection.isEmpty else {
                return try await server.request(method, uri, body: body, headers: headers, overTCP: isOverTCP)
            }
            let socket = try connections[connection] ?? RawSocket(unix: server.path)
            connections[connection] = socket
            return try await blocking {
                try socket.send(TestServer.text(method, uri, body: body, headers: headers))
                return try socket.answer() ?? RawSocket.Answer()
            }
        }

        /// `header NAME`; `headers BEGINNING`, the names that begin so; `has TEXT`, of the body; `body`, all of it; else a place in the
        /// JSON, with `*` for each of a list and `#` for how many there are.
        private static func fact(_ name: String, of answer: RawSocket.Answer) -> String {
            let words = name.split(separator: " ", maxSplits: 1).map(String.init)
            switch words[0] {
            case "header": return answer.header(words[1]) ?? "none"
            case "headers":
                let names = answer.headers.map { $0.name.lowercased() }.filter { $0.hasPrefix(words[1]) }
                return names.isEmpty ? "none" : names.joined(separator: ", ")
            case "has": return answer.text.contains(words[1]) ? "yes" : "no"
            case "body": return answer.text
            default: return text(at: name.split(separator: ".").map(String.init)[...], of: try? JSON(answer.body))
            }
        }

        private static func text(at place: ArraySlice<String>, of json: JSON?) -> String {
            guard let key = place.first else {
                return switch json {
                case .text(let text): text
                case .number(let number): "\(number)"
                case .truth(let truth): "\(truth)"
                case .list(let items): "[\(items.map { text(at: [], of: $0) }.joined(separator: ", "))]"
                case .object(let members): "{\(members.keys.sorted().joined(separator: ", "))}"
                case .null: "null"
                case nil: "none"
                }
            }
            let rest = place.dropFirst()
            switch key {
            case "#": return "\(json?.list?.count ?? 0)"
            case "*": return (json?.list ?? []).map { text(at: rest, of: $0) }.joined(separator: ", ")
            default:
                if let index = Int(key), let list = json?.list { return text(at: rest, of: index < list.count ? list[index] : nil) }
                return text(at: rest, of: json?[key])
            }
        }
    }
}
