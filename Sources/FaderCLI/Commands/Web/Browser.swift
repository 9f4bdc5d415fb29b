internal import FaderValues
internal import Glibc
internal import Synchronization

/// A page that redirects to an address, and that only this user can read: on a browser's command line everybody could see the address.
struct RedirectFile {
    /// The file that has to be removed when the program ends.
    static let current = Mutex<Self?>(nil)
    let path: String

    /// Writes the file into the user's runtime directory, or else into /tmp; nil if it cannot be written.
    init?(to address: String) {
        let directory = Environment.value("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        let ending = ".html"
        var template = Array("\(directory)/faderd-web-XXXXXX\(ending)".utf8CString)
        let file = unsafe mkstemps(&template, Int32(ending.utf8.count))
        guard file >= 0 else { return nil }
        path = String(upToZeroOf: template)
        let html =
            "<!doctype html><meta charset=\"utf-8\"><title>faderd</title><meta http-equiv=\"refresh\" content=\"0; url=\(address)\">\n"
        let bytes = Array(html.utf8)
        let count = unsafe write(file, bytes, bytes.count)
        let isWritten = fchmod(file, 0o600) == 0 && count == bytes.count
        guard close(file) == 0, isWritten else {
            remove()
            return nil
        }
    }

    func remove() { unsafe _ = unlink(path) }
}

enum Browser {
    /// Does not wait for the browser. Returns why it could not be started.
    static func open(_ path: String) -> String? {
        signal(SIGCHLD, SIG_IGN)  // no zombies: nobody waits for the browser
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var child = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&child)
        for number in [SIGCHLD, SIGINT, SIGPIPE] { unsafe sigaddset(&child, number) }
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &child)
        // A separate process group, so that Ctrl-C ends this program and not the browser.
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        }
        // The browser outlives this program, and would keep its port.
        for number in (FileContents.names(in: "/proc/self/fd") ?? []).compactMap({ Int32($0) }) where number > STDERR_FILENO {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        }
        var process = pid_t()
        let code = unsafe "xdg-open".withCString { program in
            unsafe path.withCString { file in
                var words = unsafe [UnsafeMutablePointer(mutating: program), UnsafeMutablePointer(mutating: file), nil]
                return unsafe posix_spawnp(&process, program, &actions, &attributes, &words, environ)
            }
        }
        return code == 0 ? nil : "xdg-open: \(String(errno: code))"
    }
}
