internal import FaderEngine
public import FaderLoops
internal import FaderState
internal import Logging

/// What a subject of requests is made on: the commands to the MIDI thread, and what it reports.
///
/// A subject has private state, and its endpoints stand beside what they do. No protocol stands between subjects: each has one implementation.
@Owner
public class Subject {
    let commands: Commands
    var engine: EngineHandle { commands.engine }
    var dispatcher: ReportDispatcher { commands.dispatcher }
    var mirror: Mirror { commands.dispatcher.mirror }
    var store: StateStore { commands.dispatcher.store }
    var turns: Turns { commands.turns }
    var log: Logger { commands.dispatcher.log }

    init(_ commands: Commands) { self.commands = commands }
}
