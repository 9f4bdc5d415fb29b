internal import FaderJSON

/// Reads BespokeSynth's layout of a controller: groups of controls with their places, by Source/MidiController.cpp.
enum BespokeReader {
    static func read(_ bytes: [UInt8]) throws(ImportProblem) -> ForeignDevice {
        let clean = JSONCleaner.cleaned(bytes)
        let root: JSONNode
        do throws(JSONProblem) { root = try JSONReader.read(clean) } catch {
            throw .unusable(String(error.sentence(of: "", in: bytes).drop { $0 == " " }).excerpt(200))
        }
        guard case .list(let groups)? = root["groups"]?.content else {
            throw .unusable("is JSON, but not the layout of a controller in BespokeSynth: it has no list \"groups\"")
        }
        var device = ForeignDevice(.bespoke, title: "")
        let (input, output) = (channel(root, "channelfilter"), channel(root, "outchannel"))
        device.channel = input ?? output
        if input == nil {
            device.assumed.append(
                output.map { "that it sends on channel \($0): the file only says that it listens there" } ?? ForeignDevice.anyChannel)
        }
        for group in groups { read(group, of: &device, input: input, output: input == nil || output == input ? nil : output) }
        if device.controls.contains(where: { $0.relative != nil }) {
            device.assumed.append("how encoders count (relative: offset): BespokeSynth takes 64 for rest and reads no other encoding")
        }
        return device
    }

    private static func channel(_ root: JSONNode, _ key: String) -> Int? {
        root[key]?.integer.flatMap { (1...16).contains($0) ? $0 : nil }
    }

    private static let mostCells = 4096

    private static func read(_ group: JSONNode, of device: inout ForeignDevice, input: Int?, output: Int?) {
        let (rows, columns) = (group.count("rows"), group.count("cols"))
        var numbers = group["controls"]?.items.map(\.integer) ?? []
        let kind = ForeignMessage.Kind(bespoke: group["messageType"]?.text)
        // A pitch bend has no number.
        if numbers.isEmpty, kind == .pitchbend { numbers = [0] }
        guard (1...mostCells).contains(rows), (1...mostCells).contains(columns), numbers.count <= mostCells else {
            return device.omitted.add("a group whose rows, columns or controls are not 1 to \(mostCells)")
        }
        device.omitted.add("a control beyond the rows and columns of its group", max(0, numbers.count - rows * columns))
        for (index, number) in numbers.prefix(rows * columns).enumerated() {
            guard let number else {
                device.omitted.add("a control whose number is not a whole number")
                continue
            }
            guard let message = message(kind, number, in: group, channel: input) else {
                device.omitted.add("a control with the number \(number), which its message cannot have")
                continue
            }
            guard !isRelative(group) || message.kind != .cc14 else {
                device.omitted.add("an encoder of 14 bits, which a profile cannot have")
                continue
            }
            var control = ForeignControl(message: message)
            control.kind = self.kind(of: group, message)
            control.spot = group.spot(row: index / columns, column: index % columns)
            control.lamp = lamp(of: group, message, output: output, isPressed: control.isPressed)
            device.controls.append(control)
        }
    }

    private static func message(_ kind: ForeignMessage.Kind, _ number: Int, in group: JSONNode, channel: Int?) -> ForeignMessage? {
        switch kind {
        case .program: ForeignMessage(.program, channel: channel, value: number)
        case .pitchbend: ForeignMessage(.pitchbend, channel: channel)
        case .cc where group["14bit"]?.flag == true && number >= 32:
            // The number in the file is that of the lower half.
            ForeignMessage(.cc14, number - 32, lower: number, channel: channel)
        default: ForeignMessage(kind, number, channel: channel)
        }
    }

    private static func isRelative(_ group: JSONNode) -> Bool {
        group["increment_amount"]?.double.map { $0 != 0 } ?? group["incremental"]?.flag ?? false
    }

    private static func kind(of group: JSONNode, _ message: ForeignMessage) -> ForeignControl.Kind {
        if isRelative(group), message.kind == .cc { return .encoder("offset") }
        switch group["drawType"]?.text {
        case "button": return .button
        case "knob": return .knob
        default: return .fader
        }
    }

    /// `colors: [off, dim, on, …]`, or `[off, on]`.
    private static func lamp(of group: JSONNode, _ message: ForeignMessage, output: Int?, isPressed: Bool) -> ForeignControl.Lamp? {
        let colors = group["colors"]?.items.map(\.integer) ?? []
        guard isPressed, message.value == nil, colors.count > 1, let off = colors[0], let on = colors[min(2, colors.count - 1)] else {
            return nil
        }
        return ForeignControl.Lamp(off: off, on: on, message: output.flatMap { message.on($0) })
    }
}

extension ForeignMessage.Kind {
    /// BespokeSynth takes every other word, even `cc`, as `control`.
    fileprivate init(bespoke word: String?) {
        self =
            switch word {
            case "note": .note
            case "pitchbend": .pitchbend
            case "program": .program
            default: .cc
            }
    }
}

extension JSONNode {
    fileprivate subscript(_ key: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// A number of rows or columns: 1 if it is missing, 0 if it is not a number.
    fileprivate func count(_ key: String) -> Int { self[key].map { $0.integer ?? 0 } ?? 1 }

    fileprivate var text: String? { if case .text(let text) = content { text } else { nil } }
    fileprivate var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }
    fileprivate var items: [JSONNode] { if case .list(let items) = content { items } else { [] } }

    fileprivate var double: Double? {
        guard case .number(let spelling) = content, let number = Double(spelling), number.magnitude < 1e6 else { return nil }
        return number
    }

    fileprivate var integer: Int? { double.flatMap { Int(exactly: $0) } }

    /// The middle of a cell of a group, and its size.
    fileprivate func spot(row: Int, column: Int) -> ForeignControl.Spot? {
        func pair(_ key: String) -> (Double, Double)? {
            guard let items = self[key]?.items, let x = items.first?.double else { return nil }
            return (x, (items.count > 1 ? items[1].double : nil) ?? 0)
        }
        guard let position = pair("position"), let size = pair("dimensions") else { return nil }
        let spacing = pair("spacing") ?? (0, 0)
        guard row == 0 || spacing.1 > 0, column == 0 || spacing.0 > 0 else { return nil }
        return ForeignControl.Spot(
            x: position.0 + spacing.0 * Double(column) + size.0 / 2, y: position.1 + spacing.1 * Double(row) + size.1 / 2,
            width: size.0, height: size.1)
    }
}
