internal import FaderConsole

/// Surfaces that were only renamed in a new configuration: they keep their devices.
enum RenamedSurfaces {
    /// A name that is gone, and a new one at its position that looks for the same device.
    static func names(from former: [SurfaceSpec], to new: [SurfaceSpec]) -> [(former: String, name: String)] {
        let (before, after) = (Set(former.map(\.name)), Set(new.map(\.name)))
        return zip(former, new).filter { old, new in
            !after.contains(old.name) && !before.contains(new.name) && old.match == new.match
        }.map { ($0.name, $1.name) }
    }
}
