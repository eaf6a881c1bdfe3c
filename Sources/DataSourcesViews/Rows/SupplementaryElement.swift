/// What a supplementary view shows: the content that its section has for its kind.
public struct SupplementaryElement<SectionID: Hashable>: Identifiable, Equatable {
    /// The identity: a section has at most one view of each kind.
    public struct ID: Hashable {
        /// The section.
        public let section: SectionID
        /// The kind.
        public let kind: RowKind

        /// Creates an identity.
        public init(section: SectionID, kind: RowKind) {
            self.section = section
            self.kind = kind
        }
    }

    /// The section and the kind.
    public let id: ID
    /// What the view shows.
    public let content: any Equatable

    /// Whether both are of one section and kind and have equal contents.
    public static func == (left: SupplementaryElement, right: SupplementaryElement) -> Bool {
        left.id == right.id && left.content.isEqual(to: right.content)
    }
}

extension Equatable {
    fileprivate func isEqual(to other: any Equatable) -> Bool { (other as? Self).map { $0 == self } ?? false }
}
