import FaderAPI
import FaderRig
import Testing

@testable import FaderServer

@Suite struct OpenAPITests {
    let rows: [RouteRow]
    let document: JSON

    init() async throws {
        let rig = try await Rig(.server())
        rows = await Endpoints.all(of: rig.daemon, OwnPart(token: nil)).map(\.row)
        await rig.stop()
        document = try JSON(Endpoints.description)
    }

    /// What the document says of a route, and its parameters.
    private func described(_ row: RouteRow) throws -> (operation: JSON, parameters: [JSON]) {
        let operation = try #require(document["paths"]?[row.template]?[row.method.rawValue.lowercased()], "\(row.template)")
        let parameters = operation["parameters"]?.list ?? []
        return (
            operation,
            parameters.map { parameter in
                let name = parameter["$ref"]?.text?.split(separator: "/").last.map(String.init)
                return name.flatMap { document["components"]?["parameters"]?[$0] } ?? parameter
            }
        )
    }

    @Test("every route of the router is described, and nothing else is")
    func routes() throws {
        let paths = try #require(document["paths"]?.object)
        var described: Set<String> = []
        for (path, item) in paths {
            for method in try #require(item.object).keys where method != "parameters" { described.insert("\(method.uppercased()) \(path)") }
        }
        #expect(described == Set(rows.map { "\($0.method.rawValue) \($0.template)" }))
    }

    @Test("the query keys, bodies, statuses and permissions of the router are as described")
    func rules() throws {
        let (free, token, key) = (JSON.object([:]), JSON.object(["token": .list([])]), JSON.object(["key": .list([])]))
        for row in rows {
            let (operation, parameters) = try described(row)
            let place = Comment(rawValue: "\(row.method) \(row.template)")
            let query = parameters.filter { $0["in"]?.text == "query" }
            #expect(query.compactMap { $0["name"]?.text } == row.query.map(\.name), place)
            for (key, parameter) in zip(row.query, query) {
                let schema = parameter["schema"]
                switch key.kind {
                case .text, .patterns: #expect(schema?["type"]?.text == "string" || schema?["enum"] != nil, place)
                case .flag: #expect(schema?["enum"] == .list(["", "true", "false"].map { .text($0) }), place)
                case .number(let range):
                    let limits = [schema?["minimum"]?.number, schema?["maximum"]?.number]
                    #expect(limits == [Double(range.lowerBound), Double(range.upperBound)], place)
                }
            }
            #expect(parameters.contains { $0["name"]?.text == "If-Match" } == row.isConditional, place)
            #expect((operation["requestBody"] != nil) == row.hasBody, place)
            if row.hasBody { #expect(operation["requestBody"]?["required"] == .truth(!row.isBodyOptional), place) }
            #expect(operation["responses"]?["\(row.status)"]?["content"]?[row.answer.mediaType] != nil, place)
            let security: JSON? =
                switch row.access {
                case .anybody: .list([free])
                case .page, .everything: .list([free, token, key])
                case .token, .socket: nil
                }
            #expect(operation["security"] == security, place)
            #expect((operation["x-key-of-page"] == .truth(true)) == (row.access <= .page), place)
        }
    }

    @Test("whatever can belong to a session, or to somebody, takes the header, which may be left out")
    func headers() throws {
        let ofSessions: Set = [
            "setParameter", "stepParameter", "holdParameter", "beginEdit", "getEdit", "draft", "submitEdit", "blurEdit", "cancelEdit",
            "declare",
            "undeclare", "borrowControl", "learnControl", "useVirtualControl", "watchChanges", "addKey",
        ]
        let ofWriters: Set = [
            "setParameter", "setParameters", "pressTrigger", "holdParameter", "stepParameter", "resetParameter", "submitEdit", "blurEdit",
            "undo", "redo",
            "recallSnapshot", "recallNext", "import",
        ]
        for row in rows {
            let (operation, parameters) = try described(row)
            let name = try #require(operation["operationId"]?.text)
            for (header, names) in [("Fader-Session", ofSessions), ("Fader-By", ofWriters)] {
                let found = parameters.first { $0["name"]?.text == header }
                #expect((found != nil) == names.contains(name), "\(name): \(header)")
                #expect(found?["required"] == nil)
            }
            // An unknown name.
            if ofSessions.contains(name) { #expect(operation["responses"]?["409"] != nil, "\(name)") }
        }
    }

    @Test("every referenced schema exists, and every schema is referenced")
    func references() throws {
        var used: Set<String> = []
        func collect(_ json: JSON) {
            if let text = json["$ref"]?.text { used.insert(text) }
            json.object?.values.forEach(collect)
            json.list?.forEach(collect)
        }
        collect(document)
        let schemas = try #require(document["components"]?["schemas"]?.object).keys.map { "#/components/schemas/\($0)" }
        // The data of events, which nothing in OpenAPI 3.1 can refer to.
        let ofStreams = [
            "Session", "State", "Batch", "Levels", "Touch", "Takeover", "Recall", "Press", "Ended", "HistoryEvent", "Message", "SilentPeer",
        ]
        .map {
            "#/components/schemas/\($0)"
        }
        let parameters = try #require(document["components"]?["parameters"]?.object).keys.map { "#/components/parameters/\($0)" }
        #expect(used.union(ofStreams) == Set(schemas + parameters + ["#/components/responses/Problem"]))
        #expect(document["info"]?["version"]?.text == faderdVersion)
    }

    @Test("real answers have the described properties, all required ones and no others")
    func answers() async throws {
        try await TestServer.with { server async throws in
            for (method, uri, body) in Self.requests {
                let answer = try await server.request(method, uri, body: body)
                #expect(answer.status == 200, "\(method) \(uri)")
                let template = uri.split(separator: "?")[0].description
                    .replacing("/master", with: "/{id}").replacing("/snapshots/verse", with: "/snapshots/{name}").replacing(
                        "/fader.1", with: "/{control}")
                let schema = try #require(
                    document["paths"]?[template]?[method.lowercased()]?["responses"]?["200"]?["content"]?["application/json"]?["schema"])
                expect(try JSON(answer.body), fits: schema, at: "\(method) \(uri)")
            }
        }
    }

    @Test("real answers about edits and declarations have the described properties")
    func edits() async throws {
        try await TestServer.with { server async throws in
            let answers = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                return try Self.edits.map { method, uri, body in
                    try socket.send(TestServer.text(method, uri, body: body))
                    return try socket.answer() ?? RawSocket.Answer()
                }
            }
            for ((method, uri, _), answer) in zip(Self.edits, answers) {
                let template = uri.replacing("/master", with: "/{id}").replacing("edits/1", with: "edits/{edit}")
                    .replacing("/app.volume", with: "/{id}").replacing("keys/web", with: "keys/{key}")
                let described = document["paths"]?[template]?[method.lowercased()]?["responses"]?["\(answer.status)"]
                let schema = try #require(described?["content"]?["application/json"]?["schema"], "\(method) \(uri): \(answer.text)")
                expect(try JSON(answer.body), fits: schema, at: "\(method) \(uri)")
            }
        }
    }

