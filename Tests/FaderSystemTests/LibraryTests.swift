import FaderSystem
import Foundation
import Testing

@Suite("Libraries that are opened when needed")
struct LibraryTests {
    @Test("a library of the system gives the addresses of what it has")
    func opened() throws {
        let library = try Library("libm.so.6")
        #expect(library.name == "libm.so.6")
        #expect(unsafe library.address(of: "cos") != nil)
        #expect(unsafe library.address(of: "no_such_function") == nil)
    }

    @Test("a name or path that is nowhere is absent", arguments: ["libfaderd-none.so.1", "/nowhere/libm.so.6"])
    func absent(name: String) {
        #expect(throws: LibraryError.absent(name)) { _ = try Library(name) }
    }

    @Test("what is no library is unusable, with a reason; a pipe or a directory is not waited for")
    func unusable() throws {
        let directory = NSTemporaryDirectory() + "libraries.\(UUID())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(atPath: directory) }
        let (text, pipe) = ("\(directory)/text.so", "\(directory)/pipe.so")
        try String(repeating: "no library\n", count: 100).write(toFile: text, atomically: false, encoding: .utf8)
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(throws: LibraryError.unusable("\(text): invalid ELF header")) { _ = try Library(text) }
        #expect(throws: LibraryError.unusable("\(pipe) is not a file")) { _ = try Library(pipe) }
        #expect(throws: LibraryError.unusable("\(directory) is not a file")) { _ = try Library(directory) }
        // One that is there but unusable does not keep a later one from being used.
        let names = ["libfaderd-none.so.1", text, "libm.so.6", "libc.so.6"]
        #expect(try Library.first(of: names) { library throws(LibraryError) in library.name } == "libm.so.6")
        #expect(throws: LibraryError.unusable("\(text): invalid ELF header")) { try Library.first(of: names.prefix(2)) { _ in } }
        #expect(throws: LibraryError.absent(names[0])) { try Library.first(of: names.prefix(1)) { _ in } }
        #expect(throws: LibraryError.unusable("not this")) {
            try Library.first(of: names.suffix(2)) { _ throws(LibraryError) in throw .unusable("not this") }
        }
    }
}
