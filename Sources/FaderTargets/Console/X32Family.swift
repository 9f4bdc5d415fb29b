extension ConsoleFamily {
    static let x32 = ConsoleFamily(
        word: "x32", title: "X32 or M32", models: ["X32", "M32"], port: 10023,
        wire: .osc(ConsoleDialect(greetings: ["/xinfo", "/status"], subscription: "/xremote")), article: "an", map: X32Map(),
        colors: X32Map.colors,
        strips: [
            ConsoleStrip(
                "ch", "/ch/", digits: 2, 32, sends: [.init("bus", 16)], solo: 1, selection: 0, preamp: .index(first: 0),
                hasLowCut: true,
                meter: ("/meters/0", 0, 1)),
            ConsoleStrip(
                "aux", "/auxin/", digits: 2, 8, sends: [.init("bus", 16)], solo: 33, selection: 32, preamp: .index(first: 32),
                meter: ("/meters/0", 32, 1)),
            ConsoleStrip(
                "fx", "/fxrtn/", digits: 2, 8, sends: [.init("bus", 16)], solo: 41, selection: 40, meter: ("/meters/0", 40, 1)),
            ConsoleStrip(
                "bus", "/bus/", digits: 2, 16, sends: [.init("matrix", 6)], solo: 49, selection: 48, meter: ("/meters/0", 48, 1)),
            ConsoleStrip("matrix", "/mtx/", digits: 2, 6, solo: 65, selection: 64, hasPan: false, meter: ("/meters/0", 64, 1)),
            ConsoleStrip("dca", "/dca/", digits: 1, 8, mix: "", solo: 73, hasPan: false),
            ConsoleStrip(
                "main", named: ["st"], "/main/st", sends: [.init("matrix", 6)], solo: 71, selection: 70, meter: ("/meters/2", 22, 2)),
            ConsoleStrip(
                "main", named: ["m"], "/main/m", sends: [.init("matrix", 6)], solo: 72, selection: 71, hasPan: false,
                meter: ("/meters/2", 24, 1)),
        ],
        muteGroups: 6,
        scenes: Scenes(
            current: "/-show/prepos/current", load: "/-action/goscene", numbers: 0...99, names: ("/-show/showfile/scene/", 3)),
        snippet: "/-action/gosnippet", selection: "/-stat/selidx", levels: .osc("x32"))

    /// Behringer X-Air and Midas MR. With `/xremote` the console would send our own changes back as well.
    static let xair = ConsoleFamily(
        word: "xair", title: "X-Air or MR", models: ["XR", "MR", "X18"], port: 10024,
        wire: .osc(ConsoleDialect(greetings: ["/xinfo", "/status"], subscription: "/xremotenfb")), article: "an", map: X32Map(),
        colors: X32Map.colors,
        strips: [
            ConsoleStrip(
                "ch", "/ch/", digits: 2, 16, sends: [.init("bus", 6), .init("fx", 4, after: 6)], solo: 1, preamp: .same,
                hasLowCut: true,
                meter: ("/meters/1", 0, 1)),
            ConsoleStrip(
                "aux", named: ["1"], "/rtn/aux", sends: [.init("bus", 6), .init("fx", 4, after: 6)], solo: 17,
                meter: ("/meters/1", 16, 2)),
            ConsoleStrip(
                "fx", "/rtn/", digits: 1, 4, sends: [.init("bus", 6), .init("fx", 4, after: 6)], solo: 18, meter: ("/meters/1", 18, 2)),
            ConsoleStrip("bus", "/bus/", digits: 1, 6, solo: 40, meter: ("/meters/1", 26, 1)),
            ConsoleStrip("dca", "/dca/", digits: 1, 4, mix: "", solo: 51, hasPan: false),
            ConsoleStrip("main", named: ["st"], "/lr", solo: 50, meter: ("/meters/1", 36, 2)),
        ],
        muteGroups: 4,
        scenes: Scenes(current: "/-snap/index", load: "/-snap/load", numbers: 1...64, names: ("/-snap/", 2)), levels: .osc("xair"))
}

struct X32Map: ConsoleMap {
    private static let decibel = "type: decibel"
    private static let pan = "type: pan, step: 2"
    private static let nameBytes = 12
    /// An inverted color is the same color: the console shows colored letters instead of a colored ground.
    static let colors = {
        let plain = ["off", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        return ConsoleColors(plain.map { ($0, $0) } + plain.map { ("\($0)-inverted", $0) })
    }()

    func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        let path = strip.path(number)
        let mix = "\(path)/\(strip.mix)"
        switch property {
        case nil: return ConsolePoint(mix + "fader", .scale(.fader), Self.decibel, meter: strip.meter(number))
        case .mute: return ConsolePoint(mix + "on", .flag(isInverted: true), ConsolePoint.muteKeys)
        case .pan: return strip.hasPan ? ConsolePoint(mix + "pan", .scale(.pan), Self.pan) : nil
        case .solo:
            return ConsolePoint(
                "/-stat/solosw/\(ConsoleStrip.padded(strip.solo + number - 1, 2))", .flag(isInverted: false), "kind: toggle")
        case .gain: return preamp(strip, number, "gain", .scale(.gain), "type: gain, min: -12, max: 60, step: 0.5")
        case .phantom: return preamp(strip, number, "phantom", .flag(isInverted: false), "kind: toggle")
        case .lowCut:
            return strip.hasLowCut ? ConsolePoint("\(path)/preamp/hpon", .flag(isInverted: false), "kind: toggle") : nil
        case .name:
            return ConsolePoint("\(path)/config/name", .text(bytes: Self.nameBytes), "kind: text, max-length: \(Self.nameBytes)")
        case .color:
            return ConsolePoint("\(path)/config/color", .choice(first: 0), Self.colors.keys)
        }
    }

    func look(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Look? {
        let path = strip.path(number)
        return ConsolePoint.Look(name: "\(path)/config/name", color: "\(path)/config/color")
    }

    private func preamp(
        _ strip: ConsoleStrip, _ number: Int, _ word: String, _ form: ConsolePoint.Form, _ keys: String
    ) -> ConsolePoint? {
        switch strip.preamp {
        case nil: nil
        case .same: ConsolePoint("/headamp/\(ConsoleStrip.padded(number, 2))/\(word)", form, keys)
        case .index(let first):
            ConsolePoint("/headamp/{}/\(word)", form, keys, index: "/-ha/\(ConsoleStrip.padded(first + number - 1, 2))/index")
        }
    }

    /// A send's meter is that of its strip.
    func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    {
        let path = "\(strip.path(number))/mix/\(ConsoleStrip.padded(goal.offset + other, 2))/"
        switch property {
        case nil: return ConsolePoint(path + "level", .scale(.send), Self.decibel, meter: strip.meter(number))
        case .mute: return ConsolePoint(path + "on", .flag(isInverted: true), ConsolePoint.muteKeys)
        // A pair of buses has one pan, at its first bus.
        case .pan: return other % 2 == 1 ? ConsolePoint(path + "pan", .scale(.pan), Self.pan) : nil
        default: return nil
        }
    }

    func muteGroup(_ number: Int) -> ConsolePoint? {
        ConsolePoint("/config/mute/\(number)", .flag(isInverted: false), ConsolePoint.muteKeys)
    }
}
