internal import FaderValues
internal import Glibc

/// The example of a config that is installed with faderd.
enum ExampleConfig {
    /// Where `make install` puts it.
    static let usual = "/usr/local/share/faderd/faderd.yaml"

    /// The command that makes a config of the example.
    static func copying(_ example: String, to path: String) -> String { "install -D -m 0644 \(example.shellWord) \(path.shellWord)" }

    /// The example that is installed with a program; nil if there is none.
    static func installed(with program: String) -> String? {
        let installed = "\(program.directory.directory)/share/faderd/faderd.yaml"
        return unsafe access(installed, R_OK) == 0 ? installed : nil
    }
}
