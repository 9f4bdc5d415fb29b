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
            "undeclare", "borrowControl", "learnControl", "identifyParameter", "useVirtualControl", "watchChanges", "addKey",
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

    @Test("the document is served unchanged")
    func served() async throws {
        try await TestServer.with { server async throws in
            let served = try await server.json("GET", "/v1/openapi.json")
            #expect(served == document)
        }
    }
}
