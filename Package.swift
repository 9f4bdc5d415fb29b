// swift-tools-version: 6.2
import PackageDescription

/// Whether scripts/build.sh builds. A package that others depend on by its version may not have unsafe flags, so they are only there then.
/// They change how fast and how small a release build is, that its programs contain the Swift library, and that tests can be built with it.
let isTuned = Context.environment["FADERD_TUNED"] == "1"

func released(_ flags: [String]) -> [SwiftSetting] { isTuned ? [.unsafeFlags(flags, .when(configuration: .release))] : [] }
func linked(_ flags: [String]) -> [LinkerSetting] { isTuned ? [.unsafeFlags(flags, .when(configuration: .release))] : [] }

/// Every Swift target is built alike: Swift 6, explicit imports, strict memory safety, warnings are errors. The tests see what is internal in a
/// release build, too, so that they test the modules of the programs that get installed.
let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ] + released(["-enable-testing"])

/// What the MIDI thread runs is checked for overlapping accesses in every debug build; a release build does without the check, which costs as much as
/// the event. So is the JSON of every answer: there it costs a tenth of a GET. In a release build these modules also inline one another's small
/// functions.
let proven: [SwiftSetting] = released(["-enforce-exclusivity=unchecked", "-cross-module-optimization"])

/// Most other code is made small in a release build, not fast, because nobody waits for it. FaderStore is not: every durable set waits for it.
let compact: [SwiftSetting] = released(["-Osize"])

/// What runs only once a command is typed, and the modules of tests, are not optimized: to compile them would take longer than to run them. (faderctl
/// takes as many instructions as before, and is 3 MB larger.) A module that is not optimized is written by the process that compiles it.
let unoptimized: [SwiftSetting] = released(["-Onone", "-no-emit-module-separately-wmo"])

/// A program that is installed contains the Swift library. Only the linker is told, so that the tests, which need the library as a file, are linked
/// from the same modules. swift-argument-parser wants the two libraries named here; a program without it gets nothing from them.
///
/// The rest makes the program small: no symbols, nothing exported, functions of the same code are one, and addresses that are only moved at the start
/// take a bit each instead of 24 bytes (glibc 2.36). Swift's own linker can do it; the last three save 3 of 25 MB.
let installed: [LinkerSetting] = linked([
    "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-use-ld=lld", "-Xlinker", "-s",
    "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
])

let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict + compact)
}
func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict + compact, linkerSettings: installed)
}
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: strict + unoptimized,
        linkerSettings: linked(["-use-ld=lld"]))
}

