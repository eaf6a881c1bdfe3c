#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import Dispatch
import Foundation
import Synchronization
import TestKit

/// The shell around ``InterleavingMachine``: runs each task of a scenario on a thread of its own, one thread at a time.
///
/// Whoever has the floor asks the machine, before each operation, who goes on; when that is another thread, it wakes it and
/// waits. A continuation that is resumed puts its task into the queue of that task's thread, since every task prefers the
/// executor that its thread is. Thread 0 prepares the scenario and checks what came of it, while nobody else runs.
final class Interleaver: Sendable {
    struct Step: Sendable {
        let thread: Int
        let operation: InterleavedOperation
        let file: StaticString
        let line: UInt
    }

    /// Somebody who has been started and has not come to an end.
    private struct Participant: Sendable {
        let name: String
        var task: Task<Void, Never>?
        var hasEnded = false
    }

    private struct Wait: Sendable {
        let participant: Int
        let what: @Sendable () -> String
    }

    private struct State: Sendable {
        var machine: InterleavingMachine
        var hasCancellations: Bool
        var isExploring = false
        var workers: [Int: Worker] = [:]
        var queues: [[UnownedJob]] = []
        var participants: [Participant] = []
        var waits: [Int: Wait] = [:]
        var waitsBegun = 0
        /// The numbers of objects by those that the core gives them.
        var objects: [UInt64: Int] = [:]
        var steps: [Step] = []
        /// Where each thread has stopped.
        var places: [Int: (file: StaticString, line: UInt)] = [:]
        var escapes = 0
        var isEndless = false
    }

    /// More steps than any scenario takes that ends.
    private static let stepLimit = 4_000

    private let state: Mutex<State>
    private let hasCome = DispatchSemaphore(value: 0)

    init(tree: ScheduleTree, hasCancellations: Bool) {
        state = Mutex(State(machine: InterleavingMachine(tree: tree), hasCancellations: hasCancellations))
        _ = worker(0)
    }

    var tree: ScheduleTree { state.withLock { $0.machine.tree } }

    var hasCancelled: Bool { state.withLock { $0.machine.hasCancelled } }

    private func worker(_ number: Int) -> Worker {
        let (worker, isNew) = state.withLock { state -> (Worker, Bool) in
            if let known = state.workers[number] { return (known, false) }
            let new = Worker(number: number, interleaver: self)
            state.workers[number] = new
            while state.queues.count <= number { state.queues.append([]) }
            return (new, true)
        }
        if isNew { worker.start() }
        return worker
    }

    /// Ends the threads that wait for work.
    func stop() {
        for worker in state.withLock({ $0.workers }).values { worker.floor.signal() }
    }
}

// MARK: - A run

extension Interleaver {
    /// How a run failed.
    enum Failure: Error {
        case law(String)
        case deadlock([String])
        case endless
        case stuck
        case escaped
        case isNotDeterministic(String)
    }

    /// Runs a scenario once, in the next order.
    ///
    /// - Returns: Whether there is another order.
    func run(_ scenario: @escaping InterleavingScenario) throws(Failure) -> Bool {
        let scene = InterleavingScene(interleaver: self)
        let check = Shared<Result<InterleavingCheck, any Error>?>(nil)
        onThread0 {
            let made: Result<InterleavingCheck, any Error>
            do { made = .success(try await scenario(scene)) } catch { made = .failure(error) }
            check.change { $0 = made }
        }
        let first = state.withLock { state in
            state.isExploring = true
            return Self.next(after: nil, &state)
        }
        handOver(to: first)
        // Real time: a run takes a fraction of a millisecond, unless a thread blocks where no seam is.
        let isStuck = first != nil && hasCome.wait(timeout: .now() + 20) == .timedOut
        if first == nil { hasCome.wait() }
        let failure = state.withLock { state -> Failure? in
            state.isExploring = false
            if isStuck { return .stuck }
            if state.isEndless { return .endless }
            if state.escapes > 0 { return .escaped }
            if let divergence = state.machine.tree.divergence { return .isNotDeterministic(divergence) }
            return nil
        }
        if let failure { throw failure }
        let unfinished = describeUnfinished()
        if !unfinished.isEmpty { throw .deadlock(unfinished) }
        let broken = Shared<String?>(nil)
        onThread0 {
            do {
                try await check.value?.get()()
            } catch {
                broken.change { $0 = "\(error)" }
            }
        }
        if let broken = broken.value { throw .law(broken) }
        return state.withLock { state in
            state.participants = []
            state.waits = [:]
            state.objects = [:]
            state.steps = []
            state.places = [:]
            return state.machine.runEnded()
        }
    }

