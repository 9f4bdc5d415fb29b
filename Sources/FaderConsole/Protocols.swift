extension ProtocolSpec {
    /// The protocols as the config names them, one row each. A new one is a row here and a folder; CONTRIBUTING.md lists its files.
    public static let all: [any DeviceProtocol] = [
        PlainSpec(),
        MackieSpec(),
        MackieSpec(isExtender: true),
        HUISpec(),
        FaderPortSpec(strips: 8),
        FaderPortSpec(strips: 16),
    ]
}
