import FaderSystem
import FaderValues
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import FaderTargets

/// Which target gets which stream, and what that costs, without a sound server.
struct StreamTests {
    /// A server whose streams are told it directly. Everything runs on its event loop.
    private final class Desk {
        let server: PulseServer
        private(set) var targets: [PulseTarget] = []
        private(set) var events: [String: [TargetRules.Event]] = [:]

        init(_ loop: any EventLoop, _ specs: [(id: String, spec: PulseTargetSpec)], apps: PlayingApps? = nil) {
            server = PulseServer(loop, Logger(label: "test"))
            targets = specs.map { PulseTarget($0.spec, $0.id, server) }
            for target in targets { target.onEvent = { [unowned self] in events[target.parameter, default: []].append($0) } }
            server.setOrder(targets, apps: apps)
            server.attempts.end()
            server.state = .ready
        }

        func stream(_ index: UInt32, _ properties: [String: String], _ facility: PulseFacility = .sinkInput) {
            var thing = PulseThing(facility, index, "Playback")
            (thing.properties, thing.volumes) = (properties, [65536, 32768])
            server.store(thing)
        }

        func source(_ index: UInt32, _ name: String, _ description: String, isMonitor: Bool) {
            var thing = PulseThing(.source, index, name)
            (thing.description, thing.isMonitor, thing.volumes) = (description, isMonitor, [65536])
            server.store(thing)
        }

        /// The first 100 ms of all streams are over.
        func judge() {
            server.queue = server.queue.map { ($0.key, .now()) }
            server.settle()
        }

        func ends(_ index: UInt32) { server.note(event: 0x22, index: index) }

        /// The indexes of the streams of each target.
        var members: [String: [UInt32]] {
            Dictionary(
                uniqueKeysWithValues: targets.map { target in
                    (target.parameter, server.things.keys.filter(target.has).map(\.index).sorted())
                })
        }

        func take() -> [String: [TargetRules.Event]] {
            defer { events = [:] }
            return events
        }
    }

    /// Runs something on an event loop.
    private func onLoop<Result: Sendable>(_ body: @escaping @Sendable (any EventLoop) throws -> Result) async throws -> Result {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let result = try await loop.submit { try body(loop) }.get()
        try await group.shutdownGracefully()
        return result
    }

    private static let specs: [(id: String, spec: PulseTargetSpec)] = [
        ("game", PulseTargetSpec(.app(StreamPattern(apps: ["doom*"])))),
        ("talk", PulseTargetSpec(.app(StreamPattern(apps: ["firefox*"], titles: ["*meeting*"])))),
        ("web", PulseTargetSpec(.app(StreamPattern(apps: ["firefox*"])))),
        ("hush", PulseTargetSpec(.app(StreamPattern(apps: ["firefox*"])), .mute)),
        ("radio", PulseTargetSpec(.app(StreamPattern(titles: ["radio*"])))),
        ("rest", PulseTargetSpec(.rest(except: [StreamPattern(apps: ["bell"]), StreamPattern(apps: ["mixer"], titles: ["test*"])]))),
        ("mic", PulseTargetSpec(.app(StreamPattern(apps: ["firefox*"])), isCapture: true)),
    ]

