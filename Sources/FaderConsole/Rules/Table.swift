internal import FaderModel

/// A row of values of a fixed length, each changed in place. Owned by the MIDI thread; allocates only when it is made.
///
/// An array would check at every change whether somebody else holds it. Subscripts by typed indices are added for the elements that have
/// such an index, so that a control cannot be looked up by the number of a surface.
@safe struct Table<Element>: ~Copyable {
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

    /// The places.
    var places: Range<Int> { 0..<count }

    subscript(place: Int) -> Element {
        unsafeAddress { unsafe UnsafePointer(address(place)) }
        unsafeMutableAddress { unsafe address(place) }
    }

    @inline(__always)
    fileprivate func address(_ place: Int) -> UnsafeMutablePointer<Element> {
        precondition(place >= 0 && place < count, "a place outside of its table")
        return unsafe start + place
    }
}

extension Table where Element == ControlState {
    subscript(control: ControlIndex) -> ControlState {
        unsafeAddress { unsafe UnsafePointer(address(control.place)) }
        unsafeMutableAddress { unsafe address(control.place) }
    }
}
