internal import FaderValues

/// What a surface shows beside its controls. Owned by the MIDI thread; allocates only when it is created.
///
/// There is no queue: when the link is free, whatever differs is sent in its latest form.
final class Panel {
    struct Cell {
        enum Part {
            /// A cell of a display, at this character of it; `isFirst`: the first of its row.
            case text(display: UInt8, offset: Int, isFirst: Bool)
            case digits(first: Int)
            case colors
        }

        let part: Part
        let start: Int
        let count: Int
        /// Until then it shows something else for a moment.
        var momentEnd = MonotonicTime.zero
    }

    /// Not a byte of a text, digit or color: it means unspecified or unknown.
    static let unknown: UInt8 = 0xFF
    static let moment = MonotonicTime.Interval.milliseconds(1000)
    /// The time between tries while motors or lamps wait.
    static let retryInterval = MonotonicTime.Interval.milliseconds(5)
    /// A motor waits no longer than this for a paced link to finish.
    private static let longestWrite = MonotonicTime.Interval.milliseconds(10)
    /// Bytes that a protocol may add around a text.
    private static let frame = 8

    let layout: PanelSpec
    let cells: Table<Cell>
    private let wanted: Table<UInt8>
    private let moments: Table<UInt8>
    private let shown: Table<UInt8>
    /// The color that each cell's text was sent with.
    private let tints: Table<UInt8>
    let meters: Table<Meter>
    private(set) var deadline = MonotonicTime.never
    /// When a paced link will have carried everything that it was given.
    private var linkFree = MonotonicTime.zero
    /// A link that had no room is tried again then, even if nothing changes.
    private var retryAt = MonotonicTime.zero
    private var retryPause = RetryPause()
    /// Where the next turn begins, so that one busy cell does not keep the others waiting.
    private var turn = 0

    /// Nil if it has nothing to show anything on, and no lamps that its link delays.
    init?(_ spec: PanelSpec, pacesLamps: Bool = false) {
        guard !spec.isEmpty || pacesLamps && spec.pacing != nil else { return nil }
        layout = spec
        var cells: [Cell] = []
        var start = 0
        func add(_ part: Cell.Part, _ count: Int) {
            cells.append(Cell(part: part, start: start, count: count))
            start += count
        }
        for (index, display) in spec.displays.enumerated() {
            for place in 0..<display.rows * display.cells {
                let isFirst = place % display.cells == 0
                add(.text(display: UInt8(index), offset: place * display.width, isFirst: isFirst), display.width)
            }
        }
        if spec.timecodeDigits > 0 { add(.digits(first: 0), spec.timecodeDigits) }
        if spec.assignmentDigits > 0 { add(.digits(first: spec.timecodeDigits), spec.assignmentDigits) }
        if spec.coloredStrips > 0 { add(.colors, spec.coloredStrips) }
        self.cells = Table(cells)
        let bytes = [UInt8](repeating: Self.unknown, count: start)
        wanted = Table(bytes)
        moments = Table(bytes)
        shown = Table(bytes)
        tints = Table([UInt8](repeating: Self.unknown, count: self.cells.count))
        meters = Table([Meter](repeating: Meter(), count: spec.meters?.strips ?? 0))
    }

    var isPaced: Bool { layout.pacing != nil }

    private var deviceFalls: Bool { layout.meters?.falls ?? true }

    func apply(_ update: PanelUpdate, at now: MonotonicTime) {
        switch update.element {
        case .cell(let index) where index >= 0 && index < cells.count:
            for place in 0..<cells[at: index].count where wanted[at: cells[at: index].start + place] != update.bytes[place] {
                wanted[at: cells[at: index].start + place] = update.bytes[place]
                // What it showed for a moment is out of date.
                cells[at: index].momentEnd = .zero
            }
        case .moment(let index) where index >= 0 && index < cells.count:
            for place in 0..<cells[at: index].count { moments[at: cells[at: index].start + place] = update.bytes[place] }
            cells[at: index].momentEnd = now + Self.moment
        case .meter(let strip) where strip >= 0 && strip < meters.count:
            meters[at: strip].set(min(update.bytes[0], UInt8(layout.meters?.highest ?? 0)), at: now)
        case .cell, .moment, .meter, .lamp: break
        }
        wait(until: now)
    }

    func wait(until moment: MonotonicTime) { deadline = min(deadline, moment) }

