import FaderValues
import Foundation
import Testing

@testable import FaderStore

@Suite("Large states")
struct LargeStateTests {
    private func batch(_ prefix: String, _ count: Int, age: UInt64) -> KeptBatch {
        KeptBatch((0..<count).map { (id: "\(prefix).\(100_000 + $0)", value: .number(Double($0))) }, age: age)
    }

    @Test("a batch of values with its age, and forgotten values, are in one save and survive a restart")
    func batches() async throws {
        let scratch = try Scratch()
        var (store, _) = scratch.load()
        store.keep(batch("a", 3, age: 4))
        #expect(await store.flush() == .durable)
        store.keep(batch("b", 2, age: 5))
        store.forget(["a.100000", "a.100001"], warning: "two were forgotten")
        #expect(await store.flush() == .durable)
        #expect(store.status.generations == 2)
        #expect(store.status.warnings == ["two were forgotten"])
        let report = scratch.load()
        store = report.store
        #expect(report.report.values == ["a.100002": .number(2), "b.100000": .number(0), "b.100001": .number(1)])
        #expect(store.takeAges() == ["a.100002": 4, "b.100000": 5, "b.100001": 5])
    }

    @Test("an age alone does not cause a save, and is part of the next one; a noted value has no age")
    func ages() async throws {
        let scratch = try Scratch()
        try scratch.write(#"{"version": 1, "parameters": {"a": {"value": 1, "more": true}, "b": {"kept": 9, "value": 2}}}"#)
        let (store, _) = scratch.load()
        #expect(store.takeAges() == ["b": 9])
        store.mark(["a": 10, "gone": 10])
        #expect(await store.flush() == .durable)
        #expect(store.status.generations == 0)
        #expect(await store.save("b", .number(3)) == .durable)
        let text = try String(contentsOfFile: scratch.path, encoding: .utf8)
        #expect(text.contains(#"    "a": { "kept": 10, "more": true, "value": 1 },"#))
        #expect(text.contains(#"    "b": { "value": 3.0 }"#))
        #expect(!text.contains("gone"))
    }

    @Test("values are applied in order, whether alone or as a batch")
    func order() async throws {
        let scratch = try Scratch()
        let (store, _) = scratch.load()
        store.note("a.100001", .number(-1))
        store.keep(batch("a", 3, age: 1))
        store.note("a.100002", .number(-2))
        #expect(await store.flush() == .durable)
        #expect(scratch.reloaded() == ["a.100000": .number(0), "a.100001": .number(1), "a.100002": .number(-2)])
    }

    @Test("a state that could not be read again is not written, and not answered as durable")
    func tooLarge() async throws {
        let scratch = try Scratch()
        let (store, _) = scratch.load(sizeLimit: 1 << 20)
        #expect(await store.save("master", .number(-6)) == .durable)
        let text = String(repeating: "x", count: 1 << 20)
        guard case .failed(let reason) = await store.save("name", .word(text)) else { Issue.record("1 MiB and more were saved"); return }
        #expect(reason.contains("larger than 1 MiB") && reason.contains("shorten"))
        #expect(scratch.reloaded() == ["master": .number(-6)])
        #expect(await store.save("name", .word("short")) == .durable)
    }

    @Test("a file beyond the limit, as earlier versions wrote it, is read and can be saved again")
    func legacy() async throws {
        let scratch = try Scratch()
        let text = String(repeating: "x", count: 1 << 20)
        try scratch.write(#"{"version": 1, "parameters": {"long": {"value": "\#(text)"}, "master": {"value": -6}}}"#)
        let (store, report) = scratch.load(sizeLimit: 1 << 20)
        #expect(report.warnings.isEmpty)
        #expect(report.values["master"] == .number(-6))
        #expect(await store.save("master", .number(-7)) == .durable)
        #expect(scratch.load().report.values["master"] == .number(-7))
    }
}
