public import FaderValues

/// What every control drives in each bank, on each page and with each modifier. It never changes, and every thread may read it. Looking it
/// up takes the same time with any number of banks and pages.
///
/// Modifiers work on every page, so a held button never changes its meaning under a finger. Each page has a bank of its own, so going back
/// shows what was there.
public final class DeckTable: Sendable {
    /// The lines of a control are in order of precedence.
    fileprivate struct Line {
        let modifiers: ModifierSet
        /// −1 for every page.
        let page: Int32
        /// What the control drives, unless that depends on the strip.
        var mapping = Mapping.none
        /// Its column's strips in `cells`; −1 if it does not belong to a strip.
        var firstCell: Int32 = -1
        var count: Int32 = 0
        /// Which of the strips shown at once it belongs to.
        var place: Int32 = 0
        /// Its cells are those of the words that can be selected, not of strips.
        var isOfSelected = false
    }

    struct Modifier {
        let control: ControlIndex
        let bit: ModifierSet
        let latches: Bool
    }

    fileprivate struct Deck {
        /// How many strips each page has.
        let pages: [Int]
        /// The pages of the config; those of spilled groups follow.
        let written: Int
        let width: Int
        var managed: [ControlIndex] = []
        var lamps: [ControlIndex] = []
        var modifiers: [Modifier] = []
        let words: Int
        /// The word of each strip, by page and strip; −1 for none.
        let wordOfStrip: [[Int32]]
        let touchSelects: Bool
        let link: SelectionLink?
    }

    private let lines: [Line]
    /// By control, where its lines begin; one more at the end.
    private let starts: [Int32]
    private let cells: [Mapping]
    private let decks: [Deck]
    private let deckOfSurface: [DeckIndex?]
    /// Buttons of one kind, from the left over all surfaces of a deck.
    private let rows: [[ControlIndex]]
    /// By control, its row in `rows`; nil if it is not a numbered button.
    private let rowOf: [Int?]
    /// By control, which of the strips shown at once it belongs to; −1 if to none.
    private let placeOf: [Int32]
    let anyTouchSelects: Bool

    public init(_ configuration: Configuration) {
        let maker = DeckTableMaker(configuration)
        (lines, starts, cells, decks, deckOfSurface) = (maker.lines, maker.starts, maker.cells, maker.decks, maker.deckOfSurface)
        (rows, rowOf, placeOf) = (maker.rows, maker.rowOf, maker.placeOf)
        anyTouchSelects = decks.contains(where: \.touchSelects)
    }

    /// The button itself and those of its kind, from the left over all surfaces of its deck; empty if it has no number.
    func row(of control: ControlIndex) -> [ControlIndex] {
        guard rowOf.indices.contains(control.offset), let row = rowOf[control.offset] else { return [] }
        return rows[row]
    }

    public var rowIndices: Range<DeckIndex> { DeckIndex(0)..<DeckIndex(decks.count) }

    /// Nil if the surface has neither strips nor pages nor modifiers.
    public func deck(of surface: SurfaceIndex) -> DeckIndex? {
        deckOfSurface.indices.contains(surface.offset) ? deckOfSurface[surface.offset] : nil
    }

    public func isManaged(_ control: ControlIndex) -> Bool {
        control.offset + 1 < starts.count && starts[control.offset] < starts[control.offset + 1]
    }

    /// The controls that depend on the deck's state, motors first.
    public func managed(of deck: DeckIndex) -> [ControlIndex] { decks[deck.offset].managed }

    /// The buttons that switch something on the deck.
    func lamps(of deck: DeckIndex) -> [ControlIndex] { decks[deck.offset].lamps }

    func modifiers(of deck: DeckIndex) -> [Modifier] { decks[deck.offset].modifiers }

    public func pages(of deck: DeckIndex) -> Int { decks[deck.offset].pages.count }

    /// How many pages the deck turns through. Those of spilled groups are left out.
    func pagesInTurn(of deck: DeckIndex) -> Int { decks[deck.offset].written }

    public func isSpilled(_ page: Int, of deck: DeckIndex) -> Bool { page >= decks[deck.offset].written }

    /// The nearest strip that a page can show first: at the latest, the one with which the last bank begins.
    public func bank(_ wanted: Int, of deck: DeckIndex, page: Int) -> Int {
        let (strips, width) = (decks[deck.offset].pages[page], max(decks[deck.offset].width, 1))
        return min(max(wanted, 0), max(strips - 1, 0) / width * width)
    }

