/// The gradual movement of values to those of a snapshot, in seconds.
public enum Fade {
    public static let longest = 600.0

    /// Whether a fade can take this many seconds. Zero is no fade.
    public static func isLength(_ seconds: Double) -> Bool { seconds > 0 && seconds <= longest }
}
