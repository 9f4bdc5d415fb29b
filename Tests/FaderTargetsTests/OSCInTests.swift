import FaderTesting
import FaderValues
import NIOCore
import Testing

@testable import FaderTargets

/// A queue that can be used within `#expect`.
private final class Queue {
    private var queue = OSCQueue()

    func add(_ request: OSCRequest) -> Bool { queue.add(request) }
    func pop(most: Int) -> [OSCRequest] { queue.pop(most: most) }
    var isEmpty: Bool { queue.isEmpty }
}

/// The same for feedback.
private final class Feedback {
    private var feedback = OSCFeedback()

    func receive(_ update: OSCUpdate) { feedback.receive(update) }
    func add(_ receiver: OSCReceiver) { feedback.add(receiver) }
    func packets(at now: Duration) -> [OSCFeedback.Packet] { feedback.packets(at: now) }
    func deadline(at now: Duration) -> Duration? { feedback.deadline(at: now) }
    var subscribers: [SocketAddress] { feedback.subscribers }
    var isListenedTo: Bool { feedback.isListenedTo }

    func subscribe(_ address: SocketAddress, _ host: IPAddress, _ only: IDPatterns, at now: Duration) {
        feedback.subscribe(address, host, only, at: now)
    }

    func moves(_ id: String, _ forms: OSCState.Forms, from address: SocketAddress, _ host: IPAddress, at now: Duration) {
        feedback.moves(id, forms, from: address, host, at: now)
    }
}

struct OSCCallTests {
    private func call(_ address: String, _ arguments: OSCMessage.Argument...) -> OSCCall? {
        OSCCall(OSCMessage(address: address, arguments: arguments))
    }

    @Test func everyCall() {
        #expect(call("/position/ch.kick", .float(0.5)) == .request(.position(0.5), "ch.kick"))
        #expect(call("/position/a", .integer(1)) == .request(.position(1), "a"))
        #expect(call("/position/a", .float(7)) == .request(.position(1), "a"))
        #expect(call("/value/a", .integer(-6)) == .request(.value([-6], word: nil), "a"))
        #expect(call("/value/a", .double(0.1)) == .request(.value([0.1], word: nil), "a"))
        #expect(call("/value/a", .flag(true)) == .request(.value([1], word: nil), "a"))
        #expect(call("/value/a", .text("left")) == .request(.value([], word: "left"), "a"))
        #expect(call("/value/a", .color(0xFF88_00FF)) == .request(.value([], word: "#ff8800"), "a"))
        #expect(call("/value/a", .float(1), .float(2)) == .request(.value([1, 2], word: nil), "a"))
        #expect(call("/text/a", .text("-6 dB")) == .request(.text("-6 dB"), "a"))
        #expect(call("/press/go") == .request(.press, "go"))
        #expect(call("/press/go", .float(1)) == .request(.press, "go"))
        #expect(call("/press/go", .float(0)) == .release)
        #expect(call("/press/go", .flag(false)) == .release)
        #expect(call("/recall", .text("Act 1")) == .request(.recall, "Act 1"))
        #expect(call("/recall", .text("Act 1"), .integer(0)) == .release)
        #expect(call("/subscribe") == .subscribe([]))
        #expect(call("/subscribe", .text("ch.*")) == .subscribe(["ch.*"]))
        #expect(call("/subscribe", .float(1)) == .subscribe([]))
    }

    @Test func everythingElseIsNothing() {
        for nothing in [
            call("/position/a"), call("/position/a", .text("0.5")), call("/position/a", .float(.nan)),
            call("/position/a", .float(.infinity)),
            call("/position", .float(1)), call("/value/a"), call("/value/a", .float(.nan)), call("/value/a", .blob([1])), call("/text/a"),
            call("/text/a", .float(1)), call("/recall"), call("/recall", .integer(1)), call("/recall/x", .text("y")), call("/1"), call("/"),
            call("//", .float(1)), call("/press"), call("/position/" + String(repeating: "x", count: 600), .float(1)),
            call("/recall", .text(String(repeating: "x", count: 600))),
            OSCCall(OSCMessage(address: "/subscribe", arguments: Array(repeating: .text("a*"), count: 17))),
        ] { #expect(nothing == nil) }
    }
}

struct OSCQueueTests {
    private static func request(_ act: OSCRequest.Act, _ subject: String) -> OSCRequest {
        OSCRequest(act: act, subject: subject, sender: "192.168.1.7")
    }

