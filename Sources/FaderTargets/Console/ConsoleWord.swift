/// A family of consoles, as the name of a kind of target.
public protocol ConsoleWord: Sendable {
    /// The word of the family.
    static var word: String { get }
}

/// Behringer X32 and Midas M32.
public enum X32: ConsoleWord {
    public static let word = "x32"
}

/// Behringer X-Air and Midas MR.
public enum XAir: ConsoleWord {
    public static let word = "xair"
}

/// Behringer Wing.
public enum Wing: ConsoleWord {
    public static let word = "wing"
}

/// Allen & Heath SQ.
public enum SQ: ConsoleWord {
    public static let word = "sq"
}

/// Allen & Heath Qu-16, 24, 32, Pac and SB.
public enum Qu: ConsoleWord {
    public static let word = "qu"
}

/// Soundcraft Ui12, Ui16 and Ui24R.
public enum Ui: ConsoleWord {
    public static let word = "ui"
}

/// Yamaha TF.
public enum TF: ConsoleWord {
    public static let word = "tf"
}

/// Yamaha DM3.
public enum DM3: ConsoleWord {
    public static let word = "dm3"
}

/// Yamaha QL and CL.
public enum QL: ConsoleWord {
    public static let word = "ql"
}
