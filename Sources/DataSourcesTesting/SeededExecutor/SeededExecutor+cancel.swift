import Synchronization

extension SeededExecutor {
    /// Cancels `task` after `step - 1` jobs have run, before the next job is chosen or time passes.
    ///
    /// So a test can try a cancellation at every point of a scenario. A past step cancels at once; a step that is never
    /// reached never cancels.
    ///
    /// ```swift
    /// let whole = SeededExecutor(seed: seed)
    /// try whole.run { executor in await transfer(on: executor).value }
    /// for step in 1...whole.steps {
    ///     try SeededExecutor.run(seed: seed) { executor in
    ///         let task = transfer(on: executor)                // Task(executorPreference: executor) { ... }
    ///         executor.cancel(task, atStep: step)
    ///         await task.value
    ///         #expect(await bank.isBalanced)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - task: The task, on this executor or elsewhere.
    ///   - step: The number of a job, counted from 1 like ``steps``.
    public func cancel<Success, Failure>(_ task: Task<Success, Failure>, atStep step: Int) {
        let isBehind = state.withLock { state in
            if step <= state.ready.steps { return true }
            state.cancellations.append((step, { task.cancel() }))
            state.nextStop = min(state.nextStop, step)
            return false
        }
        if isBehind { task.cancel() }
    }

    /// Cancels the tasks whose step has been reached.
    ///
    /// - Returns: Whether the run may continue; `false` beyond its limit.
    func stepStopped() -> Bool {
        let (due, goesOn) = state.withLock { state in
            let next = state.ready.steps + 1
            let due = state.cancellations.filter { $0.step <= next }
            state.cancellations.removeAll { $0.step <= next }
            let limit = state.stepLimit
            state.nextStop = state.cancellations.map(\.step).reduce(limit, min)
            return (due, next < limit)
        }
        for (_, cancel) in due { cancel() }
        return goesOn
    }
}
