internal import FaderConsole
internal import FaderValues

struct Profile {
    /// What people call the device; empty if the profile does not say.
    var title = ""
    let match: SurfaceMatch?
    /// What the device answers when it is asked what it is; nil if it is not asked.
    var identity: DeviceIdentity?
    var speaks = ProtocolSpec.plain
    var begin: [DeviceMessage] = []
    var end: [DeviceMessage] = []
    /// 1…16, for `{channel}` in its messages: the surface's, otherwise the profile's own. Nil if the profile has none.
    var channel: Int?
    /// The looks of lamps that the file has given names, by these names.
    var lamps: [String: LampSpec] = [:]
    let controls: [ControlEntry]
    var panel = PanelSpec()
    var evidence: ProfileEvidence?
    /// Its controls could be read. If not, missing controls of a surface are not reported.
    let isWhole: Bool
    /// Its file has errors.
    var isRefused = false

    /// A profile that could not be read, which has been reported.
    static var unreadable: Profile { Profile(match: nil, controls: [], isWhole: false) }
}

/// Finds and reads profiles, each only once.
final class ProfileReader {
    private let report: Report
    private let files: any ConfigFiles
    private let directories: [String]
    private var known: [String: Profile?] = [:]

    private static let keys =
        [
            "version", "name", "evidence", "match", "usb", "identity", "channel", "echo", "hold-off", "takeover", "protocol", "begin",
            "end", "lamps", "controls",
        ]
        + PanelReader.keys

    /// A profile has controls or a protocol, and neither parameters nor surfaces.
    static func isProfile(_ root: Node) -> Bool {
        let names = root.entries.map(\.key)
        return names.contains { ["controls", "protocol"].contains($0) } && !names.contains { ["parameters", "surfaces"].contains($0) }
    }

    /// Looks for profiles in these directories, in this order.
    init(report: Report, files: any ConfigFiles, directories: [String]) {
        self.report = report
        self.files = files
        self.directories = directories
    }

    /// The profile with a name. If its file cannot be read, that is reported and the profile is empty. `channel` is the surface's value for
    /// `{channel}`; nil: the profile's own.
    func profile(_ name: String, channel: Located<Int>? = nil, at location: Location) -> Profile? {
        guard let own = known[name] ?? find(name, at: location) else {
            if known[name] != nil { missing(name, at: location) }
            known[name] = .some(nil)
            return nil
        }
        known[name] = own
        guard let channel, own.channel != channel.value, !own.isRefused, own.isWhole else { return own }
        guard own.channel != nil else {
            report.error(
                channel.location, "the profile \(name.forDisplay) has no channel: its messages name their own; leave channel out")
            return own
        }
        let key = "\(name) \(channel.value)"
        let profile = known[key] ?? report.withoutWarnings { find(name, channel: channel.value, at: location) }
        known[key] = .some(profile)
        return profile
    }

    private func find(_ name: String, channel: Int? = nil, at location: Location) -> Profile? {
        guard Names.isPlain(name) else {
            missing(name, at: location)
            return nil
        }
        for directory in directories {
            let path = "\(directory)/\(name).yaml"
            do throws(ConfigFileError) {
                let source = Source(name: path, order: known.count + 1, bytes: try files.contents(of: path, limit: Limits.fileSize + 1))
                let before = report.errors
                var profile = read(source, channel: channel)
                profile.isRefused = report.errors > before
                return profile
            } catch {
                if error == .missing { continue }
                report.error(location, "the profile \(path) cannot be read: \(error.description)")
                return .unreadable
            }
        }
        missing(name, at: location)
        return nil
    }

    private func missing(_ name: String, at location: Location) {
        let looked = directories.isEmpty ? "no directory of profiles is known" : "looked in \(directories.joined(separator: ", "))"
        let suffix = ".yaml"
        var names: [String] = []
        for directory in directories {
            names += files.names(in: directory).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
        }
        report.error(location, "there is no profile \"\(name.forDisplay)\" (\(looked))", instead: name, of: names)
    }

