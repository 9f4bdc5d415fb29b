internal import Glibc

/// The person's input and output and the controllers' messages. A terminal has single keys and one picture that is redrawn; else lines are
/// read and printed.
struct WalkConsole {
    enum Event: Sendable {
        case heard(Heard)
        case line(String)
        case ended
        /// A signal came that ends the program.
        case interrupted(Int32)
        /// The error number of standard output or error.
        case unwritable(Int32)
    }

    private enum Input: Sendable {
        case event(Event)
        case keys([Key])
    }

    let isTerminal: Bool
    private let isJSON: Bool
    private var inputs: AsyncStream<Input>.Iterator
    private let listening: Task<Void, Never>
    private let keys: KeyInput?
    private var pending: [Key] = []
    private var line = LineEditor("")
    private var screen = WalkScreen()
    private var drawn: (table: [String], sentences: [String]) = ([], [])

    /// Puts the terminal into raw mode, if there is one. Nil: listens to every controller, configured or not.
    init(_ client: DaemonClient, surface: String?, json: Bool) throws {
        let (inputs, inlet) = AsyncStream.makeStream(of: Input.self)
        (isTerminal, isJSON) = (Terminal.isThere && !json, json)
        self.inputs = inputs.makeAsyncIterator()
        listening = Task { for await heard in Heard.stream(client, surface: surface) { inlet.yield(.event(.heard(heard))) } }
        // What is learned is saved first. A terminal that is closed also sends a signal.
        Output.whenUnwritable(goesOn: true) { inlet.yield(.event(.unwritable($0))) }
        if isTerminal { try Terminal.enter() }
        try EndSignals.catchAll { inlet.yield(.event(.interrupted($0))) }
        guard !isTerminal else {
            keys = KeyInput { inlet.yield($0.isEmpty ? .event(.interrupted(SIGHUP)) : .keys($0)) }
            return
        }
        keys = nil
        InputLines.each { line in inlet.yield(.event(line.map { .line($0) } ?? .ended)) }
    }

    func close() {
        listening.cancel()
        keys?.stop()
        Terminal.leave()
        EndSignals.restore()
    }

    /// Waits for the next event. Until Return, keys only edit the typed line.
    mutating func next() async -> Event {
        while true {
            while !pending.isEmpty {
                if let event = handle(pending.removeFirst()) { return event }
                draw()
            }
            switch await inputs.next() {
            case .event(let event): return event
            case .keys(let keys): pending += keys
            case nil: return .ended
            }
        }
    }

    private mutating func handle(_ key: Key) -> Event? {
        switch key {
        case .enter:
            defer { line = LineEditor("") }
            return .line(line.text)
        case .interrupt: return .interrupted(SIGINT)
        case .leave: return .ended
        case .suspend: Terminal.suspend()
        case .escape: line = LineEditor("")
        default: _ = line.handle(key)
        }
        return nil
    }

    // MARK: What is shown

    mutating func show(table: [String], sentences: [String]) {
        guard isTerminal, drawn != (table, sentences) else { return }
        drawn = (table, sentences)
        draw()
    }

    private mutating func draw() {
        guard isTerminal else { return }
        let (columns, rows) = Terminal.size
        Output.draw(screen.draw(table: drawn.table, sentences: drawn.sentences, line: line, columns: columns, rows: rows))
    }

    /// Prints lines that stay: the next picture does not erase them.
    mutating func print(_ lines: [String]) {
        if isTerminal {
            Output.draw(screen.erase())
            drawn = ([], [])
        }
        for line in lines { if isJSON { Output.tell(line) } else { Output.line(line) } }
    }

    func tell(_ sentence: String) { if !isTerminal { Output.tell(sentence) } }

    /// Asks for a line; nil if nobody answers. Meanwhile, messages from controllers are ignored.
    mutating func ask(_ question: String) async -> String? {
        tell(question)
        while true {
            show(table: [], sentences: [question])
            switch await next() {
            case .line(let text): return text.split(separator: " ").joined(separator: " ").lowercased()
            case .ended, .interrupted, .unwritable: return nil
            case .heard: continue
            }
        }
    }
}
