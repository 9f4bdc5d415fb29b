extension ForeignFormat {
    /// The formats in XML, by their root elements.
    private static let roots: [String: ForeignFormat] = [
        "MackieProtocolDevice": .ardourDevice, "ArdourMIDIBindings": .ardourMap, "InputProfile": .qlcplus, "MixxxMIDIPreset": .mixxx,
        "MixxxControllerPreset": .mixxx,
    ]

    /// Reads a file of any of the formats, recognized by its content.
    ///
    /// - Parameter name: without its directory. BespokeSynth's files say nowhere else what they are for.
    public static func read(_ bytes: [UInt8], name: String) throws(ImportProblem) -> ForeignDevice {
        guard bytes.count <= largestFile else { throw .unusable("is larger than \(largestFile >> 20) MiB, and no such file is that large") }
        var device: ForeignDevice
        if JSONCleaner.isObject(bytes) {
            device = try BespokeReader.read(bytes)
        } else {
            let root = try XMLElement.read(bytes)
            switch roots[root.name] {
            case .ardourDevice: device = try ArdourDeviceReader.read(root)
            case .ardourMap: device = ArdourMapReader.read(root)
            case .qlcplus: device = try QLCReader.read(root)
            case .mixxx: device = MixxxReader.read(root)
            case .bespoke, nil:
                let hint =
                    root.name == "MackieDeviceProfile"
                    ? "says what Ardour does with the keys of a device; the device itself is in the .device file"
                    : "has the root element \"\(root.name.excerpt)\"; what can be read is \(readable)"
                throw .unusable(hint)
            }
        }
        device.fileName = name
        if device.title.isEmpty { device.title = stem(name).oneLine.excerpt(ForeignDevice.longestTitle) }
        if device.title.isEmpty { device.title = "Controller" }
        return device
    }
}