    func readRecognition(_ source: Source) -> (match: SurfaceMatch?, identity: DeviceIdentity?) {
        guard let root = TreeBuilder.tree(of: source, report: report),
            let fields = Fields(root, of: "a profile", keys: Self.keys, report: report)
        else { return (nil, nil) }
        let reader = MatchReader(report: report)
        return (reader.read(fields), fields["identity"].flatMap { reader.readIdentity($0) })
    }

    /// `channel` is the value for `{channel}`; nil: the profile's own.
    func read(_ source: Source, channel: Int? = nil) -> Profile {
        guard let root = TreeBuilder.tree(of: source, report: report), FormatVersion.check(root, report: report),
            let written = Fields(root, of: "a profile", keys: Self.keys, report: report)
        else { return .unreadable }
        let ownChannel = report.integer(written, "channel", in: 1...16)
        // A wrong channel is reported once, not at each message as well.
        let filling = (ownChannel ?? written["channel"].map { _ in 1 }).map { Filling(channel: channel ?? $0, isOwn: channel == nil) }
        let fields = written.filled(filling, report)
        let errors = report.errors
        let title = title(fields, of: root)
        let evidence = fields["evidence"].flatMap { EvidenceReader(report: report).read($0) }
        let echo = report.choice(fields, "echo", of: EchoPolicy.self)
        let match = MatchReader(report: report).read(fields)
        let identity = fields["identity"].flatMap { MatchReader(report: report).readIdentity($0) }
        let protocols = ProtocolReader(report: report)
        guard let (speaks, known) = protocols.read(fields, echo: echo) else { return .unreadable }
        let (begin, end) = (protocols.readMessages(fields, "begin") ?? [], protocols.readMessages(fields, "end") ?? [])
        guard fields["controls"] != nil || !known.isEmpty else {
            report.error(root.location, "a profile needs controls, or a protocol that has some")
            return .unreadable
        }
        let lamps = fields["lamps"].map { LampReader(report: report).readAll($0) } ?? [:]
        var controls = fields["controls"].map { known.overridden(by: ControlReader(report: report, lamps: lamps).readAll($0)) } ?? known
        ControlCheck.check(controls, own: Set(controls.map(\.id)), report: report)
        MessageClaims.check(controls, report: report) { _, _ in true }
        ValueMessageCheck.check(controls, of: speaks, report) { _ in true }
        complete(&controls, fields, echo: echo)
        var panel = speaks.panel
        PanelReader(report: report).read(fields, into: &panel)
        if report.errors == errors {
            report.check(fields.locations, CommonUse.rules(for: controls) + PanelUse.rules(for: speaks, fields, panel))
        }
        let isWhole = fields["controls"]?.isBlock != false
        return Profile(
            title: title, match: match, identity: identity, speaks: speaks, begin: begin, end: end,
            channel: ownChannel.map { channel ?? $0 }, lamps: lamps, controls: controls, panel: panel,
            evidence: evidence, isWhole: isWhole)
    }
}

extension ProfileReader {
    private func title(_ fields: Fields, of root: Node) -> String {
        if let name = fields["name"] { return report.word(name, "the name", limit: Limits.label) ?? "" }
        report.error(root.location, "a profile needs a name: what people call the device")
        return ""
    }

    /// Adds to all controls what the profile says about all of them.
    private func complete(_ controls: inout [ControlEntry], _ fields: Fields, echo: EchoPolicy?) {
        let (holdOff, takeover) = (report.duration(fields, "hold-off"), report.choice(fields, "takeover", of: TakeoverMode.self))
        for index in controls.indices {
            controls[index].echo = controls[index].echo ?? echo
            controls[index].holdOff = controls[index].holdOff ?? holdOff
            controls[index].commonTakeover = takeover
        }
    }
}

extension Fields {
    /// These keys with the channel filled in; unchanged if the profile has no channel.
    func filled(_ filling: Filling?, _ report: Report) -> Fields {
        guard let filling else { return self }
        return mapped { entry in
            guard ["begin", "end", "lamps", "controls", "displays", "meters", "colors"].contains(entry.key) else { return entry }
            Filling.checkChannels(entry.value, report)
            return entry.with(filling.node(entry.value, report: report))
        }
    }
}
