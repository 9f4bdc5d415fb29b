internal import FaderValues
internal import Logging
internal import NIOCore

/// Asks a console on TCP, by its own address, who it is and what its strips are called. It takes five seconds at most. Owned by its event
/// loop.
final class ConsoleProbe {
    private let spec: ConsolePeerSpec
    private let family: ConsoleFamily
    private let done: EventLoopPromise<ConsoleSearchOutcome>
    private let wire: ConsoleByteWire
    private let timer, end: LoopTimer
    private var questions: Questions<String, String>
    private var names: [String: String] = [:]
    private var isHeard = false
    private var isDone = false

    private static let limit = TimeAmount.seconds(5)
    private static let longest = 48

    init(_ spec: ConsolePeerSpec, _ manner: ConsoleByteManner, _ loop: any EventLoop, _ done: EventLoopPromise<ConsoleSearchOutcome>) {
        (self.spec, self.done, family) = (spec, done, .of(spec.family))
        (timer, end) = (LoopTimer(loop), LoopTimer(loop))
        questions = Questions(family.wire.questions)
        // Nobody is told how it stands.
        let standing = PeerStanding(spec.name, Logger(label: "faderd") { _ in SwiftLogNoOpLogHandler() })
        wire = ConsoleByteWire(spec.wirePlace, manner, loop, standing)
    }

    func begin() {
        end.set(in: Self.limit) { self.finish(self.isHeard ? nil : "it does not answer") }
        wire.onEvent = { self.receive($0) }
        wire.open()
    }

    private func receive(_ event: ConsoleWireEvent) {
        switch event {
        case .opened:
            // One that has no names to tell need not answer. It serves a single program, which may be faderd.
            if family.namePlaces.isEmpty { return finish(nil) }
            wire.greet()
        case .refused(let reason, _): finish(isHeard ? nil : reason)
        case .received(let messages):
            for message in messages {
                guard questions.answer(message.address) != nil, case .text(let name)? = message.arguments.first else { continue }
                names[message.address] = String(name.prefix(Self.longest))
            }
            if !isHeard {
                isHeard = true
                for address in family.namePlaces { perform(questions.ask(address, for: address, at: .sinceStart)) }
            }
            keepTime()
        }
    }

    private func perform(_ effects: [Questions<String, String>.Effect]) {
        for case .send(_, let address) in effects { wire.ask(address) }
    }

    /// From the first answer on, the end is the last name.
    private func keepTime() {
        guard !questions.isEmpty else { return finish(nil) }
        timer.follow(questions.deadline) { [self] in
            perform(questions.tick(at: .sinceStart))
            keepTime()
        }
    }

    private func finish(_ problem: String?) {
        guard !isDone else { return }
        isDone = true
        timer.cancel()
        end.cancel()
        wire.close()
        wire.onEvent = { _ in }
        if let problem { return done.succeed(ConsoleSearchOutcome(consoles: [], problem: problem)) }
        var console = FoundConsole(family: family.word, name: "", model: family.title, firmware: "", address: spec.place)
        console.describe(family) { self.names[$0] ?? "" }
        done.succeed(ConsoleSearchOutcome(consoles: [console]))
    }
}
