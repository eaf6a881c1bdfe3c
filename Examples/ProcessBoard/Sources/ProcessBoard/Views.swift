import DataSources

/// The example itself: one source of processes, one task that keeps it, and three subscribers, a task each.
///
/// No view knows of another, nor of the task that reads. Each asks for an update once it has shown the last one, and
/// is given the difference from there to the newest reading.
struct Views: Sendable {
    var options: Options

    /// The views to show; what nobody shows costs nothing.
    var shown: Set<Options.View>
    var display: any Display

    /// Shows the processes until the last reading, or until the task is cancelled.
    func run(with reader: any ProcessReader) async throws {
        var reader = reader
        let processes = try ListSource(reader.readAll())
        try await withThrowingTaskGroup(of: Void.self) { [reader] group in
            group.addTask { try await keep(processes, with: reader) }
            if shown.contains(.table) {
                group.addTask { try await showTable(of: processes) }
            }
            if shown.contains(.users) {
                group.addTask { try await showTree(of: processes) }
            }
            if shown.contains(.log) {
                group.addTask { try await showLog(of: processes) }
            }
            // Leaving by the first error cancels the others.
            while try await group.next() != nil {}
        }
    }

    /// Reads the processes over and over; what a reading changed, the source finds out.
    private func keep(_ processes: ListSource<Process>, with reader: any ProcessReader) async throws {
        var reader = reader
        var readings = 1
        var next = ContinuousClock.now
        while readings != options.count {
            // After a sleep of the machine the readings that were missed are not made up for.
            next = max(next + options.interval, .now)
            try await Task.sleep(until: next, clock: .continuous)
            try await processes.replaceAll(with: reader.readAll())
            readings += 1
        }
        // Each view is given what is left; then its loop ends.
        await processes.finish()
    }

    private func showTable(of processes: ListSource<Process>) async throws {
        let subscription = processes.subscribe()
        try await display.show(table: subscription.snapshot)
        for await update in subscription.updates {
            try await display.show(table: update.after)
        }
    }

    private func showTree(of processes: ListSource<Process>) async throws {
        let subscription = processes.subscribe()
        try await display.show(users: User.sections(of: subscription.snapshot))
        for await update in subscription.updates {
            try await display.show(users: User.sections(of: update.after))
        }
    }

    private func showLog(of processes: ListSource<Process>) async throws {
        let subscription = processes.subscribe()
        try await display.show(log: [Line("watching \(subscription.snapshot.count) processes", .dim)], summary: "")
        for await update in subscription.updates {
            try await display.show(log: update.log(limit: display.logLimit), summary: update.summary)
        }
    }
}
