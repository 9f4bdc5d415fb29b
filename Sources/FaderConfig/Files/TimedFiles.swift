internal import FaderThreads

/// Wraps other files: each call runs on a separate thread, and all calls share one time limit.
struct TimedFiles: ConfigFiles {
    private let files: any ConfigFiles
    private let limit: Duration
    private let deadline: ContinuousClock.Instant

    /// The time limit starts now.
    init(_ files: any ConfigFiles, limit: Duration) {
        self.files = files
        self.limit = limit
        deadline = .now + limit
    }

    /// What the wrapped files return, or `.stalled` if time runs out.
    func contents(of path: String, limit bytes: Int) throws(ConfigFileError) -> [UInt8] {
        let files = files
        let result: Result<[UInt8], ConfigFileError>?
        do throws(ThreadError) {
            result = try SeparateThread.result(until: deadline) {
                do throws(ConfigFileError) { return .success(try files.contents(of: path, limit: bytes)) } catch { return .failure(error) }
            }
        } catch {
            throw .noThread(reason: "\(error)")
        }
        guard let result else { throw .stalled(after: limit) }
        return try result.get()
    }

    /// What the wrapped files return, or an empty list if time runs out or there is no thread.
    func names(in directory: String) -> [String] {
        let files = files
        return (try? SeparateThread.result(until: deadline) { files.names(in: directory) }) ?? []
    }
}
