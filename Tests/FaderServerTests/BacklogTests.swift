import Testing

@testable import FaderServer

@Suite struct BacklogTests {
    @Test("a short backlog keeps everything, in order")
    func short() {
        var backlog = Backlog<Int>(shortest: 8)
        for item in 0..<8 { backlog.append(item, key: "a") }
        #expect(backlog.removeAll() == Array(0..<8))
        #expect(backlog.isEmpty)
    }

    @Test("a long backlog keeps the newest item of every key, and never more than about twice as many items as keys")
    func long() {
        var backlog = Backlog<Int>(shortest: 8)
        for item in 0..<10_000 {
            backlog.append(item, key: "\(item % 50)")
            #expect(backlog.count <= 101)
        }
        backlog.compact()
        #expect(backlog.removeAll() == Array(9_950..<10_000))
    }
}
