internal import FaderValues

/// A property of a strip. Without one it is the fader, or the level of a send.
public enum ConsoleProperty: String, Sendable, CaseIterable {
    case mute, pan, solo, gain, phantom, lowCut = "low-cut", name, color
}

/// Where everything is in a console, and how it is written.
extension ConsoleFamily {
    private static let decibel = "type: decibel"
    private static let mute = "kind: toggle, words: [open, muted]"
    private static let pan = "type: pan, step: 2"
    /// The colors of a strip, in the console's order.
    public static let colors = {
        let plain = ["off", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        return plain + plain.map { "\($0)-inverted" }
    }()

    /// The color of a strip that has this number of `colors`; nil for none, and for a number that is no color. An inverted one is the same color: the console
    /// shows colored letters instead of a colored ground.
    static func color(_ number: Int) -> StripColor? { colors.indices.contains(number) ? StripColor(colors[number % 8]) : nil }

    /// A strip's fader, or a property of it; nil if such strips do not have it.
    public func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        var point = value(strip, number, property)
        point?.look = ConsolePoint.Look(strip.path(number), isNamed: property == nil)
        point?.strip = strip.option(number)
        return point
    }

    private func value(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        let path = strip.path(number)
        let mix = "\(path)/\(strip.mix)"
        switch property {
        case nil: return ConsolePoint(mix + "fader", .scale(.fader), Self.decibel, meter: Self.meter(strip, number))
        case .mute: return ConsolePoint(mix + "on", .flag(isInverted: true), Self.mute)
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
            let options = Self.colors.joined(separator: ", ")
            return ConsolePoint("\(path)/config/color", .choice(first: 0), "kind: choice, options: [\(options)]")
        }
    }

    private static func meter(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Meter? {
        strip.meter.map { meter in
            let first = meter.first + (number - 1) * meter.each
            return ConsolePoint.Meter(meter.address, first..<first + meter.each)
        }
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

    /// The level of a send, or a property of it; nil if sends do not have it. A send's meter is that of its strip.
    public func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    {
        var point = value(ofSendOf: strip, number, to: goal, other, property)
        point?.look = ConsolePoint.Look(strip.path(number), isNamed: property == nil)
        point?.strip = strip.option(number)
        return point
    }

    private func value(
        ofSendOf strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?
    ) -> ConsolePoint? {
        let path = "\(strip.path(number))/mix/\(ConsoleStrip.padded(goal.offset + other, 2))/"
        switch property {
        case nil: return ConsolePoint(path + "level", .scale(.send), Self.decibel, meter: Self.meter(strip, number))
        case .mute: return ConsolePoint(path + "on", .flag(isInverted: true), Self.mute)
        // A pair of buses has one pan, at its first bus.
        case .pan: return other % 2 == 1 ? ConsolePoint(path + "pan", .scale(.pan), Self.pan) : nil
        default: return nil
        }
    }

    /// A mute group.
    public func muteGroup(_ number: Int) -> ConsolePoint {
        ConsolePoint("/config/mute/\(number)", .flag(isInverted: false), Self.mute)
    }

    /// Which strip is selected; nil if the console does not tell that.
    public var selected: ConsolePoint? {
        guard let selection else { return nil }
        let options = strips.flatMap { strip in
            (1...strip.count).compactMap { number in
                strip.option(number).map { "{id: \($0), label: \"\($0.replacing("-", with: " "))\"}" }
            }
        }
        return ConsolePoint(
            selection, .choice(first: 0), "kind: choice, recall-safe: true, options: [\(options.joined(separator: ", "))]")
    }

    /// The scene that was recalled last. To write it is to recall a scene. Its options are the console's scenes, unless the config lists some: from the first
    /// number on.
    public var scene: ConsolePoint {
        ConsolePoint(scenes.current, .choice(first: scenes.numbers.lowerBound), "kind: choice, recall-safe: true", action: scenes.load)
    }
}
