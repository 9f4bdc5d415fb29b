// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "outside",
    dependencies: [.package(url: "URL", from: "1.0.0")],
    targets: [.executableTarget(name: "outside", dependencies: [.product(name: "FaderKit", package: "faderd")])])
