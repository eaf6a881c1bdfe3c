/// Where a task that waits will go on: on which executor, and with which priority.
///
/// Tasks of one class wait for the same threads anyway. A task of another class may run while they cannot: so whatever one
/// task does for others, or lets others do next, is done by one in each class.
package struct WaiterClass: Hashable, Sendable {
    /// The address of the executor that the task prefers; 0 for none.
    package let executor: UInt
    package let priority: UInt8

    package init(executor: UInt, priority: UInt8) {
        self.executor = executor
        self.priority = priority
    }

    /// That of the current task.
    static var current: WaiterClass {
        withUnsafeCurrentTask { task in
            guard let task else { return WaiterClass(executor: 0, priority: 0) }
            // Its first word is the executor object's address, which it cannot be asked for. Only compared, never followed.
            let executor = task.unownedTaskExecutor.map { unsafeBitCast($0, to: (UInt, UInt).self).0 } ?? 0
            return WaiterClass(executor: executor, priority: task.priority.rawValue)
        }
    }
}
