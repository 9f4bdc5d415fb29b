public import FaderValues

/// The address of something on a web server, without TLS.
public struct HTTPAddress: Sendable, Hashable {
    public var host: String
    public var port: Int
    /// The path, with what follows a question mark. It may be a secret.
    public var path: String

    public static let defaultPort = 80

    public init(host: String, port: Int = HTTPAddress.defaultPort, path: String = "/") {
        (self.host, self.port, self.path) = (host, port, path)
    }

    /// `HOST:PORT`, with brackets around an IPv6 address.
    public var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

public struct HTTPTargetSpec: TargetKind {
    public enum Method: String, Sendable, CaseIterable {
        case put
        case post
    }

    /// The address for writing; without one, that for reading.
    public var address: HTTPAddress
    /// Nil: it is only read.
    public var method: Method?
    /// Nil: it is not read.
    public var read: HTTPAddress?
    /// How often it is read; nil: at the start, and after each write.
    public var every: Duration?
    public var form: PayloadForm

    public static let word = "http"
    /// The keys whose values are no secrets. An address or a body may be one.
    public static let shownKeys = ["path", "every", "range", "steps", "words"]
    /// The device is another machine; one on this machine is reached over the loopback network.
    public var needsNetwork: Bool { true }

    public init(
        _ address: HTTPAddress, method: Method? = nil, read: HTTPAddress? = nil, every: Duration? = nil, form: PayloadForm = PayloadForm()
    ) {
        (self.address, self.method, self.read, self.every, self.form) = (address, method, read, every, form)
    }

    /// The device, and the place of the value in its answers. Paths and bodies are left out, because they may be secrets.
    public var name: String { "http \(address.authority)" + form.suffix }

    public var tells: Bool { read != nil }

    public var isOnlyRead: Bool { method == nil }

    /// Never to be shown.
    public var identity: String {
        [name, address.path, method?.rawValue ?? "", read.map { $0.authority + $0.path } ?? "", form.payload ?? ""].joined(separator: "\0")
    }
}
