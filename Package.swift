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

/// Most other code is made small in a release build, not fast, because nobody waits for it. FaderState is not: every durable set waits for it.
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

        .target(name: "FaderModel", swiftSettings: strict + proven),
        .target(name: "FaderConsole", dependencies: ["FaderModel"], swiftSettings: strict + proven),
        .target(name: "FaderThreads", dependencies: ["CRealtime"], swiftSettings: strict + proven),
        .target(name: "FaderJSON", swiftSettings: strict + proven),
        library("FaderConfig", ["FaderModel", "FaderConsole", "FaderJSON", "FaderLocale", "FaderThreads", "CYAML"]),
        .target(name: "FaderALSA", dependencies: ["FaderModel", "FaderConsole", "FaderThreads", "CALSA"], swiftSettings: strict + proven),
        .target(
            name: "FaderEngine", dependencies: ["FaderModel", "FaderConsole", "FaderThreads", "CRealtime"], swiftSettings: strict + proven),
        library("FaderLibraries"),
        library("FaderLocale", ["FaderModel", "FaderLibraries", "CICU"]),
        .target(name: "FaderState", dependencies: ["FaderModel", "FaderJSON", "FaderThreads"], swiftSettings: strict),
        library("FaderAPI", ["FaderModel", "FaderJSON"]),
        library("FaderLoops", ["CRealtime", "FaderThreads", nio, nioPosix]),
        library("FaderDoor", ["FaderAPI", nio, nioPosix, nioHTTP]),
        library(
            "FaderServer",
            [
                "FaderAPI", "FaderDoor", "FaderJSON", "FaderLoops", "FaderModel", "FaderThreads", "CPage", nio, nioPosix, nioHTTP, log,
            ]),
        library(
            "FaderTargets",
            [
                "FaderALSA", "FaderJSON", "FaderLibraries", "FaderLoops", "FaderModel", "FaderThreads", "CMosquitto", "CPulse",
                "CRealtime", "CSystemd", nio, nioPosix, nioHTTP, nioWebSocket, log,
            ]),
        .target(
            name: "FaderImport", dependencies: ["FaderModel", "FaderJSON", "FaderLibraries"], swiftSettings: strict + unoptimized),
        library("FaderUsage", ["FaderModel", arguments]),
        library("FaderCompletion", ["FaderJSON", arguments]),
        library("FaderClient", ["FaderAPI", "FaderLoops", "FaderModel", "FaderThreads", nio, nioPosix, nioHTTP]),
        library("FaderAdmin", ["FaderAPI", "FaderClient", "FaderDoor", "FaderModel", nio, nioPosix, nioHTTP]),
        // Optimized as in the programs of others, which get none of our flags.
        .target(
            name: "FaderKit", dependencies: ["FaderAPI", "FaderClient", "FaderJSON", "FaderLoops", "FaderModel", nio],
            exclude: ["API.txt"], swiftSettings: strict),
        library(
            "FaderDaemon",
            [
                "FaderModel", "FaderConsole", "FaderJSON", "FaderLocale", "FaderConfig", "FaderEngine", "FaderState", "FaderAPI",
                "FaderServer", "FaderLoops", "FaderTargets", "FaderThreads", log,
            ]),
        program(
            "faderd",
            [
                "FaderDaemon", "FaderALSA", "FaderEngine", "FaderServer", "FaderState", "FaderConfig", "FaderAPI", "FaderModel",
                "FaderConsole", "FaderCompletion", "FaderLoops", "FaderThreads", "FaderUsage", arguments, log,
            ]),
        .target(
            name: "FaderCommands",
            dependencies: [
                "FaderAdmin", "FaderAPI", "FaderCompletion", "FaderImport", "FaderJSON", "FaderLibraries", "FaderModel", "FaderThreads",
                "FaderUsage", arguments,
            ], swiftSettings: strict + unoptimized),
        program("faderctl", ["FaderCommands"]),

        .target(
            name: "FaderTesting", dependencies: ["FaderModel", "FaderConsole", "FaderEngine", "FaderThreads"], path: "Tests/FaderTesting",
            swiftSettings: strict),
        .target(name: "FaderDisks", dependencies: ["FaderState"], path: "Tests/FaderDisks", swiftSettings: strict),
        .target(
            name: "FaderRig",
            dependencies: [
                "FaderDaemon", "FaderDisks", "FaderModel", "FaderConsole", "FaderConfig", "FaderEngine", "FaderLoops", "FaderState",
                "FaderAPI",
                "FaderJSON", "FaderServer", log,
            ], path: "Tests/FaderRig", swiftSettings: strict),
        library("FaderKitTesting", ["FaderKit", "FaderAPI", "FaderRig", "FaderEngine", "FaderModel", "FaderServer", log]),
        program("tweak", ["FaderKit"], path: "Examples/tweak"),
        .executableTarget(
            name: "KitProbe", dependencies: ["FaderKit"], path: "Tests/KitProbe", swiftSettings: strict, linkerSettings: installed),
        .target(name: "CMallocCount", path: "Tests/CMallocCount"),
        .executableTarget(
            name: "EngineProbe", dependencies: ["FaderEngine", "FaderModel", "FaderConsole", "FaderTesting", "CMallocCount"],
            path: "Tests/EngineProbe", exclude: ["run.sh"], swiftSettings: strict + proven, linkerSettings: installed),
        tests("FaderModel", ["FaderTesting"]),
        tests("FaderConsole", ["FaderModel", "FaderTesting"]),
        tests("FaderJSON", ["FaderTesting"]),
        tests("FaderThreads"),
        tests("FaderConfig", ["FaderModel", "FaderConsole", "FaderTesting"]),
        tests("FaderALSA", ["FaderConfig", "FaderConsole", "FaderModel", "FaderTesting", "CALSA"]),
        tests("FaderEngine", ["FaderModel", "FaderConsole", "FaderThreads", "FaderTesting"]),
        tests("FaderKit", ["FaderKitTesting", "FaderTesting", "FaderJSON"]),
        tests("FaderImport", ["FaderConfig", "FaderModel", "FaderTesting"]),
        tests("FaderLibraries"),
        tests("FaderLocale", ["FaderModel", "FaderLibraries", "FaderTesting", "CICU"]),
        tests("FaderState", ["FaderModel", "FaderTesting", "FaderDisks", "FaderJSON"]),
        tests(
            "FaderDaemon",
            [
                "FaderModel", "FaderConsole", "FaderConfig", "FaderEngine", "FaderState", "FaderAPI", "FaderServer", "FaderJSON",
                "FaderDisks", "FaderLoops", "FaderRig", "FaderTargets", "FaderTesting", "FaderThreads",
            ]),
        tests("FaderTargets", ["FaderJSON", "FaderModel", "FaderTesting", "FaderThreads", nio, nioPosix, log]),
        tests(
            "FaderServer",
            [
                "FaderAdmin", "FaderAPI", "FaderClient", "FaderCompletion", "FaderConfig", "FaderConsole", "FaderDaemon", "FaderDisks",
                "FaderDoor",
                "FaderEngine",
                "FaderLoops",
                "FaderJSON", "FaderModel", "FaderRig", "FaderTesting", "FaderCommands", log, nio, nioHTTP,
            ]),
    ]
)

// Each module has a page for people, which is no source.
for target in package.targets where target.path == nil && target.type != .test && target.name.lowercased().hasPrefix("fader") {
    target.exclude.append("README.md")
}
