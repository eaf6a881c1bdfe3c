import DataSources
import Synchronization

extension SeededExecutor {
    /// Runs `body`, and describes what the task waits for if the run ends in a ``Deadlock`` meanwhile.
    ///
    /// Use it where your own code may wait without end: for a continuation, a lock or a queue. Waits of
    /// DataSources are described already. Outside a run it only runs `body`. Descriptions can be nested.
    ///
    /// ```swift
    /// let reply = await SeededExecutor.waiting(for: "the reply to \(request.id)") {
    ///     await withCheckedContinuation { replies[request.id] = $0 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - what: A description of the wait; evaluated only in a run.
    ///   - body: The wait; called in the caller's isolation.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public nonisolated(nonsending) static func waiting<Value, Failure: Error>(
        for what: @autoclosure () -> String,
        _ body: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let simulation = Simulation.current else { return try await body() }
        let text = what()
        let wait = simulation.waitBegan { text }
        defer { wait.ended() }
        return try await body()
    }
}

extension SeededExecutor: SimulationHost {
    package func start(_ name: String, _ body: @escaping @Sendable () async -> Void) {
        start(name: name, fileID: "", line: 0, body)
    }

    package func waitBegan(by participant: Int, _ what: @escaping @Sendable () -> String) -> Int {
        let task = RunThread.taskName
        return state.withLock { $0.participants.waitBegan(by: participant, task: task, what) }
    }

    package func waitEnded(_ wait: Int) {
        state.withLock { $0.participants.waitEnded(wait) }
    }

    package func interruptsRefresh() -> Bool {
        guard interruptsRefreshes else { return false }
        return state.withLock { $0.interruptions.next(below: 4) == 0 }
    }

    package func pause() async { await Task.yield() }

    package func random() -> Double {
        // As many bits as a double holds.
        state.withLock { Double($0.delays.next() >> 11) / Double(1 << 53) }
    }
}
