/// Other files, each call on a thread of its own, and all calls together with a time limit.
struct TimedFiles: ConfigFiles {
    private let files: any ConfigFiles
    private let limit: Duration
    private let deadline: ContinuousClock.Instant

    /// The time begins now.
    init(_ files: any ConfigFiles, limit: Duration) {
        self.files = files
        self.limit = limit
        deadline = .now + limit
    }

    /// As the other files have it, or `.stalled`.
    func contents(of path: String, limit bytes: Int) throws(ConfigFileError) -> [UInt8] {
        let files = files
        let result = OwnThread.result(until: deadline) { () -> Result<[UInt8], ConfigFileError> in
            do throws(ConfigFileError) { return .success(try files.contents(of: path, limit: bytes)) } catch { return .failure(error) }
        }
        guard let result else { throw .stalled(after: limit) }
        return try result.get()
    }

    /// As the other files have it; none in time, none.
    func names(in directory: String) -> [String] {
        let files = files
        return OwnThread.result(until: deadline) { files.names(in: directory) } ?? []
    }
}
