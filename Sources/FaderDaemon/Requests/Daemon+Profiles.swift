public import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderThreads

extension Daemon {
    /// All profiles that a surface can name, by name.
    public func profiles() async -> [ProfileResource] { await shelved().map { ProfileResource($0) } }

    /// The controllers that belong to no surface, each with the profile of its model where there is one.
    public func controllers() async -> [ControllerResource] {
        let clients = await SeparateThread.run { [surroundings] in surroundings.strangers() }
        guard !clients.isEmpty else { return [] }
        let known = await shelved().filter(\.isSound)
        return clients.map { client in
            // The longest pattern says most: "X-Touch One*" before "X-Touch*".
            let fitting = known.filter { $0.match.map { ClientGlob($0.client).matches(client) } ?? false }
            let best = fitting.max { ($0.match?.client.utf8.count ?? 0) < ($1.match?.client.utf8.count ?? 0) }
            return ControllerResource(client: client, profile: best?.name)
        }
    }

    private func shelved() async -> [ProfileShelf.Entry] {
        let shelf = ProfileShelf(config: paths.config, installed: paths.profileDirectories)
        // The disk may take its time, and the loop of the tasks has other work.
        return await SeparateThread.run { shelf.all() }
    }
}

extension ProfileResource {
    /// A profile as the API shows it.
    fileprivate init(_ entry: ProfileShelf.Entry) {
        self.init(
            name: entry.name, title: entry.title, file: entry.file, match: entry.match.map(\.description), valid: entry.isSound,
            controls: entry.controls.map { control in
                Control(
                    id: control.id, input: "\(control.input)", relative: control.encoder.map { "\($0.encoding.word)" },
                    motor: control.motor.map { "\($0)" }, touch: control.touch.map { "\($0)" })
            })
    }
}
