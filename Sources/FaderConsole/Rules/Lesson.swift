public import FaderValues

extension Console {
    /// What a lesson borrows.
    public struct Lesson: Sendable, BitwiseCopyable, Equatable {
        /// Only a control of this surface; nil: of any.
        public var surface: SurfaceIndex?
        /// Every control that moves on the surface of the first one, not only the next control.
        public var isOfAll: Bool
        /// A finger is felt on this control, which has not moved yet. It is borrowed for as long as that lasts.
        var touched: ControlIndex?

        /// A lesson on a surface (nil: any), of one control or of all.
        public init(surface: SurfaceIndex? = nil, isOfAll: Bool = false) { (self.surface, self.isOfAll) = (surface, isOfAll) }

        /// The same under another configuration; nil if its surface is gone.
        func adopted(_ continuity: Continuity) -> Lesson? {
            var lesson = self
            if let surface {
                guard let place = continuity.surfaces.firstIndex(of: surface) else { return nil }
                lesson.surface = SurfaceIndex(place)
            }
            lesson.touched = touched.flatMap { continuity.controls[$0.offset] }
            return lesson
        }
    }
}
