public import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderThreads

extension Daemon {
    /// All profiles that a surface can name, by name.
    public func profiles() async -> [ProfileResource] { await shelved().map { ProfileResource($0) } }

    /// The controllers that belong to no surface, each with the profile of its model where there is one.
    public func controllers() async -> [ControllerResource] {
        let strangers = await SeparateThread.run { [surroundings] in surroundings.strangers() }
        guard !strangers.isEmpty else { return [] }
        let known = await shelved().filter(\.isSound)
        return strangers.map { stranger in
            let best = known.filter { $0.match?.accepts(stranger.client, stranger.usb) ?? false }.max {
                Self.certainty($0, stranger) < Self.certainty($1, stranger)
            }
            return ControllerResource(client: stranger.client, usb: stranger.usb.map { "\($0)" }, profile: best?.name)
        }
    }

    /// How much the way says by which a profile recognises a controller: its USB identity more than any name, and of names the longest pattern,
    /// "X-Touch One*" more than "X-Touch*".
    private static func certainty(_ profile: ProfileShelf.Entry, _ stranger: Stranger) -> Int {
        guard let match = profile.match else { return 0 }
        return stranger.usb.map(match.usb.contains) ?? false ? .max : match.client.utf8.count
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
