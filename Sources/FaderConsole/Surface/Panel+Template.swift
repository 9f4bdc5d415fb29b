internal import FaderModel

/// Displays and colors of devices without a protocol that can say such things: their messages are templates.
extension Panel {
    /// The template of a cell's display, and the place of the cell in it; nil if its protocol writes.
    func template(of index: Int) -> (template: PanelTemplate, row: Int, column: Int, display: DisplaySpec)? {
        guard case .text(let number, let offset, _) = cells[at: index].part else { return nil }
        let display = layout.displays[Int(number)]
        guard let template = display.template else { return nil }
        let (row, column) = (offset / display.width).quotientAndRemainder(dividingBy: display.cells)
        return (template, row, column, display)
    }

    /// Sends a cell of such a display.
    func sendTemplate(of index: Int, to surface: SurfaceIndex, in act: Act) -> SendResult? {
        guard let (template, row, column, display) = template(of: index) else { return nil }
        var message = ExclusiveMessage()
        for piece in template.pieces.dropFirst().dropLast() {
            switch piece {
            case .byte(let byte): message.add(byte)
            case .text(let fixed, let width):
                let cell = index + ((fixed.map { Int($0) } ?? row) - row) * display.cells
                for place in 0..<(width.map { Int($0) } ?? display.width) {
                    let byte = place < display.width ? target(cell, place, at: act.now) : 0x20
                    message.add(byte == Self.unknown ? 0x20 : byte)
                }
            case .strip(let plus): message.add(UInt8(truncatingIfNeeded: display.firstStrip + column) &+ plus)
            case .row(let plus): message.add(UInt8(truncatingIfNeeded: row) &+ plus)
            case .offset: message.add(UInt8(truncatingIfNeeded: (row * display.cells + column) * display.width))
            case .color: message.add(tint(index, at: act.now))
            case .colors, .rgb: break
            }
        }
        let result = message.send(to: surface, act.port)
        if result == .sent { carry(message.count + 1, at: act.now) }
        return result
    }

    /// Sends the colors of all strips.
    func sendColors(_ colors: Span<UInt8>, _ template: PanelTemplate, to surface: SurfaceIndex, in act: Act) -> SendResult {
        var message = ExclusiveMessage()
        for piece in template.pieces.dropFirst().dropLast() {
            switch piece {
            case .byte(let byte): message.add(byte)
            case .colors: for strip in colors.indices { message.add(colors[strip] & 7) }
            case .rgb:
                for strip in colors.indices { for bit in 0..<3 { message.add(colors[strip] >> UInt8(bit) & 1 == 0 ? 0 : 127) } }
            case .text, .strip, .row, .offset, .color: break
            }
        }
        let result = message.send(to: surface, act.port)
        if result == .sent { carry(message.count + 1, at: act.now) }
        return result
    }

    /// The color that is sent together with the text of a cell; 0 if there is none.
    func tint(_ index: Int, at now: MonotonicTime) -> UInt8 {
        guard let (template, _, column, display) = template(of: index), template.showsColor, let colors = layout.colorCell,
            display.firstStrip + column < cells[at: colors].count
        else { return 0 }
        let bits = target(colors, display.firstStrip + column, at: now)
        return bits == Self.unknown ? 0 : bits & 7
    }

    /// The other rows of the strip that a message with a cell shows as well.
    func rowsSent(with index: Int) -> StrideTo<Int> {
        guard let (template, row, _, display) = template(of: index), template.hasRows else {
            return stride(from: index, to: index + 1, by: 1)
        }
        let first = index - row * display.cells
        return stride(from: first, to: first + display.rows * display.cells, by: display.cells)
    }
}
