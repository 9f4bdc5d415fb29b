import FaderAPI
import FaderValues
import Testing

@testable import FaderCLI

/// The output of faderctl for answers that depend on the time, the sound server or a flashing lamp, from answers written by hand.
@Suite struct PrintedTests {
    @Test("rings and lamps are drawn in ASCII: the outermost lamp and the one in the middle, and a flashing lamp under a finger")
    func drawing() {
        var fader = VirtualControlResource(control: "fader.1", kind: .fader)
        (fader.position, fader.touched, fader.label, fader.text) = (0, false, "Träger", "\u{2212}\u{221E}\u{A0}dB")
        var (encoder, mute) = (
            VirtualControlResource(control: "encoder.1", kind: .encoder), VirtualControlResource(control: "mute.1", kind: .button)
        )
        (encoder.ring, encoder.middle, encoder.pressed) = ([true] + Array(repeating: false, count: 10), true, false)
        (mute.lamp, mute.pressed) = (.flashing, true)
        let rows = ["Master ", "-12.0  "].map { $0 + String(repeating: " ", count: 49) }
        let lines = VirtualDrawing(isASCII: true).lines(
            VirtualSurfaceResource(
                surface: "desk",
                controls: [fader, encoder, mute],
                display: rows, colors: ["red"] + Array(repeating: "white", count: 7),
                meters: [.init(level: 13, overload: true)] + Array(repeating: .init(level: 0, overload: false), count: 7),
                timecode: "   1.02.03", assignment: "  ")
        ).joined(separator: "\n")
        for expected in [">MUTE<", "Master", ">-----*", "time: 1.02.03", "!", "Tr?ger", "-inf dB"] {
            #expect(lines.contains(expected), "\(lines)")
        }
        #expect(lines.utf8.allSatisfy { $0 < 0x80 }, "\(lines)")
    }

    @Test("the daemon's running time and speed in words")
    func statusRows() {
        var status = StatusResource(
            version: "1.2.3", uptime: 3_725, process: 4711, socket: "/run/faderd/faderd.sock", config: "/etc/faderd/faderd.yaml",
            state: nil, sequencer: .present, realtime: .init(granted: false, reason: "no right to it; raise LimitRTPRIO"),
            saving: .init(state: .ok, lastSaved: nil, unsaved: false, warnings: ["the state was damaged"]), parameters: 2, surfaces: [],
            events: .init(received: 12, sent: 7, overruns: 1), latency: .init(count: 12, p50: 5.25, p99: 9.5, max: 80))
        let rows = StatusCommand.rows(status)
        for row in [
            ["uptime", "1 h 2 min"], ["latency", "p50 5.3 µs, p99 9.5 µs, max 80.0 µs"], ["warning", "the state was damaged"],
            ["realtime", "not granted: no right to it; raise LimitRTPRIO"], ["events", "12 in, 7 out"], ["digest", "none"],
        ] { #expect(rows.contains(row), "\(rows)") }
        status.osc = .init(
            listen: 9000, received: 12, refused: 3, lastRefused: "10.0.0.9", dropped: 1, failed: 2, lastFailure: "192.168.1.7: no",
            sent: 40, subscribers: ["192.168.1.7:9001"])
        for row in [
            ["osc", "port 9000, 12 in, 40 out; 3 refused, the last from 10.0.0.9; 1 were too many"],
            ["osc failed", "2, the last: 192.168.1.7: no"], ["osc sent to", "192.168.1.7:9001"],
        ] { #expect(StatusCommand.rows(status).contains(row), "\(StatusCommand.rows(status))") }
        status.osc?.problem = "another program listens on port 9000"
        #expect(StatusCommand.rows(status).contains(["osc", "another program listens on port 9000"]))
        status.mqtt = [
            .init(broker: "mqtt h:1", topic: "t", isConnected: true),
            .init(broker: "mqtt i:1", topic: "u", isConnected: false, problem: "no"),
        ]
        for row in [["publishes", "t on mqtt h:1: connected"], ["publishes", "u on mqtt i:1: no"]] {
            #expect(StatusCommand.rows(status).contains(row), "\(StatusCommand.rows(status))")
        }
        status.latency.count = 0
        #expect(!StatusCommand.rows(status).contains { $0[0] == "latency" })
    }

    @Test("a name with a line break does not start a new row or control the terminal")
    func names() {
        #expect(ColumnTable.lines([["ID", "BY"], ["a\nb", "c\u{1B}[31md"]]) == ["ID   BY", "a\u{FFFD}b  c\u{FFFD}[31md"])
    }

    @Test("the columns of a table stand below each other, also beside characters that take two columns or none")
    func wideNames() {
        let lines = ColumnTable.lines([["ID", "LABEL", "OWNER"], ["a", "音量", "x"], ["b", "e\u{301}e\u{301}", "y"]])
        #expect(lines == ["ID  LABEL  OWNER", "a   音量   x", "b   e\u{301}e\u{301}     y"])
    }

    @Test("bound and available targets are one table each")
    func targetLines() {
        var target = TargetReport(
            parameter: "master", kind: "pulse", target: "pulse default-sink", state: .bound, matched: ["Built-in"], differs: false)
        (target.written, target.writtenAgo) = ("-6.0 dB", 0.5)
        let lines = TargetsCommand.lines(
            TargetsResource(
                targets: [target], candidates: [TargetCandidate(kind: "app", of: "pulse", name: "mpv", words: ["application.name: mpv"])]))
        #expect(lines.contains("master     bound  pulse default-sink  Built-in; written -6.0 dB just now"), "\(lines)")
        #expect(lines.contains("app        mpv   -         application.name: mpv"), "\(lines)")
    }
}
