internal import FaderConfig
public import FaderValues
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// Finds consoles: asks who is there, and a console that is asked by its own address also for the names of its strips. It takes two seconds
/// to find all, and at most four. Owned by its event loop.
///
/// Anybody can answer, so only so many consoles are heard, with texts that are cut. Only who was asked by his own address is asked more:
/// otherwise a forged answer could have somebody else flooded with questions.
public final class ConsoleSearch {
    private let loop: any EventLoop
    private let done: EventLoopPromise<ConsoleSearchOutcome>
    private let timer: LoopTimer
    private let end: LoopTimer
    private var goals: [(address: SocketAddress, questions: [String])] = []
    private let isForAll: Bool
    private var channel: (any Channel)?
    private var found: [SocketAddress: FoundConsole] = [:]
    private var asked = 0
    private var isAnySent = false
    private var lastProblem: String?
    /// The console that was asked by its own address, as soon as it has answered.
    private var console: SocketAddress?
    /// The names that it has told, by the address of OSC.
    private var names: [String: String] = [:]
    private var questions = Questions<String, OSCMessage>(
        Questions.Manner(most: 16, pace: .milliseconds(1), patience: .milliseconds(250), tries: 6))

    /// The most consoles, and the most characters of each of their texts.
    private static let (most, longest) = (64, 48)
    /// How often all consoles are asked, and the pause between two questions.
    private static let (times, pause) = (4, TimeAmount.milliseconds(300))
    private static let limit = TimeAmount.seconds(4)

    /// Blocks for at most some seconds. The address is `HOST` or `HOST:PORT` of a console, or the broadcast address of a network, with the
    /// word of a family before it (`sq:192.168.1.60`) for one that answers no questions of strangers; nil for all networks of this machine.
    public static func run(_ address: String?) -> ConsoleSearchOutcome {
        func none(_ problem: String) -> ConsoleSearchOutcome { ConsoleSearchOutcome(consoles: [], problem: problem) }
        guard let address else {
            let devices = (try? System.enumerateDevices()) ?? []
            let hosts = Set(devices.compactMap { $0.broadcastAddress?.ipAddress }).sorted()
            guard !hosts.isEmpty else { return none("this machine is in no network in which everybody can be asked") }
            let goals = hosts.flatMap { host in introductions.map { Goal(host: host, port: $0.port, questions: [$0.question]) } }
            return outcome { ConsoleSearch($0, $1, isForAll: true).begin(goals) }
        }
        let (family, rest) = named(address)
        guard let endpoint = endpoint(rest) else { return none("\"\(rest.forDisplay)\" is no address, such as 192.168.1.10") }
        if let family, case .bytes(let manner) = family.wire {
            let spec = ConsolePeerSpec(family: family.word, host: endpoint.host, port: endpoint.port ?? family.port)
            return outcome { ConsoleProbe(spec, manner, $0, $1).begin() }
        }
        // Whatever listens at a port of its own is asked everything.
        let goals =
            endpoint.port.map { [Goal(host: endpoint.host, port: $0, questions: Set(introductions.map(\.question)).sorted())] }
            ?? introductions.map { Goal(host: endpoint.host, port: $0.port, questions: [$0.question]) }
        return outcome { ConsoleSearch($0, $1, isForAll: false).begin(goals) }
    }

    /// Runs a search on a loop of its own. It succeeds with whatever is known when its time is over.
    private static func outcome(
        of search: @escaping @Sendable (any EventLoop, EventLoopPromise<ConsoleSearchOutcome>) -> Void
    ) -> ConsoleSearchOutcome {
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let done = loop.makePromise(of: ConsoleSearchOutcome.self)
        loop.execute { search(loop, done) }
        return (try? done.futureResult.wait()) ?? ConsoleSearchOutcome(consoles: [], problem: "nobody could be asked")
    }

    /// The family that is named before an address, and the address. A number behind the colon is a port of a host that is called so.
    private static func named(_ text: String) -> (ConsoleFamily?, String) {
        guard let colon = text.firstIndex(of: ":"), let family = ConsoleFamily.all.first(where: { $0.word == text[..<colon] }),
            case let rest = String(text[text.index(after: colon)...]), Int(rest) == nil
        else { return (nil, text) }
        return (family, rest)
    }

    /// The ports that answer a question by UDP, with the question.
    private static let introductions: [(port: Int, question: String)] = ConsoleFamily.all.compactMap { family in
        family.wire.introduction.map { (family.port, $0) }
    }

    private struct Goal {
        let host: String
        let port: Int
        let questions: [String]
    }

