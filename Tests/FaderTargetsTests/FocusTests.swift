import FaderTesting
import FaderValues
import Foundation
import Testing

@testable import FaderTargets

/// Which streams belong to the program in front, with the kernel's files of made up processes.
struct FocusTests {
    /// A folder with the files of processes, as `/proc` has them.
    private final class Processes {
        let root = "\(FileManager.default.temporaryDirectory.path)/focus-\(UUID().uuidString)"

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func add(_ pid: Int, child parent: Int, _ program: String, start: Int = 7, group: String = "/user.slice/session-1.scope") throws {
            let folder = "\(root)/\(pid)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let fields = [parent] + Array(repeating: 0, count: 17) + [start]
            let stat = "\(pid) (a) b (c) S \(fields.map(String.init).joined(separator: " ")) 0 0\n"
            try stat.write(toFile: "\(folder)/stat", atomically: true, encoding: .utf8)
            try "0::\(group)\n".write(toFile: "\(folder)/cgroup", atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/exe", withDestinationPath: "/usr/bin/\(program)")
        }

        func front(_ pid: Int32, flatpak: String? = nil) -> ProgramInFront {
            ProgramInFront(ProcessFacts.line(of: pid, in: root), flatpak: flatpak)
        }

        func origin(_ pid: Int, _ binary: String, _ more: [String: String] = [:]) -> StreamOrigin {
            var stream = PulseThing(.sinkInput, 1, "Playback")
            stream.properties = ["application.process.id": "\(pid)", "application.process.binary": binary].merging(more) { $1 }
            return StreamOrigin(stream, client: nil, machine: "m", in: root)
        }
    }

    @Test("a stream belongs to its process and its ancestors, unless it comes from a program that was in front by itself")
    func descent() throws {
        let all = Processes()
        try all.add(10, child: 1, "foot")
        try all.add(20, child: 10, "sh")
        try all.add(30, child: 20, "mpv")
        try all.add(40, child: 1, "firefox")
        try all.add(41, child: 40, "firefox")
        try all.add(42, child: 40, "firefox-helper")
        func owns(_ front: Int32, _ pid: Int, _ binary: String, besides others: [Int32] = []) -> Bool {
            let others = Set(others.map { all.front($0).key })
            return all.front(front).owns(all.origin(pid, binary), besides: others.union([all.front(front).key]))
        }
        #expect(owns(10, 30, "mpv") && owns(30, 30, "mpv") && !owns(40, 30, "mpv"))
        #expect(!owns(10, 30, "mpv", besides: [30]), "it has a window of its own")
        #expect(owns(10, 30, "mpv", besides: [40]))
        #expect(owns(40, 41, "firefox"))
        #expect(owns(41, 40, "firefox"), "a helper of the same program has the window")
        #expect(!owns(42, 40, "firefox"), "another program")
        #expect(!owns(30, 10, "foot"))
        #expect(all.front(10).name == "foot")
    }

    @Test("a number that counts only in a sandbox, on another machine, or for a former process is no process here")
    func strange() throws {
        let all = Processes()
        try all.add(5, child: 1, "kworker")
        try all.add(50, child: 1, "game")
        #expect(all.origin(5, "spotify").line.isEmpty && all.origin(77, "spotify").line.isEmpty)
        #expect(all.origin(50, "game", ["application.process.machine-id": "other"]).line.isEmpty)
        #expect(all.origin(50, "game", ["pipewire.access.portal.app_id": "org.game"]).line.isEmpty)
        #expect(all.origin(50, "game", ["application.process.machine-id": "m"]).line.count == 1)
        let before = all.front(50)
        let origin = all.origin(50, "game")
        try FileManager.default.removeItem(atPath: "\(all.root)/50")
        try all.add(50, child: 1, "game", start: 99)
        #expect(before.owns(origin, besides: [before.key]) && !all.front(50).owns(origin, besides: []))
    }

    @Test("in a Flatpak the application counts; where the server knows none, the program")
    func flatpak() throws {
        let all = Processes()
        try all.add(60, child: 1, "spotify", group: "/user.slice/app.slice/app-flatpak-com.spotify.Client-60.scope")
        let front = all.front(60, flatpak: "com.spotify.Client")
        #expect(front.owns(all.origin(3, "spotify", ["pipewire.access.portal.app_id": "com.spotify.Client"]), besides: [front.key]))
        #expect(!front.owns(all.origin(3, "spotify", ["pipewire.access.portal.app_id": "com.other"]), besides: [front.key]))
        #expect(front.owns(all.origin(3, "spotify"), besides: [front.key]) && !front.owns(all.origin(3, "mpv"), besides: [front.key]))
        #expect(front.app == "app-flatpak-com.spotify.Client-60.scope")
    }

    @Test("what a desktop groups as one application belongs together, and what it groups as others does not")
    func groups() throws {
        let all = Processes()
        let slice = "/user.slice/user-1000.slice/user@1000.service/app.slice"
        try all.add(70, child: 1, "plasmashell", group: "\(slice)/plasma-plasmashell.service")
        try all.add(71, child: 70, "firefox", group: "\(slice)/app-firefox-1.scope")
        try all.add(72, child: 1, "crashed-parent", group: "\(slice)/app-firefox-1.scope")
        try all.add(80, child: 1, "gnome-terminal-server", group: "\(slice)/app-org.gnome.Terminal.slice/gnome-terminal-server.service")
        try all.add(81, child: 1, "mpv", group: "\(slice)/app-org.gnome.Terminal.slice/vte-spawn-2.scope")
        func owns(_ front: Int32, _ pid: Int, _ binary: String) -> Bool {
            all.front(front).owns(all.origin(pid, binary), besides: [all.front(front).key])
        }
        #expect(!owns(70, 71, "firefox") && owns(71, 72, "crashed-parent") && owns(80, 81, "mpv") && !owns(71, 81, "mpv"))
    }

    @Test("the process of this test is known with its program, and a number of nobody is not")
    func real() throws {
        let own = try #require(ProgramInFront(ProcessInfo.processInfo.processIdentifier))
        #expect(own.isRunning && !own.name.isEmpty)
        #expect(ProgramInFront(1) == nil && ProgramInFront(.max) == nil && ProgramInFront(-5) == nil)
    }
}
