extension SeededExecutor {
    /// Lets all other tasks run as far as they can without time passing.
    ///
    /// It returns when no other task of the run can continue; virtual time has not moved. If several tasks settle at
    /// once, they return one by one, in the order of their calls, each when the tasks before it have settled too. A
    /// cancelled task settles as well.
    ///
    /// ```swift
    /// executor.start { await reader.run() }
    /// await executor.settle()
    /// #expect(reader.isWaiting)
    /// ```
    ///
    /// Outside a run it waits for the next one.
    public nonisolated(nonsending) func settle() async {
        await clock.timers.settle()
    }
}
