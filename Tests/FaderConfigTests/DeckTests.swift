import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Strips, banks, pages, modifiers and wide surfaces in the config")
struct DeckTests {
    private static let parameters = """
        version: 1
        parameters:
          drums.level: {}
          drums.mute: {kind: toggle}
          bass.level: {}
          bass.mute: {kind: toggle}
          keys.level: {}
          keys.mute: {kind: toggle}
          master: {}
          price: {kind: range, max: 10}

        """
    private static let controls = """
            controls:
              fader.1: {input: "cc 1 ch 1", motor: true}
              fader.2: {input: "cc 2 ch 1", motor: true}
              fader.3: {input: "cc 3 ch 1", motor: true}
              mute.1: {input: "note 1 ch 1", motor: true}
              mute.2: {input: "note 2 ch 1", motor: true}
              encoder.1: {input: "cc 11 ch 1", relative: signed-bit}
              right: {input: "note 20 ch 1"}
              shift: {input: "note 21 ch 1"}
              f1: {input: "note 22 ch 1"}

        """

    /// A config with one surface of three faders, two mutes and some buttons, with these lines.
    private func desk(_ lines: String) -> String {
        Self.parameters + "surfaces:\n  desk:\n    match: X\n" + Self.controls.replacing("signed-bit", with: "twos")
            + lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    }

    /// The configuration from a text. That its plain surface shows nothing on its displays and meters is told.
    private func used(_ text: String) throws -> Configuration {
        guard case .success(let contents, let warnings) = read(text) else { throw NotRead() }
        #expect(warnings.allSatisfy { $0.message.contains("has no effect: the protocol plain") })
        return contents.console
    }

    private func deck(_ lines: String) throws -> (deck: DeckSpec, surface: SurfaceSpec) {
        let read = try used(desk(lines))
        return (try #require(read.decks.first), read.surfaces[0])
    }

    private func map(_ place: Int, _ action: ControlAction = .follow) -> Mapping {
        Mapping(parameter: ParameterIndex(place), action: action)
    }

    @Test("a master fader, which has no display cell, is not a strip")
    func masterFader() throws {
        let text = """
            version: 1
            parameters: {a: {}, b: {}}
            surfaces:
              desk:
                match: Desk
                displays: [{rows: 1, cells: 2, width: 7}]
                controls: {fader.1: {input: "cc 1 ch 1"}, fader.2: {input: "cc 2 ch 1"}, fader.3: {input: "cc 3 ch 1"}}
                strips: {each: [a, b], fader: "{}"}
            """
        #expect(try used(text).decks[0].widths == [2])
    }

    @Test("each word stands for {} in every key of a strip")
    func each() throws {
        let (deck, _) = try deck("strips: {each: [drums, bass, keys], fader: \"{}.level\", mute: \"{}.mute\"}")
        #expect(
            deck.pages == [
                DeckPage(
                    name: "main", strips: 3,
                    columns: [
                        StripColumn(kind: "fader", cells: [map(0), map(2), map(4)]),
                        StripColumn(kind: "mute", cells: [map(1, .toggle), map(3, .toggle), map(5, .toggle)]),
                    ])
            ])
        // Three faders but two mutes, so two strips are shown.
        #expect(deck.widths == [2])
    }

    @Test("a strip has a meter if the surface has meters, whose number counts for the width of the deck")
    func meters() throws {
        let (deck, _) = try deck("meters: {strips: 2}\nstrips: {each: [drums, bass, keys], fader: \"{}.level\", meter: \"{}.level\"}")
        #expect(deck.pages[0].columns[1] == StripColumn(kind: "meter", cells: [map(0), map(2), map(4)]))
        #expect(deck.widths == [2])
        let (alone, _) = try self.deck("meters: {strips: 3}\nstrips: {each: [drums, bass], meter: \"{}.level\"}")
        #expect(alone.widths == [3])
    }

