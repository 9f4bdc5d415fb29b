import FaderAPI
import FaderMIDI
import FaderRig
import FaderTesting
import FaderValues
import Testing

@testable import FaderServer

/// The key of a page: what it sees and moves, and that there is nothing else. Everything that is not on its page has "xylo" in its name.
@Suite(.serialized) struct PageKeyTests {
    private static let key = "0123456789abcdef0123456789abcdef"
    private static let shown = "Authorization: Bearer \(key)\r\n"
    /// The page shows one end of `half.span` alone; these are not on it either.
    private static let others = ["xylo", "half.span.high", "\"half.span\""]

    private static func config(drums: String = #"["drum.*", half.span.low]"#, pages: Bool = true) -> String {
        """
        version: 1
        parameters:
          drum.level: {label: Drum level, min: -70, max: 6, unit: dB, default: -12, decimals: 1}
          drum.band: {kind: range, min: 20, max: 20000, unit: Hz, decimals: 0, default: [100, 1000]}
          drum.tint: {kind: color}
          drum.name: {kind: text, default: drums}
          drum.go: {kind: trigger, target: {set: {xylo.quartz: 5}}}
          drum.fail: {kind: trigger, target: {recall: xylogone}}
          half.span: {kind: range, min: 0, max: 100, gap: 10, decimals: 0, default: [20, 50]}
          xylo.quartz: {label: Xyloquartz, min: 0, max: 10, decimals: 0}
          xylo.word: {kind: text, default: xylotext}
          xylo.go: {kind: trigger, label: Xylotrigger}
        surfaces:
          xylodesk:
            match: "faderd virtual"
            controls:
              fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
              fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
            map: {fader.1: drum.level, fader.2: xylo.quartz}
        \(pages ? "web: {pages: {drums: \(drums), xylopage: [\"xylo.*\", drum.level]}}" : "")

        """
    }

    private static func body(_ name: String = "lan-drums", page: String = "drums", key: String = key) -> String {
        #"{"name":"\#(name)","key":"\#(key)","page":"\#(page)"}"#
    }

    private func register(_ server: TestServer, _ body: String = body()) async throws -> RawSocket {
        try await blocking { [path = server.path] in
            let socket = try RawSocket(unix: path)
            try socket.send(TestServer.text("POST", "/v1/keys", body: body))
            #expect(try socket.answer()?.status == 201)
            return socket
        }
    }

