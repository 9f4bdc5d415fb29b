package import FaderConfig
internal import FaderValues

/// The kinds of targets, one row each; CONTRIBUTING.md lists the files of a new one.
package enum TargetKinds {
    /// All kinds, in the order in which people are shown them. The compiler demands of each what the config, the daemon and doctor ask it.
    static let rows: [any ConnectedTarget.Type] = [
        PulseTargetSpec.self,
        MixerTargetSpec.self,
        OSCTargetSpec.self,
        MQTTTargetSpec.self,
        OBSTargetSpec.self,
        SnapcastTargetSpec.self,
        HomeAssistantTargetSpec.self,
        ConsoleTargetSpec<X32>.self,
        ConsoleTargetSpec<XAir>.self,
        ConsoleTargetSpec<Wing>.self,
        ConsoleTargetSpec<SQ>.self,
        ConsoleTargetSpec<Qu>.self,
        ConsoleTargetSpec<Ui>.self,
        ConsoleTargetSpec<TF>.self,
        ConsoleTargetSpec<DM3>.self,
        ConsoleTargetSpec<QL>.self,
        LightTargetSpec<SACN>.self,
        LightTargetSpec<ArtNet>.self,
        MPRISTargetSpec.self,
        BrightnessTargetSpec.self,
        HTTPTargetSpec.self,
        ExecTargetSpec.self,
    ]

    /// All kinds, as `ConfigReader` wants them.
    package static let all: [any ReadableTarget.Type] = rows.map { $0 }

    package static let words = all.map { $0.word }
}
