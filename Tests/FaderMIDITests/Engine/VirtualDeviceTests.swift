import FaderConsole
import FaderTesting
import FaderValues
import FoundationEssentials
import Testing

@testable import FaderMIDI

extension EngineTests {
    @Suite("The virtual surface shows what a Mackie Control would")
    struct VirtualDeviceTests {
        /// A row of `Tests/Vectors`: the bytes that are sent, and their meaning.
        struct Row: CustomTestStringConvertible {
            let id: String
            let bytes: [UInt8]
            let words: [String]

            var testDescription: String { id }

            static let all: [Row] = ["mackie.csv", "devices.csv"].flatMap { file in
                guard let text = try? TestFile.text("Vectors/\(file)") else { return [Row]() }
                return text.split(separator: "\n").compactMap { Row($0) }
            }

            init?(_ line: Substring) {
                let fields = line.split(separator: ",", maxSplits: 4)
                guard fields.count == 5, fields[1] == "mcu" || fields[1] == "xtouch-mcu", fields[2] == "out" else { return nil }
                id = String(fields[0])
                bytes = fields[3].split(separator: " ").compactMap { UInt8($0, radix: 16) }
                let meaning = fields[4].drop { $0 == "\"" }
                words = (meaning.firstRange(of: " # ").map { meaning[..<$0.lowerBound] } ?? meaning).split(separator: " ").map(String.init)
            }
        }

        private func feed(_ bytes: [UInt8], to surface: VirtualSurface) -> VirtualDevice.Question {
            if bytes[0] == 0xF0 { return surface.device.receive(bytes.span) }
            var status = bytes[0]
            var rest = bytes[...]
            while let first = rest.first {
                if first & 0x80 != 0 {
                    status = first
                    rest = rest.dropFirst()
                }
                let channel = status & 0x0F
                let data = rest.prefix(status & 0xF0 == 0xD0 ? 1 : 2).map { UInt32($0) }
                rest = rest.dropFirst(data.count)
                let message: MIDIMessage? =
                    switch status & 0xF0 {
                    case 0x90: MIDIMessage(MessageAddress(.note, number: UInt16(data[0]), channel: channel), raw: data[1])
                    case 0xB0: MIDIMessage(MessageAddress(.cc, number: UInt16(data[0]), channel: channel), raw: data[1])
                    case 0xD0: MIDIMessage(MessageAddress(.pressure, channel: channel), raw: data[0])
                    case 0xE0: MIDIMessage(MessageAddress(.pitchbend, channel: channel), raw: data[0] | data[1] << 7)
                    default: nil
                    }
                if let message { _ = surface.device.receive(message, at: 1) }
            }
            return .none
        }

        private func ring(_ number: Int, _ surface: VirtualSurface) throws -> (lamps: [Bool], isMiddleLit: Bool) {
            let encoder = try #require(surface.device.control(named: "encoder.\(number)"))
            return try #require(surface.device.ring(of: encoder))
        }

        /// The lamp of a note; nil if there is no lamp with it.
        private func lamp(_ note: Int, _ surface: VirtualSurface) -> VirtualDevice.Lamp? {
            let control = surface.device.controls.firstIndex { $0.motor == MessageAddress(.note, number: UInt16(note)) }
            return control.flatMap { surface.device.lamp(of: $0) }
        }