    /// Runs a test with a daemon that has a snapshot, a history and the key.
    private func with(_ test: (TestServer) async throws -> Void) async throws {
        try await TestServer.with(setup: Rig.Setup(config: Self.config())) { server async throws in
            for (method, uri, body) in [
                ("PUT", "/v1/parameters/xylo.quartz", #"{"value":3}"#), ("PUT", "/v1/parameters/drum.level", #"{"text":"-6"}"#),
                ("PUT", "/v1/snapshots/xylosnap", "{}"),
            ] {
                let answer = try await server.request(method, uri, body: body, headers: "Fader-By: xylowriter\r\n")
                #expect(answer.status == 200, "\(uri)")
            }
            let owner = try await register(server)
            defer { owner.close() }
            try await test(server)
        }
    }

    private func ask(
        _ server: TestServer, _ method: String, _ uri: String, _ body: String? = nil, headers: String = "", overTCP: Bool = false
    ) async throws -> RawSocket.Answer {
        try await server.request(method, uri, body: body, headers: Self.shown + headers, overTCP: overTCP)
    }

    /// What a text has of what is not on the page.
    private static func leaks(_ text: String, besides asked: String = "") -> [String] {
        let text = (asked.isEmpty ? text : text.replacing(asked, with: "")).lowercased()
        return others.filter { text.contains($0) }
    }

    private static func name(_ row: RouteRow) -> String { "\(row.method.rawValue) \(row.template)" }

    /// A body for each route that takes one; the ids in it are given.
    private static func body(of row: RouteRow, _ id: String) -> String? {
        guard row.hasBody else { return nil }
        return switch name(row) {
        case "PUT /v1/parameters/{id}": #"{"text":"1"}"#
        case "PATCH /v1/parameters": #"{"\#(id)":{"text":"1"}}"#
        case "POST /v1/parameters/{id}/check": #"{"text":"99999"}"#
        case "POST /v1/parameters/{id}/step": #"{"by":1}"#
        case "POST /v1/parameters/{id}/hold": #"{"value":1,"gesture":"a"}"#
        case "PUT /v1/edits/{edit}": #"{"draft":"1"}"#
        default: "{}"
        }
    }

    @Test(
        "of every route in the table, the answer to the key of a page has nothing of other parameters, or is a refusal",
        arguments: [false, true])
    func routes(isOverTCP: Bool) async throws {
        try await with { server async throws in
            let own = OwnPart(token: nil)
            let rows = await Endpoints.all(of: server.daemon, own).map(\.row)
            #expect(rows.count > 50 && rows.contains { $0.access == .page } && rows.contains { $0.access == .everything })
            for row in rows where !row.isStream {
                for id in [
                    "drum.level", "drum.band", "drum.go", "half.span.low", "half.span.high", "xylo.quartz", "xylo.go", "xylo", "xylosnap",
                ] {
                    let answer = try await ask(
                        server, row.method.rawValue, row.path(id), Self.body(of: row, id), overTCP: isOverTCP)
                    let text = answer.text
                    #expect(Self.leaks(text, besides: id).isEmpty, "\(Self.name(row)) \(id): \(text)")
                    #expect((answer.status == 403) == (row.access > .page), "\(Self.name(row)) \(id): \(text)")
                    if row.access == .page, row.template.hasPrefix("/v1/parameters/{id}"), Self.leaks(id).isEmpty == false {
                        #expect(answer.status == 404, "\(Self.name(row)) \(id)")
                    }
                    if !row.template.contains("{"), row.method != .patch { break }
                }
            }
            for uri in ["/v1/events", "/v1/monitor"] {
                let row = rows.first { $0.template == uri }
                #expect(try await ask(server, "HEAD", uri, overTCP: isOverTCP).status == (row?.access == .page ? 200 : 403))
            }
        }
    }

    @Test("what is not on the page sounds like what does not exist, in the path and in a body; only what is there is suggested")
    func unknown() async throws {
        try await with { server async throws in
            for (method, end, body) in [
                ("GET", "", nil), ("PUT", "", #"{"value":1}"#), ("POST", "/press", nil), ("POST", "/check", #"{"text":"1"}"#),
                ("POST", "/step", #"{"by":1}"#), ("POST", "/hold", #"{"value":1,"gesture":"a"}"#), ("POST", "/reset", nil),
                ("POST", "/edit", nil), ("PUT", "", #"{"value":1,"text":"1"}"#), ("POST", "/hold", "{}"), ("POST", "/step", "x"),
            ] as [(String, String, String?)] {
                let hidden = try await ask(server, method, "/v1/parameters/xylo.quartz\(end)", body)
                let absent = try await ask(server, method, "/v1/parameters/xylo.quarto\(end)", body)
                #expect(hidden.status == 404 && hidden.text.replacing("quartz", with: "quarto") == absent.text, "\(method) \(end)")
                #expect(!absent.text.contains("did you mean"))
            }
            #expect(try await ask(server, "GET", "/v1/parameters/drum.levl").text.contains("did you mean \\\"drum.level\\\"?"))
            let hidden = try await ask(server, "PATCH", "/v1/parameters", #"{"xylo.quartz":{"text":"1"},"drum.level":{"text":"0"}}"#)
            let absent = try await ask(server, "PATCH", "/v1/parameters", #"{"xylo.quarto":{"text":"1"},"drum.level":{"text":"0"}}"#)
            #expect(hidden.status == 404 && hidden.text.replacing("quartz", with: "quarto") == absent.text)
            #expect(try await server.json("GET", "/v1/parameters/drum.level")["value"]?.number == -6)
            #expect(try await server.json("GET", "/v1/parameters/xylo.quartz")["value"]?.number == 3)
        }
    }

    @Test("it sees and moves its parameters, with their parts; the other part of a range is named neither in a notice nor as a relative")
    func own() async throws {
        try await with { server async throws in
            let ids = try JSON(try await ask(server, "GET", "/v1/parameters").body).list?.compactMap { $0["id"]?.text }
            #expect(
                ids == [
                    "drum.level", "drum.band", "drum.band.low", "drum.band.high", "drum.tint", "drum.tint.hue", "drum.tint.saturation",
                    "drum.tint.lightness", "drum.name", "drum.go", "drum.fail", "half.span.low",
                ])
            let pages = try JSON(try await ask(server, "GET", "/v1/pages").body).list
            #expect(pages?.count == 1 && pages?.first?["name"]?.text == "drums")
            for (method, uri, body) in [
                ("PUT", "drum.level", #"{"position":0.5,"gesture":"hand","end":true}"#), ("PUT", "drum.band.low", #"{"text":"200"}"#),
                ("POST", "drum.band.high/step", #"{"by":1}"#), ("PUT", "drum.band", ##"{"positions":{"low":0.1}}"##),
                ("PUT", "drum.tint", ##"{"text":"#ff8800"}"##), ("POST", "drum.level/reset", nil),
                ("PUT", "half.span.low", #"{"text":"30"}"#),
            ] as [(String, String, String?)] {
                #expect(try await ask(server, method, "/v1/parameters/\(uri)", body).status == 200, "\(uri)")
            }
            let clamped = try await ask(server, "PUT", "/v1/parameters/half.span.low", #"{"text":"90"}"#)
            #expect(clamped.text.contains("the other part is at 50") && Self.leaks(clamped.text).isEmpty, "\(clamped.text)")
            let judged = try await ask(server, "POST", "/v1/parameters/half.span.low/check", #"{"text":"90"}"#)
            #expect(judged.text.contains("the other part is at 50") && Self.leaks(judged.text).isEmpty, "\(judged.text)")
            // Nobody is told whose hand is on it.
            try server.rig.surface.hold(0, true)
            #expect(await eventually { (try? await server.json("GET", "/v1/parameters/drum.level")["ownedBy"]?.text) == "touch" })
            let held = try await ask(server, "GET", "/v1/parameters/drum.level")
            #expect(held.text.contains(#""ownedBy":"touch""#) && Self.leaks(held.text).isEmpty)
            let moved = try await ask(server, "PUT", "/v1/parameters/drum.level", #"{"position":0.5,"gesture":"hand"}"#)
            #expect(moved.status == 409 && Self.leaks(moved.text).isEmpty, "\(moved.text)")
            #expect(try await ask(server, "POST", "/v1/parameters/drum.go/press").status == 202)
            #expect(await eventually { (try? await server.json("GET", "/v1/parameters/xylo.quartz")["value"]?.number) == 5 })
        }
    }

    @Test(
        "streams of both forms carry its page alone: state, changes, touches without names, presses and ends; no history, no snapshots",
        arguments: ["parameter", "batch"])
    func streams(form: String) async throws {
        try await with { server async throws in
            let socket = try await blocking { [path = server.path] () throws in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("GET", "/v1/events?form=\(form)", headers: Self.shown))
                let state = String(decoding: try socket.receive(until: "event: state", then: "\n\n"), as: UTF8.self)
                #expect(state.contains("drum.level") && state.contains(#""surfaces":[]"#) && Self.leaks(state).isEmpty, "\(state)")
                return socket
            }
            #expect(try await server.isFollowed())
            try server.rig.surface.hold(1, true)
            try server.rig.surface.move(1, to: Position(0.75))
            try server.rig.surface.hold(0, true)
            try server.rig.surface.move(0, to: Position(0.25))
            try server.rig.surface.hold(0, false)
            try server.rig.surface.hold(1, false)
            for (method, uri, body) in [
                ("PUT", "/v1/parameters/xylo.word", #"{"text":"xyloword"}"#), ("PUT", "/v1/parameters/half.span.high", #"{"text":"70"}"#),
                ("PUT", "/v1/parameters/xylo.quartz", #"{"position":0.5,"gesture":"xylogesture","end":true}"#),
                ("PUT", "/v1/parameters/drum.band.low", #"{"position":0.2,"gesture":"xylogesture","end":true}"#),
                ("POST", "/v1/parameters/xylo.go/press", nil), ("POST", "/v1/parameters/drum.go/press", nil),
                ("POST", "/v1/parameters/drum.fail/press", nil), ("PUT", "/v1/snapshots/xylonew", "{}"),
                ("POST", "/v1/snapshots/xylosnap/recall", "{}"), ("POST", "/v1/undo", "{}"), ("DELETE", "/v1/snapshots/xylonew", nil),
            ] as [(String, String, String?)] {
                #expect(try await server.request(method, uri, body: body, headers: "Fader-By: xylowriter\r\n").status < 300, "\(uri)")
            }
            #expect(await eventually { (try? await server.json("GET", "/v1/parameters/drum.fail")["running"]) == .truth(false) })
            _ = try await server.request("PUT", "/v1/parameters/drum.name", body: #"{"text":"the end"}"#)
            let all = try await blocking { String(decoding: try socket.receive(until: "the end", then: "\n\n"), as: UTF8.self) }
            #expect(Self.leaks(all).isEmpty, "\(all)")
            for name in ["touch", "press", "ended", form] { #expect(all.contains("event: \(name)\n"), "\(name)") }
            #expect(all.contains("the daemon's log says why") && all.contains("drum.band.low"))
            for name in ["history", "snapshots", "surfaces", "targets", "page", "bank", "selected", "recalled", "takeover"] {
                #expect(!all.contains("event: \(name)\n"), "\(name)")
            }
            socket.close()
        }
    }

    @Test("a reload counts at once, for requests, streams and open edits; a page that is gone shows nothing, and comes back")
    func reload() async throws {
        try await with { server async throws in
            let socket = try await blocking { [path = server.path] () throws in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("GET", "/v1/events?session=new", headers: Self.shown))
                return socket
            }
            let session = try await blocking { () throws in
                let text = String(decoding: try socket.receive(until: "event: state", then: "\n\n"), as: UTF8.self)
                return try #require(text.firstMatch(of: #/"session":"([0-9a-f]+)"/#)?.1)
            }
            let ofSession = "Fader-Session: \(session)\r\n"
            let edit =
                try JSON(try await ask(server, "POST", "/v1/parameters/drum.level/edit", headers: ofSession).body)["edit"]?.text ?? ""
            #expect(try await ask(server, "PUT", "/v1/edits/\(edit)", #"{"draft":"-3"}"#, headers: ofSession).status == 200)

            try await server.rig.reload(Self.config(drums: "[half.span.low, drum.name]"))
            for (method, uri, body) in [
                ("GET", "", nil), ("PUT", "", #"{"draft":"-2"}"#), ("POST", "/submit", nil), ("POST", "/blur", nil),
                ("POST", "/cancel", nil),
            ] as [(String, String, String?)] {
                let answer = try await ask(server, method, "/v1/edits/\(edit)\(uri)", body, headers: ofSession)
                #expect(answer.status == 404 && !answer.text.contains("drum.level"), "\(method) \(uri): \(answer.text)")
            }
            #expect(try await ask(server, "GET", "/v1/parameters/drum.level").status == 404)
            #expect(try await server.json("GET", "/v1/parameters/drum.level")["value"]?.number == -6)
            _ = try await server.request("PUT", "/v1/parameters/drum.level", body: #"{"text":"-1"}"#)
            _ = try await server.request("PUT", "/v1/parameters/drum.name", body: #"{"text":"marked"}"#)
            let after = try await blocking { String(decoding: try socket.receive(until: "marked", then: "\n\n"), as: UTF8.self) }
            #expect(after.contains("event: state") && !after.contains("drum.level") && Self.leaks(after).isEmpty, "\(after)")

            try await server.rig.reload(Self.config(pages: false))
            #expect(try await ask(server, "GET", "/v1/parameters").text == "[]")
            #expect(try await ask(server, "GET", "/v1/pages").text == "[]")
            #expect(try await ask(server, "PUT", "/v1/parameters/drum.name", #"{"text":"no"}"#).status == 404)
            let empty = try await blocking { String(decoding: try socket.receive(until: "event: state", then: "\n\n"), as: UTF8.self) }
            #expect(empty.contains(#""parameters":[]"#), "\(empty)")
            try await server.rig.reload(Self.config())
            #expect(try await ask(server, "PUT", "/v1/parameters/drum.level", #"{"text":"0"}"#).status == 200)
            socket.close()
        }
    }

    @Test("it undoes what was changed with it, newest first and nothing else; not if somebody has changed it since; it redoes nothing")
    func undo() async throws {
        try await with { server async throws in
            func undo(_ body: String? = nil) async throws -> RawSocket.Answer { try await ask(server, "POST", "/v1/undo", body) }
            func level() async throws -> Double? { try await server.json("GET", "/v1/parameters/drum.level")["value"]?.number }
            // What others did, even under its name in Fader-By on another key, stays.
            #expect(try await undo().status == 409)
            for text in ["-5", "-4"] {
                let answer = try await ask(
                    server, "PUT", "/v1/parameters/drum.level", #"{"text":"\#(text)"}"#, headers: "Fader-By: somebody else\r\n")
                #expect(answer.status == 200)
            }
            _ = try await server.request("PUT", "/v1/parameters/xylo.quartz", body: #"{"value":9}"#)
            _ = try await server.request("PUT", "/v1/parameters/drum.name", body: #"{"text":"theirs"}"#)
            let first = try await undo()
            #expect(try await level() == -5)
            #expect(first.status == 200 && first.text.contains("drum.level") && Self.leaks(first.text).isEmpty, "\(first.text)")
            #expect(try await undo("{}").status == 200)
            #expect(try await level() == -6)
            #expect(try await undo().status == 409)
            #expect(try await level() == -6)
            #expect(try await ask(server, "POST", "/v1/redo").status == 403)
            // Somebody changed it, and even changed it back.
            _ = try await ask(server, "PUT", "/v1/parameters/drum.level", #"{"text":"-3"}"#)
            for text in ["-2", "-3"] { _ = try await server.request("PUT", "/v1/parameters/drum.level", body: #"{"text":"\#(text)"}"#) }
            let late = try await undo()
            #expect(late.status == 409 && late.text.contains("somebody has changed drum.level since"), "\(late.text)")
            #expect(try await level() == -3)
            for body in [#"{"count":2}"#, #"{"id":"drum.level"}"#, #"{"to":0}"#, #"{"entry":1}"#, #"{"recall":true}"#] {
                #expect(try await undo(body).status == 422, "\(body)")
            }
            // A reload takes part of an act off the page.
            let both = #"{"drum.name":{"text":"mine"},"drum.band":{"text":"50..500"}}"#
            #expect(try await ask(server, "PATCH", "/v1/parameters", both).status == 200)
            try await server.rig.reload(Self.config(drums: "[drum.name]"))
            #expect(try await undo().status == 409)
            #expect(try await server.json("GET", "/v1/parameters/drum.name")["value"]?.text == "mine")
            try await server.rig.reload(Self.config())
            #expect(try await undo().status == 200)
            #expect(try await server.json("GET", "/v1/parameters/drum.name")["value"]?.text == "theirs")
        }
    }

    @Test("two keys of pages undo their own; the history of the desk has their names")
    func two() async throws {
        try await with { server async throws in
            let other = String(Self.key.reversed())
            let second = try await register(server, Self.body("lan-bass", page: "xylopage", key: other))
            defer { second.close() }
            let bass = "Authorization: Bearer \(other)\r\nFader-By: lan-drums\r\n"
            _ = try await ask(server, "PUT", "/v1/parameters/drum.name", #"{"text":"one"}"#)
            _ = try await server.request("PUT", "/v1/parameters/xylo.quartz", body: #"{"value":8}"#, headers: bass)
            #expect(try await ask(server, "POST", "/v1/undo").status == 200)
            #expect(try await server.json("GET", "/v1/parameters/xylo.quartz")["value"]?.number == 8)
            #expect(try await server.request("POST", "/v1/undo", headers: bass).status == 200)
            #expect(try await server.json("GET", "/v1/parameters/xylo.quartz")["value"]?.number == 3)
            let names = try await server.json("GET", "/v1/history").list?.compactMap { $0["by"]?.text }
            #expect(names?.suffix(2) == ["lan-drums", "lan-bass"])
            let keys = try await server.json("GET", "/v1/keys").list
            #expect(keys?.map { $0["allows"]?.text } == ["page", "page"] && keys?.map { $0["page"]?.text } == ["xylopage", "drums"])
            // The same key is not for something else all of a sudden.
            let wider = #"{"name":"lan-drums","key":"\#(Self.key)","everything":true}"#
            #expect(try await server.request("POST", "/v1/keys", body: wider).status == 409)
        }
    }

    @Test("keys of pages take no stream and no connection that is kept for programs on the Unix socket")
    func places() async throws {
        try await TestServer.with(limits: ServerLimits(connections: 16, streams: 8), setup: Rig.Setup(config: Self.config())) {
            server async throws in
            let owner = try await register(server)
            defer { owner.close() }
            let streams = try await blocking { [path = server.path] () throws in
                try (0..<8).map { _ in
                    let socket = try RawSocket(unix: path)
                    try socket.send(TestServer.text("GET", "/v1/events", headers: Self.shown))
                    return (socket, try socket.receive(until: "\r\n\r\n").containsText("200 OK"))
                }
            }
            #expect(streams.map(\.1) == Array(repeating: true, count: 4) + Array(repeating: false, count: 4))
            let more = try await blocking { [path = server.path] () throws in
                try (0..<8).map { _ in
                    let socket = try RawSocket(unix: path)
                    try socket.send(TestServer.text("GET", "/v1/parameters", headers: Self.shown))
                    return (socket, try socket.answer()?.status)
                }
            }
            #expect(more.map(\.1).contains(503) && more.map(\.1).contains(200))
            let local = try await blocking { [path = server.path] () throws in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("GET", "/v1/events"))
                return (socket, try socket.receive(until: "event: state").containsText("200 OK"))
            }
            #expect(local.1)
            #expect(try await server.request("PUT", "/v1/parameters/drum.name", body: #"{"text":"local"}"#).status == 200)
            for socket in streams.map(\.0) + more.map(\.0) + [local.0] { socket.close() }
        }
    }
}