    @Test("a list of strips leaves out what a strip does not have, and combines keys with modifiers")
    func list() throws {
        let (deck, _) = try deck(
            """
            strips:
              - {fader: drums.level, shift+fader: master}
              - {fader: {parameter: bass.level, action: follow}}
            map: {shift: {action: modifier}}
            """)
        #expect(deck.modifiers == ["shift"])
        #expect(
            deck.pages[0].columns == [
                StripColumn(kind: "fader", cells: [map(0), map(2)]),
                StripColumn(kind: "fader", modifiers: ModifierSet(rawValue: 1), cells: [map(6), .none]),
            ])
    }

    @Test("a control in the map to the right of the strips, such as a master fader, is not a strip")
    func master() throws {
        let (deck, surface) = try deck("strips: {each: [drums, bass], fader: \"{}.level\"}\nmap: {fader.3: master}")
        #expect(deck.widths == [2])
        #expect(surface.controls[2].parameter == ParameterIndex(6))
    }

    @Test("pages, modifiers and the buttons that switch are read")
    func pages() throws {
        let (deck, surface) = try deck(
            """
            strips: {each: [drums], fader: \"{}.level\"}
            map:
              shift: {action: modifier, latch: true}
              right: {action: bank, by: -8}
              f1: {action: page, page: fx}
              shift+f1: {action: page, page: next}
              shift+encoder.1: master
            pages:
              fx:
                map: {encoder.1: keys.level}
                strips: {each: [bass], fader: \"{}.level\"}
            """)
        #expect(deck.pages.map(\.name) == ["main", "fx"] && deck.pages[1].strips == 1)
        let shift = ModifierSet(rawValue: 1)
        #expect(surface.controls[5].jobs == [Job(modifiers: shift, mapping: map(6)), Job(page: 1, mapping: map(4))])
        #expect(surface.controls[6].action == .bank(by: -8) && surface.controls[7].action == .modifier(0, latches: true))
        #expect(surface.controls[8].action == .page(1))
        #expect(surface.controls[8].jobs == [Job(modifiers: shift, mapping: Mapping(parameter: nil, action: .turn(by: 1)))])
    }

    @Test("a page with a list in its name is a page for each word, and its strips keep their own braces; {page: NAME} alone shows it")
    func sends() throws {
        let lists = "version: 1\nlists: {ch: [kick, snare], mon: [bass, keys], in: [a, b]}\n"
        let parameters = "parameters:\n  \"{ch}.{mon}\": {}\n  \"{ch}\": {}\n  \"ch{in.nn}\": {}\n"
        let text =
            lists + parameters + "surfaces:\n  desk:\n    match: X\n" + Self.controls.replacing("signed-bit", with: "twos") + """
                    strips: {each: ch, fader: "{}"}
                    map: {f1: {page: mon.keys}}
                    pages:
                      own: {map: {fader.3: kick}}
                      "mon.{mon}": {strips: {each: ch, fader: "{}.{mon}"}, map: {encoder.1: "kick.{mon}"}}
                      "in.{in.n}": {strips: {each: in, fader: "ch{nn}"}}

                """
        let read = try used(text)
        let deck = try #require(read.decks.first)
        #expect(deck.pages.map(\.name) == ["main", "own", "mon.bass", "mon.keys", "in.1", "in.2"])
        func shown(_ page: Int) -> [String] {
            deck.pages[page].columns.flatMap(\.cells).compactMap { $0.parameter.map { read.parameters[$0.offset].id } }
        }
        #expect(shown(2) == ["kick.bass", "snare.bass"] && shown(3) == ["kick.keys", "snare.keys"])
        #expect(shown(4) == ["ch01", "ch02"] && shown(5) == shown(4))
        #expect(read.surfaces[0].controls[8].action == .page(3))
        #expect(read.surfaces[0].controls[5].jobs.map(\.page) == [2, 3])
    }

    @Test("flip is a modifier that stays on, with which faders and encoders of strips drive each other's parameters")
    func flip() throws {
        let lines = """
            strips: {each: [drums, bass], fader: "{}.level", encoder: {parameter: "{}.mute", action: follow}, shift+fader: master}
            map: {f1: {action: flip}, shift: {action: modifier}}
            pages: {fx: {strips: [{fader: keys.level, encoder: master, f1+encoder: bass.level}]}, other: {strips: [{fader: master}]}}
            """
        let (deck, surface) = try deck(lines.replacing("shift+fader: master", with: "shift+fader: \"{}.level\""))
        #expect(deck.modifiers == ["f1", "shift"] && surface.controls[8].action == .modifier(0, latches: true))
        let flip = ModifierSet(rawValue: 1)
        func column(_ kind: String, _ page: Int) -> [Mapping]? {
            deck.pages[page].columns.first { $0.kind == kind && $0.modifiers == flip }?.cells
        }
        #expect(column("fader", 0) == [map(1), map(3)] && column("encoder", 0) == [map(0), map(2)])
        // What the file says of the modifier counts.
        #expect(column("fader", 1) == [map(6)] && column("encoder", 1) == [map(2)])
        #expect(column("fader", 2) == nil)
    }

    @Test("surfaces with the same wide name are one deck, in the order of the file")
    func wide() throws {
        let text =
            Self.parameters + """
                surfaces:
                  right:
                    match: R
                    wide: desk
                    controls: {fader.1: {input: "cc 1 ch 1"}, fader.2: {input: "cc 2 ch 1"}}
                  desk:
                    match: L
                    wide: desk
                    controls: {fader.1: {input: "cc 1 ch 1"}, f1: {input: "note 1 ch 1"}}
                    strips: {each: [drums, bass, keys], fader: "{}.level"}
                    map: {f1: {action: page, page: fx}}
                    pages: {fx: {map: {fader.1: master}}}
                """
        let read = try configuration(text)
        #expect(read.decks.count == 1)
        #expect(read.decks[0].surfaces == [SurfaceIndex(0), SurfaceIndex(1)] && read.decks[0].widths == [2, 1])
        #expect(read.surfaces[1].controls[0].jobs == [Job(page: 1, mapping: map(6))])
    }

    @Test("a surface without strips, pages and modifiers has no deck")
    func none() throws { #expect(try configuration(desk("map: {fader.1: master}")).decks == []) }
}
