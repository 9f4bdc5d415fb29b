extension StatusResource {
    /// The sentence that says there is no config file, with the command that makes one.
    var noConfigFile: String {
        let sentence = "the daemon has no config file"
        guard let place = builtIn?.place else { return "\(sentence); start it with --config FILE" }
        let example = ExampleConfig.installed(with: "\(ConfigCheck.ownDirectory)/faderd") ?? ExampleConfig.usual
        return "\(sentence); make one: \(ExampleConfig.copying(example, to: place)) && faderctl reload"
    }

    /// The path of the config file. Fails if the daemon has none.
    func requireConfigFile() throws(Failure) -> String {
        guard let configFile else { throw Failure(.config, noConfigFile) }
        return configFile
    }
}
