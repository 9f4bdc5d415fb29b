internal import FaderConsole

/// Reads `surfaces:`.
struct SurfaceReader {
    let report: Report
    let profiles: ProfileReader
    let maps: MapReader

    private static let keys = ["match", "profile", "controls", "map", "auto"]

    /// All surfaces in the order of the file.
    func readAll(_ node: Node) -> [SurfaceSpec] {
        guard let entries = report.entries(node, of: "the surfaces") else { return [] }
        var surfaces: [SurfaceSpec] = []
        var controls = 0
        for entry in entries {
            let surface = read(entry)
            guard !entry.isRepeated else { continue }
            guard surfaces.count < Limits.surfaces else {
                report.error(entry.keyPlace, "more than \(Limits.surfaces) surfaces")
                break
            }
            controls += surface.controls.count
            guard controls <= Limits.controls else {
                report.error(entry.keyPlace, "more than \(Limits.controls) controls on all surfaces together")
                break
            }
            surfaces.append(surface)
        }
        return surfaces
    }

    private func read(_ entry: Node.Entry) -> SurfaceSpec {
        checkName(entry)
        var surface = SurfaceSpec(name: entry.key, match: SurfaceMatch(client: ""))
        guard let fields = Fields(entry.value, of: "a surface", keys: Self.keys, report: report) else { return surface }
        let name = fields["profile"].map { report.word($0, "the name of a profile", limit: 4096) }
        let profile = fields["profile"].flatMap { node in name.flatMap { $0 }.flatMap { profiles.profile($0, at: node.place) } }
        surface.profile = name ?? nil
        surface.isAuto = fields["auto"].flatMap { report.truth($0, "auto") } ?? false
        let isProfileWhole = fields["profile"] == nil || profile?.isWhole == true
        readMatch(fields, profile, entry, isProfileWhole: isProfileWhole, into: &surface)
        if fields["profile"] == nil, fields["controls"] == nil {
            report.error(entry.keyPlace, "the surface \(entry.key.forDisplay) needs a profile, or controls of its own")
            return surface
        }
        let controls = controls(fields, profile, isProfileWhole: isProfileWhole)
        surface.controls = controls.compactMap(Self.spec)
        if let map = fields["map"] {
            let isWhole = isProfileWhole && fields["controls"]?.isBlock != false
            maps.read(map, controls: controls, isWhole: isWhole, into: &surface)
        }
        return surface
    }

    private func checkName(_ entry: Node.Entry) {
        guard !Names.isPlain(entry.key) else { return }
        let isLong = entry.key.utf8.count > Limits.name
        let rule = isLong ? "at most \(Limits.name) bytes" : "letters, digits, \"_\", \"-\" and \".\", beginning with a letter or digit"
        report.error(
            entry.keyPlace, "\"\(entry.key.forDisplay)\" cannot be the name of a surface: \(rule)",
            suggestion: Names.mended(entry.key, Names.isPlain))
    }

    private func readMatch(
        _ fields: Fields, _ profile: Profile?, _ entry: Node.Entry, isProfileWhole: Bool, into surface: inout SurfaceSpec
    ) {
        if let node = fields["match"] {
            if let match = MatchReader(report: report).read(node) { surface.match = match }
        } else if let match = profile?.match {
            surface.match = match
        } else if isProfileWhole {
            report.error(
                entry.keyPlace,
                "the surface \(entry.key.forDisplay) needs a match: the name of its sequencer client, as match: \"X-Touch*\"")
        }
    }

    /// The profile's controls, with the surface's own added or overriding them.
    private func controls(_ fields: Fields, _ profile: Profile?, isProfileWhole: Bool) -> [ControlEntry] {
        var controls = profile?.controls ?? []
        guard let node = fields["controls"] else { return controls }
        let own = ControlReader(report: report).readAll(node)
        var places = [String: Int](uniqueKeysWithValues: controls.enumerated().map { ($1.id, $0) })
        for control in own {
            if let index = places[control.id] {
                controls[index] = controls[index].overridden(by: control)
            } else {
                places[control.id] = controls.count
                controls.append(control)
            }
        }
        if isProfileWhole { ControlCheck.check(controls, own: Set(own.map(\.id)), report: report) }
        let source = node.place.source
        MessageClaims.check(controls, report: report) { $0.source === source || $1.source === source }
        return controls
    }

    private static func spec(_ control: ControlEntry) -> ControlSpec? {
        guard let input = control.input else { return nil }
        return ControlSpec(
            id: control.id, input: input.address, motor: control.motorMessage?.address, touch: (control.touch ?? nil)?.address,
            echo: control.echo ?? .release, holdOff: control.holdOff ?? ControlSpec.defaultHoldOff,
            isInverted: control.isInverted ?? false, place: control.gridPlace)
    }
}

/// Reads `match:`: a glob, or `{client: GLOB, port: N}`.
struct MatchReader {
    let report: Report

    /// The match; nil if it is wrong, which is reported.
    func read(_ node: Node) -> SurfaceMatch? {
        guard case .block = node.content else { return glob(node).map { SurfaceMatch(client: $0) } }
        guard let fields = Fields(node, of: "a match", keys: ["client", "port"], report: report) else { return nil }
        // People count a client's ports from 1, the sequencer counts from 0.
        let port = fields["port"].map { report.integer($0, "port", in: 1...254) }
        guard let client = fields["client"] else {
            report.error(node.place, "a match needs a client: {client: \"NAME*\", port: 1}")
            return nil
        }
        guard let client = glob(client) else { return nil }
        if let port { return port.map { SurfaceMatch(client: client, port: $0 - 1) } }
        return SurfaceMatch(client: client)
    }

    private func glob(_ node: Node) -> String? {
        report.word(node, "the name of a client", limit: Limits.name)
    }
}
