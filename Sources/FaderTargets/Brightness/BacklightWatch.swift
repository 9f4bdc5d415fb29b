internal import FaderSystem
internal import Glibc

/// Notices when the brightness of a backlight changes: inotify sees programs that write to its file, and the kernel notifies another file
/// of keys and firmware. Owned by the event loop.
final class BacklightWatch {
    private let watch: DescriptorWatch
    private let inotify: Int32
    private let notified: Int32
    private let changed: () -> Void

    /// Nil if the system has no watches left. `changed` is called on the loop.
    init?(_ device: BacklightDevice, on watch: DescriptorWatch, changed: @escaping () -> Void) {
        (self.watch, self.changed) = (watch, changed)
        inotify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        // Not every device has it.
        notified = unsafe open(device.notified, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard inotify >= 0, unsafe inotify_add_watch(inotify, device.brightness, UInt32(IN_MODIFY | IN_DELETE_SELF)) >= 0 else {
            close()
            return nil
        }
        armFile()
        armNotified()
    }

    func close() {
        for descriptor in [inotify, notified] where descriptor >= 0 {
            watch.forget(descriptor)
            Glibc.close(descriptor)
        }
    }

    private func armFile() {
        watch.arm(inotify, for: Int16(POLLIN)) { [weak self] in
            guard let self else { return }
            empty(inotify)
            armFile()
            changed()
        }
    }

    /// The kernel reports the next change only when the file was read.
    private func armNotified() {
        guard notified >= 0 else { return }
        lseek(notified, 0, SEEK_SET)
        // For a device that is gone, the kernel would report changes for ever. Other errors: there is nothing to read yet.
        guard empty(notified) || errno != ENODEV else { return }
        // Only files of sysfs have such events.
        watch.arm(notified, for: Int16(POLLPRI)) { [weak self] in
            self?.armNotified()
            self?.changed()
        }
    }

    /// Drops what is there; false, with `errno`, if reading fails.
    @discardableResult
    private func empty(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        return unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) } >= 0
    }
}
