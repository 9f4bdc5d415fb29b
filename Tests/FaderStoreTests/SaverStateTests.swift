import FaderValues
import Testing

@testable import FaderStore

@Suite("waking the saving thread")
final class SaverStateTests {
    private static let status = SavingStatus(condition: .ok, lastSaved: nil, generations: 0, isUnsaved: false, warnings: [])
    private var state = SaverState(status: SaverStateTests.status)
    private let now = SuspendingClock.now

    private func note() -> Bool { state.note(CollectionOfOne((key: "a", value: KeptValue.number(1))), at: now) }

    private func hasten() -> Bool { state.hasten() }

    private func release() -> Bool { state.release() }

    private func isToSave() -> Bool {
        if case .save = state.next(at: now) { true } else { false }
    }

    @Test("a change wakes it to schedule the save; a waiting client makes it save at once")
    func hastening() {
        #expect(!hasten(), "there is nothing to save")
        #expect(note())
        #expect(!isToSave(), "motion is saved when it rests")
        #expect(hasten())
        #expect(isToSave())
        #expect(!hasten(), "all is in the save that goes on")
    }

    @Test("it is woken once, however much happens before it runs")
    func once() {
        #expect(note())
        #expect(!note() && !hasten() && !hasten())
        #expect(isToSave())
        #expect(note(), "of the next change it knows nothing yet")
        #expect(!hasten())
        state.hold()
        #expect(!isToSave(), "what belongs together is saved together")
        #expect(release())
        #expect(isToSave())
    }

    @Test("a disabled save is not hastened")
    func disabled() {
        state.status.condition = .disabled(reason: "a newer faderd wrote it")
        #expect(!note() && !hasten())
    }
}
