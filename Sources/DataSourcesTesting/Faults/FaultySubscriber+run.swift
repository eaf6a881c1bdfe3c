import DataSources

extension FaultySubscriber {
    /// Subscribes and consumes updates until the source has finished or the subscriber is cancelled.
    ///
    /// Everything runs in child tasks, so a fault never cancels the caller.
    ///
    /// - Parameter receive: Receives everything the subscriber receives.
    /// - Returns: A report of the subscriber's life.
    /// - Throws: What `receive` throws; it ends the subscriber.
    public func run(_ receive: @escaping @Sendable (Delivery) async throws -> Void = { _ in }) async throws -> Report {
        let cancellation = Latch()
        return try await withThrowingTaskGroup(of: Report?.self) { @Sendable group in
            defer { group.cancelAll() }
            group.addTask {
                var run = Run(subscriber: self, cancellation: cancellation, receive: receive)
                return try await run.untilTheEnd()
            }
            group.addTask {
                await cancellation.wait()
                return nil
            }
            while let report = try await group.next() {
                if let report { return report }
                group.cancelAll()
            }
            // The first child always returns a report or throws.
            throw CancellationError()
        }
    }

    /// One run of a subscriber, in its task.
    private struct Run {
        let subscriber: FaultySubscriber
        let cancellation: Latch
        let receive: @Sendable (Delivery) async throws -> Void
        var plan: FaultPlan
        var subscription: SnapshotSubscription<Snapshot>?
        var snapshot: Snapshot?
        var subscriptions = 0

        init(
            subscriber: FaultySubscriber,
            cancellation: Latch,
            receive: @escaping @Sendable (Delivery) async throws -> Void
        ) {
            self.subscriber = subscriber
            self.cancellation = cancellation
            self.receive = receive
            plan = FaultPlan(subscriber.faults)
        }

        mutating func untilTheEnd() async throws -> Report {
            guard try await subscribe(from: .newestState) else { return report }
            var step = plan.stepAtStart
            while await prepare(step) {
                if let start = step.resubscription {
                    guard try await subscribe(from: start) else { return report }
                }
                guard let update = await subscription?.next() else { return report }
                snapshot = update.after
                step = plan.updateReceived()
                try await receive(.update(update))
            }
            return report
        }

        private var report: Report {
            Report(
                snapshot: snapshot,
                updates: plan.updates,
                subscriptions: subscriptions,
                ending: Task.isCancelled ? .cancelled : .finished
            )
        }

        /// Drops the subscription before it makes another; returns `false` if there is none.
        private mutating func subscribe(from start: SubscriberFault.Resubscription) async throws -> Bool {
            subscription = nil
            guard var fresh = await subscriber.subscribe() else { return false }
            if start == .lastSnapshot, let snapshot { fresh = fresh.moved(to: snapshot) }
            subscriptions += 1
            snapshot = fresh.snapshot
            subscription = fresh
            try await receive(.start(fresh.snapshot))
            return true
        }

        /// Does what precedes the next update; returns `false` if the task was cancelled while it slept or stalled.
        ///
        /// A subscriber cancelled by its own fault still asks for the update, since that is the case to test.
        private func prepare(_ step: FaultPlan.Step) async -> Bool {
            if step.callsForCancellation { cancellation.open() }
            // The task is this one, and only cancelled within the closure.
            if step.cancelsItself { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            for (place, fault) in subscriber.faults.enumerated() {
                switch fault.kind {
                case .slow(let pause) where step.pauses: try? await pause()
                case .stalled(_, let latch) where step.stalls.contains(place): await (latch ?? Latch()).wait()
                default: continue
                }
                if Task.isCancelled { return step.cancelsItself || step.callsForCancellation }
            }
            return true
        }
    }
}
