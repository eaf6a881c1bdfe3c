extension Derivation {
    /// A derived hub with what keeps it in step.
    struct Node {
        let hub: HubCore
        let derivation: Derivation
    }

    /// What a refresh of a derived hub goes through: whose turns it takes, what it reads, and what follows what.
    ///
    /// It is made once, unless there is a ``Switch`` at the hub or above it: then it holds as long as no switch in it
    /// follows another source than it did when the plan was made.
    ///
    /// **Two orders.** Turns are taken from the youngest hub to the oldest. All refreshes do so, whatever their plans, and
    /// so no two of them wait for each other. Hubs follow in another order, each after its inputs: what a switch follows
    /// may be younger than the switch.
    ///
    /// **A switch comes twice.** It *chooses* as soon as its selection has followed, and *follows* once what it has chosen
    /// has. Whatever it has left is no longer followed.
    final class Plan: Sendable {
        /// Where an input comes from: a place among the roots, or among the hubs in the order of turns.
        enum Origin {
            case root(Int)
            case hub(Int)
        }

        /// One step of the way from the roots down.
        enum Step {
            /// A switch looks at its selection.
            case choose(Int, by: Origin)
            /// A hub follows its inputs to what its roots, among those of the plan, had to show.
            case follow(Int, inputs: [Origin], roots: [Int])
            /// Here a hub is needed that needs what is above it here.
            case circle(Switch)
        }

        /// The hubs that are not derived, and that all of this comes from, in the order of their addresses.
        let roots: [HubCore]
        /// The derived hubs above the one whose plan this is, from the youngest to the oldest.
        ///
        /// That one itself is not here, or it would keep itself alive.
        private let above: [Node]
        /// How many of those are younger.
        let ownPlace: Int
        let steps: [Step]
        /// The switches with how often each had chosen when the plan was made.
        private let choices: [(of: Switch, count: Int)]

        init(of own: Node) {
            var survey = Survey()
            _ = survey.visit(own)
            let nodes = survey.nodes
            let turns = nodes.indices.sorted { nodes[$0].derivation.number > nodes[$1].derivation.number }
            let order = survey.roots.indices.sorted {
                ObjectIdentifier(survey.roots[$0]) < ObjectIdentifier(survey.roots[$1])
            }
            var hubPlaces = turns
            for (place, found) in turns.enumerated() { hubPlaces[found] = place }
            var rootPlaces = order
            for (place, found) in order.enumerated() { rootPlaces[found] = place }
            func origin(_ found: Origin) -> Origin {
                switch found {
                case .root(let found): .root(rootPlaces[found])
                case .hub(let found): .hub(hubPlaces[found])
                }
            }
            roots = order.map { survey.roots[$0] }
            ownPlace = hubPlaces[0]
            above = turns.filter { $0 != 0 }.map { nodes[$0] }
            choices = survey.choices
            steps = survey.steps.map { step in
                switch step {
                case .choose(let found, let selection):
                    return .choose(hubPlaces[found], by: origin(selection))
                case .follow(let found, let inputs, _):
                    let roots = survey.rootsAbove[found].map { rootPlaces[$0] }.sorted()
                    return .follow(hubPlaces[found], inputs: inputs.map(origin), roots: roots)
                case .circle:
                    return step
                }
            }
        }

        /// How many turns a refresh takes.
        var turnCount: Int { above.count + 1 }

        /// Whether no switch has chosen anew since the plan was made; while a refresh has all turns, none does but by it.
        var isUpToDate: Bool { choices.allSatisfy { $0.of.choice.count == $0.count } }

        /// The hub with the given place in the order of turns.
        func node(_ place: Int, own: Node) -> Node {
            if place == ownPlace { return own }
            return above[place < ownPlace ? place : place - 1]
        }
    }

    /// Goes up from a hub to its roots; places are those in the order in which things are found.
    private struct Survey {
        var nodes: [Node] = []
        var roots: [HubCore] = []
        /// By hub, the places of its roots.
        var rootsAbove: [Set<Int>] = []
        var steps: [Plan.Step] = []
        var choices: [(of: Switch, count: Int)] = []
        private var places: [ObjectIdentifier: Int] = [:]
        private var isDone: [Bool] = []
        /// The switches whose chosen sources the way here has gone through.
        private var way: [Switch] = []

        mutating func visit(_ node: Node) -> Int {
            let place = nodes.count
            nodes.append(node)
            places[ObjectIdentifier(node.hub)] = place
            isDone.append(false)
            rootsAbove.append([])
            var inputs = node.derivation.inputs.map { origin(of: $0, above: place) }
            if case .choosing(let choosing) = node.derivation.operation {
                steps.append(.choose(place, by: inputs[0]))
                let choice = choosing.choice
                choices.append((choosing, choice.count))
                if let hub = choice.hub {
                    way.append(choosing)
                    inputs.append(origin(of: hub, above: place))
                    way.removeLast()
                }
            }
            steps.append(.follow(place, inputs: inputs, roots: []))
            isDone[place] = true
            return place
        }

        private mutating func origin(of hub: HubCore, above below: Int) -> Plan.Origin {
            let id = ObjectIdentifier(hub)
            guard let derivation = hub.feed as? Derivation else {
                let place = places[id] ?? roots.count
                if place == roots.count {
                    roots.append(hub)
                    places[id] = place
                }
                rootsAbove[below].insert(place)
                return .root(place)
            }
            let place = places[id] ?? visit(Node(hub: hub, derivation: derivation))
            // What is derived as such is older than what is derived from it: the way back goes through a switch.
            if !isDone[place], let last = way.last { steps.append(.circle(last)) }
            rootsAbove[below].formUnion(rootsAbove[place])
            return .hub(place)
        }
    }
}
