public import FaderConsole
internal import FaderModel

/// All profiles that surfaces can name.
public struct ProfileShelf: Sendable {
    private let directories: [String]
    private let files: any ConfigFiles

    /// The profiles beside a config file, then the installed ones. Of two with one name the first counts.
    public init(config: String, installed: [String], files: any ConfigFiles = SystemFiles()) {
        directories = [ConfigReader.profiles(beside: config)] + installed
        self.files = files
    }

    /// A profile that can be named.
    public struct Entry: Sendable, Equatable {
        /// What `profile:` names it by: that of its file.
        public var name: String
        /// What people call the device; empty where the file has errors.
        public var title: String
        /// Where its file is.
        public var file: String
        /// How its device is recognised; nil where the profile does not say.
        public var match: SurfaceMatch?
        /// What its device answers when it is asked over MIDI what it is; nil where the profile does not say.
        public var identity: DeviceIdentity?
        /// In the order of the file.
        public var controls: [ControlSpec]
        /// Whether a surface can use it: its file has no errors.
        public var isSound: Bool
    }

    /// Every profile, by name. Reads all their files: not for the MIDI thread, nor for a loop that must not wait.
    public func all() -> [Entry] {
        var entries: [String: Entry] = [:]
        let suffix = ".yaml"
        for directory in directories {
            for file in files.names(in: directory) where file.hasSuffix(suffix) {
                let name = String(file.dropLast(suffix.count))
                guard Names.isPlain(name), entries[name] == nil else { continue }
                entries[name] = read(name, "\(directory)/\(file)")
            }
        }
        return entries.values.sorted { $0.name < $1.name }
    }

    private func read(_ name: String, _ path: String) -> Entry? {
        var entry = Entry(name: name, title: "", file: path, match: nil, controls: [], isSound: false)
        do throws(ConfigFileError) {
            let source = Source(name: path, bytes: try files.contents(of: path, limit: Limits.fileSize + 1))
            let report = Report()
            let profile = ProfileReader(report: report, files: files, directories: []).read(source)
            (entry.title, entry.match, entry.identity) = (profile.title, profile.match, profile.identity)
            entry.isSound = !report.hasErrors && profile.isWhole
            entry.controls = profile.controls.compactMap(\.spec)
            return entry
        } catch {
            // One that went meanwhile is none; one that cannot be read is shown as such.
            return error == .missing ? nil : entry
        }
    }
}
