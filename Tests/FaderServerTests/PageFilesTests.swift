import FaderTesting
import Foundation
import Testing

@testable import FaderServer

struct PageFilesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Web").standardizedFileURL.path

    @Test("the program has every file of Web/, byte for byte")
    func files() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder).filter { $0.contains(".") }
        #expect(names.count > 80)
        let directory = PageFiles(directory: Self.folder)
        for name in names where name != "main.js" {
            #expect(directory.bytes(name) != nil && PageFiles.builtIn.bytes(name) == directory.bytes(name), "\(name)")
        }
        #expect("dev-" + PageFiles.builtIn.hash == directory.hash)
    }

    @Test("the page names its hash in place of the placeholders, one script and the style sheets of all themes as one")
    func page() throws {
        let files = PageFiles.builtIn
        let html = try String(decoding: #require(files.page), as: UTF8.self)
        #expect(html.components(separatedBy: "/web/\(files.hash)/").count - 1 == html.components(separatedBy: "/web/").count - 1)
        #expect(!html.contains("%") && html.contains(files.version))
        #expect(html.components(separatedBy: "<link rel=\"stylesheet\"").count - 1 == 2)
        let sheet = try #require(files.bytes("style/page.css"))
        let parts = try ["theme", "layout", "values", "panels", "mixer", "pads"].map { try #require(files.bytes("style/\($0).css")) }
        #expect(sheet == parts.flatMap(\.self))
        #expect(try #require(files.bytes("main.js")).count > 200_000)
    }

    @Test("a module stands once, behind those that it imports, as a constant with what it exports")
    func script() {
        let files = [
            "main.js": "import { one, two as second } from \"./base/a.js\";\nimport * as b from \"./base/b.js\";\none(second, b);",
            "base/a.js": "import { three } from \"../c.js\";\nexport function one(x) {\n}\nexport const two = three;",
            "base/b.js": "import { three } from \"../c.js\";\nexport async function b_1() {}\nexport class Two {}",
            "c.js": "export const three = 3;",
        ]
        let script = PageScript(of: "main.js") { files[$0].map { Array($0.utf8) } }
        #expect(
            String(decoding: script.text, as: UTF8.self) == """
                const $c = (() => {
                const three = 3;
                return { three };
                })();
                const $base_a = (() => {
                const { three } = $c;
                function one(x) {
                }
                const two = three;
                return { one, two };
                })();
                const $base_b = (() => {
                const { three } = $c;
                async function b_1() {}
                class Two {}
                return { b_1, Two };
                })();
                const $main = (() => {
                const { one, two: second } = $base_a;
                const b = $base_b;
                one(second, b);
                return {  };
                })();

                """)
    }

    @Test(
        "an import or export in another form is told with its file and line",
        arguments: ["import \"./c.js\";", "import d from \"./c.js\"", "export { d };", "export default 3;"])
    func unknown(_ line: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [line] in
            _ = PageScript(of: "main.js") { $0 == "main.js" ? Array(line.utf8) : [] }
        }
        #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("Web/main.js: \(line)") } == true)
    }
}
