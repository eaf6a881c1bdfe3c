import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The machine that plans a refresh, alone: over graphs of nodes that are nothing but a number and their inputs.
struct RefreshMachineTests {
    @Test func `a node whose inputs are current is worked on at once`() {
        let graph = Graph(inputs: [[], [0]])
        let visits = graph.refresh(1, at: 5)
        #expect(visits == ["work 1 at 5"])
    }

    @Test func `inputs come first, each once, however the ways to them join`() {
        let graph = Graph(inputs: [[], [0], [1], [1], [2, 3]])
        let visits = graph.refresh(4, at: 5)
        #expect(visits == ["work 1 at 5", "work 3 at 5", "work 2 at 5", "work 4 at 5"])
    }

    @Test func `a node stops at each earlier cut that it has not reached, and so do its inputs`() {
        let graph = Graph(inputs: [[], [0], [1]])
        graph.nodes[2].reached = 3
        let visits = graph.refresh(2, at: 9, earlier: [2, 4, 7])
        #expect(
            visits == [
                "work 1 at 2", "work 1 at 4", "work 2 at 4", "work 1 at 7", "work 2 at 7", "work 1 at 9", "work 2 at 9",
            ])
    }

    @Test func `an input that is only found while the node is worked on is visited, and then the node again`() {
        let graph = Graph(inputs: [[], [0], [0]])
        graph.nodes[2].chosen = 1
        let visits = graph.refresh(2, at: 5)
        #expect(visits == ["2 needs 1", "work 1 at 5", "work 2 at 5"])
    }

    @Test func `a circle is seen before it is visited again`() {
        let graph = Graph(inputs: [[], [2], [0]])
        var machine = RefreshMachine<Node>()
        machine.began(graph.nodes[2], at: 5, isAlone: true)
        #expect(!machine.isVisiting(graph.nodes[1]))
        machine.isBehind(graph.nodes[1])
        machine.areBehind([graph.nodes[2]])
        let hasNext = machine.visitNextInput()
        #expect(hasNext)
        #expect(machine.current?.node === graph.nodes[2])
        #expect(machine.isVisiting(graph.nodes[1]))
    }

    @Test func `at its own cut it restarts`() {
        let node = Graph(inputs: [[]]).nodes[0]
        var machine = RefreshMachine<Node>()
        machine.began(node, at: 5, isAlone: true)
        let loss = machine.cutIsGone()
        #expect(loss == .restart)
    }

    @Test func `an earlier cut that is gone drops the visits at it, and only those`() throws {
        let graph = Graph(inputs: [[], [0], [1]])
        var machine = RefreshMachine<Node>()
        machine.began(graph.nodes[2], at: 9, isAlone: false)
        let range = try #require(machine.stops(reached: 0))
        #expect(range == (0, 9))
        machine.stops(at: 4)
        machine.isBehind(graph.nodes[1])
        let loss = machine.cutIsGone()
        #expect(loss == .skipped(cut: 4))
        #expect(machine.current?.node === graph.nodes[2])
        #expect(machine.current?.cut == 9)
        let next = try #require(machine.stops(reached: 0))
        #expect(next == (4, 9), "the cut that is gone is not tried again")
    }

    @Test func `an ended run retains no node`() {
        weak var node: Node?
        var machine = RefreshMachine<Node>()
        do {
            let only = Node(number: 0, inputs: [])
            node = only
            machine.began(only, at: 1, isAlone: true)
        }
        #expect(node != nil)
        machine.ended()
        #expect(node == nil)
    }

    @Test(arguments: seeds(130))
    func `law 14: in random graphs each node is worked on after its inputs, at every cut in order, and once`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...12, using: &random)
        let graph = Graph(
            inputs: (0..<count).map { node in
                (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in (0..<node).randomElement(using: &random) }
            })
        let cuts = (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt64.random(in: 1...9, using: &random) }
        for node in graph.nodes where !node.inputs.isEmpty {
            node.reached = UInt64.random(in: 0...6, using: &random)
            if Bool.random(using: &random) { node.chosen = node.inputs.first }
        }
        graph.refresh(count - 1, at: 10, earlier: Set(cuts).sorted())
    }

    // MARK: Helpers

    private final class Node {
        let number: Int
        let inputs: [Int]
        /// The newest cut that the node is at.
        var reached: UInt64 = 0
        /// An input that is only looked at while the node is worked on, as that of a switch.
        var chosen: Int?

        init(number: Int, inputs: [Int]) {
            (self.number, self.inputs) = (number, inputs)
        }
    }

    /// Nodes, each with inputs that have lower numbers; those without inputs are roots, which are at every cut.
    private struct Graph {
        let nodes: [Node]

        init(inputs: [[Int]]) {
            nodes = inputs.enumerated().map { Node(number: $0, inputs: $1) }
        }

        private func isAt(_ cut: UInt64, _ node: Node) -> Bool { node.inputs.isEmpty || node.reached >= cut }

        /// Does what the shell does, and checks what it is told to do.
        @discardableResult
        func refresh(_ root: Int, at cut: UInt64, earlier: [UInt64] = []) -> [String] {
            var log: [String] = []
            var machine = RefreshMachine<Node>()
            machine.began(nodes[root], at: cut, isAlone: earlier.isEmpty)
            var steps = 0
            while let (node, cut) = machine.current {
                steps += 1
                guard steps < 10_000 else {
                    Issue.record("the refresh does not end")
                    return log
                }
                if machine.visitNextInput() { continue }
                if isAt(cut, node) {
                    machine.reached()
                    continue
                }
                if let range = machine.stops(reached: node.reached),
                    let stop = earlier.first(where: { range.after < $0 && $0 < range.before })
                {
                    machine.stops(at: stop)
                    continue
                }
                let behind = node.inputs.filter { $0 != node.chosen && !isAt(cut, nodes[$0]) }.map { nodes[$0] }
                if !behind.isEmpty {
                    machine.areBehind(behind)
                    continue
                }
                if let chosen = node.chosen, !isAt(cut, nodes[chosen]) {
                    #expect(!machine.isVisiting(nodes[chosen]))
                    log.append("\(node.number) needs \(chosen)")
                    machine.isBehind(nodes[chosen])
                    continue
                }
                log.append("work \(node.number) at \(cut)")
                for input in node.inputs { #expect(isAt(cut, nodes[input]), "\(log)") }
                for stop in earlier where stop < cut { #expect(node.reached >= stop, "\(log)") }
                #expect(node.reached < cut, "\(log)")
                node.reached = cut
                machine.reached()
            }
            #expect(isAt(cut, nodes[root]))
            return log
        }
    }
}
