internal import Glibc

package enum ProcessEnvironment {
    /// The value of a variable; nil if it is not set, or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
