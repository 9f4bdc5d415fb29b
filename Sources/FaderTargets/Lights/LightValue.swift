internal import FaderValues

struct LightValue {
    let fixture: FixtureSpec
    let law: TargetScale.Law

    init(_ fixture: FixtureSpec) {
        self.fixture = fixture
        law =
            switch fixture.form {
            case .level(let low, let high): .travel(low: low, high: high)
            case .color: .color
            }
    }

    func levels(of number: Double) -> [UInt8] {
        guard case .color(let hasWhite) = fixture.form else {
            return split(UInt16(min(max(number, 0), fixture.highest).rounded()))
        }
        let color = StripColor(number: UInt32(number))
        var parts = [color.red, color.green, color.blue].map { UInt16($0) }
        if hasWhite {
            // What red, green and blue have in common goes to the white channel.
            let white = parts.min() ?? 0
            parts = parts.map { $0 - white } + [white]
        }
        return parts.flatMap { split(fixture.isFine ? $0 * 257 : $0) }
    }

    private func split(_ level: UInt16) -> [UInt8] {
        fixture.isFine ? [UInt8(level >> 8), UInt8(level & 0xFF)] : [UInt8(level)]
    }
}
