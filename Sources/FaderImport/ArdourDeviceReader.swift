internal import FaderValues

/// Reads Ardour's description of a device that speaks Mackie Control or HUI, by Ardour's libs/surfaces/mackie/device_info.cc.
enum ArdourDeviceReader {
    static func read(_ root: XMLElement) throws(ImportProblem) -> ForeignDevice {
        var device = ForeignDevice(.ardourDevice, title: ForeignDevice.title(value(root, "manufacturer") ?? "", value(root, "name") ?? ""))
        func flag(_ name: String, _ standard: Bool) -> Bool { ArdourFlag.read(value(root, name)) ?? standard }
        let type = value(root, "devicetype")?.uppercased() ?? "MCU"
        let isExtender = type == "MCXT" || type == "LCXT"
        guard let number = ["MCU": 0x14, "MCXT": 0x15, "LC": 0x10, "LCXT": 0x11, "HUI": 0][type] else {
            throw .unusable("is for the type \(type.excerpt); only MCU, MCXT, LC, LCXT and HUI are known")
        }
        let isHUI = type == "HUI"
        let isStripsOnly = isExtender || !isHUI && !flag("globalcontrols", true) && !flag("masterfader", true)
        let name = isHUI ? "hui" : isStripsOnly ? "mackie-xt" : "mackie"
        var keys = ["name: \(name)"]
        // The default of mackie is 20, that of mackie-xt 21.
        if !isHUI, number != (isStripsOnly ? 0x15 : 0x14) { keys.append("device: \(number)") }
        if !isHUI, flag("nohandshake", false) { keys.append("handshake: false") }
        if !flag("touchsensefaders", true) { keys.append("touch: false") }
        if !isHUI, flag("isxtouch", false) { keys.append("colors: x-touch") }
        let missing = missing(root, isHUI: isHUI, isStripsOnly: isStripsOnly, flag)
        if !missing.isEmpty {
            keys.append("without: [\(missing.map { $0.hasPrefix("*") ? $0.yamlQuoted : $0.yamlWord }.joined(separator: ", "))]")
        }
        device.protocolLines = ["protocol: {\(keys.joined(separator: ", "))}"] + panel(isHUI: isHUI, isStripsOnly: isStripsOnly, flag)
        describe(root, &device, isHUI: isHUI, flag)
        return device
    }

    private static func value(_ root: XMLElement, _ name: String) -> String? { root.first(name)?.attribute("value") }

    private static func missing(
        _ root: XMLElement, isHUI: Bool, isStripsOnly: Bool, _ flag: (String, Bool) -> Bool
    ) -> [String] {
        var missing: [String] = []
        if let strips = value(root, "strips").flatMap({ Int($0) }), (1..<8).contains(strips) {
            for strip in strips + 1...8 { missing += kinds(isHUI).map { "\($0).\(strip)" } }
        }
        guard !isHUI, !isStripsOnly else { return missing }
        if !flag("masterfader", true) { missing.append("fader.9") }
        if !flag("jogwheel", true) { missing.append("jog") }
        if !flag("globalcontrols", true) { missing += main }
        return missing
    }

    private static func kinds(_ isHUI: Bool) -> [String] {
        ["fader", "encoder", "rec", "solo", "mute", "select"] + (isHUI ? [] : ["push"])
    }

    /// The controls to the right of the strips, without the master fader and the wheel.
    private static let main = [
        "assign-*", "bank-*", "channel-*", "flip", "global-view", "name-value", "smpte-beats", "f1", "f2", "f3", "f4", "f5", "f6", "f7",
        "f8",
        "view-*", "shift", "option", "control", "command", "auto-*", "group", "save", "undo", "cancel", "enter", "marker", "nudge", "cycle",
        "drop", "replace", "click", "solo", "rewind", "forward", "stop", "play", "record", "cursor-*", "zoom", "scrub", "user.*",
    ]

    private static func panel(isHUI: Bool, isStripsOnly: Bool, _ flag: (String, Bool) -> Bool) -> [String] {
        guard !isHUI else { return [] }
        var lines: [String] = []
        if !flag("hasmeters", true) { lines.append("meters: false") }
        guard !isStripsOnly else { return lines }
        let (timecode, assignment) = (flag("timecodedisplay", true), flag("twocharacterdisplay", true))
        if !timecode, !assignment { lines.append("digits: false") }
        if timecode != assignment { lines.append("digits: {timecode: \(timecode ? 10 : 0), assignment: \(assignment ? 2 : 0)}") }
        return lines
    }

    private static let unknown: [(key: String, what: String)] = [
        ("hasqconsecondlcd", "a second display"), ("hasqconmastermeters", "the meters of the master"),
        ("isqcon", "what is special about a QCon"),
        ("isprog2", "what is special about a QCon Pro G2"), ("isplatformmp", "what is special about a Platform M+"),
        ("isp1m", "what is special about a P1-M"), ("isp1nano", "what is special about a P1-Nano"),
        ("isv1m", "what is special about a V1-M"),
    ]

    private static func describe(_ root: XMLElement, _ device: inout ForeignDevice, isHUI: Bool, _ flag: (String, Bool) -> Bool) {
        for (key, what) in unknown where flag(key, false) { device.omitted.add(what) }
        let buttons = root.first("buttons")?.children.count ?? 0
        device.omitted.add("a button with a note of its own", buttons)
        if flag("usesipmidi", false) { device.omitted.add("the network MIDI (ipMIDI) that it is connected by") }
        if let extenders = value(root, "extenders").flatMap({ Int($0) }), extenders > 0 {
            device.assumed.append(
                "that each of the \(extenders + 1) boxes of the set is a surface of its own: this is its main unit, and mackie-xt the profile of "
                    + "the others; \"wide:\" in faderd.yaml(5) joins them")
        }
        if root.first("devicetype") == nil {
            device.assumed.append("that it speaks Mackie Control: the file names no type, as Ardour takes it")
        }
        if !isHUI { device.assumed.append("that it has every key, lamp and ring of a Mackie Control that the file does not exclude") }
    }
}
