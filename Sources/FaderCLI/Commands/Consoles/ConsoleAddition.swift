internal import FaderJSON
internal import FaderValues

/// What the config in force has: the surfaces with their controls, and the ids of the parameters in order.
struct ConsoleState {
    let surfaces: [SurfaceResource]
    let ids: [String]

    init(_ client: DaemonClient) async throws {
        surfaces = try await client.ask(Routes.listSurfaces)
        ids = try await client.ask(Routes.listParameters).map(\.id)
    }
}

/// The edits that add a console, or bring what was added earlier up to date: then only what is new is written, and what somebody has
/// changed or taken out since stays as it is.
struct ConsoleAddition {
    struct Wish {
        var name: String?
        var surface: String?
        var sends: [(list: String, buses: ClosedRange<Int>)] = []
    }

    private let content: JSONValue
    private let surfaces: [SurfaceRow]
    private var layout: ConsoleLayout
    private let isNew: Bool
    private(set) var edits: [OrderedValue] = []
    /// No surface gets strips although the console is new.
    private(set) var note: String?
    /// Each of these has room for strips, so somebody has to choose.
    private(set) var choices: [String] = []
    private var emptied: Set<[String]> = []
    private var mapped: [String: Set<String>] = [:]

    init(of console: FoundConsole, _ wish: Wish, in content: JSONValue, _ state: ConsoleState) throws(Failure) {
        (self.content, surfaces) = (content, SurfaceRow.all(state.surfaces))
        let address = console.address
        let name = try Self.name(of: console, at: address, wish.name, in: content)
        let known = ConsoleLayout(of: name, family: console.family, in: content, state.ids)
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

    /// The one that this address has already, or the one asked for, or `foh`.
    private static func name(
        of console: FoundConsole, at address: String, _ wanted: String?, in content: JSONValue
    ) throws(Failure) -> String {
        let targets = content["targets"].members
        guard let wanted else {
            let same = targets.sorted { $0.key < $1.key }.first { $0.value[console.family].text == address }
            return same?.key ?? SurfaceGuide.free("foh", besides: Set(targets.keys))
        }
        guard let present = targets[wanted], present[console.family] == .null else { return wanted }
        throw Failure(.refused, "\(wanted) is something else in targets:; choose another name for the console")
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
                    "a console of the model \(console.model.withoutControls()) has the buses 1 to \(count), which \(list) goes beyond")
            }
            if let known = layout.sends.first(where: { $0.list == list }) {
                guard known.words.map(\.number) == Array(buses) else {
                    throw Failure(
                        .refused,
                        "the list \(list) has other buses already; choose another name for these sends, or change the list in the file"
                    )
                }
                continue
            }
            let isTaken = content["lists"].members[list] != nil || ConsoleLayout.words.contains(list)
            guard !isTaken, !new.contains(where: { $0.list == list }) else {
                throw Failure(.refused, "there is a list \(list) already; choose another name for these sends")
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

    /// Writes whole lists where they are new; otherwise the new words go to the end of a list.
    private mutating func writeLists() {
        let maker = ConsoleMaker(layout: layout)
        for row in layout.rows + layout.sends {
            let present = content["lists"][row.list]
            switch present {
            case .list(let items):
                for (number, word) in row.words where number > items.count {
                    edits.append(.block([("set", .list([.text("lists"), .text(row.list), .number(number - 1)])), ("to", .text(word))]))
                }
            case .object(let words):
                for (number, word) in row.words where words[word] == nil {
                    set(["lists", row.list, word], .block([("number", .number(number))]))
                }
            default: set(maker.list(row))
            }
        }
    }

    // MARK: Surfaces

    /// The one asked for; else those that have strips of this console, else the only one that can.
    private mutating func chosen(_ wanted: String?) throws(Failure) -> [SurfaceRow] {
        if let wanted {
            guard let row = surfaces.first(where: { row in row.name == wanted || row.parts.contains { $0.name == wanted } }) else {
                throw Failure(noSurface: wanted, among: surfaces.map(\.name))
            }
            guard isOwn(row) || hasNoStrips(row) else {
                throw Failure(.refused, "\(wanted) has strips already; take them out of the config, or name another surface")
            }
            return [row]
        }
        let own = surfaces.filter(isOwn)
        guard own.isEmpty, isNew else { return own }
        let able = surfaces.filter { $0.width > 1 && hasNoStrips($0) }
        if able.count == 1 { return able }
        // The config that is installed has a virtual surface, for trying things out.
        let real = able.filter { $0.main.profile != "virtual" }
        if real.count == 1 { return real }
        choices = able.map(\.name)
        note = "\(able.isEmpty ? "no surface has" : "several surfaces have") room for its strips, so none gets any"
        return []
    }

    /// The part that has the strips of this console.
    private func owner(_ row: SurfaceRow) -> SurfaceResource? {
        guard let ch = layout["ch"] else { return nil }
        return row.parts.first { content["surfaces"][$0.name]["strips"]["each"] == .text(ch.list) }
    }

    private func isOwn(_ row: SurfaceRow) -> Bool { owner(row) != nil }

    private func hasNoStrips(_ row: SurfaceRow) -> Bool { row.parts.allSatisfy { isFree(["surfaces", $0.name, "strips"]) } }

    private mutating func write(_ row: SurfaceRow, _ maker: ConsoleMaker, _ newSends: some Sequence<ConsoleLayout.Row>) {
        let surface = owner(row) ?? row.main
        let (path, controls) = (["surfaces", surface.name], ConsoleControls(of: surface, in: row))
        var pages: [ConsoleMaker.Pages] = []
        if !isOwn(row), let ch = layout["ch"] {
            set(path + ["strips"], maker.strips(ch, on: controls))
            for part in row.parts {
                for (control, value) in maker.map(on: ConsoleControls(of: part, in: row)) { map(control, value, on: part.name) }
            }
            pages = maker.pages(on: controls)
            pages += layout.sends.dropLast(newSends.underestimatedCount).compactMap { maker.pages(sends: $0, on: controls) }
        }
        pages += newSends.compactMap { maker.pages(sends: $0, on: controls) }
        pages = pages.filter { isFree(path + ["pages", $0.key]) }
        for name in pages.flatMap(\.names) {
            let button = (1...8).map { "f\($0)" }.first { controls.ids.contains($0) && isUnmapped($0, on: surface.name) }
            if let button { map(button, ConsoleMaker.pageButton(name), on: surface.name) }
        }
        for page in pages { set(path + ["pages", page.key], page.value) }
    }

    private func isUnmapped(_ control: String, on surface: String) -> Bool {
        isFree(["surfaces", surface, "map", control]) && !(mapped[surface]?.contains(control) ?? false)
    }

    private mutating func map(_ control: String, _ value: OrderedValue, on surface: String) {
        guard isUnmapped(control, on: surface) else { return }
        mapped[surface, default: []].insert(control)
        set(["surfaces", surface, "map", control], value)
    }
}
