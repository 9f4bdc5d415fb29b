import FaderAPI
import FaderValues
import Glibc
import NIOCore
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

@Suite("Streams that nobody reads")
struct StalledStreamTests {
    private final class Outlet: EventStream.Outlet {
        var isWritable = true
        var events = 0
        var requests = 0
        var text = ""
        func write(_ bytes: [UInt8]) {
            events += 1
            text += String(decoding: bytes, as: UTF8.self)
        }
        func flush() {}
        func requestState(for target: StreamTarget) { requests += 1 }
        func batch(since stamp: UInt64, generation: UInt64, of filter: StreamFilter, for viewer: ViewerRequest) -> Batch? { nil }
        func tick(at moment: NIODeadline) {}
        func fail(_ reason: String) {}
    }

    @Test("a stream that nobody reads while gestures of ever new names begin and end keeps few events, and then gets the whole state")
    func gestures() {
        let outlet = Outlet()
        let stream = EventStream(.changes(prefix: "", viewer: ViewerRequest(), form: .long), outlet: outlet)
        stream.start()
        stream.take(RenderedState(StatePicture(StateEvent(parameters: [], surfaces: []), generation: 1), of: ""))
        (outlet.isWritable, outlet.requests, outlet.events) = (false, 0, 0)
        for number in 0..<100_000 {
            stream.offer(.news(News(TouchEvent(gesture: "g\(number)", parameter: "m", touched: number % 2 == 0), generation: 1)))
        }
        outlet.isWritable = true
        stream.drain()
        #expect(outlet.requests == 1 && outlet.events == 0)
        stream.take(RenderedState(StatePicture(StateEvent(parameters: [], surfaces: []), generation: 1), of: ""))
        #expect((1...EventStream.mostWaiting).contains(outlet.events))
    }

    @Test("a stream tells the levels that it asks for, the newest ones, each once; with the key of a page only those of its page")
    func levels() throws {
        for (page, ids) in [(nil, ["a", "b"]), ("foh", ["b"])] as [(String?, [String])] {
            let outlet = Outlet()
            let form = try ChangesForm(query: ["form": "batch", "rate": "100", "levels": "a,b"])
            let target = StreamTarget.changes(prefix: "", viewer: ViewerRequest(), form: form, page: page)
            #expect(target.levels == LevelWish(ids: ["a", "b"], page: page))
            let stream = EventStream(target, outlet: outlet)
            stream.start()
            let contents = page.map { PageContents(name: $0, ids: ["b"]) }
            let state = StatePicture(StateEvent(parameters: [], surfaces: []), generation: 1, stamp: 0, page: contents)
            stream.take(RenderedState(state, of: ""))
            outlet.text = ""
            outlet.isWritable = false
            for level in 1...1_000 { stream.offer(.levels(["a": -Double(level), "b": -.infinity, "c": 0])) }
            #expect(outlet.text == "")
            outlet.isWritable = true
            stream.drain()
            let entries = ids.map { $0 == "a" ? "[\"a\",-1000.0]" : "[\"b\",\"-inf\"]" }.joined(separator: ",")
            #expect(outlet.text == "event: levels\ndata: [\(entries)]\n\n")
            stream.offer(.levels(["a": -1_000.04, "b": -.infinity]))
            outlet.text = ""
            stream.tick()
            #expect(outlet.text == "")
            // A reader that was sent the whole state again, as after a reload, knows no levels any more.
            stream.offer(.reloaded(generation: 1))
            // A state comes no sooner than a batch, 10 ms after the one before.
            usleep(20_000)
            stream.tick()
            stream.drain()
            stream.take(RenderedState(state, of: ""))
            stream.tick()
            #expect(outlet.text.hasSuffix("event: levels\ndata: [\(entries)]\n\n"))
        }
        #expect(throws: HTTPFailure.self) { try ChangesForm(query: ["levels": "a"]) }
    }
}
