internal import FaderJSON
internal import Glibc

/// Where the keys of a control are written: the user's profile, or the config if the control is defined there.
struct ProfilePlace {
    private let config: ConfigFile
    private let surface: String
    private let profile: ProfileResource?

    init(of surface: SurfaceResource, config: ConfigFile, _ profiles: [ProfileResource]) throws(Failure) {
        (self.config, self.surface) = (config, surface.name)
        guard let name = surface.profile else {
            profile = nil
            return
        }
        guard let found = profiles.first(where: { $0.name == name }) else { throw Failure(noProfile: name, of: profiles) }
        profile = found
    }

    private var folder: String { config.path.sibling("profiles") }

    /// The user's own profile to change; nil if the config is to be changed instead.
    private func ownProfile(for control: String) throws(Failure) -> (from: String, to: String)? {
        guard let profile else { return nil }
        // What the config says about a control overrides its profile.
        if try config.has(["surfaces", surface, "controls", control]) { return nil }
        return (profile.file, "\(folder)/\(profile.name).yaml")
    }

    /// Fails if nothing can be written, before anybody has moved the control.
    func checkWritable() throws(Failure) {
        let own = profile.map { ["\(folder)/\($0.name).yaml"] } ?? []
        for place in [folder, config.path.directory] + own where unsafe access(place, F_OK) == 0 {
            guard unsafe access(place, W_OK) == 0 else { throw Failure(file: place, "cannot be changed; see --output", errno) }
        }
    }

    /// A profile that came with faderd is not changed: the result goes to the user's folder.
    func edit(_ keys: [(key: String, value: JSONValue)], of control: String) throws(Failure) -> (edit: ChangedFile, path: String) {
        let own = try ownProfile(for: control)
        let path = (own == nil ? ["surfaces", surface] : []) + ["controls", control]
        let edit = try (own.map { own throws(Failure) in try ConfigFile(own.from) } ?? config).setting(
            keys.map { ConfigValue(path: path + [$0.key], value: $0.value) })
        return (edit, own?.to ?? config.path)
    }

    /// Writes the profile, and undoes that if the config would have errors with it.
    func write(_ edit: ChangedFile, to path: String) throws(Failure) {
        if path == config.path { return try edit.write() }
        let isNew = unsafe access(path, F_OK) != 0
        if isNew {
            try ProfileFile(path: path, text: edit.text).write()
        } else {
            try edit.write()
        }
        do throws(Failure) {
            try ConfigCheck().require(config.path, else: "the config would have errors, so the profile stays as it is")
        } catch {
            if isNew { unsafe unlink(NewFile.target(of: path)) } else { try edit.undo() }
            throw error
        }
        if isNew { Output.tell("\(path) is your own copy of the profile from now on") }
    }
}
