/// The state of a replica, which it edits in place as steps arrive.
public protocol ReplicaStorage<Snapshot>: AnyObject {
    /// The kind of state.
    associatedtype Snapshot

    /// Creates an empty state.
    init()

    /// The confirmed state: the last one that the source had.
    var snapshot: Snapshot { get }

    /// Makes a step, or changes nothing.
    ///
    /// - Throws: ``WireError`` if the step does not fit the state.
    func apply(_ changes: WireChanges) throws(WireError)

    /// Adds a part of a whole state, which is not visible yet.
    ///
    /// - Throws: ``WireError`` if an item cannot be decoded.
    func add(_ part: WirePart) throws(WireError)

    /// The number of items and of sections that were added.
    var added: (items: Int, sections: Int) { get }

    /// Shows the parts that were added instead of the state so far.
    ///
    /// - Throws: ``WireError`` if an id is there twice; then the state so far stays.
    func finishParts() throws(WireError)

    /// Forgets the parts that were added.
    func discardParts()

    /// Forgets the edits of commands that were made on a copy of the state.
    func discardEdits()
}
