internal import Synchronization

extension HubCore {
    /// A stage that a subscription has started with and that is no longer the newest; it goes with its subscriptions.
    struct Start {
        weak var stage: HubStage?
    }

    /// The stages that subscriptions have started with, by number: who starts with the same one shares its steps.
    ///
    /// A number is what a consumer claims, so it only says where to look.
    struct Starts {
        private var stages: [UInt64: Start] = [:]
        /// How many there may be before those that are gone are taken out.
        private var limit = 16

        subscript(number: UInt64) -> HubStage? { stages[number]?.stage }

        /// Takes a stage in, in place of the one that has its number; returns what must not go under a lock.
        mutating func insert(_ stage: HubStage) -> [HubStage] {
            var found: [HubStage] = []
            if stages.count >= limit {
                var living: [UInt64: Start] = [:]
                for (number, start) in stages {
                    guard let stage = start.stage else { continue }
                    found.append(stage)
                    living[number] = start
                }
                stages = living
                limit = max(16, 2 * stages.count)
            }
            stages[stage.number] = Start(stage: stage)
            return found
        }
    }

    /// The stage of the empty state, for all that start with it at the same time: no other is known under the number 0.
    ///
    /// - Parameter stage: A stage of the empty state, with the number 0.
    /// - Returns: The stage to start with.
    @usableFromInline
    func emptyStage(_ stage: HubStage) -> HubStage {
        start(at: stage) { _ in true }
    }

    /// The stage to start with that others have started with, if it is the same as `stage`; or else `stage` itself.
    ///
    /// - Parameters:
    ///   - stage: The stage. Its number may be any: stages of one number are shared only when they are the same.
    ///   - isSame: Whether a stage with its number is the same; called without a lock.
    /// - Returns: The stage.
    func start(at stage: HubStage, ifSame isSame: (HubStage) -> Bool) -> HubStage {
        if let known = state.withLock({ $0.starts[stage.number] }) {
            #if DATASOURCES_MUTANTS
            if Mutation.isActive(.trustsForgedVersions) { return known }
            #endif
            if isSame(known) { return known }
        }
        // Others, handed out, so that none of them goes under the lock.
        _ = state.withLock { $0.starts.insert(stage) }
        return stage
    }
}
