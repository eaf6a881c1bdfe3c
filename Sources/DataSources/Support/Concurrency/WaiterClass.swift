/// Where a waiting task will resume: its executor and its priority.
///
/// Tasks of one class wait for the same threads. A task of another class may be able to run while they cannot. So when
/// one task acts for others, or passes something on, one task of each class does.
package struct WaiterClass: Hashable, Sendable {
    /// The address of the task's preferred executor; 0 if it has none.
    package let executor: UInt
    package let priority: UInt8

    package init(executor: UInt, priority: UInt8) {
        self.executor = executor
        self.priority = priority
    }

    /// The class of the current task.
    static var current: WaiterClass {
        withUnsafeCurrentTask { task in
            guard let task else { return WaiterClass(executor: 0, priority: 0) }
            // The first word is the executor object's address; there is no API for it. It is only compared, never
            // dereferenced.
            let executor = task.unownedTaskExecutor.map { unsafeBitCast($0, to: (UInt, UInt).self).0 } ?? 0
            return WaiterClass(executor: executor, priority: task.priority.rawValue)
        }
    }
}
