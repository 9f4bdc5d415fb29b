import FaderConsole
import FaderTesting
import Testing

/// Plays a script, and expects exactly what stands in it; what came instead is printed as a script, to be compared or taken over.
func expectTranscript(_ script: String, on configuration: Configuration, _ location: SourceLocation = #_sourceLocation) {
    let played = Transcript.play(script, on: configuration)
    if played != script { print(played) }
    #expect(played == script, sourceLocation: location)
}
