public import FaderValues

extension Console {
    public struct Lesson: Sendable, BitwiseCopyable, Equatable {
        /// The surface whose control is learned; nil: a control of any surface.
        public var surface: SurfaceIndex?
        /// Every control that moves on the surface of the first one, not only the next control.
        public var isOfAll: Bool
        /// A finger is felt on this control, which has not moved yet. It is borrowed for as long as that lasts.
        var touched: ControlIndex?

        public init(surface: SurfaceIndex? = nil, isOfAll: Bool = false) { (self.surface, self.isOfAll) = (surface, isOfAll) }

        /// The lesson under a new configuration; nil if its surface is gone.
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
