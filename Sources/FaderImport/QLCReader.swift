/// Reads an input profile of QLC+, by engine/src/qlcinputprofile.cpp and qlcinputchannel.cpp; what its numbers mean, by
/// plugins/midi/src/common/midiprotocol.cpp.
enum QLCReader {
    static func read(_ root: XMLElement) throws(ImportProblem) -> ForeignDevice {
        if let type = root.words("type"), type.uppercased() != "MIDI" {
            throw .unusable("is for \(type.excerpt), not for MIDI")
        }
        var device = ForeignDevice(.qlcplus, title: ForeignDevice.title(root.words("manufacturer") ?? "", root.words("model") ?? ""))
        let channels = root.all("channel")
        // The upper bits are the channel, and are there only if QLC+ listened to all channels when the file was made.
        let hasChannels = channels.contains { ($0.attribute("Number").flatMap { Int($0) } ?? 0) >= channelSize }
        if !hasChannels { device.assumed.append(ForeignDevice.anyChannel) }
        device.colors = (root.first("colortable")?.all("color") ?? []).compactMap(color)
        if !device.colors.isEmpty {
            device.assumed.append("that the lamp of every button shows the colors of the table: the file does not say of which they are")
        }
        for channel in channels { read(channel, of: &device, hasChannels) }
        let modes = root.first("midichanneltable")?.all("channel").count ?? 0
        device.omitted.add("a way of lighting that is chosen by the channel of the message", modes)
        if device.controls.contains(where: { $0.message.kind == .pitchbend }) {
            device.assumed.append("that pitch bends have 14 bits: QLC+ keeps 8")
        }
        if channels.contains(where: { $0.words("type") == "Encoder" }) {
            device.assumed.append(
                "that what QLC+ calls an encoder counts up and down from 0 to 127, as QLC+ reads it: it is a knob here; if \"faderctl monitor\" "
                    + "shows 1 and 127, or 65 and 63, add relative: twos, or offset")
        }
        return device
    }

    private static let channelSize = 4096

    private static func read(_ channel: XMLElement, of device: inout ForeignDevice, _ hasChannels: Bool) {
        guard let number = channel.attribute("Number").flatMap({ Int($0) }), (0..<16 * channelSize).contains(number) else {
            return device.omitted.add("a channel without a number from 0 to 65535")
        }
        guard let message = message(number % channelSize, channel: hasChannels ? number / channelSize + 1 : nil) else {
            let isClock = (529...531).contains(number % channelSize)
            return device.omitted.add(isClock ? "the clock" : "a channel with a number that is no message")
        }
        var control = ForeignControl(message: message)
        let label = channel.words("name") ?? ""
        control.label = label
        let type = channel.words("type") ?? ""
        switch type {
        case "Slider": (control.kind, control.role) = (.fader, ControlRole.numbered("fader", from: label))
        case "Knob", "Encoder": (control.kind, control.role) = (.knob, ControlRole.numbered("knob", from: label))
        default: (control.kind, control.role) = (.button, ControlRole.button(label))
        }
        if channel.first("movement")?.text.oneLine == "Relative" {
            device.assumed.append("that \(label.excerpt) stays where it is left, although QLC+ lets it set the speed of a value")
        }
        if control.isPressed { control.lamp = lamp(of: channel, message, device) }
        device.controls.append(control)
    }

    private static func message(_ offset: Int, channel: Int?) -> ForeignMessage? {
        switch offset {
        case 0...127: ForeignMessage(.cc, offset, channel: channel)
        case 128...255: ForeignMessage(.note, offset - 128, channel: channel)
        case 256...383: ForeignMessage(.polypressure, offset - 256, channel: channel)
        case 384...511: ForeignMessage(.program, channel: channel, value: offset - 384)
        case 512: ForeignMessage(.pressure, channel: channel)
        case 513: ForeignMessage(.pitchbend, channel: channel)
        default: nil
        }
    }

    /// Values are twice those of MIDI. `MidiChannel` is added to the channel of the device, which is 1 if the file has none.
    private static func lamp(of channel: XMLElement, _ message: ForeignMessage, _ device: ForeignDevice) -> ForeignControl.Lamp? {
        guard message.value == nil else { return nil }
        guard let feedback = channel.first("feedback") else { return standardLamp(device) }
        func value(_ name: String) -> Int? { feedback.attribute(name).flatMap { Int($0) } }
        let other = value("MidiChannel").flatMap { $0 >= 0 && $0 < 16 ? message.on((message.channel ?? 1) + $0) : nil }
        let on = value("UpperValue") ?? 255
        return ForeignControl.Lamp(off: (value("LowerValue") ?? 0) / 2, on: on / 2, message: other)
    }

    private static func standardLamp(_ device: ForeignDevice) -> ForeignControl.Lamp? {
        func light(_ color: String) -> Int {
            let rgb = Int(color.dropFirst(), radix: 16) ?? 0
            return rgb >> 16 + rgb >> 8 & 0xFF + rgb & 0xFF
        }
        guard let on = device.colors.max(by: { light($0.color) < light($1.color) }) else { return nil }
        return ForeignControl.Lamp(off: device.colors.first { light($0.color) == 0 }?.value ?? 0, on: on.value)
    }

    private static func color(_ element: XMLElement) -> (color: String, value: Int)? {
        guard let color = element.attribute("RGB")?.lowercased(), let value = element.attribute("Value").flatMap({ Int($0) }) else {
            return nil
        }
        let digits = color.dropFirst()
        guard color.first == "#", digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), (0...255).contains(value)
        else {
            return nil
        }
        return (color, value / 2)
    }
}
