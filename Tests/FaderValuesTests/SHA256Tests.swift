import Testing

@testable import FaderValues

@Suite("The digest of a file")
struct SHA256Tests {
    @Test(
        "is that of the published examples (FIPS 180-4, and the NIST's of long messages)",
        arguments: [
            ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu", 1,
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            ("a", 10_000, "27dd1f61b867b6a0f6e9d8a41c43231de52107e53ae424de8f847b821db4b711"),
            ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ])
    func published(text: String, times: Int, digest: String) {
        #expect(SHA256.hexadecimal(Array(String(repeating: text, count: times).utf8)) == digest)
    }

    private static func digest(_ text: String) -> String { SHA256.hexadecimal(Array(text.utf8)) }

    @Test("every length near a block's end is padded into whole blocks, each with another hash")
    func padding() {
        let hashes = (50...130).map { Self.digest(String(repeating: "x", count: $0)) }
        #expect(Set(hashes).count == hashes.count && hashes.allSatisfy { $0.count == 64 })
        // Made with sha256sum.
        #expect(Self.digest(String(repeating: "x", count: 55)) == "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072")
        #expect(Self.digest(String(repeating: "x", count: 64)) == "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c")
    }
}
