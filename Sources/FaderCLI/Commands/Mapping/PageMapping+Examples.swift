internal import FaderJSON
internal import FaderValues

/// Examples for a config that has nothing yet. The browser only names an example: the text is that of the installed file.
extension PageMapping {
    /// Writes an example, but only where there is no config file, or one that has nothing but its version.
    func begin(_ body: [UInt8]) async throws -> Outcome {
        guard let node = try? JSONReader.read(body), case .object(let members) = node.content,
            case .text(let name)? = members.first(where: { $0.key == "name" })?.value.content,
            let request = MappingRequest(members.filter { $0.key != "name" }), request.edits.isEmpty
        else { throw MappingProblem(400, "an example is {\"read\": SHA-256, \"name\": NAME, \"dryRun\": true or false}") }
        guard let example = Example.all()?.first(where: { $0.name == name }) else {
            throw MappingProblem(404, "there is no example \"\(name.withoutControls())\"")
        }
        if request.read.isEmpty, let first = FirstConfig(try await client.ask(Routes.getStatus)) {
            return try await write(FirstConfig(place: first.place, text: example.text), request)
        }
        let file = try await current(request)
        guard try file.content().isEmptyConfig else {
            throw MappingProblem(409, "\(file.path) has something already; \"faderctl example \(name)\" prints the example")
        }
        return try await replace(file, with: example.text, isDry: request.isDry)
    }
}

extension Example {
    static var titles: [MappingPicture.Profile] { (all() ?? []).map { .init(name: $0.name, title: $0.title) } }
}

extension JSONValue {
    var isEmptyConfig: Bool { members.keys.allSatisfy { $0 == "version" } }
}
