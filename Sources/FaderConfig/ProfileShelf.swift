public import FaderConsole
internal import FaderValues

public struct ProfileShelf: Sendable {
    private let directories: [String]
    private let files: any ConfigFiles

    /// The profiles beside a config, then the installed ones. If two have the same name, the first one counts.
    public init(config: String, installed: [String], files: any ConfigFiles = SystemFiles()) {
        directories = [config.sibling("profiles")] + installed
        self.files = files
    }

    public struct Entry: Sendable, Equatable {
        /// The file name without `.yaml`, as `profile:` uses it.
        public var name: String
        /// Empty if the file does not say.
        public var title: String
        public var file: String
        /// Nil if the profile does not say.
        public var match: SurfaceMatch?
        /// Nil if the profile does not say.
        public var identity: DeviceIdentity?
        /// The channel, 1…16, if the surface gives none; nil if no setting of the device decides it.
        public var channel: Int?
        /// A button whose lamp is lit on that channel; nil if there is none.
        public var channelLamp: String?
        /// In the order of the file.
        public var controls: [ControlSpec]
        public var panel = PanelSpec()
        public var evidence: ProfileEvidence?
        /// Its file has no errors, so that a surface can use it.
        public var isSound: Bool
    }

    public struct Recognition: Sendable, Equatable {
        public var name: String
        public var match: SurfaceMatch?
        public var identity: DeviceIdentity?
    }

    /// How profiles recognize their devices, sorted by name, even if the rest of a file has errors; a profile that cannot recognize its
    /// device is left out. Faster than `all`, but blocks as well.
    public func recognitions() -> [Recognition] {
        paths().compactMap { name, path in
            // One that cannot be read recognizes nothing; `all` lists it as unusable.
            guard let source = try? source(path) else { return nil }
            let (match, identity) = ProfileReader(report: Report(), files: files, directories: []).readRecognition(source)
            return match == nil && identity == nil ? nil : Recognition(name: name, match: match, identity: identity)
        }
    }

    /// Reads only the file of this profile.
    public func entry(_ name: String) -> Entry? {
        guard Names.isPlain(name) else { return nil }
        for directory in directories {
            if let entry = read(name, "\(directory)/\(name).yaml") { return entry }
        }
        return nil
    }

    /// All profiles, sorted by name. Reads all files, so it must not be called on the MIDI thread or in a loop that must not block.
    public func all() -> [Entry] {
        paths().compactMap { read($0.name, $0.path) }
    }

    /// The names and paths of all profiles, sorted by name.
    private func paths() -> [(name: String, path: String)] {
        var paths: [String: String] = [:]
        let suffix = ".yaml"
        for directory in directories {
            for file in files.names(in: directory) where file.hasSuffix(suffix) {
                let name = String(file.dropLast(suffix.count))
                guard Names.isPlain(name), paths[name] == nil else { continue }
                paths[name] = "\(directory)/\(file)"
            }
        }
        return paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func source(_ path: String) throws(ConfigFileError) -> Source {
        Source(name: path, bytes: try files.contents(of: path, limit: Limits.fileSize + 1))
    }

    /// The names of all profiles, sorted. Reads only directories, no files.
    public var names: [String] { paths().map(\.name) }

    private func read(_ name: String, _ path: String) -> Entry? {
        var entry = Entry(name: name, title: "", file: path, match: nil, controls: [], isSound: false)
        do throws(ConfigFileError) {
            let source = try source(path)
            let report = Report()
            let profile = ProfileReader(report: report, files: files, directories: []).read(source)
            (entry.title, entry.match, entry.identity) = (profile.title, profile.match, profile.identity)
            entry.isSound = !report.hasErrors && profile.isWhole
            entry.controls = profile.controls.compactMap(\.spec)
            entry.channel = profile.channel
            (entry.panel, entry.evidence) = (profile.panel, profile.evidence)
            if let channel = profile.channel, entry.isSound { entry.channelLamp = lamp(of: entry, channel, source) }
            return entry
        } catch {
            // A file that is gone by now is left out. One that cannot be read is listed as unusable.
            return error == .missing ? nil : entry
        }
    }

    /// The first button whose lamp has a different message on a different channel.
    private func lamp(of entry: Entry, _ channel: Int, _ source: Source) -> String? {
        let other = ProfileReader(report: Report(), files: files, directories: []).read(source, channel: channel % 16 + 1)
        let moved = zip(entry.controls, other.controls.compactMap(\.spec)).first { one, other in
            ButtonRule.isButton(one) && one.motor != nil && one.motor != other.motor && one.lamp?.messages.isEmpty != false
        }
        return moved?.0.id
    }
}
