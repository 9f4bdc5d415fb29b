internal import FaderAPI
internal import FaderValues

/// The stream of events: the changes of the parameters that the program knows.
extension Faders {
    /// The most batches of changes in a second. More would make nothing smoother.
    private static let rate = 50

    /// Opens a stream, or another that reports more. The one before goes on until the new one has begun, so that no press is missed.
    func follow(_ words: [String], on link: Link) {
        newestStream += 1
        let (number, client) = (newestStream, link.client)
        (link.words, link.hasBegun) = (words, false)
        link.streams[number] = Task(executorPreference: executor) {
            do throws(ClientError) {
                try await client.follow(prefix: IDPatterns(words), rate: Self.rate) { (name, data) throws(ClientError) in
                    try await self.receive(name, data, from: number)
                }
            } catch {
                await self.streamEnded(error, number)
            }
        }
    }

    private func streamEnded(_ error: ClientError, _ number: Int) {
        if let link, link.streams[number] != nil { lose(link, error) }
    }

    /// Handles an event. Returns whether the stream is still wanted.
    private func receive(_ name: String, _ data: [UInt8], from number: Int) throws(ClientError) -> Bool {
        guard let link, link.streams[number] != nil else { return false }
        switch name {
        case EventName.batch: for (id, seen) in try Seen.batch(data) { board.box(id)?.confirm(seen) }
        case EventName.state:
            apply(try DaemonClient.decode(data), on: link)
            guard number == newestStream else { break }
            link.hasBegun = true
            for (_, task) in link.streams where task != link.streams[number] { task.cancel() }
            link.streams = link.streams.filter { $0.key == number }
            wake()
        case EventName.press:
            let press: PressEvent = try DaemonClient.decode(data)
            board.box(press.id)?.press(Press(by: press.by, run: press.run))
        default: break
        }
        return true
    }

    private func apply(_ state: Known, on link: Link) {
        link.version = state.version
        let known = Dictionary(state.parameters.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        for box in board.boxes {
            if let resource = known[box.id] {
                adopt(box, resource)
            } else if box.declaration == nil {
                box.vanish()
            } else if link.tried.remove(box.id) != nil {
                // The state may be older than the declaration, a reload may have ended it, or the reason for a refusal may be gone.
                link.doubtful.insert(box.id)
            }
        }
    }
}

/// The part of the whole state that matters here.
private struct Known: WireObject {
    let parameters: [ParameterResource]
    let version: String
}