    @Test func theNewestOfAParameterWinsAndTheOrderIsThatOfTheNewest() {
        let queue = Queue()
        for request in [
            Self.request(.position(0.1), "a"), Self.request(.recall, "Act 1"), Self.request(.position(0.2), "b"),
            Self.request(.position(0.3), "a"), Self.request(.value([1], word: nil), "a"),
        ] { #expect(queue.add(request)) }
        #expect(
            queue.pop(most: 10) == [
                Self.request(.recall, "Act 1"), Self.request(.position(0.2), "b"), Self.request(.position(0.3), "a"),
                Self.request(.value([1], word: nil), "a"),
            ])
        #expect(queue.isEmpty && queue.pop(most: 1).isEmpty)
    }

    @Test func onlyOnesOwnPressIsTheSame() {
        let queue = Queue()
        for sender in ["a", "b", "a"] { #expect(queue.add(OSCRequest(act: .press, subject: "go", sender: sender))) }
        for sender in ["a", "b"] { #expect(queue.add(OSCRequest(act: .position(0.5), subject: "go", sender: sender))) }
        #expect(queue.pop(most: 10).map(\.sender) == ["b", "a", "b"])
    }

    @Test func thereIsALimitAndAFloodOfOneParameterTakesOnePlace() {
        let queue = Queue()
        for step in 0..<100_000 { #expect(queue.add(Self.request(.position(Double(step)), "a"))) }
        for place in 1..<OSCQueue.most { #expect(queue.add(Self.request(.position(0), "p\(place)"))) }
        #expect(!queue.add(Self.request(.position(0), "one more")))
        #expect(queue.add(Self.request(.position(5), "p1")))
        #expect(queue.pop(most: 2).map(\.subject) == ["a", "p2"])
        var rest = 0
        while !queue.isEmpty { rest += queue.pop(most: 64).count }
        #expect(rest == OSCQueue.most - 2)
    }
}

struct OSCFeedbackTests {
    typealias Moment = Duration
    private static let host = host(7)
    private static let phone = address(9001)
    private static let other = address(9002)

    private static func host(_ number: UInt8) -> IPAddress { IPAddress(bytes: [192, 168, 1, number])! }

    private static func address(_ port: Int, on number: UInt8 = 7) -> SocketAddress {
        do { return try SocketAddress(ipAddress: "192.168.1.\(number)", port: port) } catch { fatalError("\(error)") }
    }

    private static func state(_ index: Int, _ number: Double) -> (index: Int, state: OSCState) {
        (index, OSCState(id: "p.\(index)", position: number / 100, value: .number(number), text: "\(number) dB"))
    }

    private static func all(_ count: Int) -> OSCUpdate { OSCUpdate(isWhole: true, (0..<count).map { state($0, 0) }) }

    /// The addresses and first arguments of all messages to somebody.
    private static func messages(_ packets: [OSCFeedback.Packet], to address: SocketAddress = phone) throws -> [OSCMessage] {
        try packets.filter { $0.to == address }.flatMap { try OSCCodec.decode($0.bytes) }
    }

    /// What is sent until a time, asked whenever it is due.
    private static func run(_ feedback: Feedback, from start: Moment, to end: Moment) -> [OSCFeedback.Packet] {
        var (now, packets) = (start, [OSCFeedback.Packet]())
        while now <= end {
            packets += feedback.packets(at: now)
            now = max(feedback.deadline(at: now) ?? end + .seconds(1), now + .milliseconds(1))
        }
        return packets
    }

    @Test func aSubscriberIsToldEverythingThenOnlyWhatChanges() throws {
        let feedback = Feedback()
        feedback.subscribe(Self.phone, Self.host, ["p.1"], at: .zero)
        feedback.receive(Self.all(3))
        let first = try Self.messages(feedback.packets(at: .zero))
        #expect(first.map(\.address) == ["/position/p.1", "/value/p.1", "/text/p.1"])
        #expect(Self.run(feedback, from: .milliseconds(20), to: .seconds(10)).isEmpty, "nothing has changed")
        feedback.receive(OSCUpdate(isWhole: false, [Self.state(1, 50), Self.state(2, 50)]))
        #expect(
            try Self.messages(feedback.packets(at: .seconds(11))).map(\.arguments) == [[.float(0.5)], [.float(50)], [.text("50.0 dB")]])
    }

    @Test func theLastOfAMovementIsSentTwice() throws {
        let feedback = Feedback()
        feedback.add(OSCReceiver(Self.phone, Self.host, only: [], end: nil))
        feedback.receive(Self.all(1))
        _ = Self.run(feedback, from: .zero, to: .seconds(1))
        var positions: [OSCMessage.Argument] = []
        for step in 1...10 {
            feedback.receive(OSCUpdate(isWhole: false, [Self.state(0, Double(step))]))
            let now = Moment.seconds(1) + .milliseconds(20 * step)
            positions += try Self.messages(feedback.packets(at: now)).filter { $0.address == "/position/p.0" }.flatMap(\.arguments)
        }
        #expect(positions.count == 10)
        let rest = try Self.messages(Self.run(feedback, from: .milliseconds(1220), to: .seconds(5)))
        #expect(rest.map(\.address) == ["/position/p.0", "/value/p.0", "/text/p.0"])
        #expect(rest[0].arguments == [.float(0.1)])
        #expect(feedback.deadline(at: .seconds(6)) == nil, "it goes on waking up")
    }

    @Test func whoMovesIsNotToldWhatHeMovesUntilHeRests() throws {
        let feedback = Feedback()
        for address in [Self.phone, Self.other] { feedback.subscribe(address, Self.host, [], at: .zero) }
        feedback.receive(Self.all(1))
        _ = Self.run(feedback, from: .zero, to: .seconds(1))
        var (own, others) = ([String](), [String]())
        for step in 1...10 {
            let now = Moment.seconds(1) + .milliseconds(20 * step)
            feedback.moves("p.0", .position, from: Self.phone, Self.host, at: now)
            feedback.receive(OSCUpdate(isWhole: false, [Self.state(0, Double(step))]))
            let packets = feedback.packets(at: now)
            own += try Self.messages(packets).map(\.address)
            others += try Self.messages(packets, to: Self.other).map(\.address)
        }
        #expect(!own.contains("/position/p.0") && own.contains("/text/p.0"), "\(own)")
        #expect(others.contains("/position/p.0"))
        let rest = try Self.messages(Self.run(feedback, from: .milliseconds(1220), to: .seconds(5)))
        #expect(rest.contains(OSCMessage(address: "/position/p.0", arguments: [.float(0.1)])), "he is told where it is")
    }

    @Test func anEntryOfSendIsKnownByItsHost() throws {
        let feedback = Feedback()
        feedback.add(OSCReceiver(Self.phone, Self.host, only: [], end: nil))
        // It also asks for everything from the port that it sends from.
        feedback.subscribe(Self.other, Self.host, [], at: .zero)
        feedback.receive(Self.all(1))
        _ = Self.run(feedback, from: .zero, to: .seconds(1))
        feedback.moves("p.0", .position, from: Self.other, Self.host, at: .seconds(1))
        feedback.receive(OSCUpdate(isWhole: false, [Self.state(0, 5)]))
        let told = try Self.messages(feedback.packets(at: .seconds(1))).map(\.address)
        #expect(!told.contains("/position/p.0") && told.contains("/text/p.0"))
    }

    @Test func aSubscriberIsKnownByItsPort() throws {
        let feedback = Feedback()
        feedback.subscribe(Self.phone, Self.host, [], at: .zero)
        feedback.receive(Self.all(1))
        _ = Self.run(feedback, from: .zero, to: .seconds(1))
        feedback.moves("p.0", .position, from: Self.other, Self.host, at: .seconds(1))
        feedback.receive(OSCUpdate(isWhole: false, [Self.state(0, 5)]))
        #expect(try Self.messages(feedback.packets(at: .seconds(1))).map(\.address).contains("/position/p.0"))
    }

    /// The limits, counted in bytes, with 50 parameters that all change all the time.
    @Test func theSubscribersOfAHostAreSentNoMoreThanTheyMay() throws {
        let feedback = Feedback()
        for address in [Self.phone, Self.other] { feedback.subscribe(address, Self.host, [], at: .zero) }
        feedback.receive(Self.all(50))
        var bytes = 0
        for tick in 0..<3000 {
            let now = Moment.milliseconds(20 * tick)
            feedback.receive(OSCUpdate(isWhole: false, (0..<50).map { Self.state($0, Double(tick)) }))
            bytes += feedback.packets(at: now).reduce(0) { $0 + $1.bytes.count }
        }
        let rate = Double(bytes) / 60
        #expect((18_000...20_200).contains(rate), "\(rate) bytes a second for both together")
        #expect(feedback.packets(at: .seconds(60)).isEmpty && !feedback.isListenedTo, "subscriptions live 60 s")
        #expect(feedback.deadline(at: .seconds(60)) == nil)
    }

    @Test func everyParameterGetsItsTurnAndTheNewestIsSent() throws {
        let feedback = Feedback()
        feedback.subscribe(Self.phone, Self.host, [], at: .zero)
        feedback.receive(Self.all(200))
        var seen: Set<String> = []
        for tick in 0..<150 {
            feedback.receive(OSCUpdate(isWhole: false, (0..<200).map { Self.state($0, Double(tick)) }))
            for message in try Self.messages(feedback.packets(at: .milliseconds(20 * tick))) {
                seen.insert(message.address)
                if message.address.hasPrefix("/value") { #expect(message.arguments == [.float(Float(tick))], "an old value is sent") }
            }
        }
        #expect(seen.count == 600, "\(seen.count) of 600 addresses")
    }

    @Test func anEntryOfSendIsSentALotButNotAllAtOnce() throws {
        let feedback = Feedback()
        feedback.add(OSCReceiver(Self.phone, Self.host, only: [], end: nil))
        feedback.receive(Self.all(1000))
        let first = feedback.packets(at: .zero)
        #expect(first.count == 16 && first.allSatisfy { $0.bytes.count <= 1400 })
        let rest = Self.run(feedback, from: .milliseconds(20), to: .seconds(5))
        #expect(try Set(Self.messages(first + rest).map(\.address)).count == 3000)
        #expect(try Self.messages(first + rest).count == 3000, "something is sent twice")
    }

    @Test func anotherConfigurationTellsOnlyWhatIsNew() throws {
        let feedback = Feedback()
        feedback.subscribe(Self.phone, Self.host, [], at: .zero)
        feedback.receive(Self.all(2))
        _ = Self.run(feedback, from: .zero, to: .seconds(5))
        let moved = [(1, Self.state(0, 0).state), (0, OSCState(id: "new", position: nil, value: .word("x"), text: "x"))]
        feedback.receive(OSCUpdate(isWhole: true, moved.sorted { $0.0 < $1.0 }.map { (index: $0.0, state: $0.1) }))
        #expect(try Self.messages(Self.run(feedback, from: .seconds(6), to: .seconds(7))).map(\.address) == ["/value/new", "/text/new"])
        feedback.receive(OSCUpdate(isWhole: false, [(index: 0, state: Self.state(0, 9).state)]))
        #expect(feedback.packets(at: .seconds(8)).isEmpty, "an update of the old configuration came late")
    }

    @Test func aHostGivesUpItsOwnOldestSubscription() throws {
        let feedback = Feedback()
        for port in 1...64 { feedback.subscribe(Self.address(port), Self.host, [], at: .milliseconds(port)) }
        #expect(feedback.subscribers == (57...64).map { Self.address($0) })
        feedback.subscribe(Self.address(57), Self.host, [], at: .seconds(1))
        feedback.subscribe(Self.address(65), Self.host, [], at: .seconds(2))
        #expect(Set(feedback.subscribers.compactMap(\.port)) == Set([57] + (59...65)), "one that has subscribed again is not the oldest")
    }

    @Test func hostsWithManySubscriptionsGiveThemUpForOthers() throws {
        let feedback = Feedback()
        for number in 1...8 as ClosedRange<UInt8> {
            for port in 1...8 { feedback.subscribe(Self.address(port, on: number), Self.host(number), [], at: .zero) }
        }
        #expect(feedback.subscribers.count == OSCFeedback.most)
        for number in 101...164 as ClosedRange<UInt8> {
            feedback.subscribe(Self.address(1, on: number), Self.host(number), [], at: .seconds(1))
            #expect(feedback.subscribers.count == OSCFeedback.most)
        }
        let new = feedback.subscribers.filter { $0.ipAddress.map { $0.split(separator: ".")[3].utf8.count == 3 } ?? false }
        #expect(new.count == 56, "each of the eight keeps one, and the rest is for 56 others")
    }

    @Test func aHugeTextIsLeftOutAndTheRestIsTold() throws {
        let feedback = Feedback()
        feedback.add(OSCReceiver(Self.phone, Self.host, only: [], end: nil))
        let huge = OSCState(id: "p.0", position: 0.5, value: .number(1), text: String(repeating: "x", count: 70_000))
        feedback.receive(OSCUpdate(isWhole: true, [(0, huge)]))
        #expect(try Self.messages(feedback.packets(at: .zero)).map(\.address) == ["/position/p.0", "/value/p.0"])
    }
}
