internal import FaderConsole
internal import Glibc

/// What the kernel says about sound cards. Reading waits for the system, so the MIDI thread must not do it.
enum SoundCards {
    /// A card's USB identity, as in its `usbid` in `/proc/asound`; nil for a card that is not on USB, and for negative numbers.
    ///
    /// It is read from `/sys`, which has it before the card has any client, and which the system service can see.
    static func usb(of card: Int32) -> USBIdentity? {
        guard card >= 0 else { return nil }
        // A card belongs to an interface of its device.
        let device = "/sys/class/sound/card\(card)/device/.."
        guard let vendor = line("\(device)/idVendor"), let product = line("\(device)/idProduct") else { return nil }
        return USBIdentity(parsing: "\(vendor):\(product)")
    }

    /// The first line of a small file; nil if it cannot be read.
    private static func line(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
