/// One USB device among several of the same model, as `/sys` describes it. It is remembered to recognize the device that a surface had.
public struct USBDevice: Sendable, Hashable {
    /// Its vendor and product, for example `1397:00b4`.
    public var id: String
    /// Cheap devices may all have the same, or none.
    public var serial: String?
    /// The socket that it is plugged into, for example `1-2.3`: its name in `/sys/bus/usb/devices`.
    public var path: String

    public init(id: String, serial: String? = nil, path: String) {
        self.id = id
        self.serial = serial
        self.path = path
    }
}
