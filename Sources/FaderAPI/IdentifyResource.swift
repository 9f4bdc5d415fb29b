/// The controls that have shown which ones they are.
public struct IdentifyResource: WireObject, Equatable {
    /// As `desk fader.1`, in the order of the config.
    public var controls: [String]

    package init(controls: [String]) { self.controls = controls }
}
