import CICU
import FaderSystem
import FaderValues
import Foundation
import Synchronization
import Testing

@testable import FaderLocale

@Suite("Which ICU is opened, and what is left without one")
struct ICUTests {
    private static let names = (0..<cicu_function_count()).map { unsafe String(cString: cicu_function_name($0)) }

    @Test("the newest ICU is found without a choice, and by its release")
    func found() throws {
        let newest = try ICU.functions("")
        #expect(newest.count == Self.names.count)
        let chosen = (68...99).reversed().lazy.compactMap { release in try? ICU.functions("\(release)") }.first
        #expect(newest == chosen)
    }

    @Test(
        "nonsense in FADERD_ICU is refused with what it may be",
        arguments: ["seventy", "67", "-72", "libicui18n.so.72", "./x", "72/..", " "])
    func nonsense(choice: String) {
        let error = LibraryError.unusable("FADERD_ICU must be a release from 68 on, such as 72, the whole path of a libicui18n, or none")
        #expect(throws: error) { _ = try ICU.functions(choice) }
    }

    @Test(
        "a release or path that is not there is absent",
        arguments: [("999", "libicui18n.so.999"), ("/nowhere/icu.so", "/nowhere/icu.so")])
    func absent(choice: String, name: String) {
        #expect(throws: LibraryError.absent(name)) { _ = try ICU.functions(choice) }
    }

    @Test(
        "a library is ICU only if it has every function, with or without a release in the names",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "needs cc"))
    func madeUp() throws {
        for ending in ["", "_68", "_99"] {
            let whole = try Self.library(of: Self.names.map { $0 + ending })
            #expect(try ICU.functions(whole).count == Self.names.count)
        }
        let lacking = try Self.library(of: Self.names.dropLast().map { $0 + "_80" })
        #expect(throws: LibraryError.unusable("\(lacking) has no function \(Self.names.last ?? "")_80")) {
            _ = try ICU.functions(lacking)
        }
        let other = try Self.library(of: ["u_errorName_67", "something"])
        #expect(throws: LibraryError.unusable("\(other) is not an ICU from release 68 on: it has no function u_errorName")) {
            _ = try ICU.functions(other)
        }
    }

    /// The path of a library with these functions, which do nothing.
    private static func library(of names: [String]) throws -> String {
        let path = NSTemporaryDirectory() + "icu.\(UUID()).so"
        let source = path + ".c"
        try names.map { "int \($0)(void) { return 0; }\n" }.joined().write(toFile: source, atomically: false, encoding: .utf8)
        let compiler = try Process.run(URL(fileURLWithPath: "/usr/bin/cc"), arguments: ["-shared", "-fPIC", "-o", path, source])
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        return path
    }

    @Test("without ICU every locale writes plainly, patterns are refused, and displays show European letters without marks")
    func none() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe setenv("FADERD_ICU", "none", 1)
            let told = Mutex<[String]>([])
            Locales.whenMissing { reason in told.withLock { $0.append(reason) } }
            #expect(Locales.symbols(for: "C") == .plain && told.withLock { $0.isEmpty })
            #expect(["sv_SE", "ar-EG-u-nu-arab", "xx"].allSatisfy { Locales.symbols(for: $0) == .plain })
            #expect(Locales.symbols(for: "sv SE") == nil)
            #expect(Locales.symbols(acceptLanguage: "sv-SE, en;q=0.5") == .plain)
            #expect(Locales.usual(for: "sv_XX") == nil && Locales.identifiers.isEmpty)
            #expect(Locales.missing == "ICU is not wanted: FADERD_ICU is none")
            #expect(told.withLock { $0 } == ["ICU is not wanted: FADERD_ICU is none"])
            #expect(Currency(code: "SEK", locale: "sv_SE") == nil && Currency(ofLocale: "sv_SE") == nil && Currency.codes.isEmpty)
            let refused = #expect(throws: PatternError.self) { try TextPattern(regularExpression: "[a-z]+") }
            #expect(refused?.problem == Locales.missing)
            #expect(DisplayText.ascii("Dröm Ærlig Łódź ŞIŞLI ıŒß") == "Drom Aerlig Lodz SISLI iOess")
            #expect(DisplayText.ascii("Größe ÅR", locale: "de_DE") == "Groesse AR")
            #expect(DisplayText.ascii("Громкость −6") == "_________ -6")
        }
    }

    @Test("whoever asks later is told, too, why there is none; the sentence names the choice, without what could control a terminal")
    func later() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe setenv("FADERD_ICU", "9\u{1B}[2J9", 1)
            #expect(Locales.symbols(for: "sv_SE") == .plain)
            let told = Mutex("")
            Locales.whenMissing { reason in told.withLock { $0 = reason } }
            #expect(
                told.withLock { $0 }
                    == "the ICU that FADERD_ICU names, 9\u{FFFD}[2J9, cannot be used: FADERD_ICU must be a release from 68 on, such as 72, "
                    + "the whole path of a libicui18n, or none")
        }
    }
}
