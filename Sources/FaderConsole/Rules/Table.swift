internal import FaderModel

/// A row of values of a fixed length, each changed in place. Owned by the MIDI thread; allocates only when it is made.
///
/// An array would check at every change whether somebody else holds it. A row is
/// looked up by the index that its elements have, so that no control is found by the number of a surface.
@safe struct Table<Element: RowElement>: ~Copyable {
    /// How many there are.
    let count: Int
    private let start: UnsafeMutablePointer<Element>

    /// A row of these values.
    init(_ elements: [Element]) {
        count = elements.count
        unsafe start = .allocate(capacity: max(count, 1))
        for (place, element) in elements.enumerated() { unsafe (start + place).initialize(to: element) }
    }

    deinit {
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    /// The indices of all.
    var rowIndices: Range<Element.Index> { Element.Index(0)..<Element.Index(count) }

    subscript(index: Element.Index) -> Element {
        unsafeAddress { unsafe UnsafePointer(address(index.place)) }
        unsafeMutableAddress { unsafe address(index.place) }
    }

    @inline(__always)
    private func address(_ place: Int) -> UnsafeMutablePointer<Element> {
        precondition(place >= 0 && place < count, "a place outside of its table")
        return unsafe start + place
    }
}
