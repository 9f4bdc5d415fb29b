/// The kinds of targets, one row each. A new kind is a row here and files of its own; CONTRIBUTING.md lists them.
public enum TargetKinds {
    /// All kinds, in the order in which people are shown them.
    public static let all: [any TargetKind.Type] = [
        PulseTargetSpec.self,
        MixerTargetSpec.self,
        OSCTargetSpec.self,
        MQTTTargetSpec.self,
        OBSTargetSpec.self,
        ConsoleTargetSpec<X32>.self,
        ConsoleTargetSpec<XAir>.self,
        LightTargetSpec<SACN>.self,
        LightTargetSpec<ArtNet>.self,
        MPRISTargetSpec.self,
        BrightnessTargetSpec.self,
        ExecTargetSpec.self,
    ]

    /// Their words.
    public static let words = all.map { $0.word }

    /// The words of those that need the network.
    public static let onNetwork = all.filter { $0.needsNetwork }.map { $0.word }
}
