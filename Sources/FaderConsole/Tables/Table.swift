internal import FaderValues
internal import Glibc

/// A row of values of a fixed length, each changed in place. Owned by the MIDI thread; allocates only when it is created.
///
/// An array would check at every change whether it is shared. A row in a `let` stays where it is, so that several accesses need only one
/// address lookup. The index type is that of its elements: a control cannot be looked up by the number of a surface.
@safe struct Table<Element>: ~Copyable {
    let count: Int
    private let start: UnsafeMutablePointer<Element>

    init(_ elements: [Element]) {
        count = elements.count
        guard let memory = unsafe calloc(max(count, 1), MemoryLayout<Element>.stride) else { fatalError("no memory for a table") }
        unsafe start = memory.bindMemory(to: Element.self, capacity: count)
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
        // One comparison suffices: a negative place becomes a very high one.
        precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "a place outside of its table")
        return unsafe start + place
    }
}

extension Table where Element: RowElement {
    var rowIndices: Range<Element.Index> { Element.Index(0)..<Element.Index(count) }

    @inline(__always)
    func has(_ index: Element.Index) -> Bool { UInt(bitPattern: index.offset) < UInt(bitPattern: count) }

    subscript(index: Element.Index) -> Element {
        unsafeAddress { unsafe UnsafePointer(address(index.offset)) }
        nonmutating unsafeMutableAddress { unsafe address(index.offset) }
    }
}
