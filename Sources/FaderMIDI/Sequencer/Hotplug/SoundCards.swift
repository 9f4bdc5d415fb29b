internal import FaderConsole
internal import FaderValues

/// What the kernel says about sound cards. It makes its caller wait, so not on the MIDI thread.
enum SoundCards {
    /// The USB identity of a card, as in `/proc/asound/card*/usbid`; nil for a card that is not on USB. It is read from `/sys`, which has
    /// it before the card has a client, and which the system service can see.
    static func usb(of card: Int32) -> USBIdentity? {
        guard card >= 0 else { return nil }
        let device = folder(of: card)
        guard let vendor = line("\(device)/idVendor"), let product = line("\(device)/idProduct") else { return nil }
        return USBIdentity(parsing: "\(vendor):\(product)")
    }

    static func device(of card: Int32, _ usb: USBIdentity) -> USBDevice? {
        guard let path = folder(of: card).resolvedPath, let name = path.utf8.split(separator: UInt8(ascii: "/")).last else { return nil }
        let serial = line("\(folder(of: card))/serial", upTo: 0x20)
        return USBDevice(id: usb.description, serial: serial?.isEmpty == false ? serial : nil, path: String(decoding: name, as: UTF8.self))
    }

    /// The name of a card, as in `/proc/asound/cards`; nil for negative numbers.
    static func name(of card: Int32) -> String? { card < 0 ? nil : line("/sys/class/sound/card\(card)/id") }

    // The card is an interface of its device.
    private static func folder(of card: Int32) -> String { "/sys/class/sound/card\(card)/device/.." }

    /// The text of a small file up to the first byte below `limit`, without blanks at its end; nil if it cannot be read.
    private static func line(_ path: String, upTo limit: UInt8 = 0x21) -> String? {
        // A serial number has at most 126 UTF-16 units.
        guard let bytes = FileContents.of(path, limit: 512), !bytes.isEmpty else { return nil }
        var line = bytes.prefix { $0 >= limit }
        while line.last == 0x20 { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
