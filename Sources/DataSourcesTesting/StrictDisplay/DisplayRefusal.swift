public import DataSources

/// Why a display with UIKit's rules did not take a batch: what UIKit would raise.
///
/// Where UIKit is known to raise, ``message`` is its own wording, as it stands in crash logs, without the address of the
/// index path; so it can be searched for. A rule that goes beyond UIKit is worded in the same way.
///
/// ```
/// attempt to delete row 9 from section 0 which only contains 5 rows before the update
/// ```
public struct DisplayRefusal: Error, Hashable, Sendable {
    /// What kind of rule was broken: stable, for programs to switch over.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// A position is not there in its space.
        case notThere
        /// One thing is to leave, or to be reloaded, twice; or two things are to arrive at one place.
        case conflict
        /// The counts before and after do not fit the changes.
        case count
        /// A row changes in, leaves or enters a section that itself comes, goes, moves or is reloaded.
        case rowsOfChangedSection
        /// The view shows something else than the data source has.
        case showsOther
        /// A step puts one thing in the place of another, by id.
        case otherIdentity
        /// A step changes nothing.
        case noEffect
        /// A step names something by its id; a view knows only positions.
        case notByPosition
    }

    /// The place that a refusal speaks of.
    public enum Location: Hashable, Sendable {
        /// The section at a position.
        case section(Int)
        /// The row at a path.
        case row(ItemPath)
    }

    /// What kind of rule was broken.
    public let code: Code
    /// What was wrong and where, in UIKit's words.
    public let message: String
    /// The place that the message speaks of; `nil` for one about the view as a whole.
    public let place: Location?

    /// Creates a refusal.
    public init(_ code: Code, _ message: String, at place: Location? = nil) {
        self.code = code
        self.message = message
        self.place = place
    }
}

extension DisplayRefusal: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