    private func onThread0(_ body: @escaping @Sendable () async -> Void) {
        let ended = DispatchSemaphore(value: 0)
        Task(executorPreference: worker(0), priority: .medium) {
            await body()
            ended.signal()
        }
        ended.wait()
    }

    /// Who has not come to an end, and why.
    private func describeUnfinished() -> [String] {
        let (participants, waits, stopped, places) = state.withLock { state in
            (state.participants, state.waits, state.machine.stopped, state.places)
        }
        return participants.indices.filter { !participants[$0].hasEnded }.map { number in
            var reasons = waits.sorted { $0.key < $1.key }.filter { $0.value.participant == number }.map {
                $0.value.what()
            }
            for (thread, operation) in stopped where thread == number + 1 {
                let place = places[thread].map { " in \($0.file):\($0.line)" } ?? ""
                reasons.append("another thread: \(operation)\(place)")
            }
            return "\(participants[number].name) waits for \(reasons.isEmpty ? ["something"] : reasons)"
        }
    }

    /// The steps of the last run: who did what where.
    var story: [String] {
        let (steps, participants) = state.withLock { ($0.steps, $0.participants) }
        return steps.map { step in
            let name = participants.indices.contains(step.thread - 1) ? participants[step.thread - 1].name : "?"
            return "\(name) \(step.operation)" + (step.line == 0 ? "" : "  \(step.file):\(step.line)")
        }
    }
}

// MARK: - Who goes on

extension Interleaver: Interleaving.Host {
    func reached(_ operation: Interleaving.Operation, by thread: Int, in file: StaticString, line: UInt) {
        if Self.isOfTheProcess(file) { return }
        reached(by: thread, file, line) { state in
            switch operation {
            case .locks(let object): return .locks(Self.number(of: object, &state))
            case .reads(let object): return .reads(Self.number(of: object, &state))
            case .writes(let object): return .writes(Self.number(of: object, &state))
            case .hasUnlocked(let object):
                let number = Self.number(of: object, &state)
                state.machine.unlocked(number)
                let stops = state.machine.stopsAfterUnlocking(thread, hasCancellations: state.hasCancellations)
                return stops ? .hasUnlocked(number) : nil
            }
        }
    }

    func cancelsChildren(by thread: Int, _ cancel: () -> Void) {
        state.withLock { $0.machine.cancellationBegan(by: thread, ofOthers: false) }
        cancel()
        state.withLock { $0.machine.cancellationEnded() }
    }

    /// Whether what a file shares is shared by all threads of the process, those of other tests too.
    private static func isOfTheProcess(_ file: StaticString) -> Bool {
        ["ScratchMemory.swift", "IdentityHash.swift", "ListSnapshot.swift", "Simulation.swift"].contains {
            file.description.hasSuffix("/\($0)")
        }
    }

    /// Lets other threads go first, if they are to.
    ///
    /// What `operation` returns is what the thread is about to do; `nil` when it goes on in any case.
    private func reached(
        by thread: Int,
        _ file: StaticString,
        _ line: UInt,
        _ operation: (inout State) -> InterleavedOperation?
    ) {
        let (stops, next) = state.withLock { state -> (Bool, Int?) in
            guard state.isExploring, let operation = operation(&state) else { return (false, nil) }
            state.places[thread] = (file, line)
            state.machine.reached(operation, by: thread)
            return (true, Self.next(after: thread, &state))
        }
        if !stops || next == thread { return }
        let floor = worker(thread).floor
        handOver(to: next)
        floor.wait()
    }

    private static func next(after thread: Int?, _ state: inout State) -> Int? {
        if state.steps.count >= stepLimit {
            state.isEndless = true
            return nil
        }
        guard let (next, operation) = state.machine.next(after: thread) else { return nil }
        var place: (file: StaticString, line: UInt) = ("", 0)
        if case .begins = operation {} else if let known = state.places[next] { place = known }
        state.steps.append(Step(thread: next, operation: operation, file: place.file, line: place.line))
        return next
    }

