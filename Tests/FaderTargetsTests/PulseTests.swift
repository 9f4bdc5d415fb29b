import FaderValues
import Testing

@testable import FaderTargets

struct PulseTests {
    @Test func aProgramIsPresetByWhatServersKnowItsStreamsBy() {
        func preset(_ facility: PulseFacility, _ properties: [String: String]) -> String? {
            var stream = PulseThing(facility, 7, "Playback")
            stream.properties = properties
            return PulsePreset(of: stream)?.name
        }
        #expect(preset(.sinkInput, ["application.name": "mpv", "media.name": "a"]) == "sink-input-by-application-name:mpv")
        #expect(preset(.sinkInput, ["application.id": "org.mpv", "application.name": "mpv"]) == "sink-input-by-application-id:org.mpv")
        #expect(preset(.sourceOutput, ["application.name": "call"]) == "source-output-by-application-name:call")
        // A title does not belong to one program either.
        #expect(preset(.sourceOutput, ["media.name": "call"]) == nil)
        #expect(!PulsePreset.isMeant("sink-input-by-media-name:mpv", ["mpv"], isCapture: false))
        // A key shared by all streams of a role does not belong to one program.
        #expect(preset(.sinkInput, ["application.name": "mpv", "media.role": "music"]) == nil)
        #expect(preset(.sinkInput, [:]) == nil)
        #expect(PulsePreset.isMeant("sink-input-by-application-name:mpv", ["MPV*"], isCapture: false))
        #expect(!PulsePreset.isMeant("sink-input-by-application-name:mpv", ["mpv"], isCapture: true))
    }

    @Test func whatAProgramCallsItselfIsOneLineForTheLog() {
        var bytes = Array("a\nb\u{1B}[2J".utf8CString)
        #expect(unsafe PulseThing.text(&bytes) == "a\u{FFFD}b\u{FFFD}[2J")
        bytes = [CChar](repeating: 97, count: 5000) + [0]
        #expect(unsafe PulseThing.text(&bytes)?.count == 1024)
        #expect(unsafe PulseThing.text(nil) == nil)
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

    @Test func theServersAreThoseOfTheEnvironment() {
        func path(_ variables: [String: String]) -> PulsePath { PulsePath { variables[$0] } }
        #expect(path([:]).servers == nil && path([:]).file == nil && !path([:]).isOnNetwork)
        let local = path(["XDG_RUNTIME_DIR": "/run/user/1"])
        #expect(local.servers == "unix:/run/user/1/pulse/native" && local.file == "/run/user/1/pulse/native" && !local.isOnNetwork)
        #expect(path(["XDG_RUNTIME_DIR": "/run/user/1", "PULSE_RUNTIME_PATH": "/a"]).file == "/a/native")
        #expect(path(["XDG_RUNTIME_DIR": "/run/user/1", "PULSE_SERVER": ""]).file == "/run/user/1/pulse/native")
        let both = path(["PULSE_SERVER": "tcp:host {1234}unix:/b/native"])
        #expect(both.servers == "tcp:host {1234}unix:/b/native" && both.file == "/b/native" && both.isOnNetwork)
        #expect(path(["PULSE_SERVER": "unix:/b/native unix:/dev/null"]).file == "/dev/null", "the first one that is there")
        let network = path(["PULSE_SERVER": "tcp:host", "XDG_RUNTIME_DIR": "/run/user/1"])
        #expect(network.file == nil && network.isOnNetwork && network.name == "tcp:host", "the local server is another one")
    }
}
