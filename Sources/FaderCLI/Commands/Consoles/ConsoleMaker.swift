internal import FaderJSON

/// What `faderctl consoles add` writes for a console.
struct ConsoleMaker {
    let layout: ConsoleLayout

    struct Entry {
        let path: [String]
        let value: OrderedValue

        init(_ path: [String], _ value: OrderedValue) { (self.path, self.value) = (path, value) }
    }

    // MARK: Lists and parameters

    func list(_ row: ConsoleLayout.Row) -> Entry {
        let isCounted = row.words.enumerated().allSatisfy { $0.offset + 1 == $0.element.number }
        let words: OrderedValue =
            isCounted
            ? .list(row.words.map { .text($0.word) }) : .block(row.words.map { ($0.word, .block([("number", .number($0.number))])) })
        return Entry(["lists", row.list], words)
    }

    func templates(_ row: ConsoleLayout.Row) -> [Entry] {
        ([nil] + row.properties).map { property in
            parameter("\(row.pattern).\(property ?? "fader")", [(row.word, .text("{n}"))], property)
        }
    }

    func template(sends row: ConsoleLayout.Row) -> Entry? {
        layout["ch"].map { ch in
            let sends = parameter(row.pattern, [("ch", .text("{\(ch.list).n}")), (row.word, .text("{\(row.list).n}"))])
            guard case .block(let keys) = sends.value else { preconditionFailure("a parameter is a block of keys") }
            // No song takes away what a musician has set for his own ears.
            return Entry(sends.path, .block([("recall-safe", .truth(true))] + keys))
        }
    }

    /// The main fader and the selected channel.
    var single: [Entry] {
        let main = layout.main.map { main in
            let word = Int(main.word).map { OrderedValue.number($0) } ?? .text(main.word)
            return ([nil] + (main.mutes ? ["mute"] : [])).map { parameter("\(main.root).\($0 ?? "fader")", [("main", word)], $0) }
        }
        return (main ?? []) + (layout.selected.map { [parameter($0, [("selected", .text("channel"))])] } ?? [])
    }

    private func parameter(_ id: String, _ keys: [(key: String, value: OrderedValue)], _ property: String? = nil) -> Entry {
        let target =
            [(key: layout.family, value: OrderedValue.text(layout.name))] + keys
            + (property.map { [(key: "property", value: OrderedValue.text($0))] } ?? [])
        return Entry(["parameters", id], .block([("target", .block(target))]))
    }

    // MARK: The surface

    func strips(_ row: ConsoleLayout.Row, on controls: ConsoleControls) -> OrderedValue {
        var keys: [(key: String, value: OrderedValue)] = [("each", .text(row.list))]
        func add(_ kind: String, _ property: String) {
            if controls.has(kind) { keys.append((kind, .text("\(row.inStrips).\(property)"))) }
        }
        add("fader", "fader")
        if !controls.has("fader") { add("encoder", "fader") } else if row.properties.contains("pan") { add("encoder", "pan") }
        for property in ["mute", "solo"] where row.properties.contains(property) { add(property, property) }
        if let selected = layout.selected, controls.has("select"), row.word != "dca" {
            let value = OrderedValue.text("\(row.word)-{n}")
            keys.append(("select", .block([("parameter", .text(selected)), ("action", .text("set")), ("value", value)])))
        }
        return .block(keys)
    }

    /// What a surface has on every page: the main fader and the buttons of banks.
    func map(on controls: ConsoleControls) -> [(control: String, value: OrderedValue)] {
        var map: [(control: String, value: OrderedValue)] = []
        if let master = controls.master, let main = layout.main { map.append((master, .text("\(main.root).fader"))) }
        for (button, by) in [("bank", controls.row), ("channel", 1)] {
            for (side, by) in [("left", -by), ("right", by)] where controls.ids.contains("\(button)-\(side)") {
                map.append(("\(button)-\(side)", .block([("action", .text("bank")), ("by", .number(by))])))
            }
        }
        return map
    }

    /// Pages of a surface that are written as one entry of the config.
    struct Pages {
        /// A name, or one with a list in braces for each word.
        let key: String
        let names: [String]
        let value: OrderedValue
    }

    func pages(on controls: ConsoleControls) -> [Pages] {
        layout.rows.filter { $0.word != "ch" }.map {
            Pages(key: $0.word, names: [$0.word], value: .block([("strips", strips($0, on: controls))]))
        }
    }

    /// A page for each bus, with the sends of all channels to it, and the bus itself on the main fader.
    func pages(sends row: ConsoleLayout.Row, on controls: ConsoleControls) -> Pages? {
        guard let ch = layout["ch"] else { return nil }
        let (kind, word) = (controls.has("fader") ? "fader" : "encoder", "{\(row.list)}")
        var page: [(key: String, value: OrderedValue)] = [
            ("strips", .block([("each", .text(ch.list)), (kind, .text("\(ch.inStrips).\(word)"))]))
        ]
        if let master = controls.master, let bus = layout["bus"] {
            page.append(("map", .block([(master, .text("\(bus.inStrips.replacing("{}", with: word)).fader"))])))
        }
        return Pages(key: "\(row.list).\(word)", names: row.words.map { "\(row.list).\($0.word)" }, value: .block(page))
    }

    /// Pages in the browser, for the musicians' phones.
    func webPages(sends row: ConsoleLayout.Row) -> [Entry] {
        guard let ch = layout["ch"], let bus = layout["bus"] else { return [] }
        return row.words.map { _, word in
            Entry(
                ["web", "pages", word],
                .list([.text("\(ch.pattern).\(word)"), .text("\(bus.inStrips.replacing("{}", with: word)).fader")]))
        }
    }

    static func pageButton(_ page: String) -> OrderedValue { .block([("page", .text(page))]) }
}
