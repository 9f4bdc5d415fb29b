internal import FaderValues

/// ANSI E1.31-2018, sections 4 to 8, for sACN; the specification of Art-Net 4, "ArtDmx".
enum LightPacket {
    /// UDP multicast.
    static func group(of universe: Int) -> String { "239.255.\(universe >> 8).\(universe & 0xFF)" }

    /// The universe on which sources list the universes that they send.
    static let discoveryUniverse = 64214
    static let mostListed = 512

    private static let (dataVector, extendedVector): (UInt32, UInt32) = (4, 8)
    private static let ended: UInt8 = 0x40

    static func levels(_ levels: [UInt8], of universe: UniverseSpec, sequence: UInt8, isEnd: Bool, from source: LightSource) -> [UInt8] {
        switch universe.wire {
        case .sacn:
            // A DMP "set property" message for one range of addresses from 0, one byte each, with the start code 0 before the levels.
            let layer = flagged([0x02, 0xA1, 0, 0, 0, 1] + UInt16(levels.count + 1).bigEndianBytes + [0] + levels)
            let options: [UInt8] = [UInt8(universe.priority), 0, 0, sequence, isEnd ? ended : 0] + UInt16(universe.number).bigEndianBytes
            return root(dataVector, flagged(UInt32(2).bigEndianBytes + source.paddedName + options + layer), source)
        case .artnet:
            let opcode: [UInt8] = [0, 0x50]
            let version: [UInt8] = [0, 14]
            let start: [UInt8] = Array("Art-Net\0".utf8) + opcode + version
            let number: [UInt8] = [UInt8(universe.number & 0xFF), UInt8(universe.number >> 8)]
            return start + [sequence, 0] + number + UInt16(levels.count).bigEndianBytes + levels
        }
    }

    /// The list of the universes that a source sends, in one or several packets.
    static func discovery(of universes: [Int], from source: LightSource) -> [[UInt8]] {
        let universes = universes.sorted()
        let pages = stride(from: 0, to: universes.count, by: mostListed).map { universes[$0..<min($0 + mostListed, universes.count)] }
        return pages.enumerated().map { number, page in
            let ends: [UInt8] = [UInt8(number), UInt8(pages.count - 1)]
            let list = flagged(UInt32(1).bigEndianBytes + ends + page.flatMap { UInt16($0).bigEndianBytes })
            return root(extendedVector, flagged(UInt32(2).bigEndianBytes + source.paddedName + [0, 0, 0, 0] + list), source)
        }
    }

    private static func root(_ vector: UInt32, _ frame: [UInt8], _ source: LightSource) -> [UInt8] {
        [0, 0x10, 0, 0] + Array("ASC-E1.17\0\0\0".utf8) + flagged(vector.bigEndianBytes + source.id + frame)
    }

    /// A layer with its flags and length in front. The length includes these two bytes.
    private static func flagged(_ layer: [UInt8]) -> [UInt8] { UInt16(0x7000 | layer.count + 2).bigEndianBytes + layer }
}
