import FaderModel
import FaderTesting
import Testing

@testable import FaderTargets

struct PulseCodecTests {
    /// A playing stream, as PulseAudio 16 describes one.
    static func stream() -> [UInt8] {
        var writer = TagWriter()
        writer.number(7)
        writer.text("Playback")
        for number in [PulseProtocol.none, 3, 0] { writer.number(number) }
        var bytes = writer.bytes
        bytes += [UInt8(ascii: "a"), 3, 2, 0, 0, 0xAC, 0x44]
        writer = TagWriter()
        writer.channelMap([1, 2])
        writer.volumes([65536, 32768])
        bytes += writer.bytes
        for _ in 0..<2 { bytes += [UInt8(ascii: "U")] + [UInt8](repeating: 0, count: 8) }
        writer = TagWriter()
        writer.text("copy")
        writer.text(nil)
        writer.flag(true)
        writer.properties([("application.name", "mpv"), ("media.name", "A song")])
        for flag in [false, true, true] { writer.flag(flag) }
        bytes += writer.bytes + [UInt8(ascii: "f")]
        writer = TagWriter()
        writer.byte(1)
        writer.properties([])
        return bytes + writer.bytes
    }

    @Test func aStreamIsRead() throws {
        var reader = TagReader(Self.stream()[...])
        let stream = try PulseThing(.sinkInput, from: &reader, version: 32)
        #expect(reader.isAtEnd)
        #expect(stream.index == 7 && stream.client == 3 && stream.isMuted && stream.isWritable)
        #expect(stream.volumes == [65536, 32768] && stream.peak == 65536)
        let identity = StreamIdentity(stream, client: nil)
        #expect(identity.words.map(\.word) == ["mpv"] && identity.title == "A song")
    }

    /// A recording stream, as PulseAudio 16 describes one.
    static func recording(resampler: String, _ properties: [(name: String, value: String)]) -> [UInt8] {
        var writer = TagWriter()
        writer.number(9)
        writer.text("Record Stream")
        for number in [PulseProtocol.none, 3, 0] { writer.number(number) }
        var bytes = writer.bytes + [UInt8(ascii: "a"), 3, 1, 0, 0, 0xAC, 0x44]
        writer = TagWriter()
        writer.channelMap([0])
        bytes += writer.bytes
        for _ in 0..<2 { bytes += [UInt8(ascii: "U")] + [UInt8](repeating: 0, count: 8) }
        writer = TagWriter()
        writer.text(resampler)
        writer.text(nil)
        writer.properties(properties)
        writer.flag(false)
        writer.volumes([40000])
        for flag in [true, true, true] { writer.flag(flag) }
        bytes += writer.bytes + [UInt8(ascii: "f")]
        writer = TagWriter()
        writer.byte(1)
        writer.properties([])
        return bytes + writer.bytes
    }

