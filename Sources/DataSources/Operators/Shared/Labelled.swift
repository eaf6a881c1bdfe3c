/// The label of an item, and what an operator keeps beside it.
@usableFromInline
package struct Labelled<Tag: Equatable & Sendable>: Identifiable, Equatable, Sendable {
    @usableFromInline package var label: UInt64
    @usableFromInline package var tag: Tag

    @inlinable
    init(_ label: UInt64, _ tag: Tag) {
        self.label = label
        self.tag = tag
    }

    @inlinable package var id: UInt64 { label }
}

/// What is kept where nothing is.
@usableFromInline
package struct Untagged: Equatable, Sendable {
    @inlinable
    package init() {}
}
