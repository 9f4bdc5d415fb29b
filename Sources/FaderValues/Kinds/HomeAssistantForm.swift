package import FaderJSON

/// The words and fields of Home Assistant's discovery over MQTT.
package struct HomeAssistantForm: Sendable {
    package let platform: String
    /// The kind of entity where the parameter is read-only.
    package let sensor: String
    package let hasState: Bool
    /// The fields besides name and topics.
    package let fields: [String: JSONValue]
    /// The fields where the parameter is read-only.
    package let sensorFields: [String: JSONValue]

    init(
        platform: String, sensor: String = "sensor", hasState: Bool = true, fields: [String: JSONValue] = [:],
        sensorFields: [String: JSONValue] = [:]
    ) {
        (self.platform, self.sensor, self.hasState) = (platform, sensor, hasState)
        (self.fields, self.sensorFields) = (fields, sensorFields)
    }
}

enum HomeAssistant {
    static let (on, off) = ("ON", "OFF")
    /// Home Assistant accepts no smaller one.
    static let smallestStep = 0.001

    /// A value as a plain number. −∞ becomes the lowest finite one.
    static func number(_ value: Double, of spec: ParameterSpec) -> String {
        let finite = value.isFinite ? value : spec.lowestFinite
        let exact = exact(finite)
        // Rounding must not lead beyond an end.
        guard finite != spec.lowestFinite, finite != spec.maximum else { return exact }
        let rounded = fixed(finite, decimals: spec.decimals)
        return Double(rounded).map { $0 >= spec.lowestFinite && $0 <= spec.maximum } ?? false ? rounded : exact
    }

    /// The shortest digits that read back as the same number, without an exponent.
    static func exact(_ number: Double) -> String {
        let text = number.description
        if text.contains("e") { return fixed(number, decimals: 15) }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func fixed(_ number: Double, decimals: Int) -> String {
        let fixed = FixedNumber(number, decimals: decimals)
        return (fixed.sign == .negative ? "-" : "") + fixed.digits
    }
}
