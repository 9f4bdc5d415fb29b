import FaderAPI
import FaderMIDI
import FaderRig
import FaderServer
import FaderValues
import Testing

@testable import FaderDaemon

@Suite("Lists: mixer strips")
struct ListTests {
    // MARK: The rule of mixer strips

    private static let lists = [
        NameList(name: "ch", entries: [.init(word: "kick", label: "Kick"), .init(word: "snare", label: "Snare T")]),
        NameList(name: "mon", entries: [.init(word: "m1", label: "Vocals"), .init(word: "kick", label: "no")]),
    ]

    private func strips(_ ids: [String], _ lists: [NameList] = Self.lists) -> [MixerStripResource] {
        MixerStrips(lists).strips(of: ids.map { ($0, "<\($0)>") })
    }

    @Test("what has the same word of a list belongs together, wherever the word stands between the dots")
    func words() {
        #expect(
            strips(["kick.level", "snare.level", "mute.kick", "kick.m1", "snare.mute", "m1.level", "fx.kick.send"]) == [
                MixerStripResource(label: "Kick", word: "kick", ids: ["kick.level", "mute.kick", "kick.m1", "fx.kick.send"]),
                MixerStripResource(label: "Snare T", word: "snare", ids: ["snare.level", "snare.mute"]),
                MixerStripResource(label: "Vocals", word: "m1", ids: ["m1.level"]),
            ])
        #expect(strips(["kicker.level", "kick-level"]).map(\.label) == ["<kicker.level>", "<kick-level>"])
        // A word that has no label says less than that of the parameter, while this is alone.
        let plain = [NameList(name: "ch", entries: [.init(word: "ch1", label: "ch1")])]
        #expect(strips(["ch1.level"], plain).map(\.label) == ["<ch1.level>"])
        #expect(strips(["ch1.level", "ch1.mute"], plain).map(\.label) == ["ch1"])
    }

    @Test("else what has the same id before the last dot, and an id with its children; what is alone keeps its label")
    func compounds() {
        #expect(
            strips(["browser.mute", "master", "browser", "drums.level", "drums.mute", "bass.level", "a.b.c", "a.b.d", "a.x"]) == [
                MixerStripResource(label: "<browser>", ids: ["browser.mute", "browser"]),
                MixerStripResource(label: "<master>", ids: ["master"]),
                MixerStripResource(label: "drums", ids: ["drums.level", "drums.mute"]),
                MixerStripResource(label: "<bass.level>", ids: ["bass.level"]),
                MixerStripResource(label: "a.b", ids: ["a.b.c", "a.b.d"]),
                MixerStripResource(label: "<a.x>", ids: ["a.x"]),
            ])
        #expect(strips(["app.x", "app.x.mute", "app.y"], []).map(\.ids) == [["app.x", "app.x.mute"], ["app.y"]])
        #expect(strips([]).isEmpty)
    }

    @Test("a strip is one list's word: what two lists call the same is one strip for each, and so is what is written out beside them")
    func sharedWords() {
        let lists = [
            NameList(name: "ch", entries: [.init(word: "bass", label: "Bass"), .init(word: "vox", label: "Vocals")]),
            NameList(name: "mon", entries: [.init(word: "bass", label: "Bassist's mix"), .init(word: "drums", label: "Drums")]),
        ]
        let templates = [
            "bass.level": "{ch}.level", "vox.bass": "{ch}.{mon}", "bass.bass": "{ch}.{mon}", "bass.master": "{mon}.master",
            "mute.bass": "mute.{mon.nn}", "drums.master": "{mon}.master",
        ]
        let ids = ["bass.level", "vox.bass", "bass.bass", "bass.master", "mute.bass", "drums.master", "bass.extra"]
        #expect(
            MixerStrips(lists, templates: templates).strips(of: ids.map { ($0, "<\($0)>") }) == [
                MixerStripResource(label: "Bass", word: "bass", ids: ["bass.level", "bass.bass", "bass.extra"]),
                MixerStripResource(label: "Vocals", word: "vox", ids: ["vox.bass"]),
                MixerStripResource(label: "Bassist's mix", word: "bass", ids: ["bass.master", "mute.bass"]),
                MixerStripResource(label: "Drums", word: "drums", ids: ["drums.master"]),
            ])
    }

    // MARK: In a daemon

    @Test("the page of a musician is a mixer: a send for each channel, and his own mix in a strip of its own")
    func sends() async throws {
        let config = """
            version: 1
            lists: {ch: {bass: Bass, vox: Vocals}, mon: {bass: Bassist's mix}}
            parameters:
              "{ch}.{mon}": {}
              "{mon}.master": {}
            web: {pages: {bassist: ["{ch}.bass", "bass.master"]}}

            """
        try await Rig.with(config: config) { rig in
            let pages = await rig.daemon.parameters.pages()()
            #expect(pages.map(\.view) == [.mixer])
            #expect(pages[0].strips.map(\.ids) == [["bass.bass"], ["vox.bass"], ["bass.master"]])
        }
    }

    private static func config(_ list: String) -> String {
        """
        version: 1
        lists: {ch: \(list)}
        parameters:
          master: {max: 10, decimals: 0}
          "{ch}.level": {max: 10, decimals: 0, label: "{label} level"}
          "{ch}.mute": {kind: toggle}
          kick.band: {kind: range, max: 10}
        surfaces:
          virtual:
            match: "faderd virtual"
            controls: {fader.1: {input: "pitchbend ch 1", motor: true}, fader.2: {input: "pitchbend ch 2", motor: true}}
            strips: {each: ch, fader: "{}.level"}
        web: {pages: {live: ["{ch}.*", master, "app.*"], faders: ["*.level"], part: [kick.band.low, nothing.*]}}

        """
    }

    @Test("pages have the strips that their patterns show now, with what programs declare; parts only if they are named")
    func pages() async throws {
        try await Rig.with(config: Self.config("{kick: Kick, snare: Snare T}")) { rig in
            let session = SessionID(1)
            _ = try await rig.declare("app.kick.gate", in: session)
            let pages = await rig.daemon.parameters.pages()()
            #expect(pages.map(\.show) == [["kick.*", "snare.*", "master", "app.*"], ["*.level"], ["kick.band.low", "nothing.*"]])
            #expect(
                pages.map(\.strips) == [
                    [
                        MixerStripResource(label: "Kick", word: "kick", ids: ["kick.level", "kick.mute", "kick.band", "app.kick.gate"]),
                        MixerStripResource(label: "Snare T", word: "snare", ids: ["snare.level", "snare.mute"]),
                        MixerStripResource(label: "master", ids: ["master"]),
                    ],
                    [
                        MixerStripResource(label: "Kick", word: "kick", ids: ["kick.level"]),
                        MixerStripResource(label: "Snare T", word: "snare", ids: ["snare.level"]),
                    ],
                    [MixerStripResource(label: "Kick", word: "kick", ids: ["kick.band.low"])],
                ])
            try await rig.reload(Self.config("{kick: Bass drum}"))
            let after = await rig.daemon.parameters.pages()()
            #expect(after[1].strips == [MixerStripResource(label: "Bass drum", word: "kick", ids: ["kick.level"])])
        }
    }

    @Test("a page is a mixer where most of its parameters are in strips with a number and a toggle, unless it says what it is")
    func views() async throws {
        let config = """
            version: 1
            parameters:
              a.level: {color: orange}
              a.mute: {kind: toggle}
              b.level: {}
              b.mute: {kind: toggle}
              synth.cutoff: {}
              synth.resonance: {}
              synth.bypass: {kind: toggle}
              x: {}
              y: {}
              z: {}
              q: {}
            web:
              pages:
                most: [a.*, b.*, x, y, z]
                half: [a.*, b.*, x, y, z, q]
                alone: [synth.*]
                told: {view: mixer, show: [x]}
                plain: {view: list, show: [a.*, b.*]}

            """
        try await Rig.with(config: config) { rig in
            let pages = await rig.daemon.parameters.pages()()
            #expect(pages.map(\.view) == [.mixer, .list, .list, .mixer, .list])
            let all = await rig.daemon.parameters.pages(everything: true)()
            #expect(Array(all.dropLast()) == pages)
            #expect(all.last?.name == "" && all.last?.view == .list)
            #expect(all.last?.strips.map(\.label) == ["a", "b", "synth", "x", "y", "z", "q"])
            let colors = try await rig.parameters(["a.level", "a.mute"]).map(\.color)
            #expect(colors == ["#ffa500", nil])
        }
    }
}
