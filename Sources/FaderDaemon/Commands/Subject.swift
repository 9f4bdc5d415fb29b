internal import FaderMIDI
internal import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderTargets
internal import Logging

/// The base of every subject of requests: private state, and endpoints in the file of the functions that they call. Subjects use each other
/// without protocols: each has one implementation.
@Owner
public class Subject {
    let commands: Commands
    var engine: EngineHandle { commands.engine }
    var mirror: Mirror { commands.mirror }
    var store: StateStore { commands.store }
    var hub: EventHub { commands.hub }
    var targets: Targets { commands.targets }
    var adoptions: Adoptions { commands.adoptions }
    var authors: Authors { commands.authors }
    var followers: Followers { commands.followers }
    var mutexes: SharedMutexes { commands.mutexes }
    var log: Logger { commands.log }

    init(_ commands: Commands) { self.commands = commands }
}
