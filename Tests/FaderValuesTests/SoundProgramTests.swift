import Testing

@testable import FaderValues

/// Which programs are the same, and which ids their parameters get.
struct SoundProgramTests {
    private func program(_ name: String, binary: String? = "pacat", id: String? = nil) -> SoundProgram {
        SoundProgram(binary: binary, id: id, name: name)
    }

    /// The words that programs get one after the other; `values`: the ids with a stored value.
    private func words(_ programs: [SoundProgram], after words: inout ProgramWords, values: Set<String> = []) -> [String] {
        programs.map { program in words.word(for: program, AppsSpec(), hasValue: { values.contains($0) }, playing: programs) }
    }

    @Test(
        "versions are taken out of names, and nothing else",
        arguments: [
            ("LibVLC 3.0.18", "LibVLC"), ("VLC media player (LibVLC 3.0.18)", "VLC media player (LibVLC)"), ("mpv-0.35.1", "mpv"),
            ("Foo v2.0-rc1 (stable)", "Foo (stable)"), ("Foo (1.2)", "Foo"), ("foo/1.2.3", "foo"), ("Mumble 1.4.287 beta", "Mumble beta"),
            ("Half-Life 2", "Half-Life 2"), ("Quake II", "Quake II"), ("3.14", "3.14"), ("a.b 1.", "a.b 1."),
            ("7.1 Surround", "7.1 Surround"),
            ("python3.11", "python3.11"), ("", ""), ("-", "-"), (" 1.2 ", " 1.2 "), ("Web Browser (1)", "Web Browser (1)"),
        ])
    func versions(_ name: String, _ expected: String) { #expect(name.withoutVersion == expected) }

    @Test("a program is known by its binary and its name, or its application id, whatever the version and the case")
    func same() {
        #expect(program("LibVLC 3.0.18") == program("libvlc 3.0.20"))
        #expect(program("Foo Bar") != program("foo-bar"))
        #expect(program("One", binary: "java") != program("Two", binary: "java"))
        #expect(program("Videos", id: "org.gnome.Totem") == program("Filme", id: "org.gnome.Totem"))
        #expect(program("mpv", binary: "/usr/bin/mpv").binary == "mpv")
        #expect(program("Radio", binary: nil, id: "org.x.Radio").binary == "org.x.Radio")
        #expect(program("Radio", binary: nil).binary == "Radio")
        #expect(program("a\tb\n", binary: String(repeating: "x", count: 500)).key.filter { $0 == "\t" }.count == 1)
        #expect(program(String(repeating: "y", count: 500)).key.utf8.count < 200)
    }

    @Test("ids are made of binaries; programs that would share one get numbers, which stay theirs in whatever order they come")
    func numbers() {
        var given = ProgramWords()
        let programs = [program("Foo Bar"), program("foo-bar"), program("Music", binary: "mpv")]
        #expect(words(programs, after: &given) == ["pacat", "pacat-2", "mpv"])
        var later = ProgramWords(given.keys)
        #expect(words(programs.reversed(), after: &later) == ["mpv", "pacat-2", "pacat"])
        #expect(later == given)
    }

    @Test("an id from before, which was made of the whole name, goes on with its value; a value of another program is not taken")
    func earlier() {
        var given = ProgramWords()
        let values: Set = ["app.libvlc-3-0-18", "app.firefox", "app.mpv"]
        let programs = [
            program("LibVLC 3.0.18", binary: "vlc"), program("Firefox", binary: "firefox"), program("Radio", binary: "mpv"),
            program("mpv", binary: "mpv"),
        ]
        #expect(words(programs, after: &given, values: values) == ["libvlc-3-0-18", "firefox", "mpv-2", "mpv"])
        #expect(words([program("LibVLC 3.0.20", binary: "vlc")], after: &given, values: values) == ["libvlc-3-0-18"])
    }

    @Test("a flood of names does not grow the state: those that do not play are forgotten, those that play keep their ids")
    func flood() {
        var given = ProgramWords()
        let first = program("First")
        _ = words([first], after: &given)
        for number in 0..<2 * ProgramWords.most {
            let next = program("n\(number)", binary: "b\(number)")
            _ = given.word(for: next, AppsSpec(), hasValue: { _ in false }, playing: [first, next])
        }
        #expect(given.keys.count <= ProgramWords.most)
        #expect(given.keys["pacat"] == first.key)
    }
}
