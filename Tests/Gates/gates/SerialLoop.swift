/// Runs tasks on the calling thread, first come first served, in memory that it has from the beginning: so what is
/// counted are the allocations of the code that runs, and they are the same every time.
// Sendable: all of it is touched by the one thread that runs it; the precondition in `enqueue` says so.
final class SerialLoop: TaskExecutor, SerialExecutor, @unchecked Sendable {
    private let jobs = UnsafeMutablePointer<UnownedJob>.allocate(capacity: SerialLoop.capacity)
    private var (first, end) = (0, 0)
    private var settling: UnsafeContinuation<Void, Never>?
    private static let capacity = 1 << 16

    deinit { jobs.deallocate() }

    func enqueue(_ job: consuming ExecutorJob) {
        precondition(end - first < Self.capacity, "too many tasks for this loop")
        jobs[end % Self.capacity] = UnownedJob(job)
        end += 1
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

    /// Suspends until nobody else can go on.
    func settle() async {
        await withUnsafeContinuation { settling = $0 }
    }

    /// Runs the task and all that it starts with ``start(_:)``, until none can go on.
    static func run(_ body: @escaping @Sendable (SerialLoop) async -> Void) {
        let loop = SerialLoop()
        loop.start { await body(loop) }
        while true {
            if loop.first < loop.end {
                let job = loop.jobs[loop.first % capacity]
                loop.first += 1
                job.runSynchronously(
                    isolatedTo: loop.asUnownedSerialExecutor(), taskExecutor: loop.asUnownedTaskExecutor())
            } else if let settled = loop.settling {
                loop.settling = nil
                settled.resume()
            } else {
                return
            }
        }
    }

    func start(_ body: @escaping @Sendable () async -> Void) {
        _ = Task(executorPreference: self, priority: .medium) { await body() }
    }
}