let package = Package(
    name: "faderd",
    products: [
        .executable(name: "faderd", targets: ["faderd"]),
        .executable(name: "faderctl", targets: ["faderctl"]),
        .library(name: "FaderKit", targets: ["FaderKit"]),
        .library(name: "FaderKitTesting", targets: ["FaderKitTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CICU"),
        .target(name: "CMosquitto"),
        .target(name: "CPage", cSettings: [.headerSearchPath(".."), .headerSearchPath("../../Web"), .headerSearchPath("../../docs")]),
        .target(name: "CPulse"),
        .target(name: "CRealtime"),
        .target(name: "CSystemd"),

        .target(name: "FaderSystem", dependencies: ["CRealtime", nio, nioPosix], swiftSettings: strict + proven),
        .target(name: "FaderJSON", swiftSettings: strict + proven),
        .target(name: "FaderValues", dependencies: ["FaderJSON"], swiftSettings: strict + proven),
        library("FaderLocale", ["FaderValues", "FaderSystem", "CICU"]),
        .target(name: "FaderConsole", dependencies: ["FaderValues"], swiftSettings: strict + proven),
        .target(
            name: "FaderMIDI", dependencies: ["FaderConsole", "FaderValues", "FaderSystem", "CALSA", "CRealtime"],
            swiftSettings: strict + proven),
        library("FaderConfig", ["FaderConsole", "FaderValues", "FaderJSON", "FaderLocale", "FaderSystem", "CYAML"]),
        .target(name: "FaderStore", dependencies: ["FaderValues", "FaderJSON", "FaderSystem"], swiftSettings: strict),
        library(
            "FaderTargets",
            [
                "FaderConfig", "FaderMIDI", "FaderValues", "FaderJSON", "FaderSystem", "CMosquitto", "CPulse", "CRealtime", "CSystemd", nio,
                nioPosix,
                nioHTTP, nioWebSocket, log,
            ]),
        library("FaderAPI", ["FaderValues", "FaderJSON"]),
        library("FaderServer", ["FaderAPI", "FaderValues", "FaderJSON", "FaderSystem", "CPage", nio, nioPosix, nioHTTP, log]),
        // Optimized as in the programs of others, which get none of our flags.
        .target(
            name: "FaderKit", dependencies: ["FaderAPI", "FaderValues", "FaderJSON", "FaderSystem", nio, nioPosix, nioHTTP],
            exclude: ["API.txt"], swiftSettings: strict),
        .target(name: "FaderImport", dependencies: ["FaderValues", "FaderJSON", "FaderSystem"], swiftSettings: strict + unoptimized),
        library(
            "FaderDaemon",
            [
                "FaderServer", "FaderTargets", "FaderStore", "FaderConfig", "FaderMIDI", "FaderConsole", "FaderLocale", "FaderAPI",
                "FaderValues", "FaderJSON", "FaderSystem", log,
            ]),
        library("FaderArguments", ["FaderValues", "FaderJSON", arguments]),
        .target(
            name: "FaderCLI",
            dependencies: [
                "FaderArguments", "FaderKit", "FaderServer", "FaderImport", "FaderAPI", "FaderValues", "FaderJSON", "FaderSystem", nio,
                nioPosix, nioHTTP,
                arguments,
            ], swiftSettings: strict + unoptimized),
        program(
            "faderd",
            [
                "FaderDaemon", "FaderArguments", "FaderServer", "FaderTargets", "FaderStore", "FaderConfig", "FaderMIDI", "FaderConsole",
                "FaderAPI", "FaderValues", "FaderSystem", arguments, log,
            ]),
        program("faderctl", ["FaderCLI"]),

        .target(
            name: "FaderTesting", dependencies: ["FaderValues", "FaderConsole", "FaderMIDI", "FaderSystem"], path: "Tests/FaderTesting",
            swiftSettings: strict),
        .target(name: "FaderDisks", dependencies: ["FaderStore"], path: "Tests/FaderDisks", swiftSettings: strict),
        .target(
            name: "FaderRig",
            dependencies: [
                "FaderDaemon", "FaderDisks", "FaderServer", "FaderTargets", "FaderStore", "FaderConfig", "FaderMIDI", "FaderConsole",
                "FaderAPI", "FaderValues", "FaderJSON", "FaderSystem", log,
            ], path: "Tests/FaderRig", swiftSettings: strict),
        library("FaderKitTesting", ["FaderKit", "FaderRig", "FaderServer", "FaderMIDI", "FaderAPI", "FaderValues", log]),
        program("tweak", ["FaderKit"], path: "Examples/tweak"),
        .executableTarget(
            name: "KitProbe", dependencies: ["FaderKit"], path: "Tests/KitProbe", swiftSettings: strict, linkerSettings: installed),
        .target(name: "CMallocCount", path: "Tests/CMallocCount"),
        .executableTarget(
            name: "EngineProbe", dependencies: ["FaderMIDI", "FaderConsole", "FaderValues", "FaderTesting", "CMallocCount"],
            path: "Tests/EngineProbe", exclude: ["run.sh"], swiftSettings: strict + proven, linkerSettings: installed),
        tests("FaderSystem"),
        tests("FaderJSON", ["FaderTesting"]),
        tests("FaderValues", ["FaderTesting"]),
        tests("FaderLocale", ["FaderValues", "FaderSystem", "FaderTesting", "CICU"]),
        tests("FaderConsole", ["FaderValues", "FaderTesting"]),
        tests("FaderMIDI", ["FaderConfig", "FaderConsole", "FaderValues", "FaderSystem", "FaderTesting", "CALSA"]),
        tests("FaderConfig", ["FaderTargets", "FaderConsole", "FaderValues", "FaderTesting"]),
        tests("FaderStore", ["FaderValues", "FaderJSON", "FaderTesting", "FaderDisks"]),
        tests("FaderTargets", ["FaderConfig", "FaderValues", "FaderJSON", "FaderSystem", "FaderTesting", nio, nioPosix, log]),
        tests("FaderKit", ["FaderKitTesting", "FaderJSON", "FaderTesting"]),
        tests("FaderImport", ["FaderConfig", "FaderValues", "FaderTesting"]),
        tests(
            "FaderDaemon",
            [
                "FaderServer", "FaderTargets", "FaderStore", "FaderConfig", "FaderMIDI", "FaderConsole", "FaderAPI", "FaderValues",
                "FaderJSON", "FaderSystem", "FaderDisks", "FaderRig", "FaderTesting",
            ]),
        tests(
            "FaderServer",
            [
                "FaderCLI", "FaderArguments", "FaderKit", "FaderDaemon", "FaderTargets", "FaderStore", "FaderConfig", "FaderMIDI",
                "FaderConsole",
                "FaderAPI", "FaderValues",
                "FaderJSON", "FaderSystem", "FaderDisks", "FaderRig", "FaderTesting", log, nio, nioHTTP,
            ]),
    ]
)

// Each module has a page for people, which is no source.
for target in package.targets where target.path == nil && target.type != .test && target.name.lowercased().hasPrefix("fader") {
    target.exclude.append("README.md")
}