    private static func endpoint(_ text: String) -> (host: String, port: Int?)? {
        var (host, port) = (text[...], Int?.none)
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]"), host.hasPrefix("[") || host.firstIndex(of: ":") == colon {
            guard let number = Int(host[host.index(after: colon)...]), (1...65535).contains(number) else { return nil }
            (host, port) = (host[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return (host == "localhost" ? "127.0.0.1" : String(host), port)
    }

    private init(_ loop: any EventLoop, _ done: EventLoopPromise<ConsoleSearchOutcome>, isForAll: Bool) {
        (self.loop, self.done, self.isForAll) = (loop, done, isForAll)
        (timer, end) = (LoopTimer(loop), LoopTimer(loop))
    }

    private func begin(_ goals: [Goal]) {
        end.set(in: Self.limit) { self.finish() }
        var open = goals.count
        for goal in goals {
            loop.lookUp(goal.host, port: goal.port) { [self] result in
                open -= 1
                switch result {
                case .success(let address): self.goals.append((address, goal.questions))
                case .failure(let error): lastProblem = error.description
                }
                if open == 0 { self.open() }
            }
        }
    }

    private func open() {
        guard let first = goals.first else { return finish() }
        let handler = DatagramHandler { [weak self] in
            self?.receive(Array($0.readableBytesView), from: $1)
        } onError: { _, _ in
        }
        let any = first.address.protocol == .inet6 ? "::" : "0.0.0.0"
        handler.bootstrap(on: loop).channelOption(.socketOption(.so_broadcast), value: 1).bind(host: any, port: 0).assumeIsolated()
            .whenComplete { [self] result in
                switch result {
                case .failure(let error):
                    lastProblem = "\(error)"
                    finish()
                case .success(let channel):
                    self.channel = channel
                    ask()
                }
            }
    }

    /// Asks everybody, a few times, because messages get lost.
    private func ask() {
        guard asked < Self.times else { return finish() }
        asked += 1
        for (goal, question) in goals.flatMap({ goal in goal.questions.map { (goal.address, $0) } }) {
            channel?.send(OSCCodec.encode(OSCMessage(address: question)), to: goal).assumeIsolated().whenComplete { [weak self] in
                switch $0 {
                case .success: self?.isAnySent = true
                case .failure(let error): self?.lastProblem = (error as? IOError).map { String(errno: $0.errnoCode) } ?? "\(error)"
                }
            }
        }
        timer.set(in: Self.pause) { self.ask() }
    }

    private func receive(_ packet: [UInt8], from sender: SocketAddress) {
        guard let messages = try? OSCCodec.decode(packet) else { return }
        for message in messages {
            if Self.introductions.contains(where: { $0.question == message.address }) {
                note(message, from: sender)
            } else if sender == console {
                take(message)
            }
        }
    }

    private func note(_ message: OSCMessage, from sender: SocketAddress) {
        guard found[sender] == nil, found.count < Self.most, let console = Self.foundConsole(message, at: sender) else { return }
        found[sender] = console
        guard !isForAll, goals.contains(where: { $0.address == sender }) else { return }
        self.console = sender
        for address in ConsoleFamily.of(console.family).namePlaces {
            perform(questions.ask(OSCMessage(address: address), for: address, at: .sinceStart))
        }
        keepTime()
    }

    /// Nil if it is of no family that faderd knows. X-Air may have one text more before the others, and a Wing has all in one.
    private static func foundConsole(_ message: OSCMessage, at sender: SocketAddress) -> FoundConsole? {
        var texts = message.arguments.map { argument in if case .text(let text) = argument { text } else { "" } }
        if texts.count == 1 {
            texts = texts[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            // The serial number is nobody's business.
            guard texts.count == 6, texts[0] == "WING" else { return nil }
            texts.remove(at: 4)
        }
        texts = texts.map { String($0.prefix(longest)) }
        guard texts.count >= 4, let host = sender.ipAddress, let port = sender.port else { return nil }
        let (name, model, firmware) = (texts[texts.count - 3], texts[texts.count - 2], texts[texts.count - 1])
        guard let family = ConsoleFamily.all.first(where: { $0.models.contains { model.hasPrefix($0) } }) else { return nil }
        let place = ConsolePeerSpec(family: family.word, host: host, port: port).place
        return FoundConsole(family: family.word, name: name, model: model, firmware: firmware, address: place)
    }

    private func take(_ message: OSCMessage) {
        guard questions.answer(message.address) != nil else { return }
        if case .text(let name)? = message.arguments.first { names[message.address] = String(name.prefix(Self.longest)) }
        keepTime()
    }

    private func perform(_ effects: [Questions<String, OSCMessage>.Effect]) {
        guard let console else { return }
        for case .send(_, let message) in effects { channel?.send(OSCCodec.encode(message), to: console).whenFailure { _ in } }
    }

    /// From the first answer on, the end is the last name.
    private func keepTime() {
        guard !questions.isEmpty else { return finish() }
        timer.follow(questions.deadline) { [self] in
            perform(questions.tick(at: .sinceStart))
            keepTime()
        }
    }

    private func finish() {
        timer.cancel()
        end.cancel()
        channel?.close(promise: nil)
        channel = nil
        var consoles = found
        if let console, let answered = found[console] {
            consoles = [console: answered]
            consoles[console]?.describe(.of(answered.family)) { self.names[$0] ?? "" }
        }
        let problem = isAnySent ? nil : lastProblem ?? "nobody could be asked"
        done.succeed(ConsoleSearchOutcome(consoles: consoles.values.sorted { $0.address < $1.address }, problem: problem))
    }
}
