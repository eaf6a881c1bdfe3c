extension EditError {
    /// The place of an item in a list or in sections, or of a section.
    public struct Place: Hashable, Sendable {
        /// The position of the section; `nil` in a list.
        public let section: Int?
        /// The position of the item in the list or the section; `nil` for a section.
        public let item: Int?

        /// Creates a place.
        @inlinable
        public init(section: Int? = nil, item: Int? = nil) {
            self.section = section
            self.item = item
        }
    }

    /// An id with the first two places at which it would be there.
    ///
    /// Places are those in the state that was refused. For whole lists and sections they are positions in what was given;
    /// for an insertion they count the inserted items too.
    public struct Repetition: Hashable, Sendable {
        /// The id.
        public let id: AnyID
        /// The first place.
        public let first: Place
        /// The second place.
        public let second: Place

        /// Creates a repetition.
        public init(id: AnyID, first: Place, second: Place) {
            self.id = id
            self.first = first
            self.second = second
        }
    }
}

extension EditError.Place: Comparable {
    /// Whether the left place comes first in the order of reading.
    public static func < (left: EditError.Place, right: EditError.Place) -> Bool {
        (left.section ?? -1, left.item ?? -1) < (right.section ?? -1, right.item ?? -1)
    }
}

extension EditError.Place: CustomStringConvertible {
    /// The positions, in words.
    public var description: String {
        switch (section, item) {
        case (let section?, let item?): "position \(item) of section \(section)"
        case (let section?, nil): "section \(section)"
        case (nil, let item): "position \(item ?? 0)"
        }
    }
}

/// The first two places of each of some ids, found by going through a state.
///
/// It is bounded, whatever was given: it looks for ten ids at most.
@usableFromInline
struct RepetitionSearch<ID: Hashable & Sendable> {
    @usableFromInline let ids: ArraySlice<ID>
    private var places: [[EditError.Place]]
    private var missing: Int

    init(of ids: [ID]) {
        self.ids = ids.prefix(10)
        places = Array(repeating: [], count: self.ids.count)
        missing = 2 * self.ids.count
    }

    /// Whether two places of each id are known.
    @usableFromInline var isComplete: Bool { missing == 0 }

    /// Notes that an id is at a place.
    @usableFromInline
    mutating func note(_ id: ID, at place: EditError.Place) {
        for number in places.indices where areSameKey(ids[number], id) {
            if places[number].count < 2 { missing -= 1 }
            places[number] = Array((places[number] + [place]).sorted().prefix(2))
        }
    }

    /// The ids of which two places were found; fewer are found only if ids misbehave.
    var repetitions: [EditError.Repetition] {
        zip(ids, places).compactMap { id, places in
            places.count < 2 ? nil : EditError.Repetition(id: AnyID(id), first: places[0], second: places[1])
        }
    }
}
