import DataSources

/// The example itself: one source of processes, and what is derived from it for the screen.
///
/// It knows no display. Each display follows one of these sources through a `Presentation`, and receives the difference
/// from what it shows to the newest reading, or to what the user wishes to see now.
struct Views: Sendable {
    let processes: ListSource<Process>
    /// What the machine is doing.
    let machine: Parameter<Machine>
    let wishes: Wishes
    /// The processes that the filter finds, in the order that the user has chosen.
    let found: DerivedSource<ListSnapshot<Process>>
    /// The same, a section for each user.
    let users: DerivedSource<SectionedSnapshot<User, Process>>
    /// What all processes come to, found or not.
    let load: DerivedSource<ValueSnapshot<Load>>

    init(of processes: ListSource<Process>, machine: Machine = Machine(), wishes: Wishes) {
        self.processes = processes
        self.machine = Parameter(machine)
        self.wishes = wishes
        found =
            processes
            .sorted(by: wishes.sorting) { sorting in sorting.ofProcesses }
            .filter(by: wishes.filter) { process, text in process.matches(text) }
        users =
            found
            .grouped(by: \.user, order: .ascending) { name, processes in User(name: name, processes: processes) }
            .filter(by: wishes.folded) { process, folded in !folded.contains(process.user) }
        load = processes.aggregated(.load)
    }

    /// Reads the processes over and over; what a reading changed, the source finds out.
    ///
    /// - Parameters:
    ///   - readings: How many readings to take, the first one included; `nil` for no end.
    ///   - interval: From reading to reading.
    ///   - reader: Reads the processes.
    ///   - machineReader: Reads what the machine is doing.
    /// - Throws: An error of the reader; `CancellationError`.
    func keep(
        readings: Int?, every interval: Duration, with reader: any ProcessReader, _ machineReader: any MachineReader
    ) async throws {
        var (reader, machineReader) = (reader, machineReader)
        var taken = 1
        var next = ContinuousClock.now
        while taken != readings {
            // After a sleep of the machine the readings that were missed are not made up for.
            next = max(next + interval, .now)
            try await Task.sleep(until: next, clock: .continuous)
            machine.set(machineReader.read())
            try await processes.replaceAll(with: reader.readAll())
            taken += 1
        }
        // Each presentation is given what is left; then it ends, since nothing that it follows can change.
        await processes.finish()
        machine.finish()
        wishes.finish()
    }
}
