/// The text of the profile for a learned controller.
struct ProfileText {
    /// What people call the device.
    let title: String
    /// How the device is recognized, in the form of the config.
    let match: String
    /// The controls, in the order in which they are written.
    let controls: [(id: String, control: LearnedControl)]

    /// The file, in the form of the profiles in `config/profiles/`.
    var text: String {
        let entries = controls.map { "  \($0.id): \($0.control.entry)\n" }.joined()
        return """
            # Written by "faderctl learn --surface" from what the controller sent. What else a profile can say: faderd.yaml(5).
            version: 1
            name: \(SurfaceGuide.quoted(title))
            match: \(match)

            controls:
            \(entries)
            """
    }
}
