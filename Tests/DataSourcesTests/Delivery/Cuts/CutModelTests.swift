import DataSources
import Testing

/// Every order of the steps of small scenarios: no pass publishes a state that mixes two cuts, all of them end, and
/// nothing is kept then.
struct CutModelTests {
    private static let diamond: [(CutModel.Kind, inputs: [Int])] = [
        (.root(0), []), (.copy, [0]), (.parity, [0]), (.pair, [1, 2]),
    ]

    @Test func `law 14: two passes of a diamond, one of which may be cancelled, and a writer`() throws {
        try explore(CutModel(Self.diamond, passes: [(3, .anyTime), (3, .never)], writes: [[(0, 1), (0, 2)]]))
    }

    /// A cut ends when one side of the diamond has been taken there; then a pass takes the other side past it.
    @Test func `law 14: nobody shows a state at a cut that has ended`() throws {
        try explore(
            CutModel(
                [(.root(0), []), (.parity, [0]), (.copy, [0]), (.pair, [1, 2])],
                passes: [(3, .beforeItRuns), (3, .never), (1, .never)], writes: [[(0, 1), (0, 2)]]))
    }

    @Test func `law 14: passes below a choice, whose second source has kept nothing`() throws {
        try explore(
            CutModel(
                [(.root(0), []), (.root(7), []), (.root(3), []), (.choice(1, 2), [0]), (.copy, [3])],
                passes: [(4, .anyTime), (4, .never)], writes: [[(0, 1), (2, 4)]]))
    }

    /// What it chooses has passed the cut of the choice, and may have published nothing on the way.
    @Test func `law 14: a choice joins a scope that has had later cuts`() throws {
        try explore(
            CutModel(
                [(.root(0), []), (.root(7), []), (.root(0), []), (.parity, [2]), (.choice(1, 3), [0])],
                passes: [(4, .never), (3, .anyTime)], writes: [[(0, 1)], [(2, 1), (2, 2)]]))
    }

    // MARK: Helpers

    private struct Ended: Error {}

    /// Visits every state that can be reached, and records the first way to one that must not be.
    private func explore(_ model: CutModel) throws {
        // By state, whether it is on the way to the current one.
        var seen: [CutModel: Bool] = [:]
        var way: [String] = []
        func visit(_ model: CutModel) throws {
            seen[model] = true
            do {
                try model.check()
                let steps = try model.steps()
                if steps.isEmpty { try model.checkEnd() }
                for (name, next) in steps {
                    way.append(name)
                    switch seen[next] {
                    case nil: try visit(next)
                    case true?: throw CutModel.Failure(description: "this can go on without an end")
                    case false?: break
                    }
                    way.removeLast()
                }
            } catch let failure as CutModel.Failure {
                Issue.record("\(failure)\n\(way.joined(separator: "\n"))")
                throw Ended()
            }
            seen[model] = false
        }
        try visit(model)
    }
}
