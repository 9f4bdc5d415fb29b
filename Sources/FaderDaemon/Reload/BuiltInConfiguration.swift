/// The configuration of a `--virtual` daemon that was given none and found none: eight parameters on the eight virtual faders.
public enum BuiltInConfiguration {
    /// The text that a config file would have.
    public static let virtual: String = {
        let parameters = (1...8).map { "  channel.\($0): {label: Channel \($0), min: -70, max: 6, unit: dB, decimals: 1, taper: audio}\n" }
        let controls = (1...8).map {
            "      fader.\($0): {input: \"pitchbend ch \($0)\", motor: true, touch: \"note \(103 + $0) ch 1\"}\n"
        }
        let map = (1...8).map { "      fader.\($0): channel.\($0)\n" }
        return "version: 1\nparameters:\n\(parameters.joined())surfaces:\n  virtual:\n    match: \"faderd virtual\"\n"
            + "    controls:\n\(controls.joined())    map:\n\(map.joined())"
    }()
}
