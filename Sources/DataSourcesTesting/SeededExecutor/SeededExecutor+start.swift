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
    /// - Returns: The task: to await its value, or to cancel it.
    @discardableResult
    public func start<Value: Sendable>(
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable () async -> Value
    ) -> Task<Value, Never> {
        let number = participantStarted(name: name, fileID: fileID, line: line)
        // Bound here, and inherited: binding it in the task would be a step of its own.
        return Simulation.$current.withValue(Simulation(host: self, participant: number)) {
            let task = Task(name: name, executorPreference: self, priority: Self.priority) {
                let value = await body()
                self.participantFinished(number)
                return value
            }
            participantArrived(number)
            return task
        }
    }

    /// Starts a task that can throw on this executor, from synchronous or asynchronous code.
    ///
    /// Works as for a task that cannot throw. As with every task, an error is lost unless
    /// something awaits the task's `value`.
    ///
    /// ```swift
    /// let count = executor.start(name: "writer") { try await source.transaction { try $0.append(erin) } }
    /// try await count.value
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the task in reports; also its `Task.name`.
    ///   - fileID: The location, for reports.
    ///   - line: The location, for reports.
    ///   - body: The work of the task.
    /// - Returns: The task: to await its value, or to cancel it.
    @discardableResult
    public func start<Value: Sendable>(
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        let number = participantStarted(name: name, fileID: fileID, line: line)
        return Simulation.$current.withValue(Simulation(host: self, participant: number)) {
            let task = Task(name: name, executorPreference: self, priority: Self.priority) {
                defer { self.participantFinished(number) }
                return try await body()
            }
            participantArrived(number)
            return task
        }
    }

    /// Learns the task of a participant, whose first job has just arrived, for reports.
    func participantArrived(_ number: Int) {
        state.withLock { $0.participantArrived(number) }
    }

    func participantStarted(name: String?, fileID: String, line: Int) -> Int {
        let participant = Participants.Participant(name: name, fileID: fileID, line: line)
        return state.withLock { $0.participants.taskStarted(participant) }
    }

    func participantFinished(_ number: Int) {
        state.withLock { $0.participants.taskFinished(number) }
    }
}
