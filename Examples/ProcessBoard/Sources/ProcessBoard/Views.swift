import DataSources

/// The example itself: one source of processes, one task that keeps it, and views that are derived from it, a task each.
///
/// No view knows of another, nor of the task that reads. Each asks for an update once it has shown the last one, and
/// is given the difference from there to the newest reading, or to what the user wishes to see now.
struct Views: Sendable {
    var options: Options

    /// The views to show; what nobody shows costs nothing.
    var shown: Set<Options.View>
    var wishes: Wishes
    var display: any Display

    /// Shows the processes until the last reading, or until the task is cancelled.
    func run(with reader: any ProcessReader) async throws {
        var reader = reader
        let processes = try ListSource(reader.readAll())
        let found =
            processes
            .sorted(by: wishes.order) { order in order.ofProcesses }
            .filter(by: wishes.filter) { process, text in process.matches(text) }
        try await withThrowingTaskGroup(of: Void.self) { [reader] group in
            group.addTask { try await keep(processes, with: reader) }
            group.addTask { try await showLoad(of: processes) }
            if shown.contains(.table) {
                group.addTask { try await showTable(of: found) }
            }
            if shown.contains(.users) {
                group.addTask { try await showTree(of: found) }
            }
            if shown.contains(.log) {
                group.addTask { try await showLog(of: found) }
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
        while readings != options.readings {
            // After a sleep of the machine the readings that were missed are not made up for.
            next = max(next + options.interval, .now)
            try await Task.sleep(until: next, clock: .continuous)
            try await processes.replaceAll(with: reader.readAll())
            readings += 1
        }
        // Each view is given what is left; then its loop ends, since nothing that it is derived from can change.
        await processes.finish()
        wishes.finish()
    }

    private func showTable(of found: DerivedSource<ListSnapshot<Process>>) async throws {
        let top = found.prefix(wishes.rows)
        let table = DerivedSource(from: top, found.counted(), through: TableOperator())
        let subscription = await table.subscribe()
        try await display.show(table: subscription.snapshot.value ?? Table())
        for await update in subscription.updates {
            try await display.show(table: update.after.value ?? Table())
        }
    }

    private func showTree(of found: DerivedSource<ListSnapshot<Process>>) async throws {
        let users = found.grouped(by: \.user, order: .ascending) { name, processes in
            User(name: name, processes: processes)
        }
        let subscription = await users.subscribe()
        try await display.show(users: subscription.snapshot)
        for await update in subscription.updates {
            try await display.show(users: update.after)
        }
    }

    private func showLog(of found: DerivedSource<ListSnapshot<Process>>) async throws {
        let subscription = await found.subscribe()
        try await display.show(log: [Line("watching \(subscription.snapshot.count) processes", .dim)], summary: "")
        for await update in subscription.updates {
            try await display.show(log: update.log(limit: display.logLimit), summary: update.summary)
        }
    }

    private func showLoad(of processes: ListSource<Process>) async throws {
        let subscription = await processes.aggregated(.load).subscribe()
        try await display.show(load: subscription.snapshot.value ?? Load())
        for await update in subscription.updates {
            try await display.show(load: update.after.value ?? Load())
        }
    }
}
