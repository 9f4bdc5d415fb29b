/// One motorized, touch-sensitive fader of the virtual surface.
public struct VirtualFader: WireObject, Equatable {
    /// Its control id, for example `fader.1`.
    public var control: String
    /// The id of the parameter that it drives; nil if it drives none. If it is mapped to the nearer end of a range: the end it drove last.
    public var parameter: String?
    /// The label of that parameter; nil if there is none.
    public var label: String?
    /// The value of that parameter as a person reads it; nil if there is none.
    public var text: String?
    /// The fader's position, 0…1.
    public var position: Double
    /// Whether a finger is on it.
    public var touched: Bool

    package init(control: String, parameter: String? = nil, label: String? = nil, text: String? = nil, position: Double, touched: Bool) {
        self.control = control
        self.parameter = parameter
        self.label = label
        self.text = text
        self.position = position
        self.touched = touched
    }
}
