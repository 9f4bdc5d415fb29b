internal import FaderConsole

/// Which surfaces have only got another name in a new configuration, so that they keep their devices.
enum RenamedSurfaces {
    /// By the former name: a surface that is gone, and in whose place among the surfaces a new one looks for the same.
    static func names(from former: [SurfaceSpec], to new: [SurfaceSpec]) -> [(former: String, name: String)] {
        let (before, after) = (Set(former.map(\.name)), Set(new.map(\.name)))
        return zip(former, new).filter { old, new in
            !after.contains(old.name) && !before.contains(new.name) && old.match == new.match
        }.map { ($0.name, $1.name) }
    }
}
