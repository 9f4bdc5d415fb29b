internal import FaderSystem

/// Waits for an answer, but not for long.
@Owner
enum PromotionWatch {
    static func first(of task: Task<Bool, Never>?, within limit: Duration) async -> Bool {
        guard let task else { return false }
        return await withCheckedContinuation { continuation in
            var isOver = false
            func end(_ result: Bool) {
                guard !isOver else { return }
                isOver = true
                continuation.resume(returning: result)
            }
            Owner.start { end(await task.value) }
            Owner.start {
                await Owner.sleep(for: limit)
                end(false)
            }
        }
    }
}
