internal import FaderConsole

/// What a controller model has, according to its profile file.
struct Profile {
    let match: SurfaceMatch?
    let controls: [ControlEntry]
    /// Whether its controls could be read; if not, missing controls of a surface are not reported.
    let isWhole: Bool

    /// A profile that could not be read, which has been reported.
    static var unreadable: Profile { Profile(match: nil, controls: [], isWhole: false) }
}

/// Finds and reads the profiles that surfaces name; reads each only once.
final class ProfileReader {
    private let report: Report
    private let files: any ConfigFiles
    private let directories: [String]
    private var known: [String: Profile?] = [:]

    private static let keys = ["version", "name", "match", "echo", "hold-off", "controls"]

    /// Looks for profiles in `directories`, in that order.
    init(report: Report, files: any ConfigFiles, directories: [String]) {
        self.report = report
        self.files = files
        self.directories = directories
    }

    /// The profile that a surface names; nil if there is none, which is reported. One that cannot be read is reported and empty.
    func profile(_ name: String, at place: Place) -> Profile? {
        if let profile = known[name] {
            if profile == nil { missing(name, at: place) }
            return profile
        }
        let profile = find(name, at: place)
        known[name] = .some(profile)
        return profile
    }

    private func find(_ name: String, at place: Place) -> Profile? {
        guard Names.isPlain(name) else {
            missing(name, at: place)
            return nil
        }
        for directory in directories {
            let path = "\(directory)/\(name).yaml"
            do throws(ConfigFileError) {
                return read(Source(name: path, order: known.count + 1, bytes: try files.contents(of: path, limit: Limits.fileSize + 1)))
            } catch {
                if error == .missing { continue }
                report.error(place, "the profile \(path) cannot be read: \(error.description)")
                return .unreadable
            }
        }
        missing(name, at: place)
        return nil
    }

    private func missing(_ name: String, at place: Place) {
        let looked = directories.isEmpty ? "no directory of profiles is known" : "looked in \(directories.joined(separator: ", "))"
        let suffix = ".yaml"
        var names: [String] = []
        for directory in directories {
            names += files.names(in: directory).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
        }
        report.error(place, "there is no profile \"\(name.forDisplay)\" (\(looked))", instead: name, of: names)
    }

    private func read(_ source: Source) -> Profile {
        guard let root = TreeBuilder.tree(of: source, report: report), FormatVersion.check(root, report: report),
            let fields = Fields(root, of: "a profile", keys: Self.keys, report: report)
        else { return .unreadable }
        if let name = fields["name"] {
            _ = report.word(name, "the name", limit: Limits.label)
        } else {
            report.error(root.place, "a profile needs a name: what people call the device")
        }
        let echo = fields["echo"].flatMap { report.choice($0, "echo", of: ControlReader.echoes) }
        let holdOff = fields["hold-off"].flatMap { report.duration($0, "hold-off") }
        let match = fields["match"].flatMap { MatchReader(report: report).read($0) }
        guard let node = fields["controls"] else {
            report.error(root.place, "a profile needs controls")
            return .unreadable
        }
        var controls = ControlReader(report: report).readAll(node)
        ControlCheck.check(controls, own: Set(controls.map(\.id)), report: report)
        MessageClaims.check(controls, report: report) { _, _ in true }
        for index in controls.indices {
            controls[index].echo = controls[index].echo ?? echo
            controls[index].holdOff = controls[index].holdOff ?? holdOff
        }
        return Profile(match: match, controls: controls, isWhole: node.isBlock)
    }
}
