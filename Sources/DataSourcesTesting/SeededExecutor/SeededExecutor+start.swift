import DataSources
import Synchronization

extension SeededExecutor {
    /// Starts a task on this executor, from synchronous or asynchronous code.
    ///
    /// The task takes its first step when it is chosen, not before this returns; outside a run it waits for the next
    /// one. It inherits the task-local values of the caller, but not the priority. The run does not wait for it: it
    /// ends with the body, see ``run(fileID:line:_:)``. Until it has finished, a ``Deadlock`` lists it with its name
    /// and location.
    ///
    /// ```swift
    /// executor.start(name: "reader") { for await update in subscription { seen.append(update) } }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the task in reports; also its `Task.name`.
    ///   - fileID: The location, for reports.
    ///   - line: The location, for reports.
    ///   - body: The work of the task.
    /// - Returns: The task, for example to cancel it.
    @discardableResult
    public func start(
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let number = participantStarted(name: name, fileID: fileID, line: line)
        // Bound here, and inherited: binding it in the task would be a step of its own.
        return Simulation.$current.withValue(Simulation(host: self, participant: number)) {
            Task(name: name, executorPreference: self, priority: Self.priority) {
                await body()
                self.participantFinished(number)
            }
        }
    }

    func participantStarted(name: String?, fileID: String, line: Int) -> Int {
        let participant = Participants.Participant(name: name, fileID: fileID, line: line)
        return state.withLock { $0.participants.taskStarted(participant) }
    }

    func participantFinished(_ number: Int) {
        state.withLock { $0.participants.taskFinished(number) }
    }
}
