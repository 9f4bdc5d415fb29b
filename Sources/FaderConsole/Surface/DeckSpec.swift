public import FaderModel

/// One surface, or several side by side under one `wide:` name: what shares strips, bank, page and modifiers.
public struct DeckSpec: Sendable, Equatable {
    /// The wide name, or that of the surface.
    public var name: String
    /// From left to right, in the order of the file.
    public var surfaces: [SurfaceIndex]
    /// How many strips each of them shows.
    public var widths: [Int]
    /// The first is the one that the surface's own strips are on.
    public var pages: [DeckPage]
    /// The ids of the controls that are modifiers; each has the bit of its place.
    public var modifiers: [String]

    /// What the first page is called.
    public static let firstPage = "main"

    /// How many strips it shows at once.
    public var width: Int { widths.reduce(0, +) }

    /// A deck from its parts.
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

/// One page of a deck: its strips. What else it maps stands in the jobs of the controls.
public struct DeckPage: Sendable, Equatable {
    /// The name in the config.
    public var name: String
    /// How many strips there are.
    public var strips: Int
    /// The kinds of controls that strips map.
    public var columns: [StripColumn]

    /// A page from its parts.
    public init(name: String, strips: Int = 0, columns: [StripColumn] = []) {
        self.name = name
        self.strips = strips
        self.columns = columns
    }
}

extension DeckPage {
    /// Adds what one control of a strip drives, and the strips up to there.
    mutating func add(_ mapping: Mapping, column: Int, strip: Int) {
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
    /// The modifiers that must be on.
    public var modifiers: ModifierSet
    /// One for each strip.
    public var cells: [Mapping]

    /// The kind of meters.
    public static let meter = "meter"

    /// A column from its parts.
    public init(kind: String, modifiers: ModifierSet = [], cells: [Mapping]) {
        self.kind = kind
        self.modifiers = modifiers
        self.cells = cells
    }
}

/// Which modifiers of a deck are on, or have to be.
public struct ModifierSet: OptionSet, Sendable, BitwiseCopyable, Hashable {
    /// A bit for each.
    public let rawValue: UInt32
    /// From its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The most that one deck can have.
    public static let most = 32
}

/// What a control does in some page, or while some modifiers are on.
public struct Job: Sendable, Equatable {
    /// The modifiers that must be on.
    public var modifiers: ModifierSet
    /// The page in which it holds; nil: in every one.
    public var page: Int?
    /// What it drives.
    public var mapping: Mapping

    /// A job from its parts.
    public init(modifiers: ModifierSet = [], page: Int? = nil, mapping: Mapping) {
        self.modifiers = modifiers
        self.page = page
        self.mapping = mapping
    }
}

/// Which deck: its offset in the configuration.
@frozen public struct DeckIndex: RowIndex {
    @usableFromInline let raw: Int32
    /// 0…: where it is in an array.
    @inlinable public var offset: Int { Int(raw) }
    /// The one at an offset.
    @inlinable public init(_ offset: Int) { raw = Int32(truncatingIfNeeded: offset) }
}

extension DeckSpec: RowElement {
    /// A row has one for each deck.
    public typealias Index = DeckIndex
}

/// What is in force on a deck. Plain bytes: it crosses the ring as it is.
public struct DeckState: Sendable, BitwiseCopyable, Equatable {
    /// Index of the page.
    public var page = 0
    /// The first strip that is shown, from 0.
    public var bank = 0
    /// The modifiers that are on.
    public var modifiers: ModifierSet = []

    /// The first page from its first strip.
    public init() {}
}

/// What is kept of a deck over a reload or a restart.
public struct DeckMemory: Sendable, Equatable {
    /// Index of the page.
    public var page: Int
    /// The first strip that each page shows, from 0.
    public var banks: [Int]

    /// A memory from its parts.
    public init(page: Int = 0, banks: [Int] = []) {
        self.page = page
        self.banks = banks
    }
}

/// What a program asks of a deck. Plain bytes.
public enum DeckWish: Sendable, BitwiseCopyable, Equatable {
    /// This page; one that there is not changes nothing.
    case page(Int)
    /// So many pages further, from the last to the first.
    case turn(by: Int)
    /// This strip first, or the nearest that can be.
    case bank(Int)
    /// So many strips further.
    case move(by: Int)
}

/// A deck that shows something else now.
public struct DeckReport: Sendable, BitwiseCopyable, Equatable {
    /// Which.
    public var deck: DeckIndex
    /// What is in force.
    public var state: DeckState

    /// A report from its parts.
    public init(deck: DeckIndex, state: DeckState) {
        self.deck = deck
        self.state = state
    }
}
