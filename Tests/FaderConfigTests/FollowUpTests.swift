import FaderConfig
import FaderValues
import Testing

@Suite("One mistake is one diagnostic")
struct FollowUpTests {
    @Test("a value that cannot be read is reported once, wherever it is")
    func unreadable() {
        let lines = Self.config.split(separator: "\n").map(String.init)
        #expect(told(lines) == [])
        for (place, line) in lines.enumerated() {
            guard let key = line.firstMatch(of: /^(\s*(?:- )?[\w.+-]+:|\s*-)\s+\S/)?.1 else { continue }
            var broken = lines
            broken[place] = key + " @"
            #expect(told(broken).count == 1, "\(line): \(told(broken))")
        }
    }

    @Test("an unknown type is one error, and what is wrong with the other keys is reported beside it")
    func types() {
        expect(
            """
            version: 1
            parameters:
              a: {type: 1️⃣nope, default: 300, big-step: 5, 2️⃣mn: 3, decimals: 3️⃣many}
              f: {type: 4️⃣nope, default: [10, 90]}
            surfaces:
              s:
                match: X
                controls: {mute.1: {input: note 1 ch 1}, fader.1: {input: cc 1 ch 1}}
                map: {mute.1: {parameter: a, action: set, value: 300}, fader.1: f.nearest}

            """,
            [
                "1️⃣ error: there is no type \"nope\"", "2️⃣ error: unknown key \"mn\" in a parameter; did you mean \"min\"?",
                "3️⃣ error: expected a number for decimals, found \"many\"", "4️⃣ error: there is no type \"nope\"",
            ])
    }

    @Test("an unknown action is one error, whatever depends on it")
    func actions() {
        expect(
            """
            version: 1
            parameters: {a: {}}
            surfaces:
              s:
                match: X
                controls: {mute.1: {input: note 1 ch 1}, mute.2: {input: note 2 ch 1}, fader.1: {input: cc 1 ch 1}}
                map:
                  mute.1: {action: 1️⃣modifer, latch: true}
                  mute.2: {parameter: 2️⃣b, action: 3️⃣stp, by: 4️⃣x}
                  mute.1+fader.1: a

            """,
            [
                "1️⃣ error: action must be one of \(Self.actionWords); found \"modifer\"; did you mean \"modifier\"?",
                "2️⃣ error: there is no parameter \"b\"",
                "3️⃣ error: action must be one of \(Self.actionWords); found \"stp\"; did you mean \"step\"?",
                "4️⃣ error: expected a number for by, found \"x\"",
            ])
    }

    @Test("an unknown action does not make its control a modifier, nor count as one")
    func notModifiers() {
        let buttons = (1...40).map { "b.\($0): {input: note \($0) ch 1}" }.joined(separator: ", ")
        let map = (1...40).map { "b.\($0): {parameter: a, action: togle}" }.joined(separator: ", ")
        let config = """
            version: 1
            parameters: {a: {}, b: {}}
            surfaces:
              s: {match: X, controls: {\(buttons)}, map: {\(map)}, pages: {one: {map: {b.1: b}}, two: {map: {b.1: a, b.1+b.2: b}}}}
            """
        #expect(told(config.split(separator: "\n").map(String.init)).filter { !$0.contains("togle") } == [])
    }

    @Test("what does not depend on the range is reported beside a wrong range")
    func unranged() {
        expect(
            """
            version: 1
            parameters: {a: {min: 1️⃣5, max: 5}}
            surfaces:
              s:
                match: X
                controls: {mute.1: {input: note 1 ch 1}, mute.2: {input: note 2 ch 1}}
                map:
                  mute.1: {parameter: a, action: toggle, value: 2️⃣3, by: 3️⃣2}
                  mute.2: {parameter: a, action: set, value: 3}

            """,
            [
                "1️⃣ error: min and max are both 5", "2️⃣ error: value is for action: set or hold, not toggle",
                "3️⃣ error: by is for action: step or cycle, not toggle",
            ])
    }

    @Test("a parameter of an unknown type is known to maps, pages and apps")
    func untyped() {
        expect(
            """
            version: 1
            types: {loud: {type: 1️⃣nope}}
            parameters: {master: {type: 2️⃣nope}, f: {type: 3️⃣nope}}
            apps: {each: "app.{name}", type: loud}
            web: {pages: {all: [master, f.low]}}
            surfaces:
              s: {match: X, controls: {fader.1: {input: cc 1 ch 1}}, map: {fader.1: 4️⃣mastr}}

            """,
            [
                "1️⃣ error: there is no type \"nope\"", "2️⃣ error: there is no type \"nope\"", "3️⃣ error: there is no type \"nope\"",
                "4️⃣ error: there is no parameter \"mastr\"; did you mean \"master\"?",
            ])
    }

    private static let actionWords = "follow, step, toggle, cycle, set, hold, reset, press, bank, page, modifier, flip"