    private static func number(of object: UInt64, _ state: inout State) -> Int {
        if let known = state.objects[object] { return known }
        state.objects[object] = state.objects.count + 1
        return state.objects.count
    }

    private func handOver(to next: Int?) {
        if let next { worker(next).floor.signal() } else { hasCome.signal() }
    }

    /// Takes in a job of a thread.
    fileprivate func enqueue(_ job: UnownedJob, on number: Int) {
        let current = Interleaving.Thread.current
        if let current { reached(by: current.number, "", 0) { _ in .enqueues(on: number) } }
        let isOfThread0 = state.withLock { state in
            if state.isExploring, current == nil { state.escapes += 1 }
            state.queues[number].append(job)
            if number > 0 { state.machine.jobArrived(on: number) }
            return number == 0
        }
        if isOfThread0 { worker(0).floor.signal() }
    }

    fileprivate func nextJob(on number: Int) -> UnownedJob? {
        state.withLock { $0.queues[number].isEmpty ? nil : $0.queues[number].removeFirst() }
    }

    /// A thread has run a job to its end, or to where its task waits.
    fileprivate func jobEnded(on number: Int) {
        let (isExploring, next) = state.withLock { state -> (Bool, Int?) in
            guard state.isExploring else { return (false, nil) }
            if state.queues[number].isEmpty {
                state.machine.becameIdle(number)
            } else {
                state.machine.reached(.begins, by: number)
            }
            return (true, Self.next(after: number, &state))
        }
        if isExploring { handOver(to: next) }
    }
}

// MARK: - Participants

extension Interleaver: SimulationHost {
    /// Starts a task on a thread of its own; its number.
    func participantStarted(
        _ name: String,
        sharingThreadWith other: Int? = nil,
        _ body: @escaping @Sendable () async -> Void
    ) -> Int {
        let number = state.withLock { state in
            state.participants.append(Participant(name: name))
            return state.participants.count - 1
        }
        let worker = worker((other ?? number) + 1)
        let task = Simulation.$current.withValue(Simulation(host: self, participant: number)) {
            Task(executorPreference: worker, priority: .medium) {
                await body()
                self.state.withLock { $0.participants[number].hasEnded = true }
            }
        }
        state.withLock { $0.participants[number].task = task }
        return number
    }

    func start(_ name: String, _ body: @escaping @Sendable () async -> Void) {
        _ = participantStarted(name, body)
    }

    func waitBegan(by participant: Int, _ what: @escaping @Sendable () -> String) -> Int {
        state.withLock { state in
            state.waitsBegun += 1
            state.waits[state.waitsBegun] = Wait(participant: participant, what: what)
            return state.waitsBegun
        }
    }

    func waitEnded(_ wait: Int) {
        // What describes it goes once the lock is open.
        _ = state.withLock { $0.waits.removeValue(forKey: wait) }
    }

    func cancel(_ participant: Int) {
        guard let current = Interleaving.Thread.current else { return }
        reached(by: current.number, "", 0) { _ in .cancels }
        let task = state.withLock { state in
            state.machine.cancellationBegan(by: current.number, ofOthers: true)
            return state.participants[participant].task
        }
        task?.cancel()
        state.withLock { $0.machine.cancellationEnded() }
    }
}

// MARK: - Threads

extension Interleaver {
    /// A thread, as the executor of what runs on it.
    fileprivate final class Worker: TaskExecutor {
        let number: Int
        /// Signalled when the thread is to go on.
        let floor = DispatchSemaphore(value: 0)
        private let interleaver: Interleaver
        private let thread: Interleaving.Thread

        init(number: Int, interleaver: Interleaver) {
            self.number = number
            self.interleaver = interleaver
            thread = Interleaving.Thread(host: interleaver, number: number)
        }

        func start() {
            Thread { [self] in
                if number > 0 { thread.begin() }
                while true {
                    floor.wait()
                    guard let job = interleaver.nextJob(on: number) else { return }
                    job.runSynchronously(on: asUnownedTaskExecutor())
                    if number > 0 { interleaver.jobEnded(on: number) }
                }
            }.start()
        }

        func enqueue(_ job: consuming ExecutorJob) {
            interleaver.enqueue(UnownedJob(job), on: number)
        }
    }
}
#endif
