/// The file operations that the state needs, so that a test can record them, fail them or lose power between them.
///
/// Paths are absolute. One thread at a time; calls may block as long as the device does.
package protocol FileSystem: Sendable {
    /// The path with symbolic links resolved as far as the path exists, so that a rename replaces the file and not a link to it.
    func resolve(_ path: String) -> String
    /// The first symbolic link in a path whose target does not exist; nil if there is none.
    func brokenLink(to path: String) -> (link: String, target: String)?
    /// A regular file of at most `limit` bytes.
    func read(_ path: String, limit: Int) throws(StateError) -> [UInt8]
    /// A new file with mode 0600, whatever the umask; an existing one is an error (`EEXIST`). Returns its descriptor.
    func create(_ path: String) throws(StateError) -> Int32
    /// Writes as much as it can; returns how many bytes.
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String) throws(StateError) -> Int
    /// Waits until the bytes are durable. After a failure the file must not be synced again.
    func sync(_ descriptor: Int32, path: String) throws(StateError)
    func close(_ descriptor: Int32, path: String) throws(StateError)
    /// Gives an existing file a second name; an existing second name is an error (`EEXIST`).
    func link(_ path: String, as other: String) throws(StateError)
    /// Renames a file and replaces any file that had the new name.
    func rename(_ path: String, to other: String) throws(StateError)
    func unlink(_ path: String) throws(StateError)
    /// Waits until the names in a directory are durable.
    func syncDirectory(_ path: String) throws(StateError)
    /// Creates a directory with mode 0700.
    func makeDirectory(_ path: String) throws(StateError)
    /// The names in a directory, without `.` and `..`.
    func names(in directory: String) throws(StateError) -> [String]
}