        @Test("there are at least 20 vectors")
        func vectors() { #expect(Row.all.count >= 20) }

        @Test("every row that a host sends is shown as the row says", arguments: Row.all)
        func row(_ row: Row) throws {
            let surface = try VirtualSurface()
            let question = feed(row.bytes, to: surface)
            let words = row.words
            func number(_ index: Int) throws -> Int { try #require(Int(words[index])) }
            switch words[0] {
            case "ring":
                let encoder = try #require(Int(words[1].split(separator: ".")[1]))
                let ring = try ring(encoder, surface)
                let place = try number(3)
                let wanted = (1...11).map { lamp in
                    switch words[2] {
                    case "dot": lamp == place
                    case "fill": lamp <= place
                    case "pan": (min(6, place)...max(6, place)).contains(lamp)
                    default: abs(lamp - 6) < place
                    }
                }
                #expect(ring.lamps == wanted)
                #expect(ring.isMiddleLit == words.contains("middle"))
            case "lamp": #expect(lamp(Int(row.bytes[1]), surface) == (row.bytes[2] == 127 ? .on : .off))
            case "note":
                let lamp = lamp(try number(1), surface)
                #expect(lamp == (words.last == "127" ? .on : words.last == "0" ? .off : .flashing))
            case "pitchbend": #expect(try surface.device.position(of: number(2) - 1) == Position(raw: UInt32(try number(4)), of: 16383))
            // For a meter that is switched on, this is the message that faderd sends next on its own.
            case "meter" where row.bytes[0] == 0xD0:
                let meter = try #require(surface.device.panel).meter(number(1) - 1, at: 1)
                #expect(row.bytes[1] & 0x0F == 0x0E ? meter.isOver : meter.level == Int(words[2]))
            case "meter": #expect(surface.meters.allSatisfy { $0.level == 0 && !$0.isOver })
            case "text":
                let text = words[3].map { $0 == "_" ? " " : String($0) }.joined()
                #expect(surface.rows.joined().dropFirst(try number(2)).hasPrefix(text))
                #expect(surface.rows.joined().filter { $0 != " " } == text.filter { $0 != " " })
            case "digits":
                let right = 10 - (try number(1))
                let shown = Array(surface.digits.timecode.reversed().drop { $0 == " " }.reversed())
                #expect(right >= 0 && String(shown).hasSuffix(words.dropFirst(2).reversed().joined()), "\(String(shown))")
            case "colors": #expect(surface.colors.map(Int.init) == words.dropFirst().compactMap { Int($0) })
            case "asks": #expect(question == .greeting)
            case "begins": #expect(question == (row.bytes[5] == 0x13 ? .version : .none))
            case "replies": #expect(question == .none, "that is for another model")
            default: Issue.record("nobody has said what \(words[0]) is here")
            }
        }

        @Test("a meter falls a level in 300 ms, and its overload lamp stays lit until it is cleared")
        func meters() throws {
            let panel = VirtualPanel()
            let pressure = MessageAddress(.pressure)
            panel.receive(MIDIMessage(pressure, raw: 0x2C), at: 1_000_000_000)
            panel.receive(MIDIMessage(pressure, raw: 0x2E), at: 1_000_000_000)
            for (milliseconds, level) in [(0, 12), (299, 12), (300, 11), (3599, 1), (3600, 0), (60_000, 0)] {
                #expect(panel.meter(2, at: UInt64(1000 + milliseconds) * 1_000_000) == (level, true), "\(milliseconds)")
            }
            panel.receive(MIDIMessage(pressure, raw: 0x2F), at: 2_000_000_000)
            #expect(panel.meter(2, at: 1_000_000_000) == (12, false))
            #expect(panel.meter(3, at: 1_000_000_000) == (0, false))
        }

        @Test("foreign or broken messages change nothing")
        func foreign() throws {
            let surface = try VirtualSurface()
            let all: [[UInt8]] = [
                [0xF0, 0, 0, 0x66, 0x15, 0x12, 0, 0x41, 0xF7], [0xF0, 0, 0, 0x66, 0x14, 0xF7], [0xF0, 0xF7],
                [0xF0, 0, 0, 0x66, 0x14, 0x12, 0xF7], [0xF0, 0, 0, 0x66, 0x14, 0x12, 0x7F, 0x41, 0xF7],
                [0xF0, 0, 0, 0x66, 0x14, 0x72, 0xF7], [0xEF, 0, 0x40], [0x9F, 1, 127], [0xBF, 0x40, 0x31], [0xD1, 0x2C], [0xD0, 0x7C],
            ]
            for bytes in all { #expect(feed(bytes, to: surface) == .none, "\(bytes)") }
            #expect(surface.rows.allSatisfy { $0.allSatisfy { $0 == " " } && $0.count == 56 })
            #expect(lamp(1, surface) == .off)
            #expect(surface.digits.timecode == "          ")
            #expect(surface.colors == Array(repeating: 7, count: 8))
            _ = feed([0xF0, 0, 0, 0x66, 0x14, 0x12, 0x6E, 0x41, 0x42, 0x43, 0x44, 0xF7], to: surface)
            #expect(surface.rows[1].hasSuffix("AB"), "a text that reaches beyond the end")
        }

        @Test("after a reset it is dark and its faders are down, except one under a finger")
        func reset() throws {
            let surface = try VirtualSurface()
            try surface.hold(1, true)
            for fader in 0..<9 { try surface.move(fader, to: Position(0.5)) }
            _ = feed([0x90, 0x10, 0x7F], to: surface)
            _ = feed([0xF0, 0, 0, 0x66, 0x14, 0x12, 0, 0x41, 0xF7], to: surface)
            _ = feed([0xF0, 0, 0, 0x66, 0x14, 0x08, 0, 0xF7], to: surface)
            #expect(lamp(0x10, surface) == .off)
            #expect(surface.rows[0].allSatisfy { $0 == " " })
            #expect((0..<9).map { surface.device.position(of: $0).fraction > 0.4 } == (0..<9).map { $0 == 1 })
        }

        @Test("touching and moving controls sends the bytes of the device")
        func hands() throws {
            let surface = try VirtualSurface()
            func sent() -> [String] {
                var messages: [String] = []
                while let message = surface.inputs.pop() { messages.append(message.description) }
                return messages
            }
            func control(_ id: String) throws -> Int { try #require(surface.device.control(named: id)) }
            try surface.turn(control("encoder.1"), by: 1)
            try surface.turn(control("encoder.8"), by: -7)
            try surface.turn(control("jog"), by: 32)
            try surface.turn(control("encoder.1"), by: 0)
            #expect(
                sent() == ["cc 16 ch 1 = 1", "cc 23 ch 1 = 71", "cc 60 ch 1 = 15", "cc 60 ch 1 = 15", "cc 60 ch 1 = 2"],
                "B0 10 01 and B0 17 47 of the vectors")
            let mute = try control("mute.1")
            try surface.hold(mute, true)
            try surface.hold(mute, true)
            #expect(surface.device.isPressed(mute))
            #expect(sent() == ["note 16 ch 1 = 127"], "a button that is down is not pressed again")
            try surface.click(mute, times: 2)
            #expect(sent() == ["note 16 ch 1 = 0"] + ["note 16 ch 1 = 127", "note 16 ch 1 = 0", "note 16 ch 1 = 127", "note 16 ch 1 = 0"])
            #expect(!surface.device.isPressed(mute))
            try surface.move(8, to: Position(1))
            #expect(sent() == ["note 112 ch 1 = 127", "pitchbend ch 9 = 16383", "note 112 ch 1 = 0"], "the master")
        }

        @Test("the possible actions of a control follow from its kind")
        func controls() throws {
            let device = try VirtualSurface().device
            func control(_ id: String) throws -> Int { try #require(device.control(named: id)) }
            for (id, kind) in [("fader.9", .fader), ("encoder.3", .encoder), ("jog", .encoder), ("mute.8", .button), ("relay", .lamp)]
                as [(String, VirtualDevice.Kind)]
            {
                #expect(try device.kind(of: control(id)) == kind, "\(id)")
            }
            #expect(try device.key(of: control("encoder.3")) == control("push.3"))
            for id in ["fader.1", "jog", "relay"] { #expect(try device.key(of: control(id)) == nil) }
            for id in ["push.1", "user.1", "fader.1", "encoder.1"] { #expect(try device.lamp(of: control(id)) == nil) }
            for id in ["mute.8", "relay", "rude-solo"] { #expect(try device.lamp(of: control(id)) == .off) }
            #expect(device.control(named: "pedal") == nil)
        }
    }

    @Suite("The virtual surface with the Mackie protocol")
    struct VirtualMackieTests {
        private func desk(_ name: String = "desk", client: String = VirtualSurface.clientName) -> SurfaceSpec {
            let speaks = ProtocolSpec.mackie(MackieSpec(hasColors: true))
            var surface = SurfaceSpec(name: name, match: SurfaceMatch(client: client), controls: speaks.controls, panel: speaks.panel)
            surface.speaks = speaks
            for index in surface.controls.indices {
                let parameter: ParameterIndex? =
                    switch surface.controls[index].id {
                    case "fader.1": 0
                    case "encoder.1": 1
                    case "mute.1": 2
                    default: nil
                    }
                surface.controls[index].parameter = parameter
                if parameter == 2 { surface.controls[index].action = .toggle }
            }
            return surface
        }

        private func configuration(_ surfaces: [SurfaceSpec]) -> Configuration {
            Configuration(
                parameters: [
                    ParameterSpec(id: "level", maximum: 16383), ParameterSpec(id: "pan", minimum: -5, maximum: 5, step: 1),
                    ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted")),
                ], surfaces: surfaces)
        }

        private func ring(_ surface: VirtualSurface) -> [Bool] {
            surface.device.control(named: "encoder.1").flatMap { surface.device.ring(of: $0)?.lamps } ?? []
        }

        @Test("it answers the greeting, so that motors, rings and lamps are there at once; hands reach the parameters")
        func whole() async throws {
            let surface = try VirtualSurface()
            let desk = configuration([desk()])
            surface.attach(to: surface.surface(in: desk))
            let engine = try EngineHandle.start(
                port: VirtualPort(surface, surfaces: ["desk"]), console: Console(desk), isRealtime: false, handler: { _ in })
            let count = try await ticks {
                _ = try await engine.submit(.set(parameter: 0, 9000, .text), generation: 1)
                #expect(await eventually { surface.device.position(of: 0).raw(of: 16383) == 9000 })
                #expect(await eventually { ring(surface).contains(true) })
            }
            // A device that does not answer would only be used after two seconds.
            #expect(count < 19)
            let (mute, encoder) = try (
                #require(surface.device.control(named: "mute.1")), #require(surface.device.control(named: "encoder.1"))
            )
            try surface.click(mute, times: 1)
            #expect(await eventually { surface.device.lamp(of: mute) == .on })
            #expect(try await engine.submit(.step(parameter: 2, by: 0, .ordinary, .api), generation: 1)?.value == 1)
            try surface.turn(encoder, by: 1)
            #expect(await eventually { ring(surface).dropFirst(6).contains(true) })
            await engine.stop()
        }

        @Test("it stands in for the surface that names it if that uses Mackie, else for the first Mackie surface")
        func standIn() throws {
            let (plain, mackie) = (try VirtualSurface(.plain), try VirtualSurface(.mackie))
            let other = SurfaceSpec(name: "box", match: SurfaceMatch(client: "nanoKONTROL2"))
            let own = SurfaceSpec(name: "own", match: SurfaceMatch(client: VirtualSurface.clientName))
            let touch = desk("touch", client: "X-Touch*")
            func names(_ surfaces: SurfaceSpec...) -> [String?] {
                [plain, mackie].map { $0.surface(in: configuration(surfaces))?.name }
            }
            #expect(names(other, touch) == [nil, "touch"])
            #expect(names(own, touch) == ["own", "touch"])
            #expect(names(touch, desk()) == ["desk", "desk"])
            #expect(names(own, other) == ["own", "own"])
            var extender = touch
            extender.speaks = .mackie(MackieSpec(isExtender: true))
            #expect(names(extender) == [nil, nil], "an extender is another device")
        }
    }
}
