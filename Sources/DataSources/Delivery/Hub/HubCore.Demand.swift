internal import Synchronization

extension HubCore {
    /// What waits at a hub.
    typealias Waiter = UnsafeContinuation<DifferenceStep?, Never>
    /// Who asks this hub.
    typealias Machine = HubMachine<Waiter>

    /// The demand of a subscription, which has one at a time.
    struct Demand: ~Copyable, Sendable {
        /// The number under which it waits or has waited last; 0 when it has begun and not waited yet; or else -1.
        ///
        /// Only the call whose turn it is writes it; who cancels that call reads it while it parks, and then both hold
        /// the hub's lock.
        private let number = Atomic<Machine.DemandID>(-1)

        var id: Machine.DemandID { number.load(ordering: .relaxed) }

        func begin(_ cursor: UInt64, _ machine: inout Machine) {
            if id >= 0 { return }
            machine.demandBegan(cursor: cursor)
            number.store(0, ordering: .relaxed)
        }

        func park(_ waiter: Waiter, in task: WaiterClass?, _ machine: inout Machine) {
            let id = id
            number.store(machine.demandParked(waiter, hadBegun: id >= 0, as: id, in: task), ordering: .relaxed)
        }

        /// The number, to end it once the turn has passed to a call that begins one of its own; `nil` if there is none.
        func leave() -> Machine.DemandID? {
            let id = id
            if id < 0 { return nil }
            number.store(-1, ordering: .relaxed)
            return id
        }
    }
}
