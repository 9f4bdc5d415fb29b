internal import FaderAPI
internal import FaderModel
internal import Glibc

/// Where the keys of a surface's control are written: in the user's profile, or in the config if the control is defined there.
struct ProfilePlace {
    private let config: String
    private let surface: String
    /// The profile that the surface names; nil if it names none.
    private let profile: ProfileResource?

    init(of surface: SurfaceResource, config: String, _ profiles: [ProfileResource]) throws(Failure) {
        (self.config, self.surface) = (config, surface.name)
        guard let name = surface.profile else {
            profile = nil
            return
        }
        guard let found = profiles.first(where: { $0.name == name }) else { throw Failure(noProfile: name, of: profiles) }
        profile = found
    }

    /// The folder of the user's own profiles.
    private var folder: String { config.sibling("profiles") }

    /// The file to read the profile from, and the user's own file to write it to; nil if the config is to be changed instead.
    private func ownProfile(for control: String) throws(Failure) -> (from: String, to: String)? {
        guard let profile else { return nil }
        // What the config says about a control overrides its profile.
        if try ConfigFile(config).hasControl(control, ofSurface: surface) { return nil }
        return (profile.file, "\(folder)/\(profile.name).yaml")
    }

    /// Fails if nothing can be written, before anybody has moved the control.
    func checkWritable() throws(Failure) {
        for place in [folder, config.directory] where unsafe access(place, F_OK) == 0 {
            guard unsafe access(place, W_OK) == 0 else { throw Failure(file: place, "cannot be changed; see --output", errno) }
        }
    }

    /// The file with some keys of a control set. For a profile that came with faderd, the diff is against that file, but the result goes to
    /// the user's folder.
    func edit(_ keys: [(key: String, value: String)], of control: String) throws(Failure) -> ConfigEdit {
        guard let own = try ownProfile(for: control) else {
            return try ConfigFile(config).setting(keys, ofControl: control, ofSurface: surface)
        }
        let edit = try ConfigFile(own.from).setting(keys, ofControl: control, ofSurface: nil)
        return ConfigEdit(path: own.to, before: edit.before, after: edit.after, newline: edit.newline)
    }

    /// Writes the edit. Undoes it if the config would have errors with the new profile.
    func write(_ edit: ConfigEdit) throws(Failure) {
        guard edit.path != config, profile != nil, edit.path.hasPrefix(folder) else { return try edit.write() }
        let isNew = unsafe access(edit.path, F_OK) != 0
        if unsafe mkdir(folder, 0o755) != 0, errno != EEXIST { throw Failure(file: folder, "cannot be created", errno) }
        let before = ConfigEdit(path: edit.path, before: [], after: edit.before, newline: edit.newline)
        try edit.replace()
        do throws(Failure) {
            try ConfigCheck().require(config, else: "the config would have errors, so the profile stays as it is")
        } catch {
            if isNew { unsafe unlink(before.path) } else { try before.replace() }
            throw error
        }
        if isNew { Output.tell("\(edit.path) is your own copy of the profile from now on") }
    }
}
