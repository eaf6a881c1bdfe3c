/// The order in which one refresh takes derived hubs to its cut: what it visits, where it stops, and when it restarts.
///
/// The machine is a stack of visits: a depth-first traversal of the inputs. The top visit names the current hub and the
/// cut to take it to. It knows no lock, task or hub: hubs are nodes of any class, and the shell, ``Derivation/Pass``,
/// reports what it finds at them.
/// ```
///                    ┌── behind(inputs)  visit the inputs first ──┐
///                    │                                             ▼
/// began ──▶ look(node, cut) ◀───────────────────────────── look(input, cut)
///                │   │   │
///      done ─────┘   │   └── stop(at earlier)  first take the node to an earlier registered cut
///   pop the visit    │
///                    └── work ──▶ worked             pop the visit
///                                 inputIsBehind      visit that input, then look at the node again
///                                 cutIsGone          own cut: restart at a later one; another's: pop its visits
/// ```
///
/// - **Inputs first.** A node is worked on only when each of its inputs is at the cut.
/// - **Cuts in order.** A node stops at every earlier registered cut that it has not reached, so the refresh that
///   registered the cut can still read the node there.
/// - **Termination.** Each visit is popped by work, or by a look that finds none. A visit pushes visits of its inputs,
///   which have no cycles, or of the same node at one of finitely many earlier cuts, each later than the last one. A
///   refresh restarts at most once, since no node passes the later cut without stopping there.
package struct RefreshMachine<Node: AnyObject> {
    /// A node to take to a cut.
    fileprivate struct Visit {
        let node: Node
        let cut: UInt64
        /// The last earlier cut at which the node was to stop; 0 at first.
        var lastStop: UInt64 = 0
        /// The inputs to visit before the node is processed again.
        var behind: [Node] = []
    }

    private var visits: [Visit] = []
    private var cut: UInt64 = 0
    /// Whether no earlier cut is registered; then a node with one input needs no plan.
    package private(set) var isAlone = true

    package init() {}

    /// A run began to take `node` to `cut`; the visits of an earlier run are dropped.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - cut: The refresh's own cut.
    ///   - isAlone: Whether no earlier cut is registered.
    package mutating func began(_ node: Node, at cut: UInt64, isAlone: Bool) {
        self.cut = cut
        self.isAlone = isAlone
        visits.removeAll(keepingCapacity: true)
        visits.append(Visit(node: node, cut: cut))
    }

    /// The run ended; the machine retains no node.
    package mutating func ended() {
        visits = []
    }

    /// The current node and the cut to take it to; `nil` when the refresh is complete.
    package var current: (node: Node, cut: UInt64)? { visits.last.map { ($0.node, $0.cut) } }

    /// Moves on to the next input that the current node waits for; returns `false` if there is none.
    package mutating func visitNextInput() -> Bool {
        guard let input = visits[visits.count - 1].behind.popLast() else { return false }
        visits.append(Visit(node: input, cut: visits[visits.count - 1].cut))
        return true
    }

    /// The cuts between which the current node must stop first; `nil` if it need not.
    ///
    /// The node is at the cut `reached` and has changed inputs. It must stop at the oldest registered cut in between, if
    /// there is one.
    package func stops(reached: UInt64) -> (after: UInt64, before: UInt64)? {
        if isAlone { return nil }
        let visit = visits[visits.count - 1]
        return (max(reached, visit.lastStop), visit.cut)
    }

    /// The current node stops at an earlier registered cut first; that visit is now the current one.
    package mutating func stops(at earlier: UInt64) {
        visits[visits.count - 1].lastStop = earlier
        visits.append(Visit(node: visits[visits.count - 1].node, cut: earlier))
    }

    /// These inputs of the current node are behind its cut; they are visited first.
    package mutating func areBehind(_ inputs: [Node]) {
        visits[visits.count - 1].behind = inputs
    }

    /// The current node needs an input that is behind its cut.
    package mutating func isBehind(_ input: Node) {
        visits.append(Visit(node: input, cut: visits[visits.count - 1].cut))
    }

    /// Whether `node` is already being visited at the current cut, so that another visit would never end.
    package func isVisiting(_ node: Node) -> Bool {
        visits.contains { $0.node === node && $0.cut == visits[visits.count - 1].cut }
    }

    /// The current node is at its cut.
    package mutating func reached() {
        visits.removeLast()
    }

    /// What follows when nodes can no longer be read at the current cut.
    package enum Loss: Equatable {
        /// It is the refresh's own cut: register a later one, at which all nodes stop, and begin again.
        case restart
        /// It is an earlier cut, whose pass has ended or will find the same: its visits are dropped.
        case skipped(cut: UInt64)
    }

    /// An input of the current node can no longer be read at the current cut.
    package mutating func cutIsGone() -> Loss {
        let gone = visits[visits.count - 1].cut
        if gone == cut { return .restart }
        while visits.last?.cut == gone { visits.removeLast() }
        return .skipped(cut: gone)
    }
}

extension RefreshMachine: Sendable where Node: Sendable {}
extension RefreshMachine.Visit: Sendable where Node: Sendable {}

// Tests find out which states they have seen.
extension RefreshMachine: Equatable, Hashable where Node: Hashable {}

extension RefreshMachine.Visit: Equatable, Hashable where Node: Hashable {}
