internal import FaderModel
internal import Glibc

/// A row of values of a fixed length, each changed in place. Owned by the MIDI thread; allocates only when it is made.
///
/// An array would check at every change whether somebody else holds it. A row that its owner keeps as a `let` stays where it is for sure, so
/// that several accesses look its place up once. A row is looked up by the index that its elements have, so that no control is found by the
/// number of a surface.
@safe struct Table<Element>: ~Copyable {
    /// How many there are room for.
    let count: Int
    private let start: UnsafeMutablePointer<Element>

    /// A row of these values.
    init(_ elements: [Element]) { self.init(room: elements.count, elements) }

    /// A row of these plain values, with room for more, which are all zero bits. Memory that was never used is not resident: room costs
    /// nothing until it is taken.
    init(_ elements: [Element], room: Int) where Element: BitwiseCopyable { self.init(room: max(room, elements.count), elements) }

    private init(room: Int, _ elements: [Element]) {
        count = room
        guard let memory = unsafe calloc(max(room, 1), MemoryLayout<Element>.stride) else { fatalError("no memory for a table") }
        unsafe start = memory.bindMemory(to: Element.self, capacity: room)
        for (place, element) in elements.enumerated() { unsafe (start + place).initialize(to: element) }
    }

    deinit {
        unsafe start.deinitialize(count: count)
        unsafe free(start)
    }

    subscript(at place: Int) -> Element {
        unsafeAddress { unsafe UnsafePointer(address(place)) }
        nonmutating unsafeMutableAddress { unsafe address(place) }
    }

    @inline(__always)
    fileprivate func address(_ place: Int) -> UnsafeMutablePointer<Element> {
        // One comparison: a negative place is a very high one.
        precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "a place outside of its table")
        return unsafe start + place
    }
}

extension Table where Element: RowElement {
    /// The indices of all.
    var rowIndices: Range<Element.Index> { Element.Index(0)..<Element.Index(count) }

    subscript(index: Element.Index) -> Element {
        unsafeAddress { unsafe UnsafePointer(address(index.offset)) }
        nonmutating unsafeMutableAddress { unsafe address(index.offset) }
    }
}
