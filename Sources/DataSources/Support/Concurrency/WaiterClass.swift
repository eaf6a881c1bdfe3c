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
        // The task is the current one, so it lives during the call, and only its properties are read. The first word of
        // an executor is its object's address; there is no API for it. It is only compared, never dereferenced.
        unsafe withUnsafeCurrentTask { task in
            guard let task = unsafe task else { return WaiterClass(executor: 0, priority: 0) }
            let words = unsafe task.unownedTaskExecutor.map { unsafe unsafeBitCast($0, to: (UInt, UInt).self) }
            let executor = words?.0 ?? 0
            return unsafe WaiterClass(executor: executor, priority: task.priority.rawValue)
        }
    }
}
