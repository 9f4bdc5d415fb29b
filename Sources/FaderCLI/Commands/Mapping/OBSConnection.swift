internal import FaderJSON
internal import FaderValues

/// An entry of `targets:` that the page makes or changes, and a file with its password.
struct OBSConnection {
    /// Its name in `targets:`.
    let name: String
    /// `HOST:PORT`.
    let address: String
    /// Nil leaves the password as it is.
    let password: String?
    let request: MappingRequest

    private static let form =
        "a connection to OBS is {\"read\": SHA-256, \"name\": NAME, \"address\": \"HOST:PORT\", \"password\": TEXT, \"edits\": [EDIT, …]}"

    init(_ body: [UInt8]) throws(MappingProblem) {
        guard let node = try? JSONReader.read(body), case .object(let members) = node.content else {
            throw MappingProblem(400, Self.form)
        }
        func text(_ key: String) -> String? {
            if case .text(let text)? = members.first(where: { $0.key == key })?.value.content { text } else { nil }
        }
        let own: Swift.Set = ["name", "address", "password"]
        guard let request = MappingRequest(members.filter { !own.contains($0.key) }), let name = text("name"), let address = text("address")
        else {
            throw MappingProblem(400, Self.form)
        }
        guard Names.isPlain(name) else {
            throw MappingProblem(422, "the name of a connection has only letters, digits and - _ . in it, such as studio")
        }
        (self.name, self.address, self.request, password) = (name, address, request, text("password").flatMap { $0.isEmpty ? nil : $0 })
        if let password, password.utf8.count > PasswordFile.longest || password.unicodeScalars.contains(where: \.isControl) {
            throw MappingProblem(422, "a password has one line, at most \(PasswordFile.longest) bytes, and no control characters")
        }
    }

    func passwordFile(in content: JSONValue, beside config: String) throws(MappingProblem) -> PasswordFile? {
        let entry = content["targets"][name]
        guard entry == .null || entry.members["obs"] != nil else {
            throw MappingProblem(409, "\(name) is not a connection to OBS; choose another name")
        }
        return password == nil ? nil : try PasswordFile(of: name, in: content, beside: config)
    }

    /// The connection, then the other edits, which may refer to it.
    func edits(_ file: PasswordFile?) throws(MappingProblem) -> MappingRequest {
        let path = ["targets", name]
        let keys = [("obs", address)] + (file.map { [("password-file", $0.name)] } ?? [])
        var nodes: [JSONNode] = []
        for (key, text) in keys {
            guard let bytes = try? JSONWriter.write(JSONValue.setting(path + [key], to: .text(text))),
                let node = try? JSONReader.read(bytes)
            else {
                throw MappingProblem(422, "\(key) cannot be written as JSON; type it again")
            }
            nodes.append(node)
        }
        return MappingRequest(read: request.read, edits: nodes + request.edits, isDry: request.isDry)
    }
}
