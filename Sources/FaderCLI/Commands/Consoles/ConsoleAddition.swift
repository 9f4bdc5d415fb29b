internal import FaderJSON
internal import FaderValues

/// The edits that add a console to a config, or bring what was added earlier up to date: then only what is new is written, and what somebody has
/// changed or taken out since stays as it is.
struct ConsoleAddition {
    /// What somebody asked for.
    struct Wish {
        var name: String?
        var surface: String?
        /// Lists of sends, with the numbers of their buses.
        var sends: [(list: String, buses: ClosedRange<Int>)] = []
    }

    private let content: JSONValue
    private let surfaces: [SurfaceResource]
    private var layout: ConsoleLayout
    /// Whether nothing of the console was in the config before.
    private let isNew: Bool
    private(set) var edits: [OrderedValue] = []
    /// What a person should know.
    private(set) var notes: [String] = []
    /// The paths at which the braces of an empty block were taken away.
    private var emptied: Set<[String]> = []
    /// The controls that get something, by surface.
    private var mapped: [String: Set<String>] = [:]

    init(
        of console: FoundConsole, at address: String, _ wish: Wish, in content: JSONValue, _ surfaces: [SurfaceResource]
    ) throws(Failure) {
        (self.content, self.surfaces) = (content, surfaces)
        let name = try Self.name(of: console, at: address, wish.name, in: content)
        let known = ConsoleLayout(of: name, family: console.family, in: content)
        isNew = known == nil
        layout = known ?? ConsoleLayout(for: console, called: name, in: content)
        let sends = try Self.newSends(wish.sends, layout, console, in: content)
        let needed = sends.map(\.buses.upperBound).max().map { ["bus": $0] } ?? [:]
        layout.extend(by: console, needed: needed)
        for send in sends { layout.addSends(send.list, send.buses) }
        let newSends = layout.sends.suffix(sends.count)
        set(["targets", name, console.family], .text(address))
        writeLists()
        let maker = ConsoleMaker(layout: layout)
        if isNew { for entry in layout.rows.flatMap(maker.templates) { set(entry) } }
        for entry in newSends.compactMap(maker.template) { set(entry) }
        if isNew { for entry in maker.single { set(entry) } }
        for surface in try chosen(wish.surface) { write(surface, maker, newSends) }
        for entry in newSends.flatMap(maker.webPages) where isFree(entry.path) { set(entry) }
    }

    // MARK: Names

    /// The name of the connection: the one that this address has already, or the one asked for, or `foh`.
    private static func name(
        of console: FoundConsole, at address: String, _ wanted: String?, in content: JSONValue
    ) throws(Failure) -> String {
        let targets = content["targets"].members
        guard let wanted else {
            let same = targets.sorted { $0.key < $1.key }.first { $0.value[console.family].text == address }
            return same?.key ?? SurfaceGuide.free("foh", besides: Set(targets.keys))
        }
        guard let present = targets[wanted], present[console.family] == .null else { return wanted }
        throw Failure(.refused, "\(wanted) is something else in targets:; choose another name with --name")
    }

    private static func newSends(
        _ wanted: [(list: String, buses: ClosedRange<Int>)], _ layout: ConsoleLayout, _ console: FoundConsole, in content: JSONValue
    ) throws(Failure) -> [(list: String, buses: ClosedRange<Int>)] {
        let count = console.strips.first { $0.word == "bus" }?.names.count ?? 0
        var new: [(list: String, buses: ClosedRange<Int>)] = []
        for (list, buses) in wanted {
            guard buses.upperBound <= count else {
                throw Failure(
                    .refused,
                    "a console of the model \(console.model.withoutControls()) has the buses 1 to \(count); correct --sends \(list)")
            }
            if let known = layout.sends.first(where: { $0.list == list }) {
                guard known.words.map(\.number) == Array(buses) else {
                    throw Failure(
                        .refused, "the list \(list) has other buses already; choose another name in --sends, or change the list in the file"
                    )
                }
                continue
            }
            let isTaken = content["lists"].members[list] != nil || ConsoleLayout.words.contains(list)
            guard !isTaken, !new.contains(where: { $0.list == list }) else {
                throw Failure(.refused, "there is a list \(list) already; choose another name in --sends")
            }
            new.append((list, buses))
        }
        return new
    }

    // MARK: Edits

