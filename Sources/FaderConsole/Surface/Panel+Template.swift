internal import FaderValues

/// Displays, digits and colors for which the protocol has no messages: the profile gives templates.
extension Panel {
    /// The template of a cell, with the cell's place in it; nil if its protocol writes.
    func template(of index: Int) -> (template: PanelTemplate, row: Int, column: Int, display: DisplaySpec)? {
        guard case .text(let number, let offset, _) = cells[at: index].part else { return nil }
        let display = layout.displays[Int(number)]
        guard let template = display.template else { return nil }
        let (row, column) = (offset / display.width).quotientAndRemainder(dividingBy: display.cells)
        return (template, row, column, display)
    }

    /// Sends a cell or all digits with a template; nil if the protocol writes them.
    func sendTemplate(of index: Int, to surface: SurfaceIndex, in act: Act) -> SendResult? {
        if case .digits = cells[at: index].part { return layout.digitMessage.map { sendDigits($0, to: surface, in: act) } }
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
            case .colors, .rgb, .timecode, .assignment, .dots: break
            }
        }
        return send(&message, to: surface, in: act)
    }

    private func send(_ message: inout ExclusiveMessage, to surface: SurfaceIndex, in act: Act) -> SendResult {
        let result = message.send(to: surface, act.port)
        if result == .sent { carry(message.count + 1, at: act.now) }
        return result
    }

    private func sendDigits(_ template: PanelTemplate, to surface: SurfaceIndex, in act: Act) -> SendResult {
        var message = ExclusiveMessage()
        var (dots, count): (UInt64, Int) = (0, 0)
        func add(_ cell: Int?) {
            guard let cell else { return }
            for place in 0..<cells[at: cell].count {
                let digit = target(cell, place, at: act.now)
                message.add(digit == Self.unknown ? 0 : SegmentFont.segments(of: digit))
                if digit != Self.unknown, digit & 0x80 != 0 { dots |= 1 << UInt64(count) }
                count += 1
            }
        }
        for piece in template.pieces.dropFirst().dropLast() {
            switch piece {
            case .byte(let byte): message.add(byte)
            case .timecode: add(layout.timecodeCell)
            case .assignment: add(layout.assignmentCell)
            case .dots: for first in stride(from: 0, to: count, by: 7) { message.add(UInt8(dots >> UInt64(first) & 0x7F)) }
            case .text, .strip, .row, .offset, .color, .colors, .rgb: break
            }
        }
        return send(&message, to: surface, in: act)
    }

    func sendColors(_ colors: Span<UInt8>, _ template: PanelTemplate, to surface: SurfaceIndex, in act: Act) -> SendResult {
        var message = ExclusiveMessage()
        for piece in template.pieces.dropFirst().dropLast() {
            switch piece {
            case .byte(let byte): message.add(byte)
            case .colors: for strip in colors.indices { message.add(colors[strip] & 7) }
            case .rgb:
                for strip in colors.indices { for bit in 0..<3 { message.add(colors[strip] >> UInt8(bit) & 1 == 0 ? 0 : 127) } }
            case .text, .strip, .row, .offset, .color, .timecode, .assignment, .dots: break
            }
        }
        return send(&message, to: surface, in: act)
    }

    /// 0 if the text of a cell is sent without a color.
    func tint(_ index: Int, at now: MonotonicTime) -> UInt8 {
        guard let (template, _, column, display) = template(of: index), template.showsColor, let colors = layout.colorCell,
            display.firstStrip + column < cells[at: colors].count
        else { return 0 }
        let bits = target(colors, display.firstStrip + column, at: now)
        return bits == Self.unknown ? 0 : bits & 7
    }

    /// The cells that one message sends: the cell itself, the other rows of its strip, or all digits.
    func cellsSent(with index: Int) -> StrideTo<Int> {
        if case .digits = cells[at: index].part, layout.digitMessage != nil {
            let first = layout.timecodeCell ?? index
            return stride(from: first, to: (layout.assignmentCell ?? first) + 1, by: 1)
        }
        guard let (template, row, _, display) = template(of: index), template.hasRows else {
            return stride(from: index, to: index + 1, by: 1)
        }
        let first = index - row * display.cells
        return stride(from: first, to: first + display.rows * display.cells, by: display.cells)
    }
}
