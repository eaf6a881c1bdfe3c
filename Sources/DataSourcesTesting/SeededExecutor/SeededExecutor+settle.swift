extension SeededExecutor {
    /// Lets everybody else go as far as they can without time passing.
    ///
    /// It returns when no other task of the run can take a step; virtual time has not moved. Of several tasks that settle
    /// at once, one after the other goes on, in the order in which they began, each when those before it have come to
    /// rest too. A cancelled task settles as well.
    ///
    /// ```swift
    /// executor.start { await reader.run() }
    /// await executor.settle()
    /// #expect(reader.isWaiting)
    /// ```
    ///
    /// Outside of a run it waits for the next one.
    public nonisolated(nonsending) func settle() async {
        await clock.timers.settle()
    }
}
