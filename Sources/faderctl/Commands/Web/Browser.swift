internal import Glibc

/// A page that only this user can read and that redirects to an address. On a browser's command line everybody could see the address.
struct RedirectFile {
    let path: String

    /// Writes the file into the user's runtime directory, or else into /tmp; nil if that fails.
    init?(to address: String) {
        let directory = Environment.value("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        let ending = ".html"
        var template = Array("\(directory)/faderd-web-XXXXXX\(ending)".utf8CString)
        let file = unsafe mkstemps(&template, Int32(ending.utf8.count))
        guard file >= 0 else { return nil }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
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

/// The default browser of the desktop.
enum Browser {
    /// Lets no program inherit the descriptors beyond the standard ones: the browser outlives this program, and would keep its port.
    private static func keepDescriptors() {
        guard let directory = unsafe opendir("/proc/self/fd") else { return }
        defer { unsafe _ = closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if let number = Int32(name), number > STDERR_FILENO { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        }
    }

    /// Starts `xdg-open` with a file, without waiting for it. Returns why that failed; nil if it did not.
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
        keepDescriptors()
        var process = pid_t()
        let code = unsafe "xdg-open".withCString { program in
            unsafe path.withCString { file in
                var words = unsafe [UnsafeMutablePointer(mutating: program), UnsafeMutablePointer(mutating: file), nil]
                return unsafe posix_spawnp(&process, program, &actions, &attributes, &words, environ)
            }
        }
        return code == 0 ? nil : unsafe "xdg-open: \(String(cString: strerror(code)))"
    }
}

/// Removes the file when a signal ends the command.
enum WebEnd {
    /// The path of the file. The signal handler may only use plain memory, so the string is never freed.
    nonisolated(unsafe) private static var file: UnsafeMutablePointer<CChar>?

    /// Makes Ctrl-C, SIGTERM and SIGHUP remove the file and end the program with exit code 0.
    static func tidy(_ path: String?) {
        unsafe file = path.flatMap { unsafe strdup($0) }
        for number in [SIGINT, SIGTERM, SIGHUP] where !EndSignals.isIgnored(number) {
            signal(number) { _ in
                if let file = unsafe WebEnd.file { unsafe _ = unlink(file) }
                _exit(EX_OK)
            }
        }
    }
}
