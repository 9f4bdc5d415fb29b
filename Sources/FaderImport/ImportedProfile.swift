/// A profile made from a file of another program, with notes about it.
public struct ImportedProfile {
    public let title: String
    public let text: String
    /// How many controls it has; 0 if a protocol supplies them.
    public let controls: Int
    /// How many entries of the file are further uses of these controls.
    public let repeated: Int
    /// How many entries of the file are left out.
    public let omitted: Int
    /// What the profile states although the file does not, in words that go on from "assumed: ".
    public let assumed: [String]
    /// What neither the file nor the profile states, in words that go on from "not in the file: ".
    public let unknown: [String]
    /// What is left out, each with its count.
    public let leftOut: [String]
    /// The name of the protocol that supplies its controls; nil if its file lists them.
    public let speaks: String?
    /// The name that the device may have on the sequencer; nil if the file has none.
    public let client: String?

    /// Throws if the file has no control that a profile can have.
    public init(_ device: ForeignDevice) throws(ImportProblem) {
        let draft = ProfileDraft(device)
        var device = device
        if draft.controls.contains(where: { $0.id.hasPrefix("cc-") }) {
            device.unknown.append(
                "which of the controls called cc-N are pressed and which are moved: call a fader fader.N and a knob knob.N, or its parameter jumps "
                    + "to where it is")
        }
        guard !draft.controls.isEmpty || !device.protocolLines.isEmpty else {
            let why = draft.omitted.lines.prefix(3).joined(separator: "; ")
            throw .unusable("has no control that a profile can have\(why.isEmpty ? "" : ": \(why)")")
        }
        (title, controls, repeated, omitted) = (device.title, draft.controls.count, draft.repeated, draft.omitted.total)
        (assumed, unknown, leftOut) = (device.assumed, device.unknown, draft.omitted.lines)
        speaks = device.protocolLines.first.map { $0.contains("name: hui") ? "HUI" : "Mackie Control" }
        client = device.client
        text = ProfileText(device: device, draft: draft).text
    }

    /// Its title as a word.
    public var name: String {
        let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.joined(separator: "-").prefix(Self.longestName)
        return name.isEmpty ? "controller" : String(name.last == "-" ? name.dropLast() : name)
    }

    private static let longestName = 48
}
