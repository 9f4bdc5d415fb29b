internal import FaderAPI
internal import FaderClient
internal import FaderModel

/// The stream of events: what becomes of the parameters that the program knows.
extension Faders {
    /// How often a second news may come. What is heard does not get smoother with more.
    private static let rate = 50

    /// The beginnings of the ids that the program knows, by their first words, so that a few more ids seldom need another stream.
    private var words: [String] {
        let words = Set(board.boxes.map { box in box.id.firstIndex(of: ".").map { String(box.id[...$0]) } ?? box.id })
        if words.count > IDPatterns.most { return [] }
        // No id contains this, so a program that knows none is sent none.
        return words.isEmpty ? ["#"] : words.sorted()
    }

    /// Follows more if the program knows more than the stream reports.
    func followMore() { if let link, link.stream.task != nil { follow(link) } }

    /// Opens the stream, or another that reports more. The one before goes on until the new one has begun, so that no press is missed.
    func follow(_ link: Link) {
        let words = words
        guard link.stream.task == nil || link.stream.hasBegun && words != link.stream.words else { return }
        if let task = link.stream.task { link.older.append(task) }
        let number = link.stream.number + 1
        let (client, id) = (link.client, ObjectIdentifier(link))
        link.stream = Link.Stream(number: number, words: words)
        link.stream.task = Task(executorPreference: executor) { [weak self] in
            do throws(ClientError) {
                try await client.follow(prefix: IDPatterns(words), rate: Self.rate) { (name, data) throws(ClientError) in
                    try await self?.receive(name, data, from: number, of: id) ?? false
                }
            } catch {
                await self?.streamEnded(error, number, of: id)
            }
        }
    }

    private func streamEnded(_ error: ClientError, _ number: Int, of id: ObjectIdentifier) {
        guard let link, ObjectIdentifier(link) == id, link.stream.number == number else { return }
        lose(link, error)
    }

    /// Handles an event. Returns whether the stream is still wanted.
    private func receive(_ name: String, _ data: [UInt8], from number: Int, of id: ObjectIdentifier) throws(ClientError) -> Bool {
        guard let link, ObjectIdentifier(link) == id, number <= link.stream.number else { return false }
        switch name {
        case EventName.batch:
            var woken = Wakeups()
            defer { woken.wake() }
            try batches.read(data, board) { box, seen in box.confirm(seen, waking: &woken) }
        case EventName.state:
            apply(try DaemonClient.decode(data) as Known, on: link)
            if number == link.stream.number { begun(link) }
        case EventName.press:
            let press: PressEvent = try DaemonClient.decode(data)
            board.box(press.id)?.press(Press(by: press.by, run: press.run))
        default: break
        }
        return true
    }

    private func begun(_ link: Link) {
        link.stream.hasBegun = true
        for task in link.older { task.cancel() }
        link.older = []
        follow(link)
        guard link.stream.hasBegun else { return }
        link.begin()
        // The triggers, which have waited for it.
        start { await $0.declareMissing() }
    }

    /// Waits until the stream reports everything that the program knows. Returns at once if there is no connection.
    func streamBegins() async {
        followMore()
        guard let link, !link.isClosed, !link.stream.hasBegun else { return }
        await withCheckedContinuation { if link.isClosed || link.stream.hasBegun { $0.resume() } else { link.waiting.append($0) } }
    }

    private func apply(_ state: Known, on link: Link) {
        let known = Dictionary(state.parameters.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        var missing: [Box] = []
        for box in board.boxes {
            guard let resource = known[box.id] else {
                if box.declaration == nil { box.vanish() } else if box.isLive || board.refusal(of: box.id) != nil { missing.append(box) }
                continue
            }
            if box.fits(resource.kind) {
                board.set(nil, of: box.id)
                box.confirm(Seen(resource))
                if box.queueAgain() { queue(box) }
            } else {
                box.vanish()
                board.set(taken(box, resource), of: box.id)
            }
        }
        if !missing.isEmpty { declareAgain(missing) }
        link.hasState = true
        // Not before: only now is it certain that a daemon answers.
        pause.stopWatching()
        board.set(.connected(version: state.version))
        for attempt in attempts { attempt.resume() }
        attempts = []
        hasReturned()
    }

    /// Parameters of this program are not in the state: it may be older than their declarations, or a reload has ended them, or they were
    /// refused, for a reason that may be gone.
    private func declareAgain(_ boxes: [Box]) {
        start { faders in
            for box in boxes {
                guard let link = faders.link, box.declaration != nil else { continue }
                do throws(ClientError) {
                    if try await faders.find(box.id, on: link) == nil { await faders.declareAgain(box) }
                } catch {
                    faders.lose(link, error)
                }
            }
        }
    }
}

/// What counts here of the whole state.
private struct Known: WireObject {
    let parameters: [ParameterResource]
    let version: String
}
