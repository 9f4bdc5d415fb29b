internal import FaderConsole

/// What its maps mean depends on the surfaces next to it.
struct SurfaceDraft {
    var spec: SurfaceSpec
    /// Where the name of the surface is written.
    let location: Location
    var controls: [ControlEntry] = []
    var map: Node?
    var strips: Node?
    var pages: Node?
    var selected: Node?
    /// The wide surface that it is part of.
    var wide: Located<String>?
    /// The name that it shares with the other parts of a wide surface.
    var deck: String { wide?.value ?? spec.name }
    /// All its controls are known, so any other control in its maps is an error.
    var isWhole = true
}
