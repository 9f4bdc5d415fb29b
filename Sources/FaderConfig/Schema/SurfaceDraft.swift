internal import FaderConsole

/// A surface as far as it can be read on its own. What its maps mean depends on the surfaces next to it.
struct SurfaceDraft {
    var spec: SurfaceSpec
    /// Where its name is written.
    let location: Location
    var controls: [ControlEntry] = []
    var map: Node?
    var strips: Node?
    var pages: Node?
    var selected: Node?
    /// The name of the wide surface that it is part of.
    var wide: Located<String>?
    /// The name of its deck, which it shares with the other parts of a wide surface.
    var deck: String { wide?.value ?? spec.name }
    /// Whether all its controls are known, so that any other control in its maps is an error.
    var isWhole = true
}
