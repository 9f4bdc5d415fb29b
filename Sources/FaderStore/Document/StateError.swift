internal import FaderJSON
internal import FaderValues
internal import Glibc

/// What can go wrong with the state, each in one sentence for the user.
public enum StateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A system call failed: its name, the path it was about and the `errno`.
    case system(call: String, path: String, code: Int32)
    /// The path names something other than a state file, such as a directory or a file beyond the size limit.
    case unusable(path: String, reason: String)
    /// The state would make a file too large to be read back.
    case tooLarge(path: String, limit: Int)
    /// The path leads over a link to nowhere, such as a disk that is not mounted.
    case absent(path: String, link: String, target: String)
    /// Cut off, zeroed, not JSON, or of the wrong shape.
    case damaged(path: String, reason: String)
    /// The file was written by a newer faderd whose format this one does not know.
    case newer(path: String, version: Int)
    /// Another process holds the state; its process id if the lock file has it.
    case locked(path: String, holder: Int32?)
    case noSnapshot(String)
    case snapshotExists(String)
    /// A text can't be the name of a snapshot, with the reason as the end of a sentence.
    case invalidName(String, reason: String)
    case noRoom(String, reason: String)

    /// One sentence, without a full stop, so that it can be part of a longer one.
    public var description: String {
        switch self {
        case .system(let call, let path, let code):
            "\(path): \(call): \(String(errno: code))"
        case .unusable(let path, let reason):
            "\(path) \(reason)"
        case .tooLarge(let path, let limit):
            "\(path) would be larger than \(limit >> 20) MiB, which is the limit"
        case .absent(let path, let link, let target):
            "\(path) is not there: \(link) leads to \(target), where nothing is"
        case .damaged(let path, let reason):
            "\(path) is damaged: \(reason)"
        case .newer(let path, let version):
            "\(path) has version \(version), which a newer faderd wrote; this faderd knows version \(StateFormat.version)"
        case .locked(let path, let holder):
            "another faderd\(holder.map { " (process \($0))" } ?? "") already keeps its state in \(path): "
                + "stop it, or start this one with another --state FILE"
        case .noSnapshot(let name):
            "there is no snapshot \"\(name)\""
        case .snapshotExists(let name):
            "there is a snapshot \"\(name)\" already: delete it first, or choose another name"
        case .invalidName(let name, let reason):
            "\(JSONValue.text(name).rendered) cannot be the name of a snapshot: it \(reason)"
        case .noRoom(let name, let reason):
            "the snapshot \"\(name)\" has no room: \(reason); delete some first"
        }
    }

    /// What went wrong, without the path, because the names of temporary files tell the user nothing.
    var cause: String {
        if case .system(let call, _, let code) = self { "\(call): \(String(errno: code))" } else { description }
    }

    var advice: String {
        guard case .system(_, let path, let code) = self else {
            return switch self {
            case .newer: "run that newer faderd, or move the file away"
            case .tooLarge: "shorten texts or delete snapshots"
            case .absent(_, let link, _): "mount the disk it is on, or remove the link \(link)"
            default: "move it away"
            }
        }
        return switch code {
        case ENOSPC, EDQUOT: "make room on that file system"
        case EROFS: "make that file system writable"
        case EACCES, EPERM: "give faderd's user access to \(path.directory)"
        case EIO: "check the disk"
        case EFBIG: "raise the file size limit of faderd"
        case EMFILE, ENFILE: "raise the limit of open files"
        default: "make sure that \(path.directory) can be read and written"
        }
    }

    var code: Int32? {
        if case .system(_, _, let code) = self { code } else { nil }
    }

    /// One failure of the device says nothing about the next write.
    var isWorthAnotherFile: Bool { code == EIO || code == EINTR }
}
