import FaderConsole
import FaderModel
import FaderTesting
import FoundationEssentials
import Testing

@testable import FaderEngine

extension EngineTests {
    @Suite("The virtual surface shows what a Mackie Control would")
    struct VirtualFrontTests {
        /// A row of `Tests/Vectors`: the bytes that are sent, and their meaning.
        struct Row: CustomTestStringConvertible {
            let id: String
            let bytes: [UInt8]
            let words: [String]

            var testDescription: String { id }

            static let all: [Row] = ["mackie.csv", "devices.csv"].flatMap { file in
                let path = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
                guard let text = try? String(contentsOfFile: "\(path)/Vectors/\(file)", encoding: .utf8) else { return [Row]() }
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

        private func feed(_ bytes: [UInt8], to surface: VirtualSurface) -> VirtualFront.Question {
            if bytes[0] == 0xF0 { return surface.front.take(bytes.span) }
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
                if let message { surface.front.take(message, at: 1) }
            }
            return .none
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
                let ring = surface.ring(try #require(Int(words[1].split(separator: ".")[1])) - 1)
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
            case "lamp": #expect(surface.lamp(UInt8(row.bytes[1])) == (row.bytes[2] == 127 ? .on : .off))
            case "note":
                let lamp = surface.lamp(UInt8(try number(1)))
                #expect(lamp == (words.last == "127" ? .on : words.last == "0" ? .off : .flashing))
            case "pitchbend": #expect(surface.fader(try number(2) - 1).position == Position(raw: UInt32(try number(4)), of: 16383))
            // For a meter that is switched on, this is the message that faderd sends next on its own.
            case "meter" where row.bytes[0] == 0xD0:
                let meter = surface.front.meter(try number(1) - 1, at: 1)
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
            let front = try VirtualSurface().front
            let pressure = MessageAddress(.pressure)
            front.take(MIDIMessage(pressure, raw: 0x2C), at: 1_000_000_000)
            front.take(MIDIMessage(pressure, raw: 0x2E), at: 1_000_000_000)
            for (milliseconds, level) in [(0, 12), (299, 12), (300, 11), (3599, 1), (3600, 0), (60_000, 0)] {
                #expect(front.meter(2, at: UInt64(1000 + milliseconds) * 1_000_000) == (level, true), "\(milliseconds)")
            }
            front.take(MIDIMessage(pressure, raw: 0x2F), at: 2_000_000_000)
            #expect(front.meter(2, at: 1_000_000_000) == (12, false))
            #expect(front.meter(3, at: 1_000_000_000) == (0, false))
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
            #expect(surface.lamp(1) == .off)
            #expect(surface.digits.timecode == "          ")
            #expect(surface.colors == Array(repeating: 7, count: 8))
            _ = feed([0xF0, 0, 0, 0x66, 0x14, 0x12, 0x6E, 0x41, 0x42, 0x43, 0x44, 0xF7], to: surface)
            #expect(surface.rows[1].hasSuffix("AB"), "a text that reaches beyond the end")
        }

        @Test("after a reset it is dark and its faders are down, except one under a finger")
        func reset() throws {
            let surface = try VirtualSurface()
            try surface.touch(1, isTouched: true)
            for fader in 0..<9 { try surface.move(fader, to: Position(0.5)) }
            _ = feed([0x90, 0x10, 0x7F], to: surface)
            _ = feed([0xF0, 0, 0, 0x66, 0x14, 0x12, 0, 0x41, 0xF7], to: surface)
            _ = feed([0xF0, 0, 0, 0x66, 0x14, 0x08, 0, 0xF7], to: surface)
            #expect(surface.lamp(0x10) == .off)
            #expect(surface.rows[0].allSatisfy { $0 == " " })
            #expect((0..<9).map { surface.fader($0).position.fraction > 0.4 } == (0..<9).map { $0 == 1 })
        }

        @Test("touching and moving controls sends the bytes of the device")
        func hands() throws {
            let surface = try VirtualSurface()
            func sent() -> [String] {
                var messages: [String] = []
                while let message = surface.inputs.pop() { messages.append(message.description) }
                return messages
            }
            try surface.turn(0x10, by: 1)
            try surface.turn(0x17, by: -7)
            try surface.turn(0x3C, by: 32)
            try surface.turn(0x10, by: 0)
            #expect(
                sent() == ["cc 16 ch 1 = 1", "cc 23 ch 1 = 71", "cc 60 ch 1 = 15", "cc 60 ch 1 = 15", "cc 60 ch 1 = 2"],
                "B0 10 01 and B0 17 47 of the vectors")
            try surface.hold(.button(0x10), true)
            try surface.hold(.button(0x10), true)
            #expect(surface.isPressed(0x10))
            #expect(sent() == ["note 16 ch 1 = 127"], "a button that is down is not pressed again")
            try surface.click(0x10, times: 2)
            #expect(sent() == ["note 16 ch 1 = 0"] + ["note 16 ch 1 = 127", "note 16 ch 1 = 0", "note 16 ch 1 = 127", "note 16 ch 1 = 0"])
            #expect(!surface.isPressed(0x10))
            try surface.move(8, to: Position(1))
            #expect(sent() == ["note 112 ch 1 = 127", "pitchbend ch 9 = 16383", "note 112 ch 1 = 0"], "the master")
        }

        @Test("the possible actions of a control follow from its kind")
        func controls() throws {
            func control(_ id: String) throws -> VirtualControl { try #require(VirtualControl.all.first { $0.id == id }) }
            #expect(try control("fader.9").kind == .fader(8))
            #expect(try control("encoder.3").kind == .encoder(number: 0x12, ring: 2))
            #expect(try control("encoder.3").key == 0x22)
            #expect(try control("jog").kind == .encoder(number: 0x3C, ring: nil))
            #expect(try control("jog").key == nil)
            #expect(try control("mute.8").key == 0x17 && control("mute.8").lamp == 0x17)
            #expect(try control("push.1").key == 0x20 && control("push.1").lamp == nil)
            #expect(try control("relay").key == nil)
            #expect(!VirtualControl.all.contains { $0.id == "pedal" })
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

        @Test("it answers the greeting, so that motors, rings and lamps are there at once; hands reach the parameters")
        func whole() async throws {
            let surface = try VirtualSurface()
            let desk = configuration([desk()])
            surface.attach(to: surface.surface(in: desk))
            let engine = try EngineHandle.start(
                port: VirtualPort(surface, surfaces: ["desk"]), console: Console(desk), isRealtime: false, handler: { _ in })
            let count = try await ticks {
                _ = try await engine.submit(.set(parameter: 0, 9000, .text), generation: 1)
                #expect(await eventually { surface.fader(0).position.raw(of: 16383) == 9000 })
                #expect(await eventually { surface.ring(0).lamps.contains(true) })
            }
            // A device that does not answer would only be used after two seconds.
            #expect(count < 19)
            try surface.click(0x10, times: 1)
            #expect(await eventually { surface.lamp(0x10) == .on })
            #expect(try await engine.submit(.step(parameter: 2, by: 0, .ordinary, .api), generation: 1)?.value == 1)
            try surface.turn(0x10, by: 1)
            #expect(await eventually { surface.ring(0).lamps.last == true || surface.ring(0).lamps.dropFirst(6).contains(true) })
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
