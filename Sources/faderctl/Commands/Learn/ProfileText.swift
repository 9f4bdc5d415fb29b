/// The text of a profile file for a controller that was learned.
struct ProfileText {
    /// What people call the device.
    let title: String
    /// How it is recognized, in the words of the config.
    let match: String
    /// In the order in which they are written.
    let controls: [(id: String, control: LearnedControl)]

    /// As `config/profiles/` has them.
    var text: String {
        let entries = controls.map { "  \($0.id): \($0.control.entry)\n" }.joined()
        return """
            # Written by "faderctl learn --surface" from what the controller sent. What else a profile can say: docs/profiles.md.
            version: 1
            name: \(SurfaceGuide.quoted(title))
            match: \(match)

            controls:
            \(entries)
            """
    }
}
