public import FaderConfig
public import FaderConsole
public import FaderMIDI
internal import FaderTargets

/// The configuration of a `--virtual` daemon that was given no config file and found none.
public enum BuiltInConfiguration {
    public static func read(_ model: VirtualSurface.Model) -> (result: ConfigResult, declarations: DeclarationReader) {
        ConfigReader(kinds: TargetKinds.all, profileDirectories: [], files: Files()).readAll(
            bytes: Array(text(model).utf8), name: "built-in")
    }

    /// The configuration as a config file, for a machine with installed profiles.
    public static func text(_ model: VirtualSurface.Model) -> String {
        switch model {
        case .plain: plain
        case .mackie: mackie
        case .profile(let name): text(name, [])
        }
    }

    /// One surface of a profile. Each of these controls drives a parameter with the same id.
    public static func text(_ profile: String, _ controls: [ControlSpec]) -> String {
        let parameters = controls.map { control in
            "  \(control.id): \(ButtonRule.isButton(control) ? "{kind: toggle}" : "{type: percent}")\n"
        }
        let map = controls.map { "      \($0.id): \($0.id)\n" }
        return "version: 1\nparameters:\(parameters.isEmpty ? " {}" : "")\n\(parameters.joined())surfaces:\n  \(profile):\n"
            + "    match: \"\(VirtualSurface.clientName)\"\n    profile: \(profile)\n"
            + (map.isEmpty ? "" : "    map:\n\(map.joined())")
    }

    /// A configuration for eight strips. A strip's encoder and meter have the same parameter as its fader.
    private static let plain: String = {
        let colors = ["red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white"]
        let parameters = zip(1...8, colors).map {
            "  channel.\($0): {label: Channel \($0), color: \($1), min: -70, max: 6, unit: dB, decimals: 1, taper: audio}\n"
        }
        let map = (1...8).map { "      fader.\($0): channel.\($0)\n      encoder.\($0): channel.\($0)\n      meter.\($0): channel.\($0)\n" }
        return "version: 1\nparameters:\n\(parameters.joined())surfaces:\n  virtual:\n    profile: virtual\n    map:\n\(map.joined())"
    }()

    /// A mixer of sixteen strips on a whole Mackie Control, with a master, banks, and a page of effects.
    private static let mackie: String = {
        let strips = [
            ("kick", "red"), ("snare", "red"), ("hats", "red"), ("toms", "red"), ("bass", "blue"), ("guitar", "green"), ("keys", "green"),
            ("piano", "green"), ("strings", "yellow"), ("brass", "yellow"), ("flute", "yellow"), ("voice", "magenta"),
            ("choir", "magenta"), ("talk", "white"), ("click", "white"), ("return", "cyan"),
        ]
        let effects = ["reverb", "delay", "chorus", "phaser"]
        var text = "version: 1\nparameters:\n  master: {label: Master, type: decibel, default: -6}\n"
        for (name, color) in strips {
            let label = capital(name)
            text += """
                  \(name).level: {label: \(label), color: \(color), type: decibel, default: -12}
                  \(name).pan: {label: Pan, color: \(color), type: pan}
                  \(name).mute: {label: \(label) mute, kind: toggle}
                  \(name).solo: {label: \(label) solo, kind: toggle}
                  \(name).arm: {label: \(label) rec, kind: toggle}

                """
        }
        for name in effects { text += "  \(name): {label: \(capital(name)), type: percent, default: 20}\n" }
        text += """
            surfaces:
              desk:
                match: "\(VirtualSurface.clientName)"
                profile: x-touch
                strips:
                  each: [\(strips.map(\.0).joined(separator: ", "))]
                  fader: "{}.level"
                  encoder: "{}.pan"
                  mute: "{}.mute"
                  solo: "{}.solo"
                  rec: "{}.arm"
                map:
                  fader.9: master
                  bank-left: {action: bank, by: -8}
                  bank-right: {action: bank, by: 8}
                  channel-left: {action: bank, by: -1}
                  channel-right: {action: bank, by: 1}
                  f1: {action: page, page: fx}
                pages:
                  fx:
                    map: {\(effects.enumerated().map { "fader.\($0 + 1): \($1)" }.joined(separator: ", "))}

            """
        return text
    }()

    private static func capital(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// Keeps the profiles in memory, so that no file is needed.
    private struct Files: ConfigFiles {
        func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
            switch path {
            case "./profiles/virtual.yaml": Array(BuiltInConfiguration.virtualProfile.utf8)
            case "./profiles/x-touch.yaml":
                Array("version: 1\nname: Mackie Control\nprotocol: {name: mackie, device: 20, colors: x-touch}\n".utf8)
            default: throw .missing
            }
        }

        func names(in directory: String) -> [String] { ["virtual.yaml", "x-touch.yaml"] }
    }

    /// The same as `profiles/virtual.yaml`; a test compares the two.
    static let virtualProfile: String = {
        let left = ProtocolSpec.mackie(MackieSpec()).controls.map(\.id).filter { !isOfStrip($0) }.map { "\"\($0)\"" }
        let faders = (1...8).map { "  fader.\($0): {echo: release}\n" }
        return """
            version: 1
            name: Virtual surface
            match: "\(VirtualSurface.clientName)"
            protocol: {name: mackie, device: 20, colors: x-touch, without: [\(left.joined(separator: ", "))]}
            controls:
            \(faders.joined())
            """
    }()

    private static func isOfStrip(_ id: String) -> Bool {
        let parts = id.split(separator: ".")
        guard parts.count == 2, let number = Int(parts[1]) else { return false }
        return number <= VirtualSurface.faderCount && parts[0] != "user"
    }
}
