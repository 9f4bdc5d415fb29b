/// A text that equals another only where both are the same bytes: `é` as one character and `é` as an `e` with an accent look alike and are two.
public struct ExactText: Sendable, Hashable {
    /// The text.
    public let text: String

    /// A text as it is.
    public init(_ text: String) { self.text = text }

    /// Whether both are the same bytes.
    public static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Takes the bytes in.
    public func hash(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        guard isHashed == nil else { return }
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
