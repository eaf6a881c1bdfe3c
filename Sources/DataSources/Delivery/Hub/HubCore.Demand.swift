internal import Synchronization

extension HubCore {
    /// The task of a waiting demand.
    typealias Waiter = Suspended<DifferenceStep?>
    /// The hub's machine.
    typealias Machine = HubMachine<Waiter>

    /// The demand of a subscription, which has at most one at a time.
    struct Demand: ~Copyable, Sendable {
        /// The number under which it waits or waited last; 0 if it has begun and not waited yet; -1 if it has not
        /// begun.
        ///
        /// Only the call that holds the subscription's lock writes it. A cancellation reads it while that call parks;
        /// both hold the hub's lock then.
        private let number = Atomic<Machine.DemandID>(-1)

        /// Whether the subscription is paused; a demand that sees it does not park.
        ///
        /// It is set before the hub's lock is taken to wake the demand, and read under that lock before parking.
        let isPaused = Atomic<Bool>(false)

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

        /// Ends the demand and returns its number, with which to end it at the hub once the lock is released; `nil` if
        /// it has not begun.
        func leave() -> Machine.DemandID? {
            let id = id
            if id < 0 { return nil }
            number.store(-1, ordering: .relaxed)
            return id
        }
    }
}
