/// The new number of each option when a choice gets other options. As `TaperCorners`, it is kept outside what the MIDI thread works with,
/// which stays plain bytes.
@safe public final class Renumbering: Sendable {
    /// The renumbering must live as long as every copy.
    @safe public struct Table: Sendable, BitwiseCopyable {
        fileprivate nonisolated(unsafe) let numbers: UnsafeBufferPointer<Int16>
        /// The new number of every option that is gone.
        private let rest: Double

        fileprivate init(_ numbers: UnsafeBufferPointer<Int16>, rest: Double) { unsafe (self.numbers, self.rest) = (numbers, rest) }

        /// The new number of an option; nil if it is gone.
        public func known(_ number: Double) -> Double? {
            guard number >= 0, unsafe number < Double(numbers.count) else { return nil }
            let new = unsafe numbers[Int(number)]
            return new < 0 ? nil : Double(new)
        }

        public func number(_ number: Double) -> Double { known(number) ?? rest }
    }

    public let table: Table

    /// Nil if every option keeps its number, or if no target supplies them. `rest` is the number for an option that is gone: somebody may
    /// have chosen it too late.
    public init?(from old: ParameterSpec, to next: ParameterSpec, rest: Double) {
        guard let numbers = Self.numbers(from: old, to: next), numbers != numbers.indices.map({ Int16($0) }) else { return nil }
        let memory = UnsafeMutableBufferPointer<Int16>.allocate(capacity: numbers.count)
        _ = unsafe memory.initialize(fromContentsOf: numbers)
        table = unsafe Table(UnsafeBufferPointer(memory), rest: rest)
    }

    /// Whether a choice has as many options as its counterpart, and each has the number that it had, by whatever name.
    package static func keepsNumbers(from old: ParameterSpec, to next: ParameterSpec) -> Bool {
        guard let numbers = numbers(from: old, to: next), let options = next.kind.options else { return false }
        return numbers == options.indices.map { Int16($0) }
    }

    /// What the number of each option becomes; −1 if it is gone. Nil unless a target supplies the options of both.
    private static func numbers(from old: ParameterSpec, to next: ParameterSpec) -> [Int16]? {
        guard old.isSupplied, next.isSupplied, let before = old.kind.options, let after = next.kind.options else { return nil }
        var places = Dictionary(after.enumerated().map { (ExactText($1.id), $0) }, uniquingKeysWith: { first, _ in first })
        for (place, option) in after.enumerated() {
            guard let former = option.former, places[ExactText(former)] == nil else { continue }
            places[ExactText(former)] = place
        }
        return before.map { places[ExactText($0.id)].map { Int16($0) } ?? -1 }
    }

    deinit { unsafe table.numbers.deallocate() }
}
