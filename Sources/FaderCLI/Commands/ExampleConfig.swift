internal import FaderValues
internal import Glibc

enum ExampleConfig {
    /// Where `make install` puts it.
    static let usual = "/usr/local/share/faderd/faderd.yaml"

    static func copying(_ example: String, to path: String) -> String { "install -D -m 0644 \(example.shellWord) \(path.shellWord)" }

    static func installed(with program: String) -> String? {
        let installed = "\(program.directory.directory)/share/faderd/faderd.yaml"
        return unsafe access(installed, R_OK) == 0 ? installed : nil
    }
}
