internal import FaderConsole
internal import FaderValues

struct SurfaceReader {
    let report: Report
    let profiles: ProfileReader
    let maps: MapReader

    private static let keys =
        [
            "match", "out", "profile", "begin", "end", "controls", "map", "strips", "selected", "pages", "wide", "auto", "takeover",
            "display", "motor-time", "motors", "refresh",
        ] + PanelReader.keys

    /// All surfaces, in file order.
    func readAll(_ node: Node) -> (surfaces: [SurfaceSpec], decks: [DeckSpec]) {
        guard let entries = report.entries(node, of: "the surfaces") else { return ([], []) }
        var surfaces: [SurfaceDraft] = []
        var controls = 0
        for entry in entries {
            let surface = read(entry)
            guard !entry.isRepeated else { continue }
            guard surfaces.count < Limits.surfaces else {
                report.error(entry.keyLocation, "more than \(Limits.surfaces) surfaces")
                break
            }
            controls += surface.spec.controls.count
            guard controls <= Limits.controls else {
                report.error(entry.keyLocation, "more than \(Limits.controls) controls on all surfaces together")
                break
            }
            surfaces.append(surface)
        }
        return DeckReader(report: report, maps: maps).read(surfaces)
    }

    private func read(_ entry: Node.Entry) -> SurfaceDraft {
        let errors = report.errors
        report.checkName(entry.key, of: "a surface", at: entry.keyLocation)
        var surface = SurfaceSpec(name: entry.key, match: SurfaceMatch(client: ""))
        guard let written = Fields(entry.value, of: "a surface", keys: Self.keys, report: report) else {
            return SurfaceDraft(spec: surface, location: entry.keyLocation)
        }
        let profile = written["profile"].flatMap { readProfile($0, into: &surface) }
        let fields = written.filled(surface.channel.map { Filling(channel: $0, isOwn: true) }, report)
        surface.isRefused = profile?.isRefused ?? false
        let messages = ProtocolReader(report: report)
        surface.speaks = profile?.speaks ?? .plain
        surface.identity = profile?.identity
        surface.begin = messages.readMessages(fields, "begin") ?? profile?.begin ?? []
        surface.end = messages.readMessages(fields, "end") ?? profile?.end ?? []
        if let auto = fields["auto"] { readAuto(auto, into: &surface) }
        let isProfileWhole = fields["profile"] == nil || profile?.isWhole == true
        readMatch(fields, profile, entry, isProfileWhole: isProfileWhole, into: &surface)
        surface.out = fields["out"].flatMap { MatchReader(report: report).readOut($0) }
        let hasControls = fields["profile"] != nil || fields["controls"] != nil
        if !hasControls {
            report.error(entry.keyLocation, "the surface \(entry.key.forDisplay) needs a profile, or controls of its own")
        }
        let isWhole = hasControls && isProfileWhole && !surface.isRefused
        let controls = controls(fields, profile, isProfileWhole: isProfileWhole)
        surface.controls = controls.compactMap(\.spec)
        surface.panel = profile?.panel ?? PanelSpec()
        PanelReader(report: report).read(fields, into: &surface.panel)
        readMotors(fields, into: &surface)
        surface.refresh = report.duration(fields, "refresh", within: Limits.refresh)
        if isWhole, report.errors == errors {
            let motors = ["motor-time", "motors"].map { key in
                KeyUse(key, if: !surface.controls.contains(where: \.isMotor), "no control of the surface has a motor")
            }
            let refresh = KeyUse("refresh", if: surface.welcome == nil, "the surface has no motors, lamps or displays")
            report.check(
                fields.locations,
                CommonUse.rules(for: controls) + PanelUse.rules(for: surface.speaks, fields, surface.panel) + motors + [refresh])
        }
        if let node = fields["display"] { maps.readDisplay(node, isWhole: isWhole, into: &surface.panel) }
        let wide = fields["wide"]?.located { report.word($0, "the name of a wide surface", limit: Limits.name) }
        return SurfaceDraft(
            spec: surface, location: entry.keyLocation, controls: controls, map: fields["map"], strips: fields["strips"],
            pages: fields["pages"], selected: fields["selected"], wide: wide,
            isWhole: isWhole && fields["controls"]?.isBlock != false)
    }

    /// `x-touch`, or `{name: x-touch-compact, channel: 2}`.
    private func readProfile(_ node: Node, into surface: inout SurfaceSpec) -> Profile? {
        var (named, channel) = (node, Located<Int>?.none)
        if case .block = node.content {
            guard let fields = Fields(node, of: "a profile's name", keys: ["name", "channel"], report: report) else { return nil }
            guard let name = fields["name"] else {
                return report.error(node.location, "profile needs a name, for example {name: x-touch-compact, channel: 2}")
            }
            named = name
            channel = fields["channel"]?.located { report.integer($0, "channel", in: 1...16) }
        }
        guard let name = report.word(named, "the name of a profile", limit: 4096) else { return nil }
        let profile = profiles.profile(name, channel: channel, at: named.location)
        (surface.profile, surface.channel) = (name, profile?.channel)
        return profile
    }

    /// Programs get no controls, the free ones, or, with `all`, also the master fader.
    private func readAuto(_ node: Node, into surface: inout SurfaceSpec) {
        surface.givesMaster = node.plainText == "all"
        surface.isAuto = surface.givesMaster || report.truth(node, "auto") ?? false
    }

    /// How fast motors move, and the toggle without which they do not.
    private func readMotors(_ fields: Fields, into surface: inout SurfaceSpec) {
        surface.motorTime = report.duration(fields, "motor-time", within: Limits.motorTime)
        guard let node = fields["motors"], case .parameter(let index)? = maps.meaning(node) else { return }
        let spec = maps.parameters.specs[index]
        guard spec.kind.isSwitch else {
            report.error(
                node.location,
                "motors names a toggle, which lets them move while it is on, and \(spec.id.forDisplay) is \(spec.kind.kindWord.described)")
            return
        }
        surface.motorSwitch = index
    }

    private func readMatch(
        _ fields: Fields, _ profile: Profile?, _ entry: Node.Entry, isProfileWhole: Bool, into surface: inout SurfaceSpec
    ) {
        if let node = fields["match"] {
            if let match = MatchReader(report: report).read(node) { surface.match = match }
        } else if let match = profile?.match {
            surface.match = match
        } else if isProfileWhole, !surface.isRefused {
            report.error(
                entry.keyLocation,
                "the surface \(entry.key.forDisplay) needs a match: the name of its sequencer client, such as match: \"X-Touch*\"")
        }
    }

    /// The surface's own controls are added to the profile's, or override them.
    private func controls(_ fields: Fields, _ profile: Profile?, isProfileWhole: Bool) -> [ControlEntry] {
        let takeover = report.choice(fields, "takeover", of: TakeoverMode.self)
        var base = profile?.controls ?? []
        // The takeover of the surface overrides that of each control in the profile.
        if takeover != nil { for index in base.indices { (base[index].takeover, base[index].commonTakeover) = (nil, takeover) } }
        guard let node = fields["controls"] else { return base }
        var own = ControlReader(report: report, lamps: profile?.lamps ?? [:]).readAll(node)
        for index in own.indices { own[index].commonTakeover = takeover }
        let controls = base.overridden(by: own)
        if isProfileWhole {
            ControlCheck.check(controls, own: Set(own.map(\.id)), report: report)
        }
        let source = node.location.source
        MessageClaims.check(controls, report: report) { $0.source === source || $1.source === source }
        ValueMessageCheck.check(controls, of: profile?.speaks ?? .plain, report) { $0.source === source }
        return controls
    }
}
