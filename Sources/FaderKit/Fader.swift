/// A property that is a parameter of faderd: `@Fader("synth.drive", 0...1) var drive = 0.2`.
///
/// It declares the parameter, under the name of the program, to the daemon that `faderctl` finds (`Faders.shared`). Without a daemon it is an
/// ordinary property with its default. Reading takes a lock and no `await`, on any thread. A value that is set counts at once and is sent to the
/// daemon; the newest wins, and refusals come in `$drive.refusals`. `$drive` is the parameter: its text, `set`, `gesture`, `field`.
///
/// Observation sees its changes. In an `@Observable` type, mark it so that the macro leaves it alone:
/// `@ObservationIgnored @Fader("synth.drive", 0...1) var drive = 0.2`.
///
/// The parameter stays declared as long as the connection, even when the property is gone; `$drive.takeBack()` ends it.
@propertyWrapper
public struct Fader<Value: Sendable & Equatable>: Sendable {
    /// The parameter.
    public let projectedValue: Parameter<Value>

    /// The value; setting it sends it.
    public var wrappedValue: Value {
        get { projectedValue.value }
        nonmutating set { projectedValue.put(newValue) }
    }

    /// A parameter of any kind. The initial value of the property is its default.
    public init(wrappedValue: Value, _ id: String, _ kind: FaderKind<Value>, label: String? = nil, in faders: Faders = .shared) {
        projectedValue = faders.enroll(id, kind, label: label, default: wrappedValue)
    }

    /// A number in a range.
    public init(wrappedValue: Value, _ id: String, _ range: ClosedRange<Double>, label: String? = nil, in faders: Faders = .shared)
    where Value == Double {
        self.init(wrappedValue: wrappedValue, id, .number(range), label: label, in: faders)
    }

    /// A whole number in a range.
    public init(wrappedValue: Value, _ id: String, _ range: ClosedRange<Int>, label: String? = nil, in faders: Faders = .shared)
    where Value == Int {
        self.init(wrappedValue: wrappedValue, id, .integer(range), label: label, in: faders)
    }

    /// Off and on.
    public init(wrappedValue: Value, _ id: String, label: String? = nil, in faders: Faders = .shared) where Value == Bool {
        self.init(wrappedValue: wrappedValue, id, .toggle, label: label, in: faders)
    }

    /// A text.
    public init(wrappedValue: Value, _ id: String, label: String? = nil, in faders: Faders = .shared) where Value == String {
        self.init(wrappedValue: wrappedValue, id, .text(), label: label, in: faders)
    }

    /// A color.
    public init(wrappedValue: Value, _ id: String, label: String? = nil, in faders: Faders = .shared) where Value == FaderColor {
        self.init(wrappedValue: wrappedValue, id, .color, label: label, in: faders)
    }

    /// One of the cases of an enumeration.
    public init(wrappedValue: Value, _ id: String, label: String? = nil, in faders: Faders = .shared) where Value: CaseIterable {
        self.init(wrappedValue: wrappedValue, id, .choice(), label: label, in: faders)
    }
}
