import DataSources
import Synchronization

extension SeededExecutor {
    /// Starts a task on this executor, from synchronous or asynchronous code.
    ///
    /// The task takes its first step when its turn comes, not before this returns; called outside a run, it waits for
    /// the next one. It inherits the task-local values of the caller, not the priority. Nobody waits for it: the run ends
    /// with the body, see ``run(fileID:line:_:)``. While it has not finished, a ``Deadlock`` lists it with its name and
    /// place.
    ///
    /// ```swift
    /// executor.start(name: "reader") { for await update in subscription { seen.append(update) } }
    /// ```
    ///
    /// - Parameters:
    ///   - name: What a report calls the task; also its `Task.name`.
    ///   - fileID: Where it is started, for reports.
    ///   - line: Where it is started, for reports.
    ///   - body: What the task does.
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
