internal import FaderAPI
internal import FaderClient

/// Sending what the program has put into properties: the newest value of each, one request at a time.
extension Faders {
    /// Sends a value that the program has set, when there is a daemon for it.
    nonisolated func send(_ box: Box) {
        submit { faders in
            faders.begin()
            faders.queue(box)
        }
    }

    func queue(_ box: Box) {
        unsent.append(box)
        flush()
    }

    func flush() {
        guard !isSending, link != nil, !unsent.isEmpty else { return }
        isSending = true
        start { await $0.sendAll() }
    }

    /// The most values of one request.
    private static let most = 500

    private func sendAll() async {
        defer { isSending = false }
        while let link, !unsent.isEmpty {
            let boxes = unsent.prefix(Self.most)
            unsent.removeFirst(boxes.count)
            let wishes = boxes.compactMap { box in box.dequeue().map { (box, $0) } }
            do throws(ClientError) {
                try await send(wishes, on: link)
            } catch {
                // Values without an answer are sent again on the next connection.
                lose(link, error)
            }
        }
    }

    private func send(_ wishes: [(Box, Wish)], on link: Link) async throws(ClientError) {
        // Several at once are one act, and wait for the disk once.
        if wishes.count > 1, try await sendTogether(wishes, on: link) { return }
        for (box, wish) in wishes {
            do throws(ClientError) {
                let resource = try await write(Calls.setParameter, box.id, ParameterChange.value(wish.value.wire), on: link)
                box.confirm(Seen(resource), answering: wish)
            } catch {
                guard case .problem(let problem) = error else { throw error }
                if let parameter = problem.parameter { box.confirm(Seen(parameter), answering: wish) } else { box.forget(wish) }
                box.tell(Refusal(error, id: box.id))
            }
        }
    }

    /// Returns false if they have to be sent one by one, because the daemon refuses one of them, and then sets none.
    private func sendTogether(_ wishes: [(Box, Wish)], on link: Link) async throws(ClientError) -> Bool {
        let items = wishes.map { ($0.id, ParametersPatch.Item(.value($1.value.wire))) }
        let patch = ParametersPatch(Dictionary(items, uniquingKeysWith: { $1 }))
        do throws(ClientError) {
            let resources = Dictionary(
                try await write(Calls.setParameters, "", patch, on: link).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            for (box, wish) in wishes {
                if let resource = resources[box.id] { box.confirm(Seen(resource), answering: wish) }
            }
            return true
        } catch {
            if case .problem = error { return false }
            throw error
        }
    }

    private func write<Body, Answer>(
        _ call: ClientCall<Body, Answer>, _ id: String, _ body: Body, on link: Link
    ) async throws(ClientError) -> Answer {
        try await ask(call, id, body, on: link.writes, of: link)
    }
}
