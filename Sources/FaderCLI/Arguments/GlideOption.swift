internal import ArgumentParser

struct GlideOption: ParsableArguments {
    @Option(
        help: "How long the glide takes: 3s, 500ms, or 3 for seconds; at most 10min. 0: none. Default: as the snapshot was saved.",
        transform: FadeOption.seconds)
    var over: Double?
}
