internal import ArgumentParser

/// How many decimals a viewer wants.
struct DecimalsOption: ParsableArguments {
    @Option(help: "Show so many decimals, 0 to 15; the parameter stays as it is.")
    var decimals: Int?

    func validate() throws {
        if let decimals, !(0...15).contains(decimals) { throw ValidationError("--decimals must be 0 to 15, for example --decimals 4") }
    }
}
