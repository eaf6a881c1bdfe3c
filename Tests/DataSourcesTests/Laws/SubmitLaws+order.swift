import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 12 in random programs: whatever one task does to a source happens in the order of the program.
extension SubmitLaws {
    /// What a task did as its step number `step`.
    private struct Entry: Hashable, Sendable, CustomStringConvertible {
        let task: Int
        let step: Int

        var description: String { "\(task).\(step)" }
    }

    /// What happened in a run.
    private struct Record: Sendable {
        /// The steps that edited the source, in the order in which they did.
        var performed: [Entry] = []
        /// The steps that have been submitted, once `submit` had returned.
        var submitted: [Entry] = []
        var receipts: [Entry: Submission] = [:]
        var faults: [String] = []
    }

    /// Runs random programs of several tasks on one source.
    ///
    /// - Returns: What went wrong.
    private static func play(
        seed: UInt64, tasks: Int, steps: Int, finishes: Bool, pause: @escaping @Sendable () async -> Void
    ) async -> [String] {
        let source = ListSource<Row>()
        let record = Shared(Record())
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    await write(task, to: source, record, steps: steps, Random(seed: seed * 31 + UInt64(task)), pause)
                }
            }
            if finishes {
                group.addTask {
                    for _ in 0..<Random(seed: seed).first(below: 8) { await pause() }
                    let before = record.value.submitted
                    await source.finish()
                    let late = Set(before).subtracting(record.value.performed)
                    if !late.isEmpty { record.change { $0.faults.append("finish() came before \(late)") } }
                }
            }
        }
        if !finishes { _ = try? await source.transaction { _ in } }
        let end = record.value
        for (entry, receipt) in end.receipts {
            let isPerformed = end.performed.contains(entry)
            do {
                _ = try await receipt.version
                if !isPerformed { record.change { $0.faults.append("\(entry) was not made, its receipt says it was") } }
            } catch {
                let isFinished = (error as? EditError)?.code == .finished
                if isPerformed || !isFinished || !finishes {
                    record.change { $0.faults.append("\(entry) was refused: \(error)") }
                }
            }
        }
        for task in 0..<tasks {
            let order = end.performed.filter { $0.task == task }.map(\.step)
            if order != order.sorted() { record.change { $0.faults.append("task \(task) in the order \(order)") } }
        }
        return record.value.faults
    }

    private static func write(
        _ task: Int, to source: ListSource<Row>, _ record: Shared<Record>, steps: Int, _ generator: Random,
        _ pause: @Sendable () async -> Void
    ) async {
        var random = generator
        for step in 0..<steps {
            let entry = Entry(task: task, step: step)
            switch random.below(6) {
            case 0, 1, 2:
                let receipt = source.submit { list in
                    try list.append(Row(task * 1000 + step))
                    record.change { $0.performed.append(entry) }
                }
                record.change {
                    $0.submitted.append(entry)
                    $0.receipts[entry] = receipt
                }
            case 3:
                let before = record.value.submitted
                _ = try? await source.transaction { list in
                    let late = Set(before).subtracting(record.value.performed)
                    record.change {
                        $0.performed.append(entry)
                        if !late.isEmpty { $0.faults.append("\(entry) came before \(late)") }
                    }
                    try list.append(Row(task * 1000 + step))
                }
            case 4:
                // A lookup sees what the task has submitted, unless the source has finished.
                guard let last = record.value.submitted.last(where: { $0.task == task }) else { continue }
                let found = await source.item(id: task * 1000 + last.step)
                if found == nil, !source.hub.isFinished {
                    record.change { $0.faults.append("\(last) was submitted and is not found at \(entry)") }
                }
            default: await pause()
            }
        }
    }

    @Test(arguments: seeds(50))
    func `law 12: what a task submits and awaits happens in its order, whatever the schedule`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let faults = await Self.play(seed: seed, tasks: 3, steps: 12, finishes: seed % 2 == 0) {
                try? await executor.clock.sleep(for: .zero)
            }
            #expect(faults == [], "seed \(seed)")
        }
    }

    @Test(arguments: seeds(13))
    func `law 12: on real threads what a task submits and awaits happens in its order`(seed: UInt64) async {
        let faults = await Self.play(seed: seed, tasks: 4, steps: 60, finishes: seed % 2 == 0) {
            // Gives way: the group waits for its child on another thread.
            await withDiscardingTaskGroup { $0.addTask {} }
        }
        #expect(faults == [], "seed \(seed)")
    }

    @Test func `law 12: on real threads 8 tasks submit 40,000 edits: all are made, and none is kept`() async throws {
        let source = ListSource<Row>()
        let made = Shared(0)
        weak let retained = await withTaskGroup(of: Void.self) { group in
            let token = Shared(())
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<5_000 {
                        source.submit { _ in withExtendedLifetime(token) { made.change { $0 += 1 } } }
                    }
                }
            }
            return token
        }
        try await source.transaction { _ in }
        #expect(made.value == 40_000)
        #expect(retained == nil)
        #expect(source.hub.version.number == 1)
    }
}

extension Random {
    fileprivate func first(below bound: Int) -> Int {
        var copy = self
        return copy.below(bound)
    }
}
