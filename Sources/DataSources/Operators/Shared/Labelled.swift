/// The label of an item, with a tag that an operator stores beside it.
@usableFromInline
package struct Labelled<Tag: Equatable & Sendable>: Identifiable, Equatable, Sendable {
    @usableFromInline package var label: UInt64
    @usableFromInline package var tag: Tag

    @inlinable
    package init(_ label: UInt64, _ tag: Tag) {
        self.label = label
        self.tag = tag
    }

    @inlinable package var id: UInt64 { label }
}

/// The tag of an operator that stores none.
@usableFromInline
package struct Untagged: Equatable, Sendable {
    @inlinable
    package init() {}
}
