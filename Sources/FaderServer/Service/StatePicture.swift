public import FaderAPI
internal import FaderValues

/// The whole state at one moment, and the configuration it belongs to.
public struct StatePicture: Sendable {
    public var event: StateEvent
    /// The number of the configuration.
    public var generation: UInt64
    /// The stamp of the newest change in the state: the next batch begins after it.
    public var stamp: UInt64
    /// What the key of a page may see in this configuration.
    package var page: PageContents?

    package init(_ event: StateEvent, generation: UInt64, stamp: UInt64 = 0, page: PageContents? = nil) {
        self.page = page
        self.stamp = stamp
        self.event = event
        self.generation = generation
    }
}

/// The whole state as one stream sends it. Rendering it takes a while if there are many parameters.
struct RenderedState: Sendable {
    let json: Result<[UInt8], WireError>
    /// By id.
    let revisions: [String: UInt64]
    let generation: UInt64
    let stamp: UInt64
    let page: PageContents?

    /// Renders the parameters that `prefix` selects.
    init(_ picture: StatePicture, of prefix: IDPatterns) {
        var event = picture.page.map(picture.event.cut) ?? picture.event
        event.parameters.removeAll { !prefix.match($0.id) }
        event.touched.removeAll { !prefix.match($0) }
        json = Result { () throws(WireError) in try WireJSON.encode(event) }
        revisions = Dictionary(event.parameters.map { ($0.id, $0.revision) }, uniquingKeysWith: { first, _ in first })
        (generation, stamp, page) = (picture.generation, picture.stamp, picture.page)
    }
}
