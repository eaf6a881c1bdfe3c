/// Which rows of a section are visible, and whether the section is.
struct SectionMarks<Header: Sendable>: Counted {
    var header: Header
    /// `true` for each visible row.
    var rows: CountedList<Bool>
    /// Whether the section's own rule hides it.
    var isHidden: Bool
    /// Whether the section is among the visible ones.
    var isShown = false
    /// Whether the rows have to be judged again.
    var isStale = false

    var counts: Bool { isShown }
}
