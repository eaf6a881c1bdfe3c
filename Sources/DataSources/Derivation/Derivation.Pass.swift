extension Derivation {
    /// What roots had to show at one moment.
    struct Moment {
        /// In the order of their addresses.
        let reached: [HubCore.Reached]

        init(of roots: [HubCore]) {
            reached = HubCore.reached(by: roots)
        }

        /// What some of the roots, in the order of their addresses, had to show; `nil` when others are among them.
        func reached(by some: some Collection<HubCore>) -> [HubCore.Reached]? {
            var (found, place): ([HubCore.Reached], Int) = ([], 0)
            found.reserveCapacity(some.count)
            for root in some {
                while place < reached.count, ObjectIdentifier(reached[place].hub) < ObjectIdentifier(root) {
                    place += 1
                }
                guard place < reached.count, reached[place].hub === root else { return nil }
                found.append(reached[place])
            }
            return found
        }
    }

    /// A refresh on its way: it takes turns, reads the roots and goes from there down, hub after hub.
    ///
    /// **When a switch chooses another source**, everything below depends on roots that may not have been read. If they
    /// have been, the refresh goes on at the same moment: it only needs the turns of the hubs that have come to it, and
    /// may not wait for them, since that would be out of order. They are mostly free: a source that has just been made is
    /// known to nobody. If not, the refresh passes all its turns and begins anew, and reads what it read and what it missed.
    /// What has been chosen stays chosen, and hubs that have followed have followed.
    ///
    /// **Why it ends** though the selection may change ceaselessly: what has been read once is read again each time, so
    /// that it only begins anew for a root that it has not read before, or when somebody else is busy at that moment
    /// with a hub that has come to it. It could go on for ever only if each value had roots of its own that are new.
    struct Pass {
        private let own: Node
        /// How many refreshes had read the roots when this one was asked for.
        private let begun: Int
        private var plan: Plan
        /// How many turns have been taken; those of hubs that have followed since have been passed.
        private var taken = 0
        /// By place in the order of turns, the stages of the hubs that have followed.
        private var stages: [HubStage?]
        /// Roots that were read before it began anew, in the order of their addresses.
        private var known: [HubCore] = []

        init(of own: Node, by plan: Plan, since begun: Int) {
            self.own = own
            self.plan = plan
            self.begun = begun
            stages = Array(repeating: nil, count: plan.turnCount)
        }

        /// Gets ready for another go, now that all turns have been passed.
        mutating func begin(anew plan: Plan) {
            self.plan = plan
            taken = 0
            stages = Array(repeating: nil, count: plan.turnCount)
        }

        /// Goes as far as it comes; `false` when it has to begin anew.
        ///
        /// It is also over when the task is cancelled, or somebody else has done its work.
        mutating func isOver() async -> Bool {
            defer { passTurns() }
            while taken < plan.turnCount {
                let node = plan.node(taken, own: own)
                guard await node.derivation.turns.take({ "its turn at \(node.hub.comparisons.name)" }) else {
                    return true
                }
                taken += 1
                // Whoever read the roots after this refresh was asked for has done its work.
                if taken == plan.ownPlace + 1, own.derivation.hasBeenRefreshed(since: begun) { return true }
            }
            guard plan.isUpToDate else { return false }
            let number = own.derivation.refreshBegan()
            for root in plan.roots { root.alarm?.ringIfDue(at: root) }
            let moment = Moment(of: known.isEmpty ? plan.roots : Self.union(known, plan.roots))
            guard var cut = known.isEmpty ? moment.reached : moment.reached(by: plan.roots) else { return false }
            var next = 0
            while next < plan.steps.count {
                switch plan.steps[next] {
                case .choose(let place, let selection):
                    guard choose(place, by: stage(selection, cut)) else { break }
                    guard let other = goOn(at: moment) else {
                        known = moment.reached.filter { !$0.isFinished }.map(\.hub)
                        return false
                    }
                    (cut, next) = (other, 0)
                    continue
                case .follow(let place, let inputs, let roots):
                    if stages[place] != nil { break }
                    let node = plan.node(place, own: own)
                    var inputs = inputs.map { stage($0, cut) }
                    if case .choosing(let choosing) = node.derivation.operation, inputs.count == 1 {
                        inputs.append(choosing.empty)
                    }
                    guard await node.follow(inputs, to: roots.map { cut[$0] }) else { return true }
                    if place == plan.ownPlace { own.derivation.refreshEnded(number) }
                    stages[place] = node.hub.newest
                    node.derivation.turns.pass()
                case .circle(let choosing):
                    preconditionFailure("what switchToLatest at \(choosing.origin) follows is derived from it itself")
                }
                next += 1
            }
            return true
        }

        private func stage(_ origin: Plan.Origin, _ cut: [HubCore.Reached]) -> HubStage {
            switch origin {
            case .hub(let place): return stages[place]!
            case .root(let place):
                #if DATASOURCES_MUTANTS
                if Mutation.isActive(.readsRootsOneByOne) { return plan.roots[place].newest }
                #endif
                return cut[place].stage
            }
        }

        private func choose(_ place: Int, by selection: HubStage) -> Bool {
            guard case .choosing(let choosing) = plan.node(place, own: own).derivation.operation else { return false }
            return choosing.choose(by: selection)
        }

        private func passTurns() {
            for place in 0..<taken where stages[place] == nil { plan.node(place, own: own).derivation.turns.pass() }
        }

        /// Goes on by another plan, at the same moment, after a switch has chosen; `nil` when it cannot.
        ///
        /// - Returns: What the roots of the other plan had to show.
        private mutating func goOn(at moment: Moment) -> [HubCore.Reached]? {
            let other = own.derivation.plan(of: own)
            guard let cut = moment.reached(by: other.roots) else { return nil }
            var places: [ObjectIdentifier: Int] = [:]
            for place in 0..<plan.turnCount { places[ObjectIdentifier(plan.node(place, own: own).hub)] = place }
            var come: [Node] = []
            var carried: [HubStage?] = []
            var isReady = true
            for place in 0..<other.turnCount where isReady {
                let node = other.node(place, own: own)
                if let known = places.removeValue(forKey: ObjectIdentifier(node.hub)) {
                    carried.append(stages[known])
                } else if node.derivation.turns.tryToTake() {
                    come.append(node)
                    carried.append(nil)
                    isReady = node.derivation.isNotBeyond(moment)
                } else {
                    isReady = false
                }
            }
            guard isReady, other.isUpToDate else {
                for node in come { node.derivation.turns.pass() }
                return nil
            }
            // What is left of the places is no longer gone through.
            for place in places.values where stages[place] == nil {
                plan.node(place, own: own).derivation.turns.pass()
            }
            plan = other
            stages = carried
            taken = other.turnCount
            return cut
        }

        private static func union(_ some: [HubCore], _ others: [HubCore]) -> [HubCore] {
            var byID: [ObjectIdentifier: HubCore] = [:]
            for root in some + others { byID[ObjectIdentifier(root)] = root }
            return byID.values.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
        }
    }
}
