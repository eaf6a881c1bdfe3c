import DataSources
import Synchronization

/// An item of the simulation's derived lists.
struct Entry: Identifiable, Hashable, Sendable, CustomStringConvertible {
    let id: Int
    var value: Int

    var description: String { "\(id):\(value)" }
}

/// What all origins hold.
struct Origins: Equatable, Sendable {
    var lists: [[Entry]]
    var parameter: Int
    /// The values of the parameters that items share.
    var marks: [Int]
}

/// What all origins hold at one moment, and what nodes make of it.
final class Moment: Sendable {
    let origins: Origins
    /// The contents of nodes that were computed once: in a graph with diamonds that saves most of the work.
    private let contents = Mutex<[ObjectIdentifier: any Sendable]>([:])

    init(_ origins: Origins) {
        self.origins = origins
    }

    /// The content of a node, computed by `make` unless it is known.
    func content<Content: Sendable>(of node: AnyObject, _ make: () -> Content) -> Content {
        let id = ObjectIdentifier(node)
        if let known = contents.withLock({ $0[id] }) as? Content { return known }
        let content = make()
        contents.withLock { $0[id] = content }
        return content
    }
}
