internal import FaderModel

extension Configuration {
    /// Whether one console serves both configurations: they differ at most in labels, short names and colors, which a console does not
    /// use.
    public func hasSameConsole(as other: Configuration) -> Bool { plain == other.plain }

    /// This configuration without labels, short names and colors.
    private var plain: Configuration {
        var plain = self
        for index in parameters.indices {
            (plain.parameters[index].label, plain.parameters[index].short, plain.parameters[index].color) = ("", nil, nil)
        }
        for index in groups.indices { (plain.groups[index].label, plain.groups[index].short) = ("", nil) }
        return plain
    }
}