    /// The memory with what is missing filled in, and the first page for one that does not exist. Banks stay, even if there are not enough
    /// strips at present.
    func mended(_ memory: DeckMemory, of deck: DeckIndex) -> DeckMemory {
        let pages = decks[deck.offset].pages.indices
        var mended = DeckMemory(
            page: pages.contains(memory.page) ? memory.page : 0,
            banks: pages.map { memory.banks.indices.contains($0) ? memory.banks[$0] : 0 })
        mended.beneath = memory.beneath < pagesInTurn(of: deck) ? memory.beneath : 0
        mended.selected = memory.selected.flatMap { words(of: deck).contains($0) ? $0 : nil }
        return mended
    }

    /// The strips that are nearest to what is remembered.
    public func state(of deck: DeckIndex, _ memory: DeckMemory) -> DeckState {
        let memory = mended(memory, of: deck)
        var state = DeckState()
        (state.page, state.bank) = (memory.page, bank(memory.banks[memory.page], of: deck, page: memory.page))
        state.selected = memory.selected
        return state
    }

    func words(of deck: DeckIndex) -> Range<Int> { 0..<decks[deck.offset].words }

    func link(of deck: DeckIndex) -> SelectionLink? { decks[deck.offset].link }

    var links: [SelectionLink] { decks.compactMap(\.link) }

    func touchSelects(on deck: DeckIndex) -> Bool { decks[deck.offset].touchSelects }

    /// Nil if the control's strip cannot be selected, or if it belongs to none.
    public func word(of control: ControlIndex, of deck: DeckIndex, in state: DeckState) -> Int? {
        let words = decks[deck.offset].wordOfStrip[state.page]
        let strip = state.bank + Int(placeOf[control.offset])
        guard placeOf[control.offset] >= 0, strip < words.count, words[strip] >= 0 else { return nil }
        return Int(words[strip])
    }

    /// Whether only its strip gives it something: neither its page, nor its map, nor what is selected does.
    func isOfStrip(_ control: ControlIndex, in state: DeckState) -> Bool {
        isManaged(control) && found(control, in: state).map { lines[$0].firstCell >= 0 && !lines[$0].isOfSelected } ?? false
    }

    public func mapping(of control: ControlIndex, in state: DeckState) -> Mapping {
        guard let place = found(control, in: state) else { return .none }
        let line = lines[place]
        return line.firstCell < 0 ? line.mapping : cells[Int(line.firstCell) + line.cell(in: state)]
    }

    /// The first line of a control that applies in this state; nil if none does.
    private func found(_ control: ControlIndex, in state: DeckState) -> Int? {
        for place in Int(starts[control.offset])..<Int(starts[control.offset + 1]) {
            let line = lines[place]
            guard line.page < 0 || Int(line.page) == state.page, line.modifiers.isSubset(of: state.modifiers) else { continue }
            if line.firstCell < 0 { return place }
            // A strip may have nothing for this kind of control; then the next line counts.
            let cell = line.cell(in: state)
            guard cell >= 0, cell < Int(line.count), cells[Int(line.firstCell) + cell] != .none else { continue }
            return place
        }
        return nil
    }
}

extension DeckTable.Line {
    /// The most modifiers first, then mappings of the page, those of every page, those for the selected strip, strips, and buttons that
    /// select a strip because nothing is mapped to them.
    fileprivate var rank: Int {
        let kind = mapping.action == .select ? 4 : isOfSelected ? 2 : firstCell >= 0 ? 3 : page >= 0 ? 0 : 1
        return -8 * modifiers.rawValue.nonzeroBitCount + kind
    }

    /// Which of its cells applies; −1 if nothing is selected.
    fileprivate func cell(in state: DeckState) -> Int { isOfSelected ? state.selected ?? -1 : state.bank + Int(place) }
}

