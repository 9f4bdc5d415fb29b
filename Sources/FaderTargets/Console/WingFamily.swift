extension ConsoleFamily {
    /// Behringer Wing. What it selects has numbers that are told differently, so that is not here.
    static let wing = ConsoleFamily(
        word: "wing", title: "Wing", models: ["wing", "ngc-full"], port: 2223,
        wire: .osc(ConsoleDialect(greetings: ["/?"], subscription: "/*S", ambiguous: "/col")), map: WingMap(),
        colors: WingMap.colors,
        strips: [
            ConsoleStrip(
                "ch", "/ch/", digits: 1, 40, sends: [.init("bus", 16), .init("matrix", 8)], hasLowCut: true,
                meter: ("ch", 0, 1)),
            ConsoleStrip("aux", "/aux/", digits: 1, 8, sends: [.init("bus", 16), .init("matrix", 8)], meter: ("aux", 0, 1)),
            ConsoleStrip("bus", "/bus/", digits: 1, 16, sends: [.init("matrix", 8)], meter: ("bus", 0, 1)),
            ConsoleStrip("matrix", "/mtx/", digits: 1, 8, meter: ("matrix", 0, 1)),
            ConsoleStrip("dca", "/dca/", digits: 1, 16, hasPan: false),
            ConsoleStrip("main", "/main/", digits: 1, 4, sends: [.init("matrix", 8)], meter: ("main", 0, 1)),
        ],
        muteGroups: 8, levels: .connection)
}

/// Where everything is in a Wing, and how it is written: levels in dB, and −144 for none.
struct WingMap: ConsoleMap {
    private static let level = ConsolePoint.Form.scale(.level(steps: 40_000), .value(silence: -144))
    private static let pan = ConsolePoint.Form.scale(.even(low: -100, high: 100, steps: 200), .value(silence: -100))
    /// The names that the console's documents have for its colors. It counts them from 1.
    static let colors = ConsoleColors(
        [
            ("gray-blue", "slategray"), ("medium-blue", "mediumblue"), ("dark-blue", "darkblue"), ("turquoise", "turquoise"),
            ("green", "green"), ("olive", "olive"), ("yellow", "yellow"), ("brown", "brown"), ("red", "red"), ("coral", "coral"),
            ("magenta", "magenta"), ("purple", "purple"), ("orange", "orange"), ("light-blue", "lightblue"), ("salmon", "salmon"),
            ("teal", "teal"), ("dark-gray", "darkgray"), ("light-gray", "lightgray"),
        ], texts: (1...18).map { "\($0)" })

    func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        let path = strip.path(number)
        switch property {
        case nil: return ConsolePoint("\(path)/fdr", Self.level, "type: decibel", meter: strip.meter(number))
        case .mute: return ConsolePoint("\(path)/mute", .flag(isInverted: false), ConsolePoint.muteKeys)
        case .pan: return strip.hasPan ? ConsolePoint("\(path)/pan", Self.pan, "type: pan, step: 1") : nil
        case .solo: return ConsolePoint("\(path)/$solo", .flag(isInverted: false), "kind: toggle")
        case .lowCut: return strip.hasLowCut ? ConsolePoint("\(path)/flt/lc", .flag(isInverted: false), "kind: toggle") : nil
        case .name:
            let bytes = strip.word == "dca" ? 8 : 16
            return ConsolePoint("\(path)/name", .text(bytes: bytes), "kind: text, max-length: \(bytes)")
        case .color: return ConsolePoint("\(path)/col", .words(Self.colors.texts ?? []), Self.colors.keys)
        // Which preamplifier a channel has is a matter of its routing.
        case .gain, .phantom: return nil
        }
    }

    func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    {
        let path = "\(strip.path(number))/send/\(goal.word == "matrix" ? "MX" : "")\(other)"
        switch property {
        case nil: return ConsolePoint("\(path)/lvl", Self.level, "type: decibel", meter: strip.meter(number))
        case .mute: return ConsolePoint("\(path)/on", .flag(isInverted: true), ConsolePoint.muteKeys)
        case .pan: return ConsolePoint("\(path)/pan", Self.pan, "type: pan, step: 1")
        default: return nil
        }
    }

    func look(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Look? {
        let path = strip.path(number)
        return ConsolePoint.Look(name: "\(path)/name", color: "\(path)/col")
    }

    func muteGroup(_ number: Int) -> ConsolePoint? {
        ConsolePoint("/mgrp/\(number)/mute", .flag(isInverted: false), ConsolePoint.muteKeys)
    }
}
