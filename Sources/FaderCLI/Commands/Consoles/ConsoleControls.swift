struct ConsoleControls {
    let ids: Set<String>
    /// How many strips are side by side, all of a wide surface.
    let row: Int

    init(of surface: SurfaceResource, in row: SurfaceRow) {
        ids = Set((surface.controls ?? []).map(\.id))
        self.row = row.parts.reduce(0) { $0 + Self.width(Set(($1.controls ?? []).map(\.id))) }
    }

    private static func width(_ ids: Set<String>) -> Int {
        func count(_ kind: String) -> Int { (1...256).prefix { ids.contains("\(kind).\($0)") }.count }
        // A master fader is behind those of the strips, and is alone.
        return ["mute", "select", "encoder", "solo", "fader"].lazy.map(count).first { $0 > 0 } ?? 0
    }

    /// The fader behind those of its own strips.
    var master: String? {
        let id = "fader.\(Self.width(ids) + 1)"
        return ids.contains(id) ? id : nil
    }

    func has(_ kind: String) -> Bool { ids.contains("\(kind).1") }
}

/// One surface, or the parts of a wide surface, whose strips are side by side.
struct SurfaceRow {
    /// In the order of the config.
    let parts: [SurfaceResource]

    var name: String { parts[0].wide ?? parts[0].name }

    var width: Int { ConsoleControls(of: parts[0], in: self).row }

    /// The part with the most controls gets the strips of a new console: an extender has no main fader.
    var main: SurfaceResource { parts.reduce(parts[0]) { ($1.controls ?? []).count > ($0.controls ?? []).count ? $1 : $0 } }

    static func all(_ surfaces: [SurfaceResource]) -> [SurfaceRow] {
        var rows: [SurfaceRow] = []
        for surface in surfaces where surface.wide == nil || !rows.contains(where: { $0.parts[0].wide == surface.wide }) {
            rows.append(SurfaceRow(parts: surface.wide == nil ? [surface] : surfaces.filter { $0.wide == surface.wide }))
        }
        return rows
    }
}