    func rest() { deadline = .never }

    func carry(_ bytes: Int, at now: MonotonicTime) {
        guard let pacing = layout.pacing else { return }
        linkFree = max(linkFree, now) + MonotonicTime.Interval(nanoseconds: UInt64(bytes * 1_000_000_000 / pacing))
    }

    /// Nil if a lamp need not wait for a paced link.
    func pause(at now: MonotonicTime) -> MonotonicTime? { isPaced && linkFree > now ? linkFree : nil }

    /// The device is new, or shows something of its own.
    func forgetDevice(at now: MonotonicTime) {
        for place in 0..<shown.count { shown[at: place] = Self.unknown }
        for index in 0..<cells.count { tints[at: index] = Self.unknown }
        for strip in 0..<meters.count { meters[at: strip].forgetDevice() }
        turn = 0
        wait(until: now)
    }

    /// Meters that may be lit go out when the device is greeted anew.
    func adoptMeters(of old: Panel) {
        guard old.layout.meters == layout.meters else { return }
        for strip in 0..<meters.count { meters[at: strip] = old.meters[at: strip] }
    }

    /// Takes over what the earlier panel of the surface showed, if the layout is the same.
    func adopt(_ old: Panel, at now: MonotonicTime) {
        wait(until: now)
        guard old.layout.displays == layout.displays, old.layout.digitMessage == layout.digitMessage, old.shown.count == shown.count,
            old.cells.count == cells.count
        else { return }
        for place in 0..<shown.count {
            (wanted[at: place], moments[at: place]) = (old.wanted[at: place], old.moments[at: place])
            shown[at: place] = old.shown[at: place]
        }
        for index in 0..<cells.count {
            (cells[at: index].momentEnd, tints[at: index]) = (old.cells[at: index].momentEnd, old.tints[at: index])
        }
        if old.layout.meters == layout.meters { for strip in 0..<meters.count { meters[at: strip] = old.meters[at: strip] } }
        (linkFree, turn) = (old.linkFree, old.turn)
    }

    struct Painting {
        var sent = 0
        /// Set if the system rejected a message for good.
        var errno: Int32?
    }

    /// What the link does not accept now follows at `deadline`. Neighboring cells go together, meters after texts.
    func paint(on device: any SurfaceProtocol, to surface: SurfaceIndex, in act: Act) -> Painting {
        deadline = .never
        var painting = Painting()
        while let first = nextChange(at: act.now) {
            guard linkFree <= act.now else {
                wait(until: linkFree)
                break
            }
            let count = neighbors(from: first, at: act.now)
            let result = sendTemplate(of: first, to: surface, in: act) ?? send(first, count, on: device, to: surface, in: act)
            guard accepts(result, at: act.now, &painting) else {
                // Some of it may have been sent.
                for cell in first..<first + count { forget(cell) }
                break
            }
            for cell in first..<first + count { noteShown(cell, at: act.now) }
            for cell in cellsSent(with: first) { noteShown(cell, at: act.now) }
            turn = first + count
        }
        paintMeters(on: device, to: surface, in: act, &painting)
        for index in 0..<cells.count where cells[at: index].momentEnd > act.now { wait(until: cells[at: index].momentEnd) }
        return painting
    }

    private func paintMeters(on device: any SurfaceProtocol, to surface: SurfaceIndex, in act: Act, _ painting: inout Painting) {
        for strip in 0..<meters.count {
            if let level = meters[at: strip].due(at: act.now, deviceFalls: deviceFalls, highest: layout.meters?.highest ?? 0) {
                guard linkFree <= act.now else { return wait(until: linkFree) }
                let result = showMeter(level, of: strip, on: device, to: surface, in: act)
                guard accepts(result, at: act.now, &painting) else { return }
                meters[at: strip].sent(level, at: act.now)
                carry(2, at: act.now)
            }
            wait(until: meters[at: strip].deadline(deviceFalls: deviceFalls))
        }
    }

    private func showMeter(
        _ level: UInt8, of strip: Int, on device: any SurfaceProtocol, to surface: SurfaceIndex, in act: Act
    ) -> SendResult {
        guard let message = layout.meters?.message(of: strip) else { return device.showMeter(level, of: strip, in: act) }
        return act.port.sendWhole(MIDIMessage(message.address, raw: message.base + UInt32(level)), to: surface)
    }