    private static let edits: [(String, String, String?)] = [
        ("POST", "/v1/parameters/master/edit", nil), ("GET", "/v1/edits/1", nil), ("PUT", "/v1/edits/1", #"{"draft":"1"}"#),
        ("GET", "/v1/edits/1", nil), ("PUT", "/v1/edits/1", #"{"draft":"x"}"#), ("POST", "/v1/edits/1/submit", nil),
        ("PUT", "/v1/parameters/master", #"{"value":1}"#), ("GET", "/v1/edits/1", nil), ("PUT", "/v1/edits/1", #"{"draft":"2"}"#),
        ("POST", "/v1/edits/1/cancel", nil), ("GET", "/v1/declarations", nil),
        ("POST", "/v1/declarations", #"{"id":"app.volume","parameter":{"min":0},"value":0.5,"keep":false,"by":"app"}"#),
        ("GET", "/v1/declarations", nil), ("DELETE", "/v1/declarations/app.volume", nil),
        ("POST", "/v1/keys", #"{"name":"web","key":"0123456789abcdef0123456789abcdef","everything":true}"#), ("GET", "/v1/keys", nil),
        ("DELETE", "/v1/keys/web", nil),
    ]

    @Test("real problems have the described properties")
    func problems() async throws {
        let problem = try #require(document["components"]?["schemas"]?["Problem"])
        try await TestServer.with { server async throws in
            server.fillDisk()
            try server.rig.write(config: TestServer.badConfig)
            for (method, uri, body) in [
                ("GET", "/v1/parameters/mastr", nil), ("PUT", "/v1/parameters/master", #"{"value":1}"#), ("POST", "/v1/reload", nil),
                ("GET", "/nothing", nil), ("PUT", "/v1/parameters/master", "{"),
            ] {
                let answer = try await server.request(method, uri, body: body)
                #expect(answer.status >= 400)
                expect(try JSON(answer.body), fits: problem, at: "\(method) \(uri)")
                #expect(try JSON(answer.body)["status"]?.number == Double(answer.status))
            }
        }
    }

    @Test("the document is served unchanged")
    func served() async throws {
        try await TestServer.with { server async throws in
            let served = try await server.json("GET", "/v1/openapi.json")
            #expect(served == document)
        }
    }

    private static let requests: [(String, String, String?)] = [
        ("GET", "/v1/status", nil), ("GET", "/v1/token", nil), ("POST", "/v1/token", nil), ("GET", "/v1/keys", nil),
        ("GET", "/v1/surfaces", nil),
        ("GET", "/v1/targets", nil),
        ("GET", "/v1/parameters", nil), ("GET", "/v1/parameters/master", nil),
        ("PUT", "/v1/parameters/master", #"{"value":99}"#), ("POST", "/v1/parameters/master/check", #"{"text":"1"}"#),
        ("POST", "/v1/parameters/master/check", #"{"text":"x"}"#), ("POST", "/v1/parameters/master/step", #"{"by":1}"#),
        ("POST", "/v1/parameters/master/reset", nil), ("GET", "/v1/parameters/master/explain", nil), ("POST", "/v1/reload", nil),
        ("GET", "/v1/virtual", nil), ("GET", "/v1/virtual-surface", nil), ("PUT", "/v1/virtual/fader.1", #"{"touched":true}"#),
        ("GET", "/v1/history", nil),
        ("POST", "/v1/undo", nil), ("POST", "/v1/redo", #"{"id":"master"}"#), ("PUT", "/v1/snapshots/verse", nil),
        ("GET", "/v1/snapshots", nil), ("GET", "/v1/snapshots/verse", nil), ("POST", "/v1/snapshots/verse/recall", #"{"over":0.5}"#),
        ("POST", "/v1/snapshots/verse/rename", #"{"to":"chorus"}"#), ("PUT", "/v1/snapshots/verse", #"{"only":"ma"}"#),
        ("DELETE", "/v1/snapshots/verse", nil), ("GET", "/v1/export", nil),
        ("POST", "/v1/import?dry-run", #"{"faderd-export":1,"parameters":{},"snapshots":{}}"#),
    ]

    /// Checks a value against a schema, with the parts of JSON Schema that the document uses.
    private func expect(_ value: JSON, fits schema: JSON, at place: String) {
        if let name = schema["$ref"]?.text?.split(separator: "/").last {
            guard let target = document["components"]?["schemas"]?[String(name)] else { return #expect(Bool(false), "\(place): \(name)") }
            return expect(value, fits: target, at: place)
        }
        if let words = schema["enum"]?.list { #expect(words.contains(value), "\(place): \(value)") }
        if let only = schema["const"] { #expect(value == only, "\(place): \(value)") }
        switch schema["type"]?.text {
        case "object":
            guard let members = value.object else { return #expect(Bool(false), "\(place) is no object") }
            let properties = schema["properties"]?.object ?? [:]
            let others = schema["additionalProperties"]
            let isClosed = others == .truth(false)
            #expect(Set(members.keys).isSubset(of: properties.keys) || !isClosed, "\(place): \(members.keys)")
            for key in schema["required"]?.list ?? [] { #expect(members[key.text ?? ""] != nil, "\(place): \(key) is missing") }
            for (key, member) in members {
                if let schema = properties[key] ?? (others?.object == nil ? nil : others) {
                    expect(member, fits: schema, at: "\(place).\(key)")
                }
            }
        case "array":
            guard let items = value.list else { return #expect(Bool(false), "\(place) is no list") }
            if let schema = schema["items"] { for item in items { expect(item, fits: schema, at: place) } }
        case "string": #expect(value.text != nil, "\(place): \(value)")
        case "number": #expect(value.number != nil, "\(place): \(value)")
        case "integer": #expect(value.number.map { $0.rounded() == $0 } == true, "\(place): \(value)")
        case "boolean": if case .truth = value {} else { #expect(Bool(false), "\(place): \(value)") }
        default: break
        }
    }
}