    @Test("the identity decides, a title only where the config asks for one")
    func identity() async throws {
        let members = try await onLoop { loop in
            let desk = Desk(loop, Self.specs)
            desk.stream(1, ["application.name": "Firefox", "media.name": "DOOM Eternal trailer"])
            desk.stream(2, ["application.name": "Firefox", "media.name": "Weekly Meeting"])
            desk.stream(3, ["node.name": "Doom.x86"])
            desk.stream(4, ["application.name": "mpv", "media.name": "Radio Swing"])
            desk.stream(5, ["application.name": "mpv", "media.name": "doom ost"])
            desk.stream(6, ["application.name": "Bell", "media.name": "radio"])
            desk.stream(7, ["application.name": "Bell", "media.name": "ding"])
            desk.stream(8, ["application.name": "mixer", "media.name": "Test tone"])
            desk.stream(9, ["application.name": "mixer", "media.name": "bell"])
            desk.stream(10, ["application.id": "doom.engine"])
            desk.stream(11, ["pipewire.access.portal.app_id": "firefox.flatpak", "application.name": "WebRTC"])
            desk.stream(12, ["application.name": "Firefox", "media.name": "doom"], .sourceOutput)
            desk.judge()
            return desk.members
        }
        #expect(
            members == [
                "game": [3, 10], "talk": [2], "web": [1, 11], "hush": [1, 2, 11], "radio": [4, 6], "rest": [5, 9], "mic": [12],
            ])
    }

    @Test("a stream is judged once, when its first moments end: what changes before counts, what changes later does not")
    func once() async throws {
        let (before, after, later, reloaded) = try await onLoop { loop in
            let desk = Desk(loop, Self.specs)
            desk.stream(1, ["application.name": "Firefox", "media.name": "AudioStream"])
            desk.server.settle()
            let before = desk.members
            desk.stream(1, ["application.name": "Firefox", "media.name": "Meeting"])
            desk.judge()
            let after = desk.members
            desk.stream(1, ["application.name": "doom", "media.name": "DOOM"])
            desk.judge()
            let later = desk.members
            desk.server.assignStreams()
            return (before, after, later, desk.members)
        }
        #expect(before.values.allSatisfy { $0.isEmpty })
        #expect(after["talk"] == [1] && after["web"] == [])
        #expect(later == after && reloaded == after)
    }

    @Test("a source is a monitor only if the pattern fits no other source")
    func monitors() async throws {
        let members = try await onLoop { loop in
            let desk = Desk(
                loop,
                [
                    ("mic", PulseTargetSpec(.source(["*usb*"]), .mute)), ("what", PulseTargetSpec(.source(["*.monitor"]))),
                    ("heard", PulseTargetSpec(.source(["Monitor of Headset*"]))),
                ])
            desk.source(1, "alsa_output.usb.monitor", "Monitor of Headset", isMonitor: true)
            desk.source(2, "alsa_input.usb", "Headset Microphone", isMonitor: false)
            desk.server.settle()
            return desk.targets.map { target in (1...2).filter { target.has(PulseKey(facility: .source, index: $0)) } }
        }
        #expect(members == [[2], [1], [1]])
    }

    @Test("a burst of streams costs so many comparisons for each stream, whatever there are, and its end none and one event a target")
    func burst() async throws {
        let count: UInt32 = 4000
        let (comparisons, atEnd, begun, events) = try await onLoop { loop in
            let desk = Desk(loop, Self.specs)
            for index in 0..<count { desk.stream(index, ["application.name": index.isMultiple(of: 2) ? "Firefox \(index)" : "game"]) }
            desk.judge()
            let comparisons = desk.server.comparisons
            let begun = desk.take()
            for index in 0..<count - 1 { desk.ends(index) }
            desk.server.settle()
            return (comparisons, desk.server.comparisons, begun, desk.take())
        }
        // Of volume five targets at most, of mute one.
        #expect(comparisons <= Int(count) * 6)
        #expect(atEnd == comparisons)
        #expect(begun.mapValues(\.count) == ["web": 1, "hush": 1, "rest": 1])
        #expect(events["web"] == [.disappeared] && events["hush"] == [.disappeared])
        #expect(events["rest"] == [.left(Set((0..<count - 1).filter { !$0.isMultiple(of: 2) }))])
    }

    @Test("programs are counted by their streams, and the versions in their names make no difference")
    func programs() async throws {
        let (names, kept) = try await onLoop { loop in
            var names: [[String]] = []
            let apps = PlayingApps(loop, onFull: {}) { programs in names.append(programs.map(\.label)) }
            let desk = Desk(loop, Self.specs, apps: apps)
            desk.stream(1, ["application.name": "LibVLC 3.0.18", "application.process.binary": "vlc"])
            desk.stream(2, ["application.name": "LibVLC 3.0.20", "application.process.binary": "vlc"])
            desk.stream(3, ["application.name": "Doom", "application.process.binary": "doom"])
            desk.judge()
            desk.ends(1)
            desk.server.settle()
            let kept = names
            apps.clear()
            return (names, kept)
        }
        #expect(kept == [["LibVLC"]], "the game is named by a target")
        #expect(names == [["LibVLC"], []])
    }

    @Test("of programs under ever new names a thousand are kept, which is told once, and those that stay play on")
    func mostPrograms() async throws {
        let (most, last, told) = try await onLoop { loop in
            var (most, last, told) = (0, 0, 0)
            let apps = PlayingApps(loop) {
                told += 1
            } onChange: { programs in
                (most, last) = (max(most, programs.count), programs.count)
            }
            func program(_ number: Int) -> SoundProgram { SoundProgram(binary: "x\(number)y", id: nil, name: "x\(number)y") }
            apps.apply(PlayingApps.Change(began: [program(0)], ended: []))
            for number in 1...1_500 { apps.apply(PlayingApps.Change(began: [program(number)], ended: [program(number - 1)])) }
            apps.replace(Dictionary(uniqueKeysWithValues: (6_000..<8_000).map { (program($0), 1) }))
            apps.clear()
            return (most, last, told)
        }
        #expect((most, last, told) == (ProgramWords.most, 0, 1))
    }

    @Test("the stop keeps its limit even if the loop of the targets is busy")
    func stop() async throws {
        let targets = Targets(log: Logger(label: "test"), texts: TargetTexts(text: { "\($0)" }, number: { _ in 0 }))
        let spec = ParameterSpec(id: "a")
        try targets.prepare()
        targets.configure([BoundParameter(spec: spec, target: TargetSpec(PulseTargetSpec(.defaultSink)), value: 0, isChosen: false)])
        let loop = try #require(targets.loop)
        // It is busy until the stop has given up.
        let (bell, free) = (try Doorbell(), loop.makePromise(of: Void.self))
        let isBusy = Atomic(true)
        loop.execute {
            bell.wait(atMost: .seconds(60))
            isBusy.store(false, ordering: .relaxed)
            free.succeed()
        }
        await targets.stop(within: .milliseconds(50))
        let hasEndedBefore = isBusy.load(ordering: .relaxed)
        #expect(hasEndedBefore, "it has ended only with the loop")
        bell.ring()
        try await free.futureResult.get()
    }
}