    /// Returns false if painting has to stop for now.
    private func accepts(_ result: SendResult, at now: MonotonicTime, _ painting: inout Painting) -> Bool {
        switch result {
        case .sent:
            painting.sent += 1
            retryPause.end()
            retryAt = .zero
            return true
        case .pausing(let end): wait(until: end)
        case .wouldBlock, .busy:
            if retryAt <= now { retryAt = retryPause.next(after: now) }
            wait(until: retryAt)
        // It is sent again when the whole device is painted, or when something changes.
        case .failed(let errno): painting.errno = errno
        }
        return false
    }
}

// MARK: - Cells

extension Panel {
    func target(_ index: Int, _ place: Int, at now: MonotonicTime) -> UInt8 {
        cells[at: index].momentEnd > now ? moments[at: cells[at: index].start + place] : wanted[at: cells[at: index].start + place]
    }

    private func isChanged(_ index: Int, at now: MonotonicTime) -> Bool {
        for place in 0..<cells[at: index].count {
            let target = target(index, place, at: now)
            if target != Self.unknown, target != shown[at: cells[at: index].start + place] { return true }
        }
        // The cell was written with another color.
        return tints[at: index] != Self.unknown && tints[at: index] != tint(index, at: now)
    }

    private func nextChange(at now: MonotonicTime) -> Int? {
        for step in 0..<cells.count {
            let index = (turn + step) % cells.count
            if isChanged(index, at: now) { return index }
        }
        return nil
    }

    /// How many changed cells of the same row can go into one message, beginning with this one.
    private func neighbors(from first: Int, at now: MonotonicTime) -> Int {
        guard case .text(let display, _, _) = cells[at: first].part, layout.displays[Int(display)].template == nil else { return 1 }
        var most = 56
        if let pacing = layout.pacing {
            most = min(most, pacing * Int(Self.longestWrite.nanoseconds / 1_000_000) / 1000 - Self.frame)
        }
        var (count, bytes) = (1, cells[at: first].count)
        while first + count < cells.count, case .text(_, _, isFirst: false) = cells[at: first + count].part {
            bytes += cells[at: first + count].count
            guard bytes <= most, isChanged(first + count, at: now) else { break }
            count += 1
        }
        return count
    }

    private func forget(_ index: Int) {
        if case .digits = cells[at: index].part { return }
        for place in 0..<cells[at: index].count { shown[at: cells[at: index].start + place] = Self.unknown }
        tints[at: index] = Self.unknown
    }

    private func noteShown(_ index: Int, at now: MonotonicTime) {
        for place in 0..<cells[at: index].count { shown[at: cells[at: index].start + place] = target(index, place, at: now) }
        tints[at: index] = tint(index, at: now)
    }

    private func send(
        _ first: Int, _ count: Int, on device: any SurfaceProtocol, to surface: SurfaceIndex, in act: Act
    ) -> SendResult {
        var text = InlineArray<64, UInt8>(repeating: 0)
        var length = 0
        for index in first..<first + count {
            for place in 0..<cells[at: index].count {
                text[length] = target(index, place, at: act.now)
                length += 1
            }
        }
        switch cells[at: first].part {
        case .text(let display, let offset, _):
            let result = device.write(text.span.extracting(first: length), at: offset, of: display, in: act)
            if result == .sent { carry(length + Self.frame, at: act.now) }
            return result
        case .colors:
            if let template = layout.colorMessage { return sendColors(text.span.extracting(first: length), template, to: surface, in: act) }
            let result = device.showColors(text.span.extracting(first: length), in: act)
            if result == .sent { carry(length + Self.frame, at: act.now) }
            return result
        case .digits(let place):
            return sendDigits(of: first, text.span.extracting(first: length), from: place, on: device, in: act)
        }
    }

    /// Sends the digits that have changed, each in a separate message.
    private func sendDigits(
        of index: Int, _ digits: Span<UInt8>, from place: Int, on device: any SurfaceProtocol, in act: Act
    ) -> SendResult {
        for digit in digits.indices where digits[digit] != shown[at: cells[at: index].start + digit] {
            let result = device.showDigit(digits[digit], at: place + digit, in: act)
            guard result == .sent else { return result }
            shown[at: cells[at: index].start + digit] = digits[digit]
            carry(3, at: act.now)
        }
        return .sent
    }
}
