/// A ``SparseManyOperator`` that states how to build its result and how to edit it; see ``IncrementalOperator``.
@usableFromInline
package protocol IncrementalManyOperator<Input, Output>: SparseManyOperator, RebuildingOperator, ~Copyable {
    /// The current states of the sources; none before the first update.
    var states: [Input] { get }

    /// The number of items of all sources.
    var itemCount: Int { get }

    /// The current result.
    var snapshot: Output { get }

    /// Builds the result of the states of all sources, whatever the operator had before.
    mutating func build(_ states: [Input])

    /// Edits the result after an update of one source.
    ///
    /// - Throws: Any error, if ids or keys misbehave; the operator may then be inconsistent.
    mutating func follow(_ update: Update<Input>, of place: Int) throws

    /// Discards the result, and all that is indexed by id or key; ``states`` stays.
    mutating func startOver()
}

extension IncrementalManyOperator where Self: ~Copyable {
    @inlinable
    package mutating func apply(_ updates: [PlacedUpdate<Input>], of count: Int) -> Output {
        if states.isEmpty { build(Array(repeating: Input(), count: count)) }
        let edits = updates.reduce(0) { $0 + Input.changeCount(of: $1.update) }
        if !policy.rebuilds(edits, of: itemCount) {
            do {
                for found in updates { try follow(found.update, of: found.place) }
                return snapshot
            } catch {
                startOver()
            }
        }
        var states = states
        for found in updates { states[found.place] = found.update.after }
        build(states)
        return snapshot
    }
}
