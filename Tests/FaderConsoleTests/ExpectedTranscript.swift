import FaderConsole
import FaderTesting
import Testing

/// Plays a script and expects exactly its results; otherwise the actual transcript is printed, to be compared or copied into the test.
func expectTranscript(_ script: String, on configuration: Configuration, _ location: SourceLocation = #_sourceLocation) {
    let played = Transcript.play(script, on: configuration)
    if played != script { print(played) }
    #expect(played == script, sourceLocation: location)
}