    private mutating func set(_ path: [String], _ value: OrderedValue) {
        guard self.value(at: path) != value.value else { return }
        // What is added between braces stays on one line. Without them it gets lines of its own.
        let around = Array(path.dropLast())
        if self.value(at: around) == .object([:]), emptied.insert(around).inserted { edits.append(OrderedValue.nothing.setting(around)) }
        edits.append(value.setting(path))
    }

    private func value(at path: some Sequence<String>) -> JSONValue { path.reduce(content) { $0[$1] } }

    private mutating func set(_ entry: ConsoleMaker.Entry) { set(entry.path, entry.value) }

    private func isFree(_ path: [String]) -> Bool {
        value(at: path.dropLast()).members[path[path.count - 1]] == nil
    }

    /// A list is written whole where it is new; otherwise the new words go to its end.
    private mutating func writeLists() {
        let maker = ConsoleMaker(layout: layout)
        for row in layout.rows + layout.sends {
            let present = content["lists"][row.list]
            switch present {
            case .null: set(maker.list(row))
            case .list(let items):
                for (number, word) in row.words where number > items.count {
                    edits.append(.block([("set", .list([.text("lists"), .text(row.list), .number(number - 1)])), ("to", .text(word))]))
                }
            default: break
            }
        }
    }

    // MARK: Surfaces

    /// The surfaces that get something: the one asked for; else those that have strips of this console, else the only one that can.
    private mutating func chosen(_ wanted: String?) throws(Failure) -> [SurfaceResource] {
        if let wanted {
            guard let surface = surfaces.first(where: { $0.name == wanted }) else {
                throw Failure(noSurface: wanted, among: surfaces.map(\.name))
            }
            guard isOwn(surface) || isFree(["surfaces", wanted, "strips"]) else {
                throw Failure(.refused, "\(wanted) has strips already; take them out of the config, or name another surface")
            }
            return [surface]
        }
        let own = surfaces.filter(isOwn)
        guard own.isEmpty, isNew else { return own }
        let able = surfaces.filter { controls(of: $0).width > 1 && $0.wide == nil && isFree(["surfaces", $0.name, "strips"]) }
        guard able.count == 1 else {
            notes.append(
                able.isEmpty
                    ? "no surface has room for its strips, so none gets any"
                    : "several surfaces have room for its strips, so none gets any; choose one with --surface "
                        + able.map(\.name.shellWord).joined(separator: " or "))
            return []
        }
        return able
    }

    /// Whether a surface has the strips of this console.
    private func isOwn(_ surface: SurfaceResource) -> Bool {
        layout["ch"].map { content["surfaces"][surface.name]["strips"]["each"] == .text($0.list) } ?? false
    }

    private func controls(of surface: SurfaceResource) -> ConsoleMaker.Controls {
        ConsoleMaker.Controls(ids: Set((surface.controls ?? []).map(\.id)))
    }

    private mutating func write(_ surface: SurfaceResource, _ maker: ConsoleMaker, _ newSends: some Sequence<ConsoleLayout.Row>) {
        let (path, controls) = (["surfaces", surface.name], controls(of: surface))
        var pages: [(name: String, value: OrderedValue)] = []
        if !isOwn(surface), let ch = layout["ch"] {
            set(path + ["strips"], maker.strips(ch, on: controls))
            for (control, value) in maker.map(on: controls) { map(control, value, on: surface.name) }
            pages = maker.pages(on: controls)
            for row in layout.sends.dropLast(newSends.underestimatedCount) { pages += maker.pages(sends: row, on: controls) }
        }
        for row in newSends { pages += maker.pages(sends: row, on: controls) }
        pages = pages.filter { isFree(path + ["pages", $0.name]) }
        for (name, _) in pages {
            let button = (1...8).map { "f\($0)" }.first { controls.ids.contains($0) && isUnmapped($0, on: surface.name) }
            if let button { map(button, ConsoleMaker.pageButton(name), on: surface.name) }
        }
        for (name, value) in pages { set(path + ["pages", name], value) }
    }

    private func isUnmapped(_ control: String, on surface: String) -> Bool {
        isFree(["surfaces", surface, "map", control]) && !(mapped[surface]?.contains(control) ?? false)
    }

    /// Maps a control that has nothing to do yet.
    private mutating func map(_ control: String, _ value: OrderedValue, on surface: String) {
        guard isUnmapped(control, on: surface) else { return }
        mapped[surface, default: []].insert(control)
        set(["surfaces", surface, "map", control], value)
    }
}
