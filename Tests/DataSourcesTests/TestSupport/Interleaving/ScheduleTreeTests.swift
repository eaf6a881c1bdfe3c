#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The orders of small programs, against all orders by the most obvious code.
struct ScheduleTreeTests {
    private typealias Operation = InterleavedOperation
    /// What one thread does, one operation after the other.
    private typealias Program = [Operation]

    private struct Step: Hashable {
        let thread: Int
        let place: Int
    }

    /// Runs programs in all orders of a tree; the orders, but for those that turned out to be redundant.
    private func orders(of programs: [Program], _ coverage: ScheduleTree.Coverage) -> [[Step]] {
        var machine = InterleavingMachine(tree: ScheduleTree(coverage, hasCancellations: false))
        var found: [[Step]] = []
        var hasNext = true
        while hasNext {
            var order: [Step] = []
            var places = programs.map { _ in 0 }
            var floor: Int?
            for thread in programs.indices { machine.jobArrived(on: thread) }
            while let (thread, _) = machine.next(after: floor) {
                // The step before it is over: a lock is held for one step.
                order.append(Step(thread: thread, place: places[thread]))
                places[thread] += 1
                floor = thread
                if places[thread] <= programs[thread].count {
                    machine.reached(programs[thread][places[thread] - 1], by: thread)
                } else {
                    machine.becameIdle(thread)
                }
            }
            if !machine.tree.isRedundant { found.append(order) }
            hasNext = machine.runEnded()
        }
        return found
    }

    private func operation(_ step: Step, _ programs: [Program]) -> Operation {
        step.place == 0 ? .begins : programs[step.thread][step.place - 1]
    }

    /// All orders there are.
    private func allOrders(of programs: [Program]) -> [[Step]] {
        func extend(_ order: [Step], _ places: [Int]) -> [[Step]] {
            let open = programs.indices.filter { places[$0] <= programs[$0].count }
            if open.isEmpty { return [order] }
            return open.flatMap { thread in
                var places = places
                places[thread] += 1
                return extend(order + [Step(thread: thread, place: places[thread] - 1)], places)
            }
        }
        return extend([], programs.map { _ in 0 })
    }

    /// In which order the steps come that depend on each other: the same for orders that differ in nothing else.
    private func dependencies(_ order: [Step], _ programs: [Program]) -> Set<[Step]> {
        var pairs: Set<[Step]> = []
        for (place, later) in order.enumerated() {
            for earlier in order[..<place] where earlier.thread != later.thread {
                if !operation(earlier, programs).isIndependent(of: operation(later, programs)) {
                    pairs.insert([earlier, later])
                }
            }
        }
        return pairs
    }

    private func preemptions(_ order: [Step], _ programs: [Program]) -> Int {
        zip(order, order.dropFirst()).count { $0.thread != $1.thread && $0.place < programs[$0.thread].count }
    }

    @Test func `the number of orders of two threads is a binomial coefficient`() {
        let two: Program = [.writes(1), .writes(1)]
        // Each begins, and writes twice: six steps, of which three are the first one's.
        #expect(orders(of: [two, two], .preemptions(100)).count == 20)
        #expect(orders(of: [two, two, two], .preemptions(100)).count == 1680)
        // Only the order of the four writes matters.
        #expect(orders(of: [two, two], .everyOrder).count == 6)
        #expect(orders(of: [[.reads(1), .reads(1)], [.reads(1)]], .everyOrder).count == 1)
    }

    @Test(arguments: seeds(20))
    func `every order that matters comes once, for small programs`(seed: UInt64) {
        var random = Random(seed: seed)
        let programs = (0..<Int.random(in: 2...3, using: &random)).map { _ in
            (0..<Int.random(in: 0...2, using: &random)).map { _ -> Operation in
                let object = Int.random(in: 1...2, using: &random)
                return Bool.random(using: &random) ? .reads(object) : .writes(object)
            }
        }
        let all = allOrders(of: programs)
        let classes = Set(all.map { dependencies($0, programs) })
        let found = orders(of: programs, .everyOrder).map { dependencies($0, programs) }
        #expect(found.count == classes.count && Set(found) == classes, "\(programs)")
        for limit in 0...2 {
            let bounded = orders(of: programs, .preemptions(limit))
            let expected = Set(all.filter { preemptions($0, programs) <= limit })
            #expect(bounded.count == expected.count && Set(bounded) == expected, "\(programs), \(limit)")
        }
    }

    @Test func `a thread that waits for a lock is no choice`() {
        var machine = InterleavingMachine(tree: ScheduleTree(.everyOrder, hasCancellations: false))
        for thread in 1...2 { machine.jobArrived(on: thread) }
        #expect(machine.next(after: nil)?.thread == 1)
        machine.reached(.locks(7), by: 1)
        while let (thread, operation) = machine.next(after: 1), operation == .begins {
            machine.reached(.locks(7), by: thread)
        }
        // One of the two has the lock, and the other one cannot go on until it is open.
        machine.becameIdle(1)
        machine.becameIdle(2)
        machine.reached(.locks(7), by: 2)
        #expect(machine.next(after: nil) == nil)
        machine.unlocked(7)
        #expect(machine.next(after: nil)?.thread == 2)
    }
}
#endif