private struct DeckTableMaker {
    private(set) var lines: [DeckTable.Line] = []
    private(set) var starts: [Int32] = [0]
    private(set) var cells: [Mapping] = []
    private(set) var decks: [DeckTable.Deck]
    private(set) var deckOfSurface: [DeckIndex?]
    private(set) var rows: [[ControlIndex]] = []
    private(set) var rowOf: [Int?] = []
    private(set) var placeOf: [Int32] = []
    /// The lines for strips, by deck and kind of control.
    private var columns: [[String: [DeckTable.Line]]] = []
    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
        decks = configuration.decks.map { deck in
            DeckTable.Deck(
                pages: deck.pages.map(\.strips), written: deck.pages.count { $0.spilled == nil }, width: deck.width,
                words: deck.selection?.words.count ?? 0, wordOfStrip: deck.pages.map { $0.words.map { Int32($0 ?? -1) } },
                touchSelects: deck.selection?.touchSelects ?? false, link: deck.selection?.link)
        }
        deckOfSurface = configuration.surfaces.map { _ in nil }
        for (index, deck) in zip(configuration.decks.rowIndices, configuration.decks) {
            for surface in deck.surfaces { deckOfSurface[surface.offset] = index }
            columns.append(addCells(of: deck))
        }
        let specs = configuration.surfaces.flatMap(\.controls)
        rowOf = specs.map { _ in nil }
        // By deck, or by surface if there is no deck, and by kind. The surfaces of a deck are in its order.
        var buttons: [[String]: [(surface: Int, index: Int, control: ControlIndex)]] = [:]
        var control = ControlIndex(0)
        for (surface, spec) in zip(configuration.surfaces.rowIndices, configuration.surfaces) {
            for controlSpec in spec.controls {
                let deck = deckOfSurface[surface.offset]
                let place = deck.flatMap { deck in
                    controlSpec.stripKind.flatMap { configuration.decks[deck].place(of: $0.index, on: surface) }
                }
                placeOf.append(Int32(place ?? -1))
                if let deck { add(control, controlSpec, in: place, of: deck) }
                if ButtonRule.isButton(controlSpec), let (kind, index) = controlSpec.stripKind {
                    let owner = deck.map { configuration.decks[$0].name } ?? spec.name
                    buttons[[owner, kind], default: []].append((surface.offset, index, control))
                }
                starts.append(Int32(lines.count))
                control = control.advanced(by: 1)
            }
        }
        rows = buttons.values.map { row in row.sorted { ($0.surface, $0.index) < ($1.surface, $1.index) }.map(\.control) }
        for (index, row) in rows.enumerated() { for control in row { rowOf[control.offset] = index } }
        // Motors first: they take longest.
        for deck in decks.indices {
            let managed = decks[deck].managed
            decks[deck].managed = managed.filter { specs[$0.offset].isMotor } + managed.filter { !specs[$0.offset].isMotor }
        }
    }

    private mutating func addCells(of deck: DeckSpec) -> [String: [DeckTable.Line]] {
        var columns: [String: [DeckTable.Line]] = [:]
        for (page, spec) in deck.pages.enumerated() {
            for column in spec.columns {
                var line = DeckTable.Line(modifiers: column.modifiers, page: Int32(page))
                (line.firstCell, line.count) = (Int32(cells.count), Int32(column.cells.count))
                cells += column.cells
                columns[column.kind, default: []].append(line)
            }
        }
        return columns
    }

    private mutating func add(_ control: ControlIndex, _ spec: ControlSpec, in place: Int?, of deck: DeckIndex) {
        let base = Mapping(spec)
        let jobs = spec.jobs.filter { $0.selected == nil } + (base == .none ? [] : [Job(mapping: base)])
        var own = jobs.map { DeckTable.Line(modifiers: $0.modifiers, page: Int32($0.page ?? -1), mapping: $0.mapping) }
        if own.contains(where: { $0.mapping.action.switchesDeck || $0.mapping.presses.switchDeck }) {
            decks[deck.offset].lamps.append(control)
        }
        if case .modifier(let bit, let latches) = base.action {
            let set = ModifierSet(rawValue: 1 << UInt32(bit))
            decks[deck.offset].modifiers.append(DeckTable.Modifier(control: control, bit: set, latches: latches))
        }
        own += linesForSelected(spec.jobs, of: deck)
        if let kind = spec.stripKind?.kind, let place {
            for var line in columns[deck.offset][kind] ?? [] {
                line.place = Int32(place)
                own.append(line)
            }
        }
        // A control that does the same in every bank and page needs no line.
        guard own.count > jobs.count || !spec.jobs.isEmpty else { return }
        decks[deck.offset].managed.append(control)
        lines += own.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }

    /// The lines of a control for the selected strip, one for each set of modifiers.
    private mutating func linesForSelected(_ jobs: [Job], of deck: DeckIndex) -> [DeckTable.Line] {
        var all: [DeckTable.Line] = []
        for job in jobs {
            guard let word = job.selected else { continue }
            if !all.contains(where: { $0.modifiers == job.modifiers }) {
                var line = DeckTable.Line(modifiers: job.modifiers, page: -1)
                line.isOfSelected = true
                (line.firstCell, line.count) = (Int32(cells.count), Int32(decks[deck.offset].words))
                cells += Array(repeating: .none, count: decks[deck.offset].words)
                all.append(line)
            }
            guard let line = all.first(where: { $0.modifiers == job.modifiers }) else { continue }
            cells[Int(line.firstCell) + word] = job.mapping
        }
        return all
    }
}

extension DeckSpec {
    /// Which of the strips shown at once; nil if it belongs to none.
    func place(of index: Int, on surface: SurfaceIndex) -> Int? {
        guard let place = surfaces.firstIndex(of: surface), index <= widths[place] else { return nil }
        return widths[..<place].reduce(0, +) + index - 1
    }
}
