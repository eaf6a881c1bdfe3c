extension SubscriptionCore {
    /// Where a call of ``take(returnsFromNothing:isInHandler:)`` is that holds the lock.
    ///
    /// ```
    ///   lock
    ///    │         something is newer       its step is found          it changes something
    ///    ▼                 │                       │                          │
    /// asking ──────────────┴──────▶ choosing ──────┴──────▶ comparing ────────┴──▶ delivering ──▶ an update
    ///  ▲ ▲                            │                       │  │
    ///  │ └── paused, or overtaken ────┴───────────────────────┘  └── it changes nothing ──▶ unchanged
    ///  └────────────────────────────────────────────────────────────────────────────────────────┘
    ///
    /// asking, choosing, comparing ── cancelled, or the hub has finished ──▶ over ──▶ nil
    /// ```
    enum Phase {
        /// It finds out whether there is something newer, and waits until there is.
        case asking
        /// Something is newer; the step to take is probably this one, if it is known.
        case choosing(likely: DifferenceStep?)
        /// It takes this step, and needs its difference.
        case comparing(DifferenceStep)
        /// The step changes nothing.
        case unchanged(DifferenceStep)
        case delivering(ErasedUpdate, DifferenceStep)
        case over
    }
}
