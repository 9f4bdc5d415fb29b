internal import FaderJSON
internal import FaderValues

/// What the page asks for: to write the console at an address into the config, or to take one out.
struct ConsoleRequest {
    /// The address of the console to add; nil if one is to be removed.
    let address: String?
    /// The name in `targets:`; nil leaves the choice to faderctl.
    let name: String?
    let surface: String?
    let sends: [SendsArgument]
    let request: MappingRequest

    private static let form =
        "a console is {\"read\": SHA-256, \"address\": HOST or \"name\": NAME, \"surface\": NAME, \"sends\": [\"mon=1-4\"], \"dryRun\": true}"

    static var malformed: MappingProblem { MappingProblem(400, form) }

    init(_ body: [UInt8]) throws(MappingProblem) {
        let malformed = Self.malformed
        guard let node = try? JSONReader.read(body), case .object(let members) = node.content else { throw malformed }
        let own: Swift.Set = ["address", "name", "surface", "sends"]
        guard let request = MappingRequest(members.filter { !own.contains($0.key) }), request.edits.isEmpty else { throw malformed }
        func text(_ key: String) throws(MappingProblem) -> String? {
            switch members.first(where: { $0.key == key })?.value.content {
            case .text(let text)?: return text
            case nil, .null?: return nil
            default: throw malformed
            }
        }
        var sends: [SendsArgument] = []
        if let node = members.first(where: { $0.key == "sends" })?.value {
            guard case .list(let items) = node.content else { throw malformed }
            for item in items {
                guard case .text(let text) = item.content, let one = SendsArgument(argument: text) else {
                    throw MappingProblem(422, "sends are written mon=1-4: a name in small letters, and the numbers of buses")
                }
                sends.append(one)
            }
        }
        (address, name, surface) = (try text("address"), try text("name"), try text("surface"))
        (self.sends, self.request) = (sends, request)
        if let name, !Names.isPlain(name) {
            throw MappingProblem(422, "the name of a console has only letters, digits and - _ . in it")
        }
    }
}
