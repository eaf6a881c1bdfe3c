internal import Synchronization

extension HubCore {
    /// The ask of a subscription, which has one at a time.
    struct Ask: ~Copyable, Sendable {
        /// Its number while there is one, or else -1.
        ///
        /// Only the call whose turn it is writes it; who cancels that call reads it while it parks, and then both hold
        /// the hub's lock.
        private let number = Atomic<HubMachine.AskID>(-1)

        var id: HubMachine.AskID { number.load(ordering: .relaxed) }

        func begin(_ cursor: UInt64, _ machine: inout HubMachine) -> HubMachine.AskID {
            let known = id
            if known >= 0 { return known }
            let begun = machine.askBegan(cursor: cursor)
            number.store(begun, ordering: .relaxed)
            return begun
        }

        /// The number, to end it once the turn has passed to a call that begins one of its own; `nil` if there is none.
        func leave() -> HubMachine.AskID? {
            let id = id
            if id < 0 { return nil }
            number.store(-1, ordering: .relaxed)
            return id
        }
    }
}
