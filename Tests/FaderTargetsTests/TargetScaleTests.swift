import FaderValues
import Testing

@testable import FaderTargets

struct TargetScaleTests {
    @Test func anIntegerGetsWholeNumbers() {
        let integer = ParameterSpec(id: "a", maximum: 8, kind: .integer)
        #expect(TargetScale(integer, .value).value(of: 2.5) == 3)
        #expect(TargetScale(integer, .travel(low: 0, high: 1)).value(of: 0.3) == 2)
        #expect(TargetScale(integer, .cubicVolume).value(of: 48700) == 6)
        #expect(TargetScale(ParameterSpec(id: "b", maximum: 8), .value).value(of: 2.5) == 2.5)
    }

    @Test func hugeNumbersAreShort() {
        let scale = TargetScale(ParameterSpec(id: "a", unit: "dB"), .value)
        #expect(scale.text(of: 1e308, for: Viewer()) == "1e+308, beyond the range")
        #expect(scale.text(of: 0.5, for: Viewer()) == "0.50 dB")
    }

    @Test func positionsHaveNoExponent() {
        let scale = TargetScale(ParameterSpec(id: "a", maximum: 100_000), .value)
        #expect(scale.words(of: 0.5)["position"] == "0.000005000000000")
        #expect(scale.words(of: 50000)["position"] == "0.5")
        #expect(scale.words(of: 0)["position"] == "0.0")
    }

    @Test func onlyWhatTheTargetsScaleUsesMakesAnotherBinding() {
        func bound(_ change: (inout ParameterSpec) -> Void = { _ in }) -> BoundParameter {
            var spec = ParameterSpec(id: "a", maximum: 100, unit: "%")
            change(&spec)
            return BoundParameter(spec: spec, target: TargetSpec(PulseTargetSpec(.defaultSink)), value: 1, isChosen: true)
        }
        for change: (inout ParameterSpec) -> Void in [
            { $0.label = "b" }, { $0.fineStep = 2 }, { $0.bigStep = 2 }, { $0.defaultValue = 2 },
        ] { #expect(bound(change).isSameBinding(as: bound())) }
        for change: (inout ParameterSpec) -> Void in [
            { $0.maximum = 50 }, { $0.unit = "dB" }, { $0.step = 5 }, { $0.kind = .integer }, { $0.taper = .log },
        ] { #expect(!bound(change).isSameBinding(as: bound())) }
    }
}
