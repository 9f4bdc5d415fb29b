import FaderValues
import NIOCore
import Testing

@testable import FaderTargets

@Suite("Players and buses")
struct PlayerTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test("a song that plays goes on by its rate until its end, and one that does not stays")
    func playing() {
        let values: [String: BusValue] = [
            "PlaybackStatus": .text("Playing"), "Position": .number(10e6), "Rate": .number(2), "mpris:length": .number(20e6),
        ]
        let song = Song(values, at: start)
        #expect(song.isPlaying && song.isKnown)
        #expect(song.number(isPart: false, at: start + .seconds(3)) == .success(16))
        #expect(song.number(isPart: true, at: start + .seconds(3)) == .success(0.8))
        #expect(song.number(isPart: false, at: start + .seconds(9)) == .success(20))
        let paused = Song(values.merging(["PlaybackStatus": .text("Paused")]) { $1 }, at: start)
        #expect(!paused.isPlaying && paused.number(isPart: false, at: start + .seconds(3)) == .success(10))
    }

    @Test("nonsense about a song is left out, and no number of it overflows")
    func nonsense() {
        for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            let song = Song(
                ["PlaybackStatus": .text("Playing"), "Position": .number(5e6), "Rate": .number(number), "mpris:length": .number(number)],
                at: start)
            #expect(song.number(isPart: false, at: start + .seconds(1)) == .success(6), "\(number)")
            #expect(song.time(of: number, isPart: true) == nil)
            #expect((song.time(of: number, isPart: false) ?? -1) >= 0)
            #expect(Song(["Position": .number(number)], at: start).number(isPart: false, at: start).isFailure)
        }
        #expect(Song(["Position": .text("here")], at: start).number(isPart: false, at: start).isFailure)
        #expect(Song(["Position": .number(-3)], at: start).number(isPart: false, at: start) == .success(0))
        #expect(Song(["Position": .number(1)], at: start).number(isPart: true, at: start).isFailure)
    }

    @Test("only what is the path of an object is the path of a song")
    func tracks() {
        for (text, isPath) in [
            ("/org/mpv/1", true), ("/a_Z/9", true), ("/", false), ("", false), ("spotify:track:1", false), ("/a//b", false), ("/a/", false),
            ("/a b", false),
        ] {
            #expect((Song(["mpris:trackid": .text(text)], at: start).track != nil) == isPath, "\(text)")
        }
    }

    @Test("a place beyond the song is its end, and a part of it is one of its length")
    func places() {
        let song = Song(["Position": .number(0), "mpris:length": .number(200e6)], at: start)
        #expect(song.time(of: 50, isPart: false) == 50_000_000)
        #expect(song.time(of: 500, isPart: false) == 200_000_000)
        #expect(song.time(of: 0.25, isPart: true) == 50_000_000)
    }

    @Test("the addresses of buses come from the environment, and only sockets count")
    func addresses() {
        func session(_ variables: [String: String]) -> BusAddress { .session { variables[$0] } }
        #expect(session(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a%20b,guid=1;tcp:host=x"]).text == "unix:path=/a%20b,guid=1")
        #expect(session(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a%20b,guid=1"]).file == "/a b")
        #expect(session(["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/a"]).file == nil)
        #expect(session(["DBUS_SESSION_BUS_ADDRESS": "tcp:host=x;unixexec:path=/bin/sh"]).text == nil)
        #expect(session(["XDG_RUNTIME_DIR": "/run/user/1 ;,%"]).text == "unix:path=/run/user/1%20%3b%2c%25/bus")
        #expect(session(["XDG_RUNTIME_DIR": "/run/user/1 ;,%"]).file == "/run/user/1 ;,%/bus")
        #expect(session([:]).text == nil && session([:]).missing.contains("systemctl --user"))
        #expect(BusAddress.system { _ in nil }.file == "/run/dbus/system_bus_socket")
    }

    @Test("a linear volume is an amplitude in dB, and nothing beyond the full volume is written")
    func volumes() {
        let decibels = TargetScale(ParameterSpec(id: "a", minimum: -.infinity, maximum: 10, unit: "dB", taper: .audio), .linearVolume)
        #expect(decibels.number(of: -20) == 0.1 && decibels.number(of: 6) == 1 && decibels.number(of: -.infinity) == 0)
        #expect(decibels.value(of: 0.1) == -20 && decibels.value(of: 10) == 20 && decibels.value(of: 0) == -.infinity)
        let percent = TargetScale(ParameterSpec(id: "a", maximum: 150, unit: "%"), .linearVolume)
        #expect(percent.number(of: 40) == 0.4 && percent.number(of: 130) == 1 && percent.value(of: 1.3) == 130)
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
