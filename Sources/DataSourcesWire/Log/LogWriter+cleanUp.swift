internal import DataSources

extension LogWriter {
    /// A source's whole state is complete: removes the former ones, and the steps that no source needs.
    func trim(afterStateOf source: TextID) async {
        guard let first = reader.firstOfState(of: source) else { return }
        // What is not removed now will be after the next state.
        if (try? await reader.log.trim(LogRecord.states(of: source), before: first)) != nil {
            reader.trimmed(source, before: first)
        }
        await trimChanges()
    }

    /// Removes the steps that no source needs.
    private func trimChanges() async {
        let oldest = reader.oldestStep
        if (try? await reader.log.trim(LogBatch.changes, before: oldest)) != nil {
            reader.changesTrimmed(before: oldest)
        }
    }

    /// Removes now and then what sources have left that are not in the log any more.
    func cleanUp(_ clock: some Clock<Duration>) async throws {
        while true {
            try await clock.sleep(for: settings.interval)
            let removals = reader.removals
            var isAnswering = true
            let oldestFirst = removals.untrimmed.sorted { ($0.value, $0.key.text) < ($1.value, $1.key.text) }
            for (name, sequence) in oldestFirst where isAnswering {
                isAnswering = (try? await reader.log.trim(LogRecord.states(of: name), before: sequence)) != nil
                if isAnswering { reader.trimmed(name, before: sequence) }
            }
            guard isAnswering else { continue }
            if !oldestFirst.isEmpty || removals.needsTrimmedChanges(keeping: settings.removals) { await trimChanges() }
            if let (number, sequence) = removals.trimmable(last: reader.sequence),
                (try? await reader.log.trim(LogBatch.removed, before: sequence)) != nil
            {
                reader.recordsTrimmed(through: number)
            }
        }
    }
}
