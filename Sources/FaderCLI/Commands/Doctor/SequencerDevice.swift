internal import Glibc

/// The device `/dev/snd/seq`, and who may open it.
struct SequencerDevice: Equatable {
    var isThere = true
    var isLoaded = true
    var isAllowed = true
    /// Owner, group and mode, in words.
    var owner = ""
    var group = "audio"
    /// The system's list says that this user is in the group. The session may be older than that.
    var isListed = false

    private static let path = "/dev/snd/seq"
    private static let (device, permission) = ("sequencer", "permission")

    /// Whether the device can be opened. If a daemon answers, it only matters whether the daemon has opened it.
    func findings(_ daemon: StatusResource?) -> [Finding] {
        if let daemon {
            guard daemon.sequencer == .present else {
                return [.none(Self.device, "the daemon was started with --virtual and uses its virtual surface")]
            }
            return [.ok(Self.device, "the daemon has opened it"), .ok(Self.permission, "the daemon may use it")]
        }
        guard isThere else {
            let advice = "sudo modprobe snd-seq   (\"echo snd-seq | sudo tee /etc/modules-load.d/snd-seq.conf\" loads it at each start)"
            return [
                isLoaded
                    ? .wrong(
                        Self.device,
                        "there is no \(Self.path) here, though the kernel has a sequencer; in a container, it has to be passed in",
                        advice: "docker run --device \(Self.path) …   (or what your container calls it)")
                    : .wrong(Self.device, "there is no \(Self.path); the kernel's module snd-seq is not loaded", advice: advice)
            ]
        }
        let found = Finding.ok(Self.device, "\(Self.path) is there")
        if isAllowed { return [found, .ok(Self.permission, "you may open it; \(owner)")] }
        if isListed {
            return [
                found,
                .wrong(
                    Self.permission, "you are in the group \(group), but this session began before", advice: "log out and in again"),
            ]
        }
        return [
            found,
            .wrong(
                Self.permission, "you may not open \(Self.path); \(owner)",
                advice: "sudo usermod -aG \(group.shellWord) \"$USER\"   (then log out and in again)"),
        ]
    }

    static func read() -> SequencerDevice {
        var device = SequencerDevice()
        device.isLoaded = unsafe Glibc.access("/proc/asound/seq", F_OK) == 0
        var status = stat()
        device.isThere = unsafe stat(path, &status) == 0
        guard device.isThere else { return device }
        device.isAllowed = unsafe Glibc.access(path, R_OK | W_OK) == 0
        device.group = GroupName.of(status.st_gid)
        device.isListed = GroupName.lists(status.st_gid)
        let user = unsafe getpwuid(status.st_uid).map { unsafe String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
        device.owner = "it belongs to \(user):\(device.group), mode \(String(status.st_mode & 0o777, radix: 8))"
        return device
    }
}

enum GroupName {
    /// The name of a group, or its number if it has no name.
    static func of(_ group: gid_t) -> String {
        unsafe getgrgid(group).map { unsafe String(cString: $0.pointee.gr_name) } ?? "\(group)"
    }

    static func lists(_ group: gid_t) -> Bool {
        guard let user = unsafe getpwuid(getuid()) else { return false }
        var groups = [gid_t](repeating: 0, count: 1024)
        var count = Int32(groups.count)
        guard unsafe getgrouplist(user.pointee.pw_name, user.pointee.pw_gid, &groups, &count) >= 0 else { return false }
        return groups.prefix(Int(count)).contains(group)
    }
}
