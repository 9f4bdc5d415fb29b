internal import FaderJSON
internal import FaderValues

extension USBDevice {
    init?(_ json: JSONValue) {
        guard case .object(let fields) = json, case .text(let id)? = fields["usb"], case .text(let path)? = fields["usb-path"] else {
            return nil
        }
        self.init(id: id, path: path)
        if case .text(let text)? = fields["serial"] { serial = text }
    }

    /// The device as it is written to the file, with the keys of `match`.
    var json: JSONValue {
        var fields: [String: JSONValue] = ["usb": .text(id), "usb-path": .text(path)]
        fields["serial"] = serial.map { .text($0) }
        return .object(fields)
    }
}
