/// The body of `POST /v1/learn`.
public struct LessonRequest: WireRequest, Equatable {
    /// Only a control of this surface is borrowed; nil: of any.
    public var surface: String?
    /// True: not only the next control that moves is borrowed, but every one that moves on the same surface. Nil counts as false.
    public var all: Bool?
    /// True to give the borrowed controls back, and borrow no more. Nil counts as false.
    public var end: Bool?

    package init(surface: String? = nil, all: Bool? = nil, end: Bool? = nil) { (self.surface, self.all, self.end) = (surface, all, end) }
}

/// The controls that a lesson has borrowed so far.
public struct LessonResource: WireObject, Equatable {
    /// As `desk fader.1`, in the order in which they moved.
    public var controls: [String]

    package init(controls: [String]) { self.controls = controls }
}