    @Test func aRecordingStreamIsReadAndAMeterIsKnown() throws {
        func read(_ bytes: [UInt8]) throws -> PulseThing {
            var reader = TagReader(bytes[...])
            defer { #expect(reader.isAtEnd) }
            return try PulseThing(.sourceOutput, from: &reader, version: 32)
        }
        let stream = try read(Self.recording(resampler: "copy", [("application.name", "Zoom")]))
        #expect(stream.index == 9 && stream.volumes == [40000] && stream.isMuted && stream.isWritable && !stream.isMeter)
        #expect(try read(Self.recording(resampler: "peaks", [])).isMeter)
        #expect(try read(Self.recording(resampler: "copy", [("stream.monitor", "true")])).isMeter)
    }

    @Test func whatAProgramCallsItselfIsOneLineForTheLog() throws {
        let bytes = Self.recording(resampler: "copy", [("application.name", "a\nb\u{1B}[2J")])
        var reader = TagReader(bytes[...])
        let identity = StreamIdentity(try PulseThing(.sourceOutput, from: &reader, version: 32), client: nil)
        #expect(identity.words.map(\.word) == ["a\u{FFFD}b\u{FFFD}[2J"])
    }

    @Test func aProgramIsPresetByWhatServersKnowItsStreamsBy() throws {
        func preset(_ facility: PulseProtocol.Facility, _ properties: [String: String]) throws -> String? {
            let bytes = facility == .sinkInput ? Self.stream() : Self.recording(resampler: "copy", [])
            var reader = TagReader(bytes[...])
            var stream = try PulseThing(facility, from: &reader, version: 32)
            stream.properties = properties
            return PulsePreset(of: stream)?.name
        }
        #expect(try preset(.sinkInput, ["application.name": "mpv", "media.name": "a"]) == "sink-input-by-application-name:mpv")
        #expect(try preset(.sinkInput, ["application.id": "org.mpv", "application.name": "mpv"]) == "sink-input-by-application-id:org.mpv")
        #expect(try preset(.sourceOutput, ["application.name": "call"]) == "source-output-by-application-name:call")
        // A title does not belong to one program either.
        #expect(try preset(.sourceOutput, ["media.name": "call"]) == nil)
        #expect(!PulsePreset.isMeant("sink-input-by-media-name:mpv", ["mpv"], isCapture: false))
        // A key shared by all streams of a role does not belong to one program.
        #expect(try preset(.sinkInput, ["application.name": "mpv", "media.role": "music"]) == nil)
        #expect(try preset(.sinkInput, [:]) == nil)
        #expect(PulsePreset.isMeant("sink-input-by-application-name:mpv", ["MPV*"], isCapture: false))
        #expect(!PulsePreset.isMeant("sink-input-by-application-name:mpv", ["mpv"], isCapture: true))
    }

    @Test func noBytesTrapTheReader() {
        var random = SeededGenerator(seed: 3)
        let good = Self.stream()
        var understood = 0
        for round in 0..<6_000 {
            var bytes = good
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if round.isMultiple(of: 3) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
            for facility in PulseProtocol.Facility.allCases {
                var reader = TagReader(bytes[...])
                if (try? PulseThing(facility, from: &reader, version: 32)) != nil { understood += 1 }
            }
        }
        #expect(understood > 100, "the fuzz does not get past the first field")
    }

    @Test func theBalanceIsKeptThroughZero() {
        var ratios = PulseRatios()
        func set(_ peak: Double) -> [UInt32] { ratios.volumes(peak) }
        ratios.note([65536, 32768])
        #expect(set(0) == [0, 0])
        ratios.note([0, 0])
        #expect(set(1000) == [1000, 500])
        ratios.note([10, 20, 30])
        #expect(set(60) == [20, 40, 60])
        #expect(set(.infinity) == [UInt32](repeating: UInt32.max / 2, count: 3))
    }

    @Test func theBalanceIsKeptThroughVolumesThatAreTooLowToShowIt() {
        var ratios = PulseRatios()
        func set(_ peak: Double) -> [UInt32] { ratios.volumes(peak) }
        ratios.note([65536, 19661])
        for peak in [100.0, 3, 1] { ratios.note(set(peak)) }
        #expect(set(65536) == [65536, 19661])
        // PipeWire counts in fractions.
        ratios.note([65535, 19661])
        #expect(set(65536) == [65536, 19661])
        // A hand in a mixer, which goes back to what was set before.
        ratios.note([65536, 65536])
        ratios.note([65536, 19661])
        #expect(set(20000) == [20000, 6000])
        ratios.note([20000, 10000])
        #expect(set(100) == [100, 50])
    }

    @Test func volumesAreCubicDecibels() {
        let decibels = TargetScale(ParameterSpec(id: "a", minimum: -.infinity, maximum: 10, unit: "dB", taper: .audio), .cubicVolume)
        #expect(decibels.number(of: 0) == 65536)
        #expect(decibels.number(of: -60) == 6554)
        #expect(decibels.number(of: -.infinity) == 0)
        #expect(decibels.value(of: 0) == -.infinity)
        #expect(abs(decibels.value(of: 32768) - -18.06) < 0.01)
        let percent = TargetScale(ParameterSpec(id: "b", minimum: 0, maximum: 100, unit: "%"), .cubicVolume)
        #expect(percent.number(of: 50) == 32768 && percent.value(of: 98304) == 150)
        // Every volume that is read would be written back unchanged: nothing drifts.
        for volume in stride(from: 0.0, through: 98304, by: 7) {
            #expect(decibels.number(of: decibels.value(of: volume)) == volume)
            #expect(percent.number(of: percent.value(of: volume)) == volume)
        }
    }

    @Test func theSocketIsWhereLibpulseLooksForIt() {
        func file(_ variables: [String: String]) -> String? { PulsePath { variables[$0] }.file }
        #expect(file([:]) == nil)
        #expect(file(["XDG_RUNTIME_DIR": "/run/user/1"]) == "/run/user/1/pulse/native")
        #expect(file(["XDG_RUNTIME_DIR": "/run/user/1", "PULSE_RUNTIME_PATH": "/a"]) == "/a/native")
        #expect(file(["PULSE_SERVER": "tcp:host {1234}unix:/b/native"]) == "/b/native")
        #expect(file(["PULSE_SERVER": "unix:/b/native unix:/dev/null"]) == "/dev/null", "the first one that is there")
        let network = ["PULSE_SERVER": "tcp:host", "XDG_RUNTIME_DIR": "/run/user/1"]
        #expect(file(network) == nil, "the local server is another one")
        #expect(PulsePath { network[$0] }.missing.contains("on the network"))
    }

    @Test func namesInBracesAreFilledInOnce() {
        let values = ["value": "{text}", "text": "t"]
        #expect("{value} {text} {other} {".replacingBraces { values[$0] } == "{text} t {other} {")
        #expect("".replacingBraces { values[$0] }.isEmpty)
    }
}
