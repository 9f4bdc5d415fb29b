internal import FaderAPI
internal import FaderConsole
internal import FaderMIDI
internal import FaderServer
internal import FaderStore
internal import FaderSystem
internal import FaderValues
internal import Logging

/// What a leader passes on, and what a follower does with it.
extension Following {
    /// Everything, unless the mark is one of this run and this configuration.
    func changes(since text: String?) async -> StateChanges {
        let mark = text.flatMap { FollowerMark($0) }.flatMap { $0.run == lead.run ? $0 : nil }
        let lineage = await lineage()
        let (pieces, now) = store.pieces(since: mark?.state)
        let generation = mirror.catalog.generation
        if let mark, mark.generation == generation.number {
            // Nil while changes that belong together are still coming in: the values come next time.
            let changed = mirror.changes(since: mark.stamp, generation: generation)
            let next = FollowerMark(
                run: lead.run, generation: generation.number, stamp: changed?.picture.stamp ?? mark.stamp, state: now)
            let values = changed.map { $0.picture.passedOn($0.parameters) } ?? [:]
            return StateChanges(mark: next.text, lineage: lineage, isWhole: false, values: values, pieces: pieces)
        }
        let picture = mirror.picture
        let next = FollowerMark(run: lead.run, generation: picture.catalog.generation.number, stamp: picture.stamp, state: now)
        let values = await SeparateThread.run { picture.passedOn(picture.reports.rowIndices) }
        return StateChanges(mark: next.text, lineage: lineage, isWhole: true, values: values, pieces: pieces)
    }

    /// Tells this state from one that was begun anew. On the disk before another machine has it.
    private func lineage() async -> String {
        if let lineage = store.lineage { return lineage }
        let new = String(UInt64.random(in: .min ... .max), radix: 16)
        store.note(lineage: new)
        if case .failed(let reason) = await store.flush() { log.debug("the lineage of the state is not saved: \(reason)") }
        return new
    }

    /// Returns false if all of it has to be asked for again.
    func adopt(_ changes: StateChanges) async -> Bool {
        await mutexes.wholes.lock()
        defer { mutexes.wholes.unlock() }
        let picture = mirror.picture
        let catalog = picture.catalog
        if changes.isWhole { (unknown, unfit) = ([], []) }
        var settings: [Setting] = []
        for (id, value) in changes.values.sorted(by: { $0.key < $1.key }) {
            guard case .parameter(let index)? = catalog.items[id], !catalog.isTrigger(index) else {
                unknown.insert(id)
                continue
            }
            // A value outside of its range here is clamped.
            let own = catalog.value(from: value, parameter: index)
            if own == value.value { unfit.remove(id) } else { unfit.insert(id) }
            guard own != nil else { continue }
            let report = picture.reports[index]
            if report.isSet, catalog.kept(report.lasting, parameter: index) == value { continue }
            settings.append(Setting(id: id, value: value))
        }
        let isComplete: Bool
        do throws(ServiceError) {
            isComplete = try await store.together { [settings] () throws(ServiceError) in
                let left = try await commands.apply(settings, .target, change: commands.nextChange())
                unfit.formUnion(left.map(\.id))
                return store.adopt(changes.pieces)
            }
        } catch {
            log.debug("what the leader has passed on is not in force: \(error.problem.detail)")
            return false
        }
        if store.lineage != changes.lineage {
            store.note(lineage: changes.lineage)
            store.hasten()
        }
        if changes.pieces.hasSnapshots { followers.tell(.snapshots) }
        if changes.pieces.hasHistory { followers.tell(.history) }
        return isComplete
    }
}

extension Mirror.Picture {
    /// The known values that a second machine keeps. Facts belong to programs of this machine.
    fileprivate func passedOn(_ parameters: some Sequence<ParameterIndex>) -> [String: KeptValue] {
        var values: [String: KeptValue] = [:]
        for parameter in parameters {
            let report = reports[parameter]
            guard !catalog.isTrigger(parameter), catalog.isLastingKnown(report), !catalog.configuration.parameters[parameter].isFact else {
                continue
            }
            values[catalog.id(of: parameter)] = catalog.kept(report.lasting, parameter: parameter)
        }
        return values
    }
}
