public import FaderValues

/// One surface, or several side by side under one `wide:` name: they share strips, bank, page and modifiers.
public struct DeckSpec: Sendable, Equatable {
    /// The wide name, or the surface's name.
    public var name: String
    /// From left to right, in the order of the file.
    public var surfaces: [SurfaceIndex]
    /// How many strips each of them shows.
    public var widths: [Int]
    /// The surface's own strips are on the first; the pages of spilled groups are the last.
    public var pages: [DeckPage]
    /// The ids of the controls that are modifiers; each has the bit of its place in this list.
    public var modifiers: [String]
    public var selection: SelectionSpec?

    public static let firstPage = "main"

    public var width: Int { widths.reduce(0, +) }

    public init(
        name: String, surfaces: [SurfaceIndex], widths: [Int], pages: [DeckPage] = [DeckPage(name: firstPage)], modifiers: [String] = []
    ) {
        self.name = name
        self.surfaces = surfaces
        self.widths = widths
        self.pages = pages
        self.modifiers = modifiers
    }
}

/// One page of a deck: its strips. Its other mappings are in the jobs of the controls.
public struct DeckPage: Sendable, Equatable {
    /// The name in the config; `spill:drums` if it shows the members of a group.
    public var name: String
    /// The group whose members it shows; nil for a page of the config.
    public var spilled: String?
    public var strips: Int
    public var columns: [StripColumn]
    /// What a meter shows that does not show a parameter, by strip: the level of something outside.
    public var levels: [Int: TargetSpec] = [:]
    /// By strip, its word's place in the deck's `selection`; nil for a strip that cannot be selected. Strips that are added later have no element.
    public var words: [Int?] = []

    public init(name: String, strips: Int = 0, columns: [StripColumn] = []) {
        self.name = name
        self.strips = strips
        self.columns = columns
    }

    public init(spilling group: String) {
        self.init(name: "spill:\(group)")
        spilled = group
    }

    /// The column of a kind of controls with these modifiers; adds it if it is new.
    public mutating func column(_ kind: String, _ modifiers: ModifierSet) -> Int {
        if let index = columns.firstIndex(where: { $0.kind == kind && $0.modifiers == modifiers }) { return index }
        columns.append(StripColumn(kind: kind, modifiers: modifiers, cells: []))
        return columns.count - 1
    }

    /// Adds what one control of a strip drives, and all missing strips up to that one.
    public mutating func add(_ mapping: Mapping, column: Int, strip: Int) {
        strips = max(strips, strip + 1)
        let missing = strip + 1 - columns[column].cells.count
        if missing > 0 { columns[column].cells += Array(repeating: .none, count: missing) }
        columns[column].cells[strip] = mapping
    }
}

/// What the controls of one kind drive in every strip of a page.
public struct StripColumn: Sendable, Equatable {
    /// `fader`, `mute`; `meter` for what the meters show, which no control belongs to.
    public var kind: String
    public var modifiers: ModifierSet
    /// One mapping for each strip.
    public var cells: [Mapping]

    public static let meter = "meter"

    public init(kind: String, modifiers: ModifierSet = [], cells: [Mapping]) {
        self.kind = kind
        self.modifiers = modifiers
        self.cells = cells
    }
}

/// Which modifiers of a deck are on, or have to be on.
public struct ModifierSet: OptionSet, Sendable, BitwiseCopyable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The most modifiers that a deck can have.
    public static let most = 32
}

/// What a control does on some page, while some modifiers are on, or while a strip is selected.
public struct Job: Sendable, Equatable {
    public var modifiers: ModifierSet
    /// The page on which the job applies; nil: on every page.
    public var page: Int?
    /// The word that must be selected, by its place in the deck's `selection`; nil: whatever is selected.
    public var selected: Int?
    public var mapping: Mapping

    public init(modifiers: ModifierSet = [], page: Int? = nil, selected: Int? = nil, mapping: Mapping) {
        self.modifiers = modifiers
        self.page = page
        self.selected = selected
        self.mapping = mapping
    }
}

/// A deck, by its offset in the configuration.
@frozen public struct DeckIndex: RowIndex {
    @usableFromInline let raw: Int32
    @inlinable public var offset: Int { Int(raw) }
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

extension DeckSpec: RowElement {
    public typealias Index = DeckIndex
}

/// What is in force on a deck. Plain bytes: it crosses the ring unchanged.
public struct DeckState: Sendable, BitwiseCopyable, Equatable {
    public var page = 0
    /// The first strip that is shown, from 0.
    public var bank = 0
    public var modifiers: ModifierSet = []
    /// The word of the selected strip, by its place in the deck's `selection`; nil if none is selected.
    public var selected: Int?

    public init() {}
}

/// What is kept about a deck across a reload or a restart.
public struct DeckMemory: Sendable, Equatable {
    public var page: Int
    /// The first strip of each page, from 0, as it was last chosen.
    public var banks: [Int]
    /// The page that a spilled group gives way to.
    public var beneath = 0
    /// The word of the selected strip, by its place in the deck's `selection`; nil if none is selected.
    public var selected: Int?

    public init(page: Int = 0, banks: [Int] = []) {
        self.page = page
        self.banks = banks
    }
}

/// A request from a program about what a deck shows. Plain bytes.
public enum DeckRequest: Sendable, BitwiseCopyable, Equatable {
    /// Shows this page. If there is no such page, nothing changes.
    case page(Int)
    /// Moves on by this many pages. The last one is followed by the first.
    case turn(by: Int)
    /// Shows this strip first, or the nearest that is possible.
    case bank(Int)
    case move(by: Int)
    /// Select the strip with this word, by its place in the deck's `selection`; nil: select none.
    case select(Int?)
}

/// A deck that now shows something else.
public struct DeckReport: Sendable, BitwiseCopyable, Equatable {
    public var deck: DeckIndex
    public var state: DeckState
    /// The first strip of the page, from 0, as it was last chosen; there may be fewer strips at present.
    public var chosenBank: Int
}
