import Testing

@testable import FaderSystem

@Suite("the newest of each key")
struct NewestByKeyTests {
    @Test("it takes no more room for having been used for long")
    func room() {
        var newest = NewestByKey<Int, Int>()
        newest.put(0, for: -1)
        for number in 0..<10_000 {
            newest.put(number, for: number)
            #expect(newest.take(number) == number)
        }
        #expect(newest.slots.count < 32 && newest.takeFirst() == 0)
        for number in 0..<10_000 {
            newest.put(number, for: number)
            #expect(newest.takeFirst() == number)
        }
        #expect(newest.slots.count < 32)
    }

    @Test("whatever is put and taken, it is what a plain list would give", arguments: 1...20)
    func model(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var newest = NewestByKey<Int, Int>(most: 12)
        var list: [(key: Int, value: Int)] = []
        for value in 0..<500 {
            let key = Int.random(in: 0..<16, using: &numbers)
            let place = list.firstIndex { $0.key == key }
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: #expect(newest.take(key) == place.map { list.remove(at: $0).value })
            case 1, 2: #expect(newest.takeFirst() == (list.isEmpty ? nil : list.removeFirst().value))
            default:
                #expect(newest.put(value, for: key) == (place != nil || list.count < 12))
                if let place { list[place].value = value } else if list.count < 12 { list.append((key, value)) }
            }
            #expect(newest.next?.key == list.first?.key && newest.next?.value == list.first?.value)
            #expect(newest.count == list.count && newest[key] == list.first { $0.key == key }?.value)
        }
        #expect(newest.takeAll().map(\.value) == list.map(\.value))
    }

    /// Numbers that are the same in every run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }
}