    private func told(_ lines: [String]) -> [String] {
        read(lines.joined(separator: "\n") + "\n", profiles: ["/usr/share/profiles/box.yaml": Self.box]).diagnostics.map(\.headline)
    }

    private static let box = """
        version: 1
        name: Box
        protocol: {name: mackie, colors: x-touch, without: ["*"]}
        controls:
          fader.1: {input: cc 1 ch 1}
          fader.2: {input: cc 2 ch 1}
          mod.1: {input: note 1 ch 1}
          mod.2: {input: note 2 ch 1}
          mod.3: {input: note 3 ch 1}
          mod.4: {input: note 4 ch 1}
          mod.5: {input: note 5 ch 1}
          mod.6: {input: note 6 ch 1}
        """

    /// Every key, with values that fit.
    private static let config = #"""
        version: 1
        locale: sv_SE
        types:
          mine:
            type: percent
            label: Mine
            min: 0
            max: 10
            taper: linear
            format:
              words:
                min: low
          wide:
            kind: range
            min: 0
            max: 100
            gap: 5
            meet: push
          sort:
            kind: choice
            options: [one, two]
        parameters:
          a:
            type: mine
            color: red
            default: 3
            step: 1
            big-step: 5
            fine-step: 1
            decimals: 1
            out-of-range: reject
          b:
            min: 20
            max: 2000
            unit: Hz
            taper: log
            wrap: false
            format:
              prefix: "~"
              sign: always
              grouping: true
              words:
                min: low
                max: high
          c:
            min: -10
            max: 10
            taper:
              points:
                - [0, -10]
                - [0.5, 2]
                - [1, 10]
          d:
            kind: toggle
            words: [open, shut]
            default: open
          e:
            kind: choice
            options:
              - one
              - id: two
                label: Two
            default: two
          f:
            type: wide
            default: [10, 90]
          g:
            kind: color
            default: "#ff8800"
          h:
            kind: text
            max-length: 10
            pattern: "[a-z]*"
            default: abc
          i:
            kind: integer
            min: 1
            max: 16
          j:
            currency: EUR
          k:
            type: decibel
            target:
              pulse:
                app: mpv
                capture: false
          l:
            kind: toggle
            target:
              pulse: default-sink
              property: mute
          m:
            target:
              osc: desk
              address: /a
              feedback: /b
              args: [1]
              range: [0, 2]
              send: position
              steps: 100
          n:
            target:
              alsa:
                card: PCH
                control: Master
                index: 0
                capture: false
          o:
            target:
              exec: [fan, "{value}"]
              read: [fan]
              limit: 1 s
          p:
            type: sort
          q:
            target:
              pulse:
                rest: true
                except: mpv
        targets:
          desk:
            osc: 127.0.0.1:9000
            listen: 9001
            queries: true
            keepalive:
              send: /x
              every: 8 s
        web:
          pages:
            main:
              - a
        apps:
          each: app.{name}
          type: percent
          auto: true
        surfaces:
          desk:
            match:
              client: X
              port: 1
            profile: box
            auto: true
            takeover: pickup
            begin:
              - note 0 ch 2 = 100
            end: ["note 0 ch 2 = 0"]
            displays:
              rows: 2
              cells: 8
              width: 7
              gap: 1
              characters: ascii
              strip: 1
            meters:
              strips: 8
              levels: 12
              falls: true
            digits:
              timecode: 10
              assignment: 2
            colors: 8
            pacing: 3125
            display:
              timecode: h
            controls:
              fader.9:
                input: cc 40 ch 1
                raw: [0, 100]
                noise: 2
                invert: true
                takeover:
                  mode: pickup
                  lamp:
                    message: note 1 ch 3
                    raw: [0, 1]
                place:
                  row: 1
                  column: 2
              fader.10:
                input: pitchbend ch 10
                motor: true
                touch: note 110 ch 1
                echo: release
                hold-off: 100 ms
              enc.1:
                input: cc 41 ch 1
                relative: twos
                acceleration:
                  slow: 1
                  fast: 10
                  factor: 2
                detents: 100
                fine: push.1
                motor:
                  message: cc 42 ch 1
                  raw: [0, 11]
                ring:
                  pan: [0, 11]
                  middle: 5
                  look: pan
              push.1:
                input: note 20 ch 1
            map:
              fader.9: a
              meter.1: b
              fader.10:
                parameter: f.nearest
              enc.1: f.low
              push.1:
                parameter: d
                action: toggle
              mod.1:
                action: modifier
                latch: true
              mod.2:
                action: bank
                by: 2
              mod.3:
                action: page
                page: fx
              mod.4:
                parameter: a
                action: step
                by: 2
                size: big
              mod.5:
                parameter: a
                action: set
                value: 3
              mod.1+mod.6: i
            strips:
              each: [a, b, c]
              fader: "{}"
            pages:
              fx:
                map:
                  mod.6: d
                strips:
                  - fader: k
                  - fader: c
        """#
}
