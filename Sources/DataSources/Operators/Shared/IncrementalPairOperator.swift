/// A ``PairOperator`` that states how to build its result and how to edit it; see ``IncrementalOperator``.
@usableFromInline
package protocol IncrementalPairOperator<First, Second, Output>: PairOperator, RebuildingOperator, ~Copyable {
    associatedtype First
    associatedtype Second
    associatedtype Output

    /// The current states of both sources.
    var states: (First, Second) { get }

    /// The number of items whose share the edits must reach, by ``policy``.
    var itemCount: Int { get }

    /// The current result.
    var snapshot: Output { get }

    /// Builds the result of two states, whatever the operator had before.
    mutating func build(_ first: First, _ second: Second)

    /// Edits the result.
    ///
    /// - Throws: Any error, if ids or keys misbehave; the operator may then be inconsistent.
    mutating func follow(_ first: Update<First>?, _ second: Update<Second>?) throws

    /// The number of edits that ``follow(_:_:)`` would perform, as on ``IncrementalOperator``.
    func edits(for first: Update<First>?, _ second: Update<Second>?) -> Int

    /// Builds the result after many changes; by default with ``build(_:_:)``.
    mutating func rebuild(_ first: Update<First>?, _ second: Update<Second>?)

    /// Discards the result, and all that is indexed by id or key.
    mutating func startOver()
}

extension IncrementalPairOperator where Self: ~Copyable {
    @inlinable
    package mutating func apply(_ first: Update<First>?, _ second: Update<Second>?) -> Output {
        if policy.rebuilds(edits(for: first, second), of: itemCount) {
            rebuild(first, second)
            return snapshot
        }
        do {
            try follow(first, second)
        } catch {
            let states = states
            startOver()
            build(first?.after ?? states.0, second?.after ?? states.1)
        }
        return snapshot
    }

    @inlinable
    package func edits(for first: Update<First>?, _ second: Update<Second>?) -> Int {
        (first.map { First.changeCount(of: $0) } ?? 0) + (second.map { Second.changeCount(of: $0) } ?? 0)
    }

    @inlinable
    package mutating func rebuild(_ first: Update<First>?, _ second: Update<Second>?) {
        let states = states
        build(first?.after ?? states.0, second?.after ?? states.1)
    }
}
